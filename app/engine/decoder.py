"""Carries out requests on a pair of models, in the caller's thread: the playground's session and the commands decode by this alone."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Callable, Generator, Protocol, Sequence

from specdeck.decoding.types import Event, Settings

from . import garbage_collection

if TYPE_CHECKING:  # commands without trials start sooner without them
    from .messages import Loaded, Machine, Message


class Engine(Protocol):
    """`decoding`, as it is called here. A pair has a `tokenizer`, and `reset` empties its caches."""

    def load(self, model: str | None, drafters: Sequence[str], progress: Callable[[str], None], beside: Any | None) -> Any:
        """A loaded pair that replaces `beside`, which stays usable if this fails."""
        ...

    def release(self) -> Machine:
        """Free unused memory; returns what there is then."""
        ...

    def rest(self) -> None:
        """Let the system page out what is loaded, until the next reply."""

    def describe(self, pair: Any) -> Loaded:
        """The report of a loaded pair."""
        ...

    def count(self, pair: Any, messages: Sequence[Message], thinking: bool | None) -> int:
        """Tokens that these messages are to the target. Called in another thread than all else, while nothing is decoded."""
        ...

    def decode(self, pair: Any, prompt: str | Sequence[Any], settings: Settings | Callable[[], Settings], **options: Any) -> Generator[Event]:
        """The events of the reply to a text, messages or token ids."""
        ...

    def probe(self) -> float | None:
        """The seconds of a fixed piece of work: how fast the machine is now. None where that cannot be told."""
        ...


def real_engine(**loading: Any) -> Engine:
    """The engine itself; options as in RealEngine. Importing it takes a second or two, so only the thread that decodes does."""
    garbage_collection.pause()
    try:
        from .adapter import RealEngine
    finally:
        garbage_collection.resume()
    return RealEngine(**loading)


class Decoder:
    """`halted`: asked before every event whether this job is to end there; `options`: of every reply, as decode() takes them."""

    def __init__(
        self, engine: Engine, halted: Callable[[int], bool] = lambda job: False, clock: Callable[[], float] = time.perf_counter, pair: Any = None,
        **options: Any,
    ) -> None:  # fmt: skip
        self.engine, self.pair = engine, pair
        self.halted, self.clock = halted, clock
        self._options = options

    def load(self, model: str | None, drafters: Sequence[str], progress: Callable[[str], None]) -> Any:
        """Load a pair; the present one stays in use until then, and if this fails."""
        self.pair = self.engine.load(model, drafters, progress, self.pair)
        return self.pair

    def events(self, job: int, prompt: str | Sequence[Any], settings: Settings | Callable[[], Settings], **options: Any) -> Generator[Event]:
        """The events of a reply, which ends once the job is halted."""
        return self.engine.decode(self.pair, prompt, settings, halted=lambda: self.halted(job), **self._options, **options)
