"""The Drafter protocol: whoever guesses ahead of the target. It never decides: a wrong guess costs time, not truth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterator, Protocol, Sequence

import mlx.core as mx

from specdeck.decoding.accept import Draft
from specdeck.decoding.draws import Draws
from specdeck.decoding.taps import Heard, Place
from specdeck.decoding.types import Round, Settings


@dataclass(frozen=True)
class Ask:
    """What a drafter is asked for: at most `room` guesses of what follows `sequence`, which it must not change.

    `before` (m,) are the last tokens of the sequence, as penalties see them; empty where none is on. `suppressed` (m,) are tokens
    that the target never says.
    """

    sequence: list[int]
    room: int
    settings: Settings
    draws: Draws
    before: mx.array
    suppressed: mx.array | None = None


class Drafter(Protocol):
    """One reply is: `begin` once, then per round `join` (only for the one in force), `propose`, and `observe` for every loaded
    drafter, so that any of them can be switched on in the middle. `name` is what the table and the screens call it."""

    name: str

    def begin(self, sequence: list[int], checkpoint: int) -> None:
        """Follow this sequence, the loop's own list, from whatever of it is held; a checkpoint may be kept at that position."""

    def join(self, settings: Settings) -> Iterator[int]:
        """Read what must be read before guessing can start, yielding how many tokens are held, first and after each chunk.
        Long reads only: a few unread tokens are read by `propose`."""

    def propose(self, ask: Ask) -> Draft:
        """At most `ask.room` guesses with the distribution each was really drawn from. An empty draft is no shame."""

    def observe(self, upto: int) -> None:
        """The verdict is in: of all that was read, the first `upto` tokens stand; the sequence holds the emitted ones."""

    def reset(self) -> None:
        """Forget every sequence."""


class Silent(Drafter, Protocol):
    """A drafter that often has nothing to say and knows it early: then no pass need wait for it, as in plain decoding."""

    def silent(self, settings: Settings) -> bool:
        """Asked behind an empty draft: whether the next one will be empty too, whatever the token between them. A wrong yes costs a
        pass, not truth."""


class Learner(Drafter, Protocol):
    """A drafter that wants to know how every round went, its own and the others'."""

    def learn(self, round_: Round) -> None:
        """A round is over."""


class Listener(Drafter, Protocol):
    """A drafter that listens to the target: after every prefill chunk and every verdict it hears what passed `places` for the
    positions that now stand, each once. It hears whether it is in force or not, so it should only take note."""

    places: Sequence[Place]

    def hear(self, start: int, heard: Heard) -> None:
        """Rows (n, H) a place, of the positions start, start + 1, …; a `start` before what was heard last takes that back."""
