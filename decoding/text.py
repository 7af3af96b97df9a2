"""Token ids to text, token by token: bytes of an unfinished character belong to the token that completes it.

Knows a tokenizer's `decode` and nothing else of models or rounds.
"""

from __future__ import annotations

from typing import Any, Sequence

_UNFINISHED = "\ufffd"
_WINDOW = 8  # ids decoded before the new one, so that tokens whose text depends on their left neighbour come out right


class TextMap:
    """Feed ids in order; each `push` returns the text that this id completed ("" while a character is unfinished)."""

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        self._ids: list[int] = []  # the last few ids
        self._written = ""  # what of their text was returned already

    def push(self, token: int) -> str:
        """The text completed by `token`."""
        self._ids.append(token)
        text = self._decode()
        return "" if text.endswith(_UNFINISHED) else self._advance(text)

    def flush(self) -> str:
        """What is left at the end: an unfinished character comes out as the replacement character."""
        return self._advance(self._decode())

    def _advance(self, text: str) -> str:
        new = text[len(self._written) :]
        self._ids = self._ids[-_WINDOW:]
        self._written = self._decode()
        return new

    def _decode(self) -> str:
        return self._tokenizer.decode(self._ids)


def token_texts(tokenizer: Any, tokens: Sequence[int]) -> list[str]:
    """The text of every token of a whole reply; joined they are its text."""
    stream = TextMap(tokenizer)
    texts = [stream.push(token) for token in tokens]
    if texts:
        texts[-1] += stream.flush()
    return texts


def cut_at_stop(texts: Sequence[str], stops: Sequence[str]) -> list[str]:
    """Token texts up to the first stop string: the token that it begins in keeps what came before it, later ones are gone."""
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
    """Looks for stop strings in the text of a running reply."""

    def __init__(self, tokenizer: Any, stops: Sequence[str]) -> None:
        self._stream = TextMap(tokenizer)
        self._stops = tuple(stops)
        self._tail = ""

    def push(self, token: int) -> bool:
        """Whether this token completes a stop string."""
        if not self._stops:
            return False
        self._tail += self._stream.push(token)
        complete = any(stop in self._tail for stop in self._stops)
        self._tail = self._tail[-max(len(stop) for stop in self._stops) :]
        return complete
