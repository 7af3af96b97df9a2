"""Faults planted into the engine, each with the check that catches it: a check that cannot fail is no check."""

import itertools
from dataclasses import replace

import mlx.core as mx
import pytest
from mlx_lm.models.cache import RotatingKVCache

from specdeck.decoding import Settings, accept, logits
from specdeck.decoding.accept import Draft
from specdeck.decoding.drafters import drafting
from specdeck.decoding.drafters.model import ModelDrafter
from specdeck.decoding.rules.draws import Draws
from specdeck.decoding.target import cache, recurrent_replay, sequence_state
from specdeck.decoding.target.recurrent_replay import Tape
from tests.helpers import distribution as d
from tests.helpers import matrix, toys

pytestmark = pytest.mark.long

CASE = {"target": "trimmable", "drafter": "copy", "choice": ("probabilistic", 0.0), "k": 4, "switching": "steady", "stop": "length", "shaping": "bare", "device": "own"}
WARM = Settings(temperature=1.0)


def fails(case) -> bool:
    """Whether a case fails to say what plain decoding says, or breaks."""
    try:
        return matrix.run(case) is not None
    except Exception:
        return True


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
RECURRENT = ("recurrent", *MIXED)
STATE = sequence_state.SequenceState
NOTHING = lambda _: lambda *of: None  # noqa: E731
PENALISED = ({"shaping": "penalties"}, logits, "_penalise")
OTHER_TOKENS = {"nothing": lambda n: 0, "one too few": lambda n: n - 1, "one too many": lambda n: n + 1}
TEXT_FAULTS = {  # what is planted -> what of CASE it shows in, where it is planted, and what of what is there it makes
    "a snapshot by plain reference": ({"target": "recurrent", "drafter": "right"}, cache, "_rebox", lambda rebox: lambda state: state),
    "keep off by one": ({}, STATE, "roll_back", lambda roll_back: lambda self, upto: roll_back(self, upto + 1)),
    "accepted tokens not read again after a restore": ({"target": "untaped"}, STATE, "_restore", _forgetful),
    "accepted tokens read twice: the length goes back and the state does not": ({"target": "recurrent"}, cache, "restore", NOTHING),
    **{f"of a {kind} cache only what was snapshotted goes back": ({"target": kind}, cache, "rewind", NOTHING) for kind in MIXED},
    **{f"rejected keys that stay, {kind}": ({"target": kind}, cache, "rewind", NOTHING) for kind in ("quantised", "shared")},
    **{f"{kind} layers that are not replayed": ({"target": kind}, recurrent_replay, "_play", NOTHING) for kind in RECURRENT},
    **{f"{kind} layers that are replayed from where the guesses left them": ({"target": kind}, cache, "restore", NOTHING) for kind in RECURRENT},
    **{
        f"a replay of other tokens than stand, {name}, {kind}": ({"target": kind}, Tape, "replay", lambda replay, n=n: lambda self, upto: replay(self, n(upto)))
        for kind in RECURRENT for name, n in OTHER_TOKENS.items()
    },
    "penalties that see only the last token, as in mlx-lm's speculative path": (
        *PENALISED, lambda penalise: lambda logits, settings, before, draft: penalise(logits, settings, before[-1:], draft),
    ),
    "penalties that do not see the draft": (*PENALISED, lambda penalise: lambda logits, settings, before, draft: penalise(logits, settings, before, None)),
    "coupled noise keyed by the round": ({"choice": ("coupled", 0.8)}, Draws, "noise", _keyed_by_round),
}  # fmt: skip


@pytest.mark.parametrize("fault", TEXT_FAULTS)
def test_a_fault_that_shows_in_the_text(monkeypatch, fault):
    changes, owner, name, faulty = TEXT_FAULTS[fault]
    assert matrix.run(CASE | changes) is None, "it must hold before the fault is planted"
    monkeypatch.setattr(owner, name, faulty(getattr(owner, name)))
    assert fails(CASE | changes)


