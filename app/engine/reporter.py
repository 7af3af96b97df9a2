"""Translates the engine's events into reports, each with the texts of its tokens, so that no reader needs a tokenizer."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any, Callable, Generator, Iterator, Protocol, Sequence

from specdeck.decoding.text import TextMap
from specdeck.decoding.types import Event, Finish, Prefill, Round, Stats

from .reply_reports import Ended, Reading, Wrote


class Texts(Protocol):
    """Ids to text, token by token, as a TextMap does it."""

    def push(self, token: int) -> str:
        """The text that this id completes."""
        ...

    def flush(self) -> str:
        """The text of an unfinished character at the end."""
        ...


class Reporter:
    """Translates one reply's events, in order; `over` after the last. `name` gives the text of one token by itself; `kept`: ids
    of the reply's first tokens, which come in no event."""

    def __init__(self, job: int, texts: Texts, name: Callable[[int], str], kept: Sequence[int] = ()) -> None:
        self.job = job
        self.over = False
        self._texts = texts
        self._names = Names(name)
        self._stats = Stats()
        self._began: float | None = None  # time of the last report about reading the prompt
        for token in kept:
            texts.push(token)

    def report(self, event: Event, at: float) -> Reading | Wrote | Ended:
        """The report of an event that came at a time, in seconds."""
        if isinstance(event, Finish):
            return self._ended(event, at)
        self._stats = self._stats.add(event)
        if isinstance(event, Prefill):
            self._began = self._began if self._stats.rounds else at
            return Reading(self.job, event, at)
        written = tuple(self._texts.push(token) for token in event.tokens)
        guesses = tuple(self._names[token] for token in event.draft)
        return Wrote(self.job, event, written, guesses, at, self._names.best(event))

    def interrupt(self, at: float) -> Ended:
        """The end of a reply whose events were closed at a time, before their Finish."""
        seconds = 0.0 if self._began is None else at - self._began
        stats = replace(self._stats, decode_seconds=seconds, peak_memory_bytes=_peak_memory())
        return self._ended(Finish("interrupted", None, stats), at)

    def _ended(self, event: Finish, at: float) -> Ended:
        self.over = True
        return Ended(self.job, event, self._texts.flush(), at)


class Names(dict[int, str]):
    """The texts of single tokens, each looked up once."""

    def __init__(self, name: Callable[[int], str]) -> None:
        super().__init__()
        self._name = name

    def __missing__(self, token: int) -> str:
        self[token] = self._name(token)
        return self[token]

    def best(self, event: Round) -> dict[int, str]:
        """The texts of a round's best tokens."""
        return {token: self[token] for row in (*event.top_p, *event.top_q) for token, _ in row}


def reporter_of(tokenizer: Any, job: int) -> Reporter:
    """A Reporter that takes texts from this tokenizer."""
    return Reporter(job, TextMap(tokenizer), lambda token: tokenizer.decode([token]))


def until(events: Generator[Event], halted: Callable[[], bool]) -> Generator[Event]:
    """A reply's events; once `halted()` is true, the iterator is closed before the next event."""
    try:
        while not halted():
            if (event := next(events, None)) is None:
                return
            yield event
    finally:
        events.close()


def collect(
    reporter: Reporter, events: Iterator[Event], clock: Callable[[], float], counted: Callable[[int], None] = lambda tokens: None
) -> tuple[Reading | Wrote | Ended, ...]:
    """The reports of a timed reply, up to its end. Texts are made after the last event, so that only decoding is timed; `counted`
    is called with the number of tokens so far."""
    seen, tokens = [], 0
    for event in events:
        seen.append((event, clock()))
        if isinstance(event, Round):
            tokens += len(event.tokens)
            counted(tokens)
    end = clock()
    reports = tuple(reporter.report(event, at) for event, at in seen)
    return reports if reporter.over else (*reports, reporter.interrupt(end))


def _peak_memory() -> int:
    """Bytes; 0 if mlx is not loaded."""
    mx = sys.modules.get("mlx.core")
    return mx.get_peak_memory() if mx else 0
