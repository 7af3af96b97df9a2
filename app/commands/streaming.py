"""A reply as it is streamed: what of its text may be shown by now, where a stop string may still come.

Knows reports; decides nothing, prints nothing, loads nothing.
"""

from __future__ import annotations

from typing import Callable, Sequence

from specdeck.app.chat.conversation import Reply
from specdeck.app.engine.messages import Ended, Reading, Wrote
from specdeck.decoding.text import cut_at_stop

Piece = tuple[str, str]  # text, source


class Streamed:
    """Feed reports in order with `apply`; it returns the pieces of text that may be shown now. `reply` is their fold; `keep` gets
    every report that was applied."""

    def __init__(self, stops: Sequence[str] = (), keep: Callable[[Reading | Wrote | Ended], None] = lambda report: None) -> None:
        self.reply = Reply(0, stop=tuple(stops))
        self._keep = keep
        self._stops = tuple(stops)
        self._pending: list[Piece] = []  # not handed out yet: it may hold the head of a stop string

    def apply(self, report: Reading | Wrote | Ended) -> list[Piece]:
        """Fold one report; returns what it adds to the visible text, piece by piece with its source."""
        self._keep(report)
        self.reply.apply(report)
        if isinstance(report, Wrote):
            self._pending.extend(zip(report.texts, report.event.sources))
            return self._release(hold=max(map(len, self._stops), default=1) - 1)
        return self._end(report) if isinstance(report, Ended) else []

    def _end(self, report: Ended) -> list[Piece]:
        """An unfinished character goes to the last token, as it stands; nothing is held back any more."""
        if report.tail and self.reply.tokens:
            self._pending.append((report.tail, self.reply.tokens[-1].source))
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
