"""Texts that lookup copies from beside the present one: earlier replies, and files that a person names (suffix decoding:
Oliaro et al. 2024, "SuffixDecoding: A Model-Free Approach to Speeding Up Large Language Model Inference")."""

from array import array
from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import Iterable, NamedTuple, Sequence

MOST_TOKENS = 200_000  # of all texts together; the first texts given are kept
LONGEST = 24  # tokens of the longest match that is looked for
DEPTH = 40  # tokens by which places are sorted: a match, and what follows it
LEAST_SHARE = 0.25  # a guess ends where less than this share of its match's occurrences continue as it does
_GAP = b"\xff\xff\xff\xff"  # after every text; no token has this id


class MemoryMatch(NamedTuple):
    """What followed a match of `length` tokens in the text of this label."""

    length: int
    tokens: list[int]
    label: str


class LookupMemory:
    """The texts, (label, tokens) each, up to MOST_TOKENS tokens; `size` is how many were kept.

    A suffix array: the places of all texts, sorted by the tokens that follow them. All occurrences of a pattern are then neighbours, and
    among them all that go on alike are neighbours too: the middle one goes on as most of them do. It takes some 12 bytes a token, and a
    question takes some 20 comparisons for each token of the match.
    """

    def __init__(self, texts: Iterable[tuple[str, Sequence[int]]]) -> None:
        self._labels: list[str] = []
        parts: list[bytes] = []
        self.size = 0
        for label, tokens in texts:
            if kept := tokens[: MOST_TOKENS - self.size]:
                self._labels.append(label)
                parts.append(_packed(kept) + _GAP)
                self.size += len(kept)
            if self.size == MOST_TOKENS:
                break
        self._data = b"".join(parts)
        self._starts = [0, *accumulate(len(part) // 4 for part in parts)]
        self._places = array("I", sorted(range(len(self._data) // 4), key=lambda place: self._at(place, DEPTH)))

    @property
    def words(self) -> str:
        """What it holds, for messages."""
        return f"it remembers {self.size:,} tokens of {len(self._labels)} text{'s' * (len(self._labels) != 1)}"

    def recall(self, tokens: Sequence[int], most: int, shortest: int) -> MemoryMatch | None:
        """At most `most` tokens that followed the longest match of the last tokens, of `shortest` to LONGEST; None if there is no match, or
        nothing follows it."""
        most_matched = min(LONGEST, len(tokens))
        if shortest > most_matched or not (found := self._occurrences(tokens[-shortest:])):
            return None
        length = shortest
        for longer in range(shortest + 1, most_matched + 1):
            if not (better := self._occurrences(tokens[-longer:])):
                break
            length, found = longer, better
        place = self._places[(found.start + found.stop) // 2]
        end = self._starts[bisect_right(self._starts, place)] - 1  # of its text
        count = self._likely(place, length, min(most, end - place - length), found)
        label = self._labels[bisect_right(self._starts, place) - 1]
        tokens = [int.from_bytes(self._at(at, 1), "big") for at in range(place + length, place + length + count)]
        return MemoryMatch(length, tokens, label) if count > 0 else None

    def may_match(self, tokens: Sequence[int], shortest: int) -> bool:
        """Whether the last tokens and one more, whatever it is, could be a match of `shortest` tokens."""
        return shortest <= LONGEST and bool(self._occurrences(tokens[len(tokens) + 1 - shortest :]))

    def _likely(self, place: int, length: int, most: int, found: range) -> int:
        """How many tokens, at most `most`, follow the match at this place as at LEAST_SHARE of all places `found`."""
        if len(found) == 1:
            return most
        for count in range(1, min(most, DEPTH - length) + 1):
            if len(self._with(self._at(place, length + count), found)) < LEAST_SHARE * len(found):
                return count - 1
        return most

    def _occurrences(self, tokens: Sequence[int]) -> range:
        return self._with(_packed(tokens), range(len(self._places)))

    def _with(self, pattern: bytes, among: range) -> range:
        """Those of the sorted places that these bytes follow."""
        count = len(pattern) // 4
        key = lambda place: self._at(place, count)  # noqa: E731
        first = bisect_left(self._places, pattern, among.start, among.stop, key=key)
        return range(first, bisect_right(self._places, pattern, first, among.stop, key=key))

    def _at(self, place: int, count: int) -> bytes:
        return self._data[4 * place : 4 * (place + count)]


def _packed(tokens: Sequence[int]) -> bytes:
    """Four bytes a token, the highest first, so that bytes are ordered as tokens are."""
    return b"".join(token.to_bytes(4, "big") for token in tokens)
