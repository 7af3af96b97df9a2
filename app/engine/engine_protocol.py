"""What the session needs of an engine; adapter.py is the real one, and tests bring doubles. Loads neither mlx nor models."""

from __future__ import annotations

from typing import Any, Callable, Generator, Protocol, Sequence

from specdeck.decoding.types import Event, Settings

from . import garbage_collection
from .messages import Loaded, Machine, Message
from .reporter import Texts


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