def test_a_ring_without_slack_that_is_only_trimmed(monkeypatch):
    case = CASE | {"target": "sliding", "switching": "every round"}
    assert matrix.run(case) is None
    monkeypatch.setattr(cache, "_rewindable", lambda entry, bits: entry)
    monkeypatch.setattr(cache, "always_rewinds", lambda entry: True)
    monkeypatch.setattr(RotatingKVCache, "is_trimmable", lambda self: True)
    assert fails(case)


def _picky(judge):
    def picky(draft: Draft, logits, settings, draws, before, detail=0):
        q = draft.q[0, draft.tokens[0]].item()
        return judge(draft, logits, settings, draws, before) if q > 0.2 else judge(Draft(), logits[:1], settings, draws, before)

    return picky


WEIGHT_FAULTS = {  # what is planted -> the settings that it shows in, where it is planted, and what of what is there it makes
    "a ratio test without a residual draw": ({}, mx, "maximum", lambda _: lambda a, b: mx.zeros_like(a)),  # drawn from p
    "an argmax draft scored with a soft q": ({}, accept, "choose", lambda _: lambda shaped, *of: mx.argmax(shaped, axis=-1)),
    "one number for the draft and the test": ({}, Draws, "tests", lambda _: lambda self, n: mx.concatenate([self.draft(i) for i in range(n)])),
    "a guess dropped because its q was low": ({}, accept, "judge", _picky),
    "penalties that the drafter has and the target has not": (
        {"presence_penalty": 1.5}, accept, "shape", lambda shape: lambda logits, s, before, draft=None: shape(logits, s if draft is None else WARM, before, draft),
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", WEIGHT_FAULTS)
def test_a_fault_that_shows_in_the_distribution(monkeypatch, fault):
    changes, owner, name, faulty = WEIGHT_FAULTS[fault]
    settings = replace(WARM, **changes)
    monkeypatch.setattr(owner, name, faulty(getattr(owner, name)))
    found = d.sample(settings)
    assert max(misfit(found, settings) for misfit in (d.first_misfit, d.second_misfit, d.recovered_misfit)) >= 1


@pytest.mark.parametrize("shared", [False, True])
def test_no_number_is_drawn_for_two_purposes(monkeypatch, shared):
    """A residual drawn with the draft's number biases the text by a percent or so: too little to count, so the numbers are compared."""
    if shared:
        monkeypatch.setattr(Draws, "own", lambda self, rows=1: self.draft(0))
    numbers = []
    for seed, index in itertools.product((1, 2), range(6)):
        draws = Draws(seed, index, 40 + 3 * index, d.WIDTH)
        numbers += mx.concatenate([draws.own(5), draws.tests(4), *(draws.draft(i) for i in range(4))]).tolist()
    assert (len(set(numbers)) == len(numbers)) is not shared


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


@pytest.mark.parametrize("blind", [False, True])
def test_a_drafter_that_is_the_target_is_always_right_but_where_its_penalties_do_not_count_its_guesses(monkeypatch, blind):
    plain = replace(toys.PLAIN, presence_penalty=4.0, penalty_context=8)
    pair, reference, shape = toys.make_pair(toys.toy("trimmable"), {"itself": toys.toy("trimmable")}), toys.reference("trimmable", plain), drafting.shape
    if blind:
        monkeypatch.setattr(drafting, "shape", lambda logits, settings, before: shape(logits, settings, before[: plain.penalty_context]))
    stats = toys.check_says(pair, reference, replace(plain, drafter="itself", k=4)).finish.stats
    assert (stats.accepted == stats.drafted) is not blind


def test_a_drafter_whose_cache_keeps_what_was_rejected(monkeypatch):
    """Not a fault of the text, which stays the target's: only acceptance suffers."""
    pair, accepted = toys.full_pair("trimmable"), []
    for _ in range(2):
        pair.reset()
        accepted.append(toys.reply(pair, toys.random_prompt(1), Settings(drafter="copy", k=4), 60).finish.stats.accepted)
        monkeypatch.setattr(ModelDrafter, "observe", lambda self, upto: None)
    assert matrix.run(CASE) is None and accepted[1] < accepted[0]
