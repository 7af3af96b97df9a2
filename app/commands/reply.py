"""One reply, folded from the engine's events: its tokens with their texts, its rounds, its stats.

Knows events; decides nothing, prints nothing, loads nothing.
"""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from typing import Any, Protocol, Sequence

from specdeck.decoding.text import TextMap, cut_at_stop
from specdeck.decoding.types import Event, Finish, Prefill, Round, Stats

Piece = tuple[str, str]  # text, source


class Texts(Protocol):
    """Ids to text, token by token: a TextMap, or what a trace recorded."""

    def push(self, token: int) -> str:
        """The text that this id completes."""

    def flush(self) -> str:
        """What is left at the end."""


class Reply:
    """Feed events in order with `add`; it returns the pieces of text that may be shown now."""

    def __init__(self, stops: Sequence[str] = ()) -> None:
        self.rounds: list[Round] = []
        self.prompt_tokens = 0
        self.finish: Finish | None = None
        self._stops = tuple(stops)
        self._map: Texts | None = None
        self._texts: list[str] = []
        self._pending: list[Piece] = []  # not handed out yet: it may hold the head of a stop string
        self._folded = Stats()
        self._began = self._last = 0.0  # the same clock as the engine's: end of prefill, end of the last round

    def decode_with(self, tokenizer: Any) -> None:
        """The tokenizer that turns ids into text; before the first round."""
        self.read_from(TextMap(tokenizer))

    def read_from(self, texts: Texts) -> None:
        """What turns ids into text; before the first round."""
        self._map = texts

    def add(self, event: Event) -> list[Piece]:
        """Fold one event; returns what it adds to the visible text, piece by piece with its source."""
        if isinstance(event, Finish):
            self.finish = event
            return self._end()
        self._folded = self._folded.add(event)
        self._last = time.perf_counter()
        if isinstance(event, Prefill):
            if event.who == "target":
                self.prompt_tokens = event.total
                self._began = self._last
            return []
        texts = [self._map.push(token) for token in event.tokens]
        self.rounds.append(event)
        self._texts.extend(texts)
        self._pending.extend(zip(texts, event.sources))
        return self._release(hold=max(map(len, self._stops), default=1) - 1)

    def interrupt(self) -> list[Piece]:
        """The events ended before their Finish."""
        return [] if self.finish else self._end()

    @property
    def reason(self) -> str:
        """Why it ended."""
        return self.finish.reason if self.finish else "interrupted"

    @property
    def texts(self) -> list[str]:
        """The text of every token of the reply; a stop string and what follows it are not in it."""
        return cut_at_stop(self._texts, self._stops)

    @property
    def text(self) -> str:
        """The tokens' texts, joined."""
        return "".join(self.texts)

    @property
    def ids(self) -> list[int]:
        """The token ids of the reply."""
        return [token for event in self.rounds for token in event.tokens][: len(self.texts)]

    @property
    def stats(self) -> Stats:
        """The engine's own, or what was folded before the interruption. Emitted is what the reply holds."""
        stats = self.finish.stats if self.finish else replace(
            self._folded, decode_seconds=max(0.0, self._last - self._began), peak_memory_bytes=_peak_memory()
        )  # fmt: skip
        return replace(stats, emitted=len(self.texts))

    def _end(self) -> list[Piece]:
        """An unfinished character goes to the last token, as it stands; nothing is held back any more."""
        rest = self._map.flush() if self._map and self._texts else ""
        if rest:
            self._texts[-1] += rest
            last = next(event for event in reversed(self.rounds) if event.sources)  # the end of a turn alone is a round without tokens
            self._pending.append((rest, last.sources[-1]))
        return self._release(hold=0)

    def _release(self, hold: int) -> list[Piece]:
        """What may be shown: up to a stop string, else all but the last `hold` characters, which may be the head of one."""
        texts = [text for text, _ in self._pending]
        upto = min(len("".join(cut_at_stop(texts, self._stops))), sum(map(len, texts)) - hold)
        shown, kept = [], []
        for text, source in self._pending:
            cut = max(0, upto)
            shown.append((text[:cut], source))
            kept.append((text[cut:], source))
            upto -= len(text)
        self._pending = [piece for piece in kept if piece[0]]
        return [piece for piece in shown if piece[0]]


def _peak_memory() -> int:
    mx = sys.modules.get("mlx.core")
    return mx.get_peak_memory() if mx else 0
