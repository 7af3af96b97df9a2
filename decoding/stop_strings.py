"""Stop strings: the texts at which a reply ends. They may begin and end in the middle of tokens."""

from __future__ import annotations

from typing import Any, Sequence

from .text import TextMap


def cut_at_stop(texts: Sequence[str], stops: Sequence[str]) -> list[str]:
    """Token texts up to the first stop string; the token in which it begins keeps the text before it, later tokens are dropped."""
    whole = "".join(texts)
    starts = [at for at in (whole.find(stop) for stop in stops) if at >= 0]
    if not starts:
        return list(texts)
    left, kept = min(starts), []
    for text in texts:
        if left <= 0:
            break
        kept.append(text[:left])
        left -= len(text)
    return kept


class StopWatch:
    """Finds stop strings in the text of a reply while it is decoded."""

    def __init__(self, tokenizer: Any, stops: Sequence[str]) -> None:
        self._stream = TextMap(tokenizer)
        self._stops = tuple(stops)
        self._tail = ""

    def push(self, token: int) -> bool:
        """Add one token; returns whether it completes a stop string."""
        if not self._stops:
            return False
        self._tail += self._stream.push(token)
        complete = any(stop in self._tail for stop in self._stops)
        self._tail = self._tail[-max(len(stop) for stop in self._stops) :]
        return complete
