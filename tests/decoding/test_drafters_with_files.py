"""Laws of every drafter that is loaded from files: its text is plain decoding's, and what it guesses next does not depend on how it came by its past."""

from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import pytest
from mlx.utils import tree_flatten

from specdeck.decoding import Pair, Settings, load, weights
from specdeck.decoding.types import RULES
from tests.helpers import checkpoints
from tests.helpers.everyday import everyday
from tests.helpers.toys import PLAIN, PROMPT, said, said_plainly

MADE = {  # name -> the drafter's kind, how its folder is made, the most guesses of a draft
    "mtp": ("mtp", checkpoints.mtp, 99), "eagle3": ("eagle3", checkpoints.eagle3, 99),
    "dflash": ("dflash", checkpoints.dflash, 5), "dflash, a window": ("dflash", partial(checkpoints.dflash, dflash_config={"draft_window_size": 5}), 5),
    "dflash2": ("dflash2", checkpoints.dflash2, 5), "dspark": ("dspark", checkpoints.dspark, 6),
    "assistant": ("assistant", checkpoints.assistant, 99), "assistant, centroids": ("assistant", partial(checkpoints.assistant, use_ordered_embeddings=True), 99),
}  # fmt: skip
TARGETS = {"assistant": ("gemma4",), "eagle3": ("qwen3", "qwen3_5", "gemma4")}
ALL = [(name, target) for name, (kind, *_) in MADE.items() for target in TARGETS.get(kind, ("qwen3", "qwen3_5"))]
ONE_TARGET_EACH = list({name: (name, target) for name, target in ALL}.values())  # the last of each, whose cache cannot be trimmed


@pytest.fixture(scope="module")
def pair_of(targets, tmp_path_factory):
    """A target of a kind with a drafter of MADE; `fresh`: one that nobody used."""

    @cache
    def folder(name: str, target: str) -> Path:
        kind, make, _ = MADE[name]
        return (partial(make, kind=target) if kind == "mtp" else make)(tmp_path_factory.mktemp("drafter") / "drafter")

    def fresh(name: str, target: str) -> Pair:
        return load(str(targets[target]), str(folder(name, target)))

    kept = cache(fresh)
    return lambda name, target, new=False: fresh(name, target) if new else kept(name, target)


OTHERS = zip((("mtp", "qwen3"), ("dspark", "qwen3_5"), ("assistant", "gemma4")), (rule for rule in RULES if rule != "coupled"))
BY_RULE = [*((*one, "coupled") for one in ALL), *((*one, rule) for one, rule in OTHERS)]  # each with chance and without; at T = 0 all rules judge alike


@everyday("name, target, rule", BY_RULE, ("mtp", "qwen3", "coupled"), next(row for row in BY_RULE if row[:2] == ("dspark", "qwen3_5") and row[2] != "coupled"))
def test_the_text_is_plain_decodings_and_so_is_the_next_turns(pair_of, name, target, rule):
    """Under every rule, with a penalty; a draft is as long as there is room for."""
    pair, (kind, _, most) = pair_of(name, target), MADE[name]
    for temperature, penalty in ((0.0, None), (0.8, 1.2)) if rule == "coupled" else ((0.0, 1.2),):
        shaping = {"temperature": temperature, "rule": rule, "repetition_penalty": penalty, "seed": 3}
        plain = said(pair, replace(PLAIN, **shaping), 16).tokens
        longer = [*PROMPT, *plain, 5, 6, 7]
        after = said(pair, replace(PLAIN, **shaping), 16, longer).tokens
        for k in (1, 8):
            pair.reset()
            reply = said(pair, Settings(drafter=kind, k=k, **shaping), 16)
            assert reply.tokens == plain and reply.finish.error is None
            assert max(len(r.draft) for r in reply.rounds) == min(k, most)
            assert all((q is None) == (kind == "dflash") for r in reply.rounds for q in r.draft_q)
            assert said(pair, Settings(drafter=kind, k=k, **shaping), 16, longer).tokens == after


@everyday("name, target", [*ONE_TARGET_EACH, ("mtp", "qwen3")], ("mtp", "qwen3"), ("mtp", "qwen3_5"), ("dflash", "qwen3_5"), ("dspark", "qwen3_5"), ("assistant", "gemma4"))
def test_the_next_guesses_do_not_depend_on_how_the_past_was_read(pair_of, name, target):
    """After plain rounds, other drafters, rejected drafts, changes of k and rule, an edited prompt and the same prompt again: what a fresh pair guesses."""
    pair, kind = pair_of(name, target), MADE[name][0]
    plain, asked, turn = said(pair, PLAIN, 30).tokens, Settings(drafter=kind, k=5), iter(range(99))
    longer = [*PROMPT, *plain]
    fresh = [r.draft for r in said(pair_of(name, target, new=True), asked, 6, longer).rounds]
    pair.reset()

    def ask() -> Settings:
        at = next(turn)
        return Settings(drafter=(kind, "none", "lookup", kind)[at % 4], k=1 + at % 7, rule=RULES[at % len(RULES)])

    switched = said(pair, ask, 30)
    assert switched.tokens == plain and {r.drafter for r in switched.rounds} >= {kind, "none"} and switched.finish.error is None
    assert any(fresh) and [r.draft for r in said(pair, asked, 6, longer).rounds] == fresh
    said(pair, asked, 3, [*PROMPT, 9, 9])
    for _ in range(1 + pair.target.rewinds):  # after another text; asked again, but by what returns to a checkpoint at the prompt's end
        assert [r.draft for r in said(pair, asked, 6, longer).rounds] == fresh


@everyday("kind", ["model", "mtp", "dflash", "dflash2", "dspark", "eagle3", "assistant"], "model", "dspark", "eagle3")
def test_drafters_may_be_held_in_fewer_bits(targets, tmp_path, kind, monkeypatch):
    """All matrices that a group fits into, codebooks and Markov matrices too, but the one that hears the target."""
    monkeypatch.setattr(weights, "GROUP", 32)  # the toys' rows are shorter than a group of 64
    monkeypatch.setattr(checkpoints, "RANK", 32)
    make, quantised, part = getattr(checkpoints, "target" if kind == "model" else kind), [], weights.quantised_to
    monkeypatch.setattr(weights, "quantised_to", lambda module, bits: (part(module, bits), quantised.append((module, bits)))[0])
    pair = load(str(targets["gemma4" if kind == "assistant" else "qwen3_5"]), str(make(tmp_path / "drafter")), draft_bits=4, unpack="never")
    held = dict(tree_flatten(next(module for module, bits in quantised if bits == 4).parameters()))
    wide = {name for name, value in held.items() if name.endswith("weight") and value.ndim == 2 and value.shape[1] % 32 == 0}
    assert wide <= {"fc.weight"} and any(name.endswith(".scales") for name in held)
    assert not any(name.endswith(".scales") for name, _ in tree_flatten(pair.target.model.parameters()))
    said_plainly(pair, Settings(drafter=kind, k=3), 10)
