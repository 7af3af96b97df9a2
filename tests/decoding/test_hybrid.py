"""Hybrid: lookup where it is sure, else whoever the knob says, or whoever is there."""

from dataclasses import replace
from functools import partial

import pytest

from specdeck.decoding import PairError, Settings, load
from tests.helpers import checkpoints, toys
from tests.helpers.everyday import everyday
from tests.helpers.priced import Priced
from tests.helpers.toys import PLAIN

PROMPT = [*range(40, 70), 90, 91, 92, *range(40, 46)]  # lookup has a guess at first
SETTINGS = Settings(drafter="hybrid", k=4)
said = partial(toys.said, count=20, prompt=PROMPT)


@pytest.fixture
def loaded(targets, tmp_path):
    """A target with a drafter of a kind and hybrid in force."""

    def pair(kind):
        make = (lambda path: checkpoints.target(path, seed=9)) if kind == "model" else getattr(checkpoints, kind)
        return load(str(targets["gemma4" if kind == "assistant" else "qwen3_5"]), [str(make(tmp_path / "drafter")), "hybrid"])

    return pair


@everyday("kind", ["model", "mtp", "dflash", "dflash2", "dspark", "eagle3", "assistant"], "model", "eagle3")
def test_lookup_where_it_is_sure_and_else_any_of_the_others(loaded, kind):
    """Also where nobody is named: where the default, a model, is not loaded, the one that is steps in."""
    pair = loaded(kind)
    assert pair.default_drafter == "hybrid" and pair.drafter_path == pair.paths[kind]
    plain = said(pair, replace(SETTINGS, drafter="none"))
    for settings in (replace(SETTINGS, fallback=kind), SETTINGS):
        pair.reset()
        reply = said(pair, settings)
        assert reply.tokens == plain.tokens and reply.finish.error is None
        assert reply.rounds[0].drafter == "lookup" and kind in {r.drafter for r in reply.rounds}


def test_a_match_shorter_than_the_minimum_is_not_sure(loaded):
    pair = loaded("dflash")
    for least, who in ((6, "lookup"), (7, "dflash")):
        first = said(pair, replace(SETTINGS, lookup_min=least)).rounds[0]
        assert first.drafter == who and first.note is None
    longest = said(pair, replace(SETTINGS, k=8, lookup_max=3)).rounds[0]
    assert (longest.drafter, len(longest.draft)) == ("lookup", 3)
    assert Settings().lookup_min == 4


def test_the_fallback_may_change_every_round(targets, tmp_path):
    pair = load(str(targets["qwen3_5"]), [str(checkpoints.mtp(tmp_path / "mtp")), str(checkpoints.dflash(tmp_path / "block")), "hybrid"])
    turn, names = iter(range(99)), ("mtp", "dflash", "none", "auto", "hybrid", "nobody")
    reply = said(pair, lambda: replace(SETTINGS, fallback=names[next(turn) % 6], lookup_min=30), count=40)
    pair.reset()
    assert reply.tokens == said(pair, PLAIN, count=40).tokens
    assert {r.drafter for r in reply.rounds} >= {"mtp", "dflash", "none"} and reply.finish.error is None


def test_with_a_head_in_the_targets_folder_hybrid_and_auto_have_it(tmp_path):
    target = str(checkpoints.sidecar(checkpoints.target(tmp_path / "target")))
    assert all("mtp" in load(target, name).drafters for name in ("hybrid", "auto")) and "mtp" not in load(target, "lookup").drafters


def test_with_nobody_to_fall_back_on_hybrid_is_refused(targets):
    with pytest.raises(PairError, match="nothing is loaded to fall back on"):
        load(str(targets["qwen3_5"]), "hybrid")


def test_with_adaptive_k_it_rests_where_neither_pays_and_tries_each_again():
    """Guesses that cost three passes and are hardly ever right; lookup matches two tokens everywhere."""
    pair = toys.make_pair(toys.toy("trimmable"), {"stranger": toys.toy_drafter("trimmable")})
    pair.estimator = Priced({"stranger": 3.0, "lookup": 3.0})
    settings = Settings(drafter="hybrid", fallback="stranger", k=6, adaptive_k=True, temperature=0.8, seed=1, lookup_min=2)
    toys.reply(pair, toys.letters("abcabdabeabf"), replace(settings, drafter="none", k=0, adaptive_k=False), 30)
    rounds = toys.reply(pair, toys.letters("abcabdabeabf"), settings, 160).rounds[40:]
    drafted = [round_.drafter for round_ in rounds if round_.draft]
    assert 0 < len(drafted) < 0.3 * len(rounds) and set(drafted) == {"stranger", "lookup"}
