"""Faults planted into the engine, each with the check that catches it: a check that cannot fail is no check."""

import itertools
from typing import Callable

import mlx.core as mx
import pytest
from mlx_lm.models.cache import RotatingKVCache

from specdeck.decoding import Settings, accept, logits
from specdeck.decoding.accept import Draft
from specdeck.decoding.drafters.model import ModelDrafter
from specdeck.decoding.rules.draws import Draws
from specdeck.decoding.target import cache, recurrent_replay, sequence_state
from specdeck.decoding.target.recurrent_replay import Tape
from tests.helpers import distribution as d
from tests.helpers import matrix, toys

pytestmark = pytest.mark.long

CASE = {"target": "trimmable", "drafter": "copy", "choice": ("probabilistic", 0.0), "k": 4, "switching": "steady", "stop": "length", "shaping": "bare", "device": "own"}
WARM = Settings(temperature=1.0)


def differs(**changes) -> Callable[[], bool]:
    """Asks whether a case like CASE fails to say what plain decoding says, or breaks; before the fault is planted it must not."""
    case = CASE | changes
    assert matrix.run(case) is None, "it must hold before the fault is planted"
    return lambda: _fails(case)


def _fails(case) -> bool:
    try:
        return matrix.run(case) is not None
    except Exception:
        return True


def fits(settings: Settings = WARM) -> bool:
    """Whether drafted rounds are distributed as the target."""
    found = d.sample(settings)
    return max(misfit(found, settings) for misfit in (d.first_misfit, d.second_misfit, d.recovered_misfit)) < 1


def _forgetful(restore):
    def restore_and_forget(self, upto):
        restore(self, upto)
        self.length = upto

    return restore_and_forget


def _keyed_by_round(noise):
    def by_round(self, i):
        self._seed += 7 * self._index
        return noise(self, i)

    return by_round


MIXED = ("mamba", "convolution", "mixed")
STATE = sequence_state.SequenceState
TEXT_FAULTS = {  # what is planted -> what of CASE it shows in, where it is planted, and what of what is there it makes
    "a snapshot by plain reference": ({"target": "recurrent", "drafter": "right"}, cache, "_rebox", lambda rebox: lambda state: state),
    "keep off by one": ({}, STATE, "roll_back", lambda roll_back: lambda self, upto: roll_back(self, upto + 1)),
    "accepted tokens not read again after a restore": ({"target": "untaped"}, STATE, "_restore", _forgetful),
    "accepted tokens read twice: the length goes back and the state does not": ({"target": "recurrent"}, cache, "restore", lambda _: lambda *of: None),
    **{f"of a {kind} cache only what was snapshotted goes back": ({"target": kind}, cache, "rewind", lambda _: lambda *of: None) for kind in MIXED},
    **{f"rejected keys that stay, {kind}": ({"target": kind}, cache, "rewind", lambda _: lambda *of: None) for kind in ("quantised", "shared")},
    "penalties that see only the last token, as in mlx-lm's speculative path": (
        {"shaping": "penalties"}, logits, "_penalise", lambda penalise: lambda logits, settings, before, draft: penalise(logits, settings, before[-1:], draft),
    ),
    "penalties that do not see the draft": (
        {"shaping": "penalties"}, logits, "_penalise", lambda penalise: lambda logits, settings, before, draft: penalise(logits, settings, before, None),
    ),
    "coupled noise keyed by the round": ({"choice": ("coupled", 0.8)}, Draws, "noise", _keyed_by_round),
}  # fmt: skip


@pytest.mark.parametrize("fault", TEXT_FAULTS)
def test_a_fault_that_shows_in_the_text(monkeypatch, fault):
    changes, owner, name, faulty = TEXT_FAULTS[fault]
    fails = differs(**changes)
    monkeypatch.setattr(owner, name, faulty(getattr(owner, name)))
    assert fails()


def test_a_ring_without_slack_that_is_only_trimmed(monkeypatch):
    fails = differs(target="sliding", switching="every round")
    monkeypatch.setattr(cache, "_rewindable", lambda entry, bits: entry)
    monkeypatch.setattr(cache, "always_rewinds", lambda entry: True)
    monkeypatch.setattr(RotatingKVCache, "is_trimmable", lambda self: True)
    assert fails()


RECURRENT = ("recurrent", *MIXED)


