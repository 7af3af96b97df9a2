"""Hybrid: lookup where it is sure, else whoever the knob says, or whoever is there."""

from dataclasses import replace
from functools import partial

import pytest

from specdeck.decoding import PairError, Settings, load
from tests.helpers import checkpoints, toys
from tests.helpers.toys import Priced

PROMPT = [*range(40, 70), 90, 91, 92, *range(40, 46)]  # lookup has a guess at first
SETTINGS = Settings(drafter="hybrid", k=4)
said = partial(toys.said, count=20, prompt=PROMPT)


def test_lookup_where_it_is_sure_and_else_any_of_the_others(targets, tmp_path):
    """The fallback may change every round; where it is not loaded, as the default, a model, or is no drafter to ask, the one that is steps in."""
    folders = {kind: str(getattr(checkpoints, kind)(tmp_path / kind)) for kind in ("mtp", "dflash", "eagle3")}
    pair = load(str(targets["qwen3_5"]), [*folders.values(), "hybrid"])
    assert pair.default_drafter == "hybrid" and pair.drafter_path == folders["mtp"] and SETTINGS.lookup_min == 4
    plain = said(pair, replace(SETTINGS, drafter="none"), count=40)
    turn, names = iter(range(99)), ("mtp", "dflash", "none", "auto", "hybrid", "nobody", "eagle3")
    for least, drafters in ((30, {"mtp", "dflash", "none", "eagle3"}), (4, {"lookup", "mtp"})):
        pair.reset()
        reply = said(pair, lambda least=least: replace(SETTINGS, fallback=names[next(turn) % 7] if least > 4 else "model", lookup_min=least), count=40)
        assert reply.tokens == plain.tokens and reply.finish.error is None and {r.drafter for r in reply.rounds} >= drafters
    for changes, who, most in (({"lookup_min": 6}, "lookup", 4), ({"lookup_min": 7}, "mtp", 4), ({"k": 8, "lookup_max": 3}, "lookup", 3)):
        pair.reset()
        first = said(pair, replace(SETTINGS, **changes)).rounds[0]
        assert (first.drafter, len(first.draft) <= most, first.note) == (who, True, None)


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
