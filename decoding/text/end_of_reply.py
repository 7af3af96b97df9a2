"""Where a reply ends: at an end-of-turn token, at a stop string, after the most tokens that it may have, or where the context
is full."""

from __future__ import annotations

import re
from typing import Any, Collection, Sequence

from ..checkpoints.vocabularies import BYTE_LETTERS, byte_of
from ..errors import SettingsError
from ..types import FinishReason


class EndOfReply:
    """`left`: how many more tokens may be emitted; `reason`: why the reply ended, None before. `end_tokens` end a turn."""

    def __init__(self, left: int, end_tokens: Collection[int], stops: StopWatch) -> None:
        self.left = left
        self.reason: FinishReason | None = None
        self._end_tokens, self._stops = frozenset(end_tokens), stops

    def cut(self, tokens: Sequence[int]) -> tuple[int, bool]:
        """How many of a round's tokens the reply takes, and whether the last of them is an end of turn. Sets `reason` if it ends here."""
        for count, token in enumerate(tokens, start=1):
            if token in self._end_tokens:
                self.reason = "stop"
                return count, True
            self.left -= 1
            self.reason = "stop" if self._stops.push(token) else "length" if self.left == 0 else None
            if self.reason:
                return count, False
        return len(tokens), False


# Stop strings: the texts at which a reply ends. They may begin and end in the middle of tokens.

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
        if isinstance(stops, str) or "" in stops:
            raise SettingsError("stop is a list of strings, and none of them is empty: that would end every text at once")
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


# Token ids to text, token by token; the bytes of a character that spans several tokens count as text of the last of them.

_UNFINISHED = "\ufffd"
_WINDOW = 8  # ids, at least, decoded together with a new one, because the text of some tokens depends on the tokens before them


class TextMap:
    """Decodes a stream of ids; each `push` returns the text that its id completed ("" while a character is unfinished)."""

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        self._ids: list[int] = []  # the last few ids
        self._ends: list[int] = []  # after how many of them a character was complete: only there may the first ones be dropped
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
        self._ends.append(len(self._ids))
        start = max((end for end in self._ends if end <= len(self._ids) - _WINDOW), default=0)
        self._ids, self._ends = self._ids[start:], [end - start for end in self._ends if end > start]
        self._written = self._decode()
        return new

    def _decode(self) -> str:
        return self._tokenizer.decode(self._ids)


# A token by itself: its text, or its bytes where it is a part of a character.

_PIECE = re.compile("‹(?:[0-9A-F]{2})+›")
_NO_TEXT = re.compile("[\udc80-\udcff]+")  # bytes that are no text, as "surrogateescape" has them


def token_name(tokenizer: Any, token: int) -> str:
    """A token's text as it is within a text. The bytes of an unfinished character are written ‹F09F›; where the tokenizer does not tell them, the
    token's number is: #1234."""
    first, both = tokenizer.decode([token]), tokenizer.decode([token, token])
    name = both[len(first) :]  # SentencePiece drops the space before the first token of a text
    if _UNFINISHED not in first:
        return name
    data = _bytes_of(tokenizer, token)
    if data is None:
        return f"#{token}"
    return _NO_TEXT.sub(lambda found: f"‹{found[0].encode('utf-8', 'surrogateescape').hex().upper()}›", data.decode("utf-8", "surrogateescape"))


def is_piece(name: str) -> bool:
    """Whether a token of this name is no text of its own: it holds bytes of an unfinished character."""
    return _PIECE.search(name) is not None


def _bytes_of(tokenizer: Any, token: int) -> bytes | None:
    """What a vocabulary with byte fallback or a byte-level one has for a token; None for one of another kind."""
    entry = getattr(tokenizer, "convert_ids_to_tokens", lambda token: None)(token)
    if isinstance(entry, bytes):
        return entry
    if not isinstance(entry, str):
        return None
    if _UNFINISHED in entry:  # which stands for itself
        return entry.encode()
    if byte := byte_of(entry):
        return byte
    return bytes(BYTE_LETTERS[letter] for letter in entry) if set(entry) <= BYTE_LETTERS.keys() else None
