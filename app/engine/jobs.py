"""Jobs on a loaded pair: generators that run in the engine's thread, whose results the screen takes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generator, Iterator

from specdeck.decoding import built_kernels
from specdeck.decoding.errors import LoadError
from specdeck.decoding.types import PLAIN, Event, Finish, Round, Settings

from .messages import Load, Loaded, Measured, Message, Probed

if TYPE_CHECKING:
    from .engine import Engine
    from .session import Session


def load(engine: Engine, source: Session, asked: Load) -> Iterator[Loaded]:
    """Load a pair. A prompt that waits for it begins before the screen reads the result, with a drafter that it has."""
    engine.load(asked)
    engine.release()
    loaded = engine.describe()
    if source.settings.drafter not in loaded.drafters:
        source.settings = replace(source.settings, drafter=loaded.default)
    yield loaded


@dataclass(frozen=True, slots=True)
class NextReply:
    """A reply to write. `kept`: ids of its first tokens, where it continues from a token that a person chose; `detail`: how many of the best
    tokens of p and q to report; `waits_for`: the load that brings the target which it was asked of."""

    messages: tuple[Message, ...]
    max_tokens: int
    thinking: bool | None = None
    kept: tuple[int, ...] = ()
    detail: int = 0
    waits_for: Load | None = None


def reply(engine: Engine, source: Session, asked: NextReply) -> Generator[Event | Probed]:
    """The events of a reply; the seconds in which the gate is shut count in no figure. Then how fast the machine is."""
    if asked.waits_for and asked.waits_for is engine.failed:
        raise LoadError("the prompt waited for the model that could not be loaded: enter asks it of the loaded one")
    gate, options = source.gate, {"max_tokens": asked.max_tokens, "thinking": asked.thinking, "kept": asked.kept, "detail": asked.detail}
    gate.begin()
    try:
        for event in engine.decode(asked.messages, lambda: source.settings, **options):
            if isinstance(event, Finish):
                gate.go_on()
            yield without_held(event, gate.held)
            if isinstance(event, Round):
                gate.wait(len(event.tokens), event.seconds, engine.halted)
    finally:
        gate.go_on()  # a reply that failed has no end
    if (seconds := engine.probe()) is not None:
        yield Probed(seconds)


def without_held(event: Event, held: float) -> Event:
    """The event without the seconds in which decoding was held between rounds."""
    if not held:
        return event
    event = replace(event, at=event.at - held)
    return replace(event, stats=replace(event.stats, decode_seconds=event.stats.decode_seconds - held)) if isinstance(event, Finish) else event


def measure(engine: Engine, asked: NextReply, settings: Settings = Settings(drafter=PLAIN, k=0)) -> Iterator[Measured]:
    """Plain decoding's pace under these settings, with the machine's before and after: after the end of the reply `kept`, so that the caches hold it
    afterwards too; where it is empty, in its place."""
    before = engine.probe()
    prompt = engine.beyond(asked.messages, asked.thinking, asked.kept, asked.max_tokens) if asked.kept else asked.messages
    *events, finish = engine.decode(prompt, settings, max_tokens=asked.max_tokens, thinking=asked.thinking, ignore_end=True)
    assert isinstance(finish, Finish), "the last event of a reply"
    built = built_kernels([event for event in events if isinstance(event, Round)])
    probes = tuple(seconds for seconds in (before, engine.probe()) if seconds is not None)
    yield Measured(0, finish.stats.emitted, finish.stats.tokens_per_second, built, probes)
