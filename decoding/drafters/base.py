"""The base class of drafters, the question that a drafter is asked, and what one with files is loaded from. A drafter only guesses: a wrong
guess costs time, never text."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Callable, Iterator, Sequence

import mlx.core as mx

from ..accept import NO_DRAFT, Draft
from ..adaptive import RateEstimator
from ..checkpoints.checkpoint import Checkpoint
from ..checkpoints.vocabularies import Vocabulary
from ..rules.draws import Draws
from ..target.backbone import HiddenRows, Place
from ..target.sequence_state import SequenceState
from ..types import PLAIN, Round, Settings

LONG_READ = 64  # with this many unread tokens or more, a drafter's reading is shown as a prefill


@dataclass(frozen=True)
class DraftRequest:
    """One question to a drafter: at most `room` guesses of the tokens that follow `sequence`, which it must not change.

    `before` (m,) are the last tokens of the sequence, for penalties; empty where none is on. `ask`: asks another drafter; None if it fails, or
    failed before in this reply. `suppressed` (m,) are token ids that the target never emits, None if there are none. `estimator`: says when one
    more guess does not pay; None: make `room` guesses.
    """

    sequence: list[int]
    room: int
    settings: Settings
    draws: Draws
    before: mx.array
    ask: Callable[[Drafter, DraftRequest], Draft | None]
    suppressed: mx.array | None = None
    estimator: RateEstimator | None = None

    def point_draft(self, name: str, guesses: Sequence[int], note: str | None = None, copied_from: str | None = None) -> Draft:
        """A draft of point guesses, which have no q; an empty draft where `guesses` is empty."""
        return Draft(name, mx.array(list(guesses), mx.uint32), note=note, copied_from=copied_from) if guesses else replace(NO_DRAFT, note=note)


class Drafter:
    """The base class of every drafter. A subclass must define `propose`; the other methods have defaults that suit one without state.

    In a reply the loop calls `begin` once on every loaded drafter. In each round it calls `join` and `propose` on the drafter in force. Then it calls
    `receive_hidden`, `observe` and `learn` on every loaded drafter. So each can be switched on in the middle of a reply. The attributes below may be
    overridden by class or instance.
    """

    name = ""  # its name in settings and on screens
    composed = False  # whether it passes requests on to the pair's other drafters
    places: Sequence[Place] = ()  # places of the target whose hidden states it reads
    remark: str | None = None  # one line for the user on how its checkpoint was interpreted
    stops_early: bool = False  # whether it ends a draft itself where one more guess does not pay (adaptive.py)

    def begin(self, sequence: list[int], checkpoint: int) -> None:
        """A reply begins. Follow `sequence`, the loop's own list, reusing what is cached of it. `checkpoint` is a position where a cache
        that cannot rewind should keep its state."""

    def joining(self, settings: Settings) -> Sequence[Drafter]:
        """The drafters that are to read now, by `join`: itself, or those whom it will ask."""
        return (self,)

    def join(self, settings: Settings) -> Iterator[int]:
        """Prefill before guessing can start: yields how many tokens are cached, at first and after each chunk. It is only for LONG_READ unread tokens
        or more. `propose` reads fewer. It also reads all that a drafter missed that another drafter asks for the first time."""
        return iter(())

    def propose(self, request: DraftRequest) -> Draft:
        """A draft of at most `request.room` guesses, with the distribution that each was drawn from. It may be empty."""
        raise NotImplementedError

    def observe(self, upto: int) -> None:
        """A verdict came in, and the sequence now ends with the emitted tokens. Of the tokens read only the first `upto` are part of it."""

    def reset(self) -> None:
        """Empty all caches."""

    def receive_hidden(self, start: int, rows: HiddenRows) -> None:
        """Receive the target's hidden states at `places`, after every prefill chunk and every verdict. `rows` has for each place the rows (n,
        H) of the positions start to start + n - 1. They are of accepted tokens only. A `start` below the end of the last call replaces the
        positions from there on. Called whether or not this drafter is in force, so it should store the rows and compute later. Not called
        where `places` is empty."""

    def will_not_draft(self, settings: Settings) -> bool:
        """Called after an empty draft: whether the next draft will be empty too, whatever the next token is. Then the target's next pass
        is queued at once, as in plain decoding. A wrong True costs a guess, never text."""
        return False

    def delegate(self, settings: Settings) -> str | None:
        """The name of the drafter that it asks where it has no guess of its own, under these settings. None if it asks none."""
        return None

    def learn(self, round_: Round) -> None:
        """A round is over, this drafter's or another's; `round_` has its times and its outcome."""


class NoDrafter(Drafter):
    """Every draft is empty, and it says so in advance, so that passes can be queued a round early."""

    name = PLAIN

    def propose(self, request: DraftRequest) -> Draft:
        return request.point_draft(self.name, ())

    def will_not_draft(self, settings: Settings) -> bool:
        return True


@dataclass(frozen=True)
class Loading:
    """What a drafter with files is loaded from. `target` is the target's checkpoint, `target_state` its sequence state, `name` the drafter's name in
    the pair. `vocabulary`: how its token ids agree with the target's, None where they are the same. `bits`: quantise it to so many, None leaves it as
    it is. `width`: the length of the target's rows of logits, 0 if it is not known."""

    checkpoint: Checkpoint
    target: Checkpoint
    target_state: SequenceState
    name: str
    vocabulary: Vocabulary | None = None
    bits: int | None = None
    width: int = 0
