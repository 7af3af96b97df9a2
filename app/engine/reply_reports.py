"""The reports of a reply: the engine's events with the texts of their tokens, so that no reader needs a tokenizer, and what makes them."""

import sys
from dataclasses import dataclass, field, replace
from typing import Any, Callable, Iterable, Iterator, Mapping, Sequence

from specdeck.decoding.text import TextMap, is_piece, token_name
from specdeck.decoding.types import Event, Finish, Prefill, Round, Stats


@dataclass(frozen=True, slots=True)
class PromptRead:
    """A part of the prompt was read. `chosen`: the text that the token completes which a person chose and with which the prompt ends; None
    where there is none, or it was told before. Alone the token may be a part of a character."""

    job: int
    event: Prefill
    at: float  # seconds, of the session's clock
    chosen: str | None = None


@dataclass(frozen=True, slots=True)
class Wrote:
    """A round with its texts: `texts`, what each token completed ("" while a character is unfinished); `guesses`, the draft's
    tokens; and `names`, the ids among its best tokens, and its own where a token is a part of a character."""

    job: int
    event: Round
    texts: Sequence[str]
    guesses: Sequence[str]
    at: float
    names: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ended:
    """The reply is over. `tail`: text held back for a character that was never finished."""

    job: int
    event: Finish
    tail: str
    at: float


class Reporter:
    """Translates one reply's events, in order; `over` after the last. `kept`: ids of the reply's first tokens, which come in no event."""

    def __init__(self, job: int, tokenizer: Any, kept: Sequence[int] = ()) -> None:
        self.job = job
        self.over = False
        self._texts = TextMap(tokenizer)
        self._names = Names(tokenizer)
        self._stats = Stats()
        self._began: float | None = None  # time of the last report about reading the prompt
        self._chosen = [self._texts.push(token) for token in kept][-1] if kept else None

    def each(self, events: Iterable[Event], clock: Callable[[], float]) -> Iterator[PromptRead | Wrote | Ended]:
        """The report of each event as it comes, and of the end where the events have none."""
        for event in events:
            yield self.report(event, clock())
        if not self.over:
            yield self.interrupt(clock())

    def whole(self, seen: Iterable[tuple[Event, float]], end: float) -> tuple[PromptRead | Wrote | Ended, ...]:
        """All reports of a reply that is over, from its events and their times."""
        reports = tuple(self.report(event, at) for event, at in seen)
        return reports if self.over else (*reports, self.interrupt(end))

    def report(self, event: Event, at: float) -> PromptRead | Wrote | Ended:
        """The report of an event that came at a time, in seconds."""
        if isinstance(event, Finish):
            return self._ended(event, at)
        self._stats = self._stats.add(event)
        if isinstance(event, Prefill):
            self._began = self._began if self._stats.rounds else at
            chosen, self._chosen = self._chosen, None
            return PromptRead(self.job, event, at, chosen)
        written = tuple(self._texts.push(token) for token in event.tokens)
        guesses = tuple(self._names[token] for token in event.draft)
        return Wrote(self.job, event, written, guesses, at, self._names.best(event) | self._names.pieces(event.tokens, written))

    def interrupt(self, at: float) -> Ended:
        """The end of a reply whose events were closed at a time, before their Finish."""
        seconds = 0.0 if self._began is None else at - self._began
        stats = replace(self._stats, decode_seconds=seconds, peak_memory_bytes=_peak_memory())
        return self._ended(Finish("interrupted", None, stats), at)

    def _ended(self, event: Finish, at: float) -> Ended:
        self.over = True
        return Ended(self.job, event, self._texts.flush(), at)


class Names(dict[int, str]):
    """The names of single tokens, each looked up once."""

    def __init__(self, tokenizer: Any) -> None:
        super().__init__()
        self._tokenizer = tokenizer

    def __missing__(self, token: int) -> str:
        self[token] = token_name(self._tokenizer, token)
        return self[token]

    def best(self, event: Round) -> dict[int, str]:
        return {token: self[token] for row in (*event.top_p, *event.top_q) for token, _ in row}

    def pieces(self, tokens: Sequence[int], texts: Sequence[str]) -> dict[int, str]:
        """The names of tokens that are no text of their own, by what each of them completed."""
        return {token: self[token] for token, text in zip(tokens, texts) if not text or (not text.isascii() and is_piece(self[token]))}


def _peak_memory() -> int:
    """Bytes; 0 if mlx is not loaded."""
    mx = sys.modules.get("mlx.core")
    return mx.get_peak_memory() if mx else 0
