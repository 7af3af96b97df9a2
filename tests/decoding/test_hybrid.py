"""Hybrid: lookup where it is sure, else whoever the knob says, or whoever is there."""

from dataclasses import replace

import pytest

from specdeck.decoding import PairError, Settings, load
from tests.helpers import checkpoints, toys
from tests.helpers.everyday import everyday
from tests.helpers.priced import Priced

PROMPT = [*range(40, 70), 90, 91, 92, *range(40, 46)]  # lookup has a guess at first
SETTINGS = Settings(drafter="hybrid", k=4)


def loaded(kind, folder):
    """A target with a drafter of this kind and hybrid in force."""
    if kind == "assistant":
        target, drafter = checkpoints.target(folder / "target", "gemma4"), checkpoints.assistant(folder / "assistant")
    else:
        target = checkpoints.target(folder / "target")
        makers = {
            "mtp": checkpoints.mtp, "dflash": checkpoints.dflash, "dflash2": checkpoints.dflash2, "dspark": checkpoints.dspark,
            "eagle3": checkpoints.eagle3, "model": lambda path: checkpoints.target(path, seed=9),
        }  # fmt: skip
        drafter = makers[kind](folder / "drafter")
    return load(str(target), [str(drafter), "hybrid"])


@everyday("kind", ["model", "mtp", "dflash", "dflash2", "dspark", "eagle3", "assistant"], "model", "dspark", "eagle3")
def test_lookup_where_it_is_sure_and_else_any_of_the_others(tmp_path, kind):
    """Also where nobody is named: where the default, a model, is not loaded, the one that is steps in."""
    pair = loaded(kind, tmp_path)
    assert pair.default_drafter == "hybrid" and pair.drafter_path == pair.paths[kind]
    plain = toys.reply(pair, PROMPT, replace(SETTINGS, drafter="none"), 20, ignore_end=True)
    for settings in (replace(SETTINGS, fallback=kind), SETTINGS):
        pair.reset()
        reply = toys.reply(pair, PROMPT, settings, 20, ignore_end=True)
        assert reply.tokens == plain.tokens and reply.finish.error is None
        assert reply.rounds[0].drafter == "lookup" and kind in {r.drafter for r in reply.rounds}


def test_a_match_shorter_than_the_minimum_is_not_sure(tmp_path):
    pair = loaded("dflash", tmp_path)
    for least, who in ((6, "lookup"), (7, "dflash")):
        first = toys.reply(pair, PROMPT, replace(SETTINGS, lookup_min=least), 20, ignore_end=True).rounds[0]
        assert first.drafter == who and first.note is None
    longest = toys.reply(pair, PROMPT, replace(SETTINGS, k=8, lookup_max=3), 20, ignore_end=True).rounds[0]
    assert (longest.drafter, len(longest.draft)) == ("lookup", 3)
    assert Settings().lookup_min == 4


def test_the_fallback_may_change_every_round(tmp_path):
    target = checkpoints.target(tmp_path / "target")
    pair = load(str(target), [str(checkpoints.mtp(tmp_path / "mtp")), str(checkpoints.dflash(tmp_path / "block")), "hybrid"])
    turn, names = iter(range(99)), ("mtp", "dflash", "none", "auto", "hybrid", "nobody")
    reply = toys.reply(pair, PROMPT, lambda: replace(SETTINGS, fallback=names[next(turn) % 6], lookup_min=30), 40, ignore_end=True)
    pair.reset()
    assert reply.tokens == toys.reply(pair, PROMPT, Settings(drafter="none"), 40, ignore_end=True).tokens
    assert {r.drafter for r in reply.rounds} >= {"mtp", "dflash", "none"} and reply.finish.error is None


def test_with_a_head_in_the_targets_folder_hybrid_and_auto_have_it(tmp_path):
    target = str(checkpoints.sidecar(checkpoints.target(tmp_path / "target")))
    for name in ("hybrid", "auto"):
        pair = load(target, name)
        assert pair.default_drafter == name and "mtp" in pair.drafters
    assert "mtp" not in load(target, "lookup").drafters


def test_with_nobody_to_fall_back_on_hybrid_is_refused(tmp_path):
    with pytest.raises(PairError, match="nothing is loaded to fall back on"):
        load(str(checkpoints.target(tmp_path / "target")), "hybrid")


def test_with_adaptive_k_it_rests_where_neither_pays_and_tries_each_again():
    """Guesses that cost three passes and are hardly ever right; lookup matches two tokens everywhere."""
    pair = toys.make_pair(toys.toy("trimmable"), {"stranger": toys.toy_drafter("trimmable")})
    pair.estimator = Priced({"stranger": 3.0, "lookup": 3.0})
    settings = Settings(drafter="hybrid", fallback="stranger", k=6, adaptive_k=True, temperature=0.8, seed=1, lookup_min=2)
    toys.reply(pair, toys.letters("abcabdabeabf"), replace(settings, drafter="none", k=0, adaptive_k=False), 30)
    rounds = toys.reply(pair, toys.letters("abcabdabeabf"), settings, 160).rounds[40:]
    drafted = [round_.drafter for round_ in rounds if round_.draft]
    assert 0 < len(drafted) < 0.3 * len(rounds) and set(drafted) == {"stranger", "lookup"}
