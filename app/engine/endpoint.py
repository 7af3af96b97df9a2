"""The interface that commands go to and reports come from: the engine's thread, or a recording that plays in its place."""

from __future__ import annotations

from typing import Protocol, Sequence

from specdeck.decoding.types import Settings

from .messages import Command, Message, Report
from .round_gate import RoundGate


class Endpoint(Protocol):
    """The engine as the deck sees it."""

    settings: Settings  # in force from the next round on
    gate: RoundGate  # holds replies between two rounds

    def clock(self) -> float:
        """Seconds, of the clock that stamps its reports."""
        ...

    def count(self, messages: Sequence[Message], thinking: bool | None) -> int | None:
        """Tokens that these messages are to the target; None while that cannot be said."""
        ...

    def send(self, command: Command) -> None:
        """Queue a command."""

    def stop(self, job: int) -> None:
        """End a job within one round; of a recording, skip to its end."""

    def drain(self) -> Sequence[Report]:
        """The reports since the last call, in order."""
        ...
