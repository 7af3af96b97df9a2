"""What the session needs of an engine; adapter.py is the real one, and tests bring doubles. Loads neither mlx nor models."""

from __future__ import annotations

from typing import Any, Callable, Iterator, Protocol, Sequence

from specdeck.decoding.types import Event, Settings

from . import garbage_collection
from .messages import Loaded, Machine, Message


class Engine(Protocol):
    """`decoding`, as the session's thread calls it."""

    def load(self, model: str | None, drafters: Sequence[str], progress: Callable[[str], None], beside: object | None) -> object:
        """A loaded pair that replaces `beside`, which stays usable if this fails."""

    def release(self) -> Machine:
        """Free unused memory; returns what there is then."""

    def describe(self, pair: object) -> Loaded:
        """The report of a loaded pair."""

    def count(self, pair: object, messages: Sequence[Message], thinking: bool | None) -> int:
        """Tokens that these messages are to the target. Called in another thread than all else, while nothing is decoded."""

    def decode(
        self, pair: object, messages: Sequence[Message], settings: Callable[[], Settings], **options: object
    ) -> Iterator[Event]:
        """The events of the reply."""

    def reset(self, pair: object) -> None:
        """Empty all caches."""

    def text_map(self, pair: object) -> object:
        """A map from ids to text: `push(id) -> str`, `flush() -> str`."""

    def guess_text(self, pair: object, token: int) -> str:
        """The text of one token by itself."""


def real_engine(kv_bits: int | None = None, **loading: Any) -> Engine:
    """The engine itself; options as in RealEngine. Importing it takes a second or two, so only the thread does."""
    garbage_collection.pause()
    try:
        from .adapter import RealEngine
    finally:
        garbage_collection.resume()
    return RealEngine(kv_bits, **loading)
