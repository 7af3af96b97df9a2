"""What a round's seconds are on a GPU, in counted time: drafting is what the draft takes, verifying what the target's pass takes, also where
starting the pass holds the host until most of it is done. So `auto` decides by what it would on a CPU."""

from __future__ import annotations

from collections import deque
from types import SimpleNamespace
from typing import Any, Callable

import mlx.core as mx
import pytest
from mlx.utils import tree_flatten

from specdeck.decoding import Settings
from specdeck.decoding import round as round_parts
from specdeck.decoding.drafters.base import DraftRequest
from specdeck.decoding.target.sequence_state import SequenceState
from tests.helpers import toys

STEP, PASS = (4, 0.0003), (40, 0.0005)  # command buffers and seconds of each: a small drafter, and a target of some 14 billion parameters
HELD = 10  # command buffers: mlx's MAX_ACTIVE_TASKS
BUILD, SMALL = 0.0004, 0.00002  # seconds: of the host for a forward, of the device for what is computed beside one

Cost = Callable[[SequenceState, int], tuple[int, float]]


class Metal:
    """A GPU as Metal is one to mlx, in time that is counted and not taken: the order of submissions and waits decides every second of it.

    Arrays are computed by the CPU as ever. A forward takes the host BUILD seconds to build and the device some command buffers, which are
    submitted by the next `async_eval`, or by whoever waits for an array that nobody submitted. As in mlx's eval_impl, `async_eval` holds its
    caller while more than HELD buffers are in flight.

    `cost` of a forward of a state over so many tokens: how many command buffers, and seconds of each. `waits`: how often the host waited until
    nothing was left for the device to do.
    """

    def __init__(self, patch: pytest.MonkeyPatch, cost: Cost) -> None:
        self.now, self._busy, self.waits = 0.0, 0.0, 0
        self._built: list[float] = []
        self._flying: deque[float] = deque()  # when each command buffer will be done
        self._done: dict[int, tuple[mx.array, float]] = {}  # the arrays are kept, so that no other gets their ids
        forward, start, finish, point_draft = SequenceState._forward, mx.async_eval, mx.eval, DraftRequest.point_draft

        def built(state: SequenceState, tokens: mx.array) -> mx.array:
            buffers, seconds = cost(state, tokens.size)
            self.now += BUILD
            self._built += [seconds] * buffers
            return forward(state, tokens)

        def async_eval(*arrays: Any) -> None:
            start(*arrays)
            self._submit(*(array for _, array in tree_flatten(arrays)))

        def evaluate(*arrays: Any) -> None:
            finish(*arrays)
            self._submit(*(array for _, array in tree_flatten(arrays)))
            self.now = max(self.now, self._busy)

        def computed(request: DraftRequest, *given: Any, **named: Any) -> Any:
            draft = point_draft(request, *given, **named)
            self._done[id(draft.tokens)] = draft.tokens, 0.0
            return draft

        patch.setattr(SequenceState, "_forward", built)
        patch.setattr(DraftRequest, "point_draft", computed)
        patch.setattr(round_parts, "time", SimpleNamespace(perf_counter=lambda: self.now))
        patch.setattr(mx, "default_device", lambda: SimpleNamespace(type=mx.DeviceType.gpu))
        patch.setattr(mx, "async_eval", async_eval)
        patch.setattr(mx, "eval", evaluate)
        for name in ("tolist", "item", "__float__"):
            patch.setattr(mx.array, name, lambda array, read=getattr(mx.array, name): self._read(array, read))

    def _read(self, array: mx.array, read: Callable[[mx.array], Any]) -> Any:
        """Wait for an array, and what it holds."""
        if id(array) not in self._done:
            self._submit(array)
        done = self._done[id(array)][1]
        self.waits += self.now < done == self._busy
        self.now = max(self.now, done)
        return read(array)

    def _submit(self, *arrays: mx.array) -> None:
        """Queue what was built and these arrays; returns when no more than HELD buffers are in flight."""
        new = [array for array in arrays if id(array) not in self._done]
        for seconds in [*self._built, *[SMALL] * bool(new)]:
            self._busy = max(self.now, self._busy) + seconds
            self._flying.append(self._busy)
            while len(self._flying) > HELD:
                self.now = max(self.now, self._flying.popleft())
        self._built.clear()
        self._done |= {id(array): (array, self._busy) for array in new}


@pytest.fixture
def drafted(monkeypatch):
    """The rounds of a reply of 60 tokens by these settings, with a drafter that is mostly right, on a GPU; and the GPU."""
    pair = toys.make_pair(toys.as_loaded("trimmable"), {"model": toys.toy_drafter("copy:trimmable")})
    gpu = Metal(monkeypatch, lambda state, width: PASS if state is pair.target else STEP)
    return lambda settings: (toys.reply(pair, toys.letters("abcabdabeabf"), settings, 60).rounds, gpu)


def test_a_draft_is_timed_by_its_steps_and_the_targets_pass_is_no_part_of_it(drafted):
    """One that takes no time is charged none."""
    whole = [round_ for round_ in drafted(Settings(drafter="model", k=4, lookup_min=99))[0] if len(round_.draft) == 4 and round_.read == 5]
    assert len(whole) > 3
    for round_ in whole:
        assert round_.draft_seconds == pytest.approx(4 * STEP[0] * STEP[1], rel=0.25)
        assert round_.verify_seconds == pytest.approx(PASS[0] * PASS[1], rel=0.05)
    copied = [round_ for round_ in drafted(Settings(drafter="lookup", k=4, lookup_min=2))[0] if round_.draft]
    assert copied and all(round_.draft_seconds == 0 and round_.verify_seconds > PASS[0] * PASS[1] + 0.9 * BUILD for round_ in copied)


def test_auto_drafts_where_drafting_pays(drafted):
    rounds, _ = drafted(Settings(drafter="auto", k=4, lookup_min=99))
    assert sum(bool(round_.draft) for round_ in rounds) > 0.8 * len(rounds)


def test_a_draft_that_may_end_early_leaves_the_gpu_no_idle_moment(drafted):
    """It waits for a guess only while the next one is computed. A round still waits twice for all that there is: for its draft and its verdict."""
    rounds, gpu = drafted(Settings(drafter="model", k=8, adaptive_k=True))
    early = [round_ for round_ in rounds if 1 < len(round_.draft) < min(8, round_.settings.k)]
    assert len(early) > 2 and sum(len(round_.draft) for round_ in rounds) > 3 * len(rounds)
    assert gpu.waits <= 2 * len(rounds) + 2
