"""The text of a reply, and where it ends. It ends at an end-of-turn token, at a stop string, or after the most tokens allowed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Collection, Iterable, Sequence

from ..checkpoints.vocabularies import BYTE_LETTERS, byte_of
from ..errors import SettingsError
from ..types import FinishReason, Top


class EndOfReply:
    """`left`: how many more tokens may be emitted; `reason`: why the reply ended, None before. `end_tokens` end a turn."""

    def __init__(self, left: int, end_tokens: Collection[int], text: ReplyText) -> None:
        self.left, self.text = left, text
        self.reason: FinishReason | None = None
        self._end_tokens = frozenset(end_tokens)

    def cut(self, tokens: Sequence[int]) -> Taken:
        """What the reply takes of a round's tokens. Sets `reason` if it ends here."""
        texts: list[str] = []
        for count, token in enumerate(tokens, start=1):
            if token in self._end_tokens:
                self.reason = "stop"
                return Taken(count, True, tuple(texts))
            self.left -= 1
            texts.append(self.text.push(token))
            self.reason = "stop" if self.text.stopped else "length" if self.left == 0 else None
            if self.reason:
                return Taken(count, False, tuple(texts))
        return Taken(len(tokens), False, tuple(texts))


@dataclass(frozen=True, slots=True)
class Taken:
    """The first `count` tokens of a round. `ended`: whether the last of them is an end of turn. `texts`: what text each of the others completed."""

    count: int
    ended: bool
    texts: tuple[str, ...]


class ReplyText:
    """The text of a reply, token by token, up to the first of some stop strings. What may be the beginning of one comes with a later token.
    `kept`: tokens before the first that is pushed; `chosen`: what the last of them completed."""

    def __init__(self, tokenizer: Any, stops: Sequence[str] = (), kept: Sequence[int] = ()) -> None:
        if isinstance(stops, str) or "" in stops:
            raise SettingsError("stop is a list of strings, and none of them is empty: that would end every text at once")
        self._map, self._stops = TextMap(tokenizer), tuple(stops)
        self.chosen = [self._map.push(token) for token in kept][-1] if kept else None
        self.stopped = False
        self._held = ""

    def push(self, token: int) -> str:
        """The text that this token completes."""
        self._held += self._map.push(token)
        found = [at for stop in self._stops if (at := self._held.find(stop)) >= 0]
        self.stopped = bool(found)
        upto = min(found) if found else len(self._held) - self._begun()
        text, self._held = self._held[:upto], self._held[upto:]
        return text

    def flush(self) -> str:
        """What is left at the end; an unfinished character becomes U+FFFD."""
        return "" if self.stopped else self._held + self._map.flush()

    def _begun(self) -> int:
        """How many of the last characters may be the beginning of a stop string."""
        longest = max(map(len, self._stops), default=1) - 1
        return next((n for n in range(min(longest, len(self._held)), 0, -1) if any(stop.startswith(self._held[-n:]) for stop in self._stops)), 0)


# Token ids to text, token by token. The bytes of a character that spans several tokens count as text of the last of them.

_UNFINISHED = "\ufffd"
# At least so many ids are decoded together with a new one. The text of some tokens depends on the tokens before them.
_WINDOW = 8


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
        new, self._written = text[len(self._written) :], text
        self._ends.append(len(self._ids))
        if len(self._ids) >= 2 * _WINDOW and (start := max((end for end in self._ends if end <= len(self._ids) - _WINDOW), default=0)):
            self._ids, self._ends = self._ids[start:], [end - start for end in self._ends if end > start]
            self._written = self._decode()
        return new

    def _decode(self) -> str:
        return self._tokenizer.decode(self._ids)


# A token by itself: its text, or its bytes where it is a part of a character.

_PIECE = re.compile("‹(?:[0-9A-F]{2})+›")
_NO_TEXT = re.compile("[\udc80-\udcff]+")  # bytes that are no text, as "surrogateescape" has them


def token_name(tokenizer: Any, token: int) -> str:
    """A token's text as it is within a text. The bytes of an unfinished character are written ‹F09F›. Where the tokenizer does not give them, the
    name is the token's number: #1234."""
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


class TokenTexts(dict[int, str]):
    """The names of single tokens, each looked up once."""

    def __init__(self, tokenizer: Any) -> None:
        super().__init__()
        self._tokenizer = tokenizer

    def __missing__(self, token: int) -> str:
        self[token] = token_name(self._tokenizer, token)
        return self[token]

    def of_round(self, draft: Sequence[int], tokens: Sequence[int], texts: Sequence[str], best: Iterable[Top]) -> tuple[tuple[str, ...], dict[int, str]]:
        """The guesses by themselves, and names by id. Names are of the likeliest tokens, and of those of `tokens` that are no text of their own."""
        names = {token: self[token] for row in best for token, _ in row}
        names |= {token: self[token] for token, text in zip(tokens, texts) if not text or (not text.isascii() and is_piece(self[token]))}
        return tuple(self[token] for token in draft), names


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
