"""What a drafter is: whoever guesses ahead of the target. It never decides: a wrong guess costs time, not truth.

Loads no mlx, so that a drafter's file, which holds its record, can import this at its top.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Iterator, Sequence

if TYPE_CHECKING:
    import mlx.core as mx

    from specdeck.decoding.accept import Draft
    from specdeck.decoding.draws import Draws
    from specdeck.decoding.taps import Heard, Place
    from specdeck.decoding.types import Round, Settings

LONG_READ = 64  # unread tokens from which a reading is shown as a prefill of its own


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

    def point_draft(self, name: str, guesses: Sequence[int], note: str | None = None) -> Draft:
        """The draft of a drafter that is sure of every guess: without a q. An empty draft where there are no guesses."""
        import mlx.core as mx

        from specdeck.decoding.accept import NO_DRAFT, Draft

        return Draft(name, mx.array(guesses, mx.uint32), note=note) if guesses else replace(NO_DRAFT, note=note)


class Drafter:
    """The base of every drafter. `propose` is what makes one; all else has a default that suits a drafter that holds nothing.

    One reply is: `begin` once, then per round `join` (only for the one in force), `propose`, and for every loaded drafter
    `observe`, `hear` and `learn`, so that any of them can be switched on in the middle. Subclasses set in their class or instance
    whatever of the attributes below is not as it stands here.
    """

    name = ""  # what the table and the screens call it
    composed = False  # made of the pair's other drafters: no other composed drafter asks it
    places: Sequence[Place] = ()  # of the target, that it listens to
    remark: str | None = None  # what a person should know of how it was read
    model: Any = None  # the whole model that it drafts with, handed over to the pair that takes this one's place

    def begin(self, sequence: list[int], checkpoint: int) -> None:
        """Follow this sequence, the loop's own list, from whatever of it is held; a checkpoint may be kept at that position."""

    def join(self, settings: Settings) -> Iterator[int]:
        """Read what must be read before guessing can start, yielding how many tokens are held, first and after each chunk.
        Long reads only: a few unread tokens are read by `propose`."""
        return iter(())

    def propose(self, ask: Ask) -> Draft:
        """At most `ask.room` guesses with the distribution each was really drawn from. An empty draft is no shame."""
        raise NotImplementedError

    def observe(self, upto: int) -> None:
        """The verdict is in: of all that was read, the first `upto` tokens stand; the sequence holds the emitted ones."""

    def reset(self) -> None:
        """Forget every sequence."""

    def hear(self, start: int, heard: Heard) -> None:
        """Only where there are `places`: after every prefill chunk and every verdict, what passed them for the positions that now
        stand, each once. Rows (n, H) a place, of the positions start, start + 1, …; a `start` before what was heard last takes that
        back. It hears whether it is in force or not, so it should only take note."""

    def will_not_draft(self, settings: Settings) -> bool:
        """Asked after an empty draft: whether the next one will be empty too, whatever the token between them. Then no pass need
        wait for it, as in plain decoding. A wrong yes costs a pass, not truth."""
        return False

    def delegate(self, settings: Settings) -> str | None:
        """The name of the pair's drafter that it asks for guesses under these settings where it has none of its own; None if it
        asks no other."""
        return None

    def learn(self, round_: Round) -> None:
        """A round is over, this drafter's or another's: what it took and what it yielded."""