@pytest.mark.parametrize("target", RECURRENT)
@pytest.mark.parametrize("n", [lambda n: 0, lambda n: n - 1, lambda n: n + 1], ids=["nothing", "one too few", "one too many"])
def test_a_replay_of_other_tokens_than_stand(monkeypatch, target, n):
    fails = differs(target=target)
    replay_ = Tape.replay
    monkeypatch.setattr(Tape, "replay", lambda self, upto: replay_(self, n(upto)))
    assert fails()


@pytest.mark.parametrize("target", RECURRENT)
def test_layers_that_are_not_replayed_or_from_where_the_guesses_left_them(monkeypatch, target):
    fails = differs(target=target)
    with monkeypatch.context() as patch:
        patch.setattr(recurrent_replay, "_play", lambda *of: None)
        assert fails()
    monkeypatch.setattr(cache, "restore", lambda entry, state: None)
    assert fails()


def test_a_ratio_test_without_a_residual_draw(monkeypatch):
    monkeypatch.setattr(mx, "maximum", lambda a, b: mx.zeros_like(a))  # an empty residual: drawn from p
    assert not fits()


def test_an_argmax_draft_scored_with_a_soft_q(monkeypatch):
    monkeypatch.setattr(accept, "choose", lambda shaped, q, settings, draws, i: mx.argmax(shaped, axis=-1))
    assert not fits()


def numbers() -> list[float]:
    """Every number that a few rounds of two seeds draw with."""
    found = []
    for seed, index in itertools.product((1, 2), range(6)):
        draws = Draws(seed, index, 40 + 3 * index, d.WIDTH)
        found += [draws.own(5), draws.tests(4), *(draws.draft(i) for i in range(4))]
    return [number for array in found for number in array.tolist()]


@pytest.mark.parametrize("shared", [False, True])
def test_no_number_is_drawn_for_two_purposes(monkeypatch, shared):
    """A residual drawn with the draft's number biases the text by a percent or so: too little to count, so the numbers are compared."""
    if shared:
        monkeypatch.setattr(Draws, "own", lambda self, rows=1: self.draft(0))
    assert (len(set(numbers())) == len(numbers())) is not shared


def test_one_number_for_the_draft_and_the_test(monkeypatch):
    monkeypatch.setattr(Draws, "tests", lambda self, n: mx.concatenate([self.draft(i) for i in range(n)]))
    assert not fits()


def test_a_guess_dropped_because_its_q_was_low(monkeypatch):
    judge = accept.judge

    def picky(draft: Draft, logits, settings, draws, before, detail=0):
        q = draft.q[0, draft.tokens[0]].item()
        return judge(draft, logits, settings, draws, before) if q > 0.2 else judge(Draft(), logits[:1], settings, draws, before)

    monkeypatch.setattr(accept, "judge", picky)
    assert not fits()


def test_penalties_that_the_drafter_has_and_the_target_has_not(monkeypatch):
    settings = Settings(temperature=1.0, presence_penalty=1.5)
    shape = accept.shape
    monkeypatch.setattr(accept, "shape", lambda logits, s, before, draft=None: shape(logits, s if draft is None else WARM, before, draft))
    assert not fits(settings)


@pytest.mark.parametrize("rule", ["probabilistic", "block"])
@pytest.mark.parametrize("strict", [True, False])
def test_what_has_no_probability_is_not_accepted_at_a_draw_of_nought(monkeypatch, strict, rule):
    """u * q < p, or u < h, strictly; with <= a draw of exactly 0 lets p = 0 through."""
    monkeypatch.setattr(Draws, "tests", lambda self, n: mx.zeros((n,)))
    if not strict:
        monkeypatch.setattr(mx.array, "__lt__", mx.array.__le__)
    guess = Draft("toy", mx.array([5], mx.uint32))
    settings = Settings(temperature=1.0, top_k=2, rule=rule)
    verdict = accept.judge(guess, d.TARGET[:2], settings, Draws(1, 0, 0, d.WIDTH), d.BEFORE)
    assert (verdict.settle().accepted == 0) is strict


def test_a_drafter_whose_cache_keeps_what_was_rejected(monkeypatch):
    """Not a fault of the text, which stays the target's: only acceptance suffers."""

    def accepted() -> int:
        reply = toys.reply(toys.full_pair("trimmable"), toys.random_prompt(1), Settings(drafter="copy", k=4), 60)
        return reply.finish.stats.accepted

    before = accepted()
    monkeypatch.setattr(ModelDrafter, "observe", lambda self, upto: None)
    assert matrix.run(CASE) is None and accepted() < before
