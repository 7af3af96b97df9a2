"""The part of a streamed reply that may be shown already, where a stop string may still come.

Knows reports; decides nothing, prints nothing, loads nothing.
"""

from __future__ import annotations

from typing import Callable, Sequence

from specdeck.decoding.text import cut_at_stop

from ..chat.reply import Reply
from ..engine.reply_reports import Ended, Reading, Wrote

Piece = tuple[str, str]  # text, source


class Streamed:
    """Takes reports in order with `apply`, which returns the pieces of text that may be shown. `reply` is their fold; `keep` is
    called with every report."""

    def __init__(self, stops: Sequence[str] = (), keep: Callable[[Reading | Wrote | Ended], None] = lambda report: None) -> None:
        self.reply = Reply(0, stop=tuple(stops))
        self._keep = keep
        self._stops = tuple(stops)
        self._pending: list[Piece] = []  # not shown yet: it may be the beginning of a stop string

    def apply(self, report: Reading | Wrote | Ended) -> list[Piece]:
        """Fold one report; returns what it adds to the visible text, piece by piece with its source."""
        self._keep(report)
        self.reply.apply(report)
        if isinstance(report, Wrote):
            self._pending.extend(zip(report.texts, report.event.sources))
            return self._release(hold=max(map(len, self._stops), default=1) - 1)
        return self._end(report) if isinstance(report, Ended) else []

    def _end(self, report: Ended) -> list[Piece]:
        """Append the bytes of an unfinished character to the last token and show everything."""
        if report.tail and self.reply.tokens:
            self._pending.append((report.tail, self.reply.tokens[-1].source))
        return self._release(hold=0)

    def _release(self, hold: int) -> list[Piece]:
        """What may be shown: everything up to a stop string, or all but the last `hold` characters, which may begin one."""
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
