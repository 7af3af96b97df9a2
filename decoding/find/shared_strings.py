"""What two vocabularies share by the strings of their tokens, where their ids have nothing in common: token-level intersection (Timor et al.
2025, "Accelerating LLM Inference with Lossless Speculative Decoding Algorithms for Heterogeneous Vocabularies").

A drafter of another family guesses the tokens that both have; every other token of the context it reads as its own tokenizer cuts that
token's text. Both changes touch its guesses only. Knows tokenizers; nothing of models.
"""

from __future__ import annotations

import re
from typing import Any, Iterable

from .vocabulary import Agreement

ENOUGH_SHARED = 0.1  # share of the target's tokens; a drafter with less hardly ever has the next one
_BYTE = re.compile(r"<0x([0-9A-F]{2})>")


class SharedStrings:
    """`guesses`: the target's id -> the drafter's id, for tokens with the same bytes. `stand_in`: what the drafter reads for a token
    without text that it does not have."""

    def __init__(self, ours: Any, theirs: Any, stand_in: int) -> None:
        self._theirs, self._stand_in = theirs, stand_in
        self._bytes = token_bytes(ours)
        by_bytes = {content: id_ for id_, content in token_bytes(theirs).items()}
        self.guesses = {id_: by_bytes[content] for id_, content in self._bytes.items() if content in by_bytes}
        self._pieces: dict[int, list[int]] = {id_: [other] for id_, other in self.guesses.items()}

    @property
    def enough(self) -> bool:
        """Whether the drafter can work beside this target."""
        return len(self.guesses) >= ENOUGH_SHARED * len(self._bytes)

    @property
    def words(self) -> str:
        """The figures, for messages."""
        return f"is another one: it drafts the {len(self.guesses):,} of {len(self._bytes):,} tokens that both have"

    def read(self, token: int) -> list[int]:
        """The drafter's ids, at least one, for one of the target's tokens."""
        if token not in self._pieces:
            text = self._bytes.get(token, b"").decode("utf-8", "ignore")
            self._pieces[token] = (text and self._theirs.encode(text, add_special_tokens=False)) or [self._stand_in]
        return self._pieces[token]


Vocabulary = Agreement | SharedStrings


def token_bytes(tokenizer: Any) -> dict[int, bytes]:
    """The bytes of each token's text, by id; a special token has a mark before its name, so that no text equals it."""
    vocabulary, special = tokenizer.get_vocab(), set(tokenizer.get_added_vocab())
    letters = _byte_letters() if any(token.startswith("Ġ") for token in vocabulary) else None
    return {id_: b"\0" + token.encode() if token in special else _bytes_of(token, letters) for token, id_ in vocabulary.items()}


def _bytes_of(token: str, letters: dict[str, int] | None) -> bytes:
    if letters is not None:
        return bytes(letters[letter] for letter in token) if letters.keys() >= set(token) else token.encode()
    byte = _BYTE.fullmatch(token)
    return bytes([int(byte[1], 16)]) if byte else token.replace("▁", " ").encode()


def _byte_letters() -> dict[str, int]:
    """The letter that byte-level tokenizers write for each byte: printable ones for themselves, the others from 256 on."""
    shown: Iterable[int] = (*range(33, 127), *range(161, 173), *range(174, 256))
    letters = {chr(byte): byte for byte in shown}
    hidden = [byte for byte in range(256) if byte not in letters.values()]
    return letters | {chr(256 + i): byte for i, byte in enumerate(hidden)}
