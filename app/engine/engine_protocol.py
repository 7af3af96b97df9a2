"""What the deck asks of a session, and what the session asks of the engine."""

from __future__ import annotations

from typing import Any, Callable, Generator, Protocol, Sequence

from specdeck.decoding.types import Event, Settings

from . import garbage_collection
from .messages import Command, Loaded, Machine, Message, Report
from .reporter import Texts
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


class Engine(Protocol):
    """`decoding`, as the session's thread calls it."""

    def load(self, model: str | None, drafters: Sequence[str], progress: Callable[[str], None], beside: Any | None) -> Any:
        """A loaded pair that replaces `beside`, which stays usable if this fails."""
        ...

    def release(self) -> Machine:
        """Free unused memory; returns what there is then."""
        ...

    def describe(self, pair: Any) -> Loaded:
        """The report of a loaded pair."""
        ...

    def count(self, pair: Any, messages: Sequence[Message], thinking: bool | None) -> int:
        """Tokens that these messages are to the target. Called in another thread than all else, while nothing is decoded."""
        ...

    def decode(
        self, pair: Any, messages: Sequence[Message], settings: Callable[[], Settings], **options: Any
    ) -> Generator[Event]:
        """The events of the reply."""
        ...

    def reset(self, pair: Any) -> None:
        """Empty all caches."""

    def probe(self) -> float:
        """The seconds of a fixed piece of work: how fast the machine is now."""
        ...

    def text_map(self, pair: Any) -> Texts:
        """A map from ids to text."""
        ...

    def guess_text(self, pair: Any, token: int) -> str:
        """The text of one token by itself."""
        ...


def real_engine(kv_bits: int | None = None, **loading: Any) -> Engine:
    """The engine itself; options as in RealEngine. Importing it takes a second or two, so only the thread does."""
    garbage_collection.pause()
    try:
        from .adapter import RealEngine
    finally:
        garbage_collection.resume()
    return RealEngine(kv_bits, **loading)
