"""Token ids to text, token by token; the bytes of a character that spans several tokens count as text of the last of them.

Knows a tokenizer's `decode`; nothing of models or rounds.
"""

from __future__ import annotations

from typing import Any, Sequence

_UNFINISHED = "\ufffd"
_WINDOW = 8  # ids decoded together with a new one, because the text of some tokens depends on the tokens before them


class TextMap:
    """Decodes a stream of ids; each `push` returns the text that its id completed ("" while a character is unfinished)."""

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        self._ids: list[int] = []  # the last few ids
        self._written = ""  # the part of their text that was returned already

    def push(self, token: int) -> str:
        """The text that `token` completes."""
        self._ids.append(token)
        text = self._decode()
        return "" if text.endswith(_UNFINISHED) else self._advance(text)

    def flush(self) -> str:
        """The text that is left at the end of the stream; an unfinished character becomes U+FFFD."""
        return self._advance(self._decode())

    def _advance(self, text: str) -> str:
        new = text[len(self._written) :]
        self._ids = self._ids[-_WINDOW:]
        self._written = self._decode()
        return new

    def _decode(self) -> str:
        return self._tokenizer.decode(self._ids)


def token_texts(tokenizer: Any, tokens: Sequence[int]) -> list[str]:
    """The text of each token of a whole reply; joined, they are the reply's text."""
    stream = TextMap(tokenizer)
    texts = [stream.push(token) for token in tokens]
    if texts:
        texts[-1] += stream.flush()
    return texts
