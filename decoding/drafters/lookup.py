"""`lookup`: find the last few tokens earlier in prompt or reply, or in texts given to remember, and guess the tokens that followed them there
(prompt lookup decoding, and across conversations suffix decoding)."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import Iterable, NamedTuple, Sequence

from ..accept import Draft
from ..types import LOOKUP, Settings
from .base import Drafter, DraftRequest

OPENING, OPENING_MATCH = 3, 2  # in the first OPENING tokens of a reply, a match of OPENING_MATCH tokens is enough, once


class LookupDrafter(Drafter):
    """Point guesses, at most `lookup_max`, after the longest earlier match of at least `lookup_min` tokens; needs no model.

    Two exceptions to `lookup_min`: shortly after a copy departed from its source, one matching token is enough to resume it
    (Trail), and once, at the beginning of a reply, two are. The latter, measured greedily at k=8: 6.84 tokens a round on echo
    with it and 6.11 without, qa 1.86 and 1.62, edit 4.20 and 4.08, open 1.04 either way.

    The index is updated only when a guess is asked for, so that it costs nothing while another drafter is in force. `memory` is asked where
    it may have a longer match than the present text; `copied_from` is the label of the text that the last guess came from, None if it is
    the present one.
    """

    name = LOOKUP
    memory: LookupMemory | None = None
    copied_from: str | None = None

    def __init__(self) -> None:
        self.reset()

    def begin(self, sequence: list[int], checkpoint: int) -> None:
        if self._index.tokens != sequence[: len(self._index.tokens)]:
            self.reset()
        self._opened = len(sequence)

    def propose(self, request: DraftRequest) -> Draft:
        guess = self.guess(request.sequence, min(request.room, request.settings.lookup_max), request.settings.lookup_min)
        return request.point_draft(self.name, guess, copied_from=self.copied_from)

    def guess(self, sequence: list[int], most: int, shortest: int) -> list[int]:
        """At most `most` tokens that followed the longest earlier match of the sequence's last tokens; none if that match is shorter than
        `shortest`. Where the match overlaps the end of the sequence, the text is periodic, and the guess repeats the period."""
        index, trail = self._index, self._trail
        index.extend(sequence[len(index.tokens) :])
        trail.follow(sequence)
        enough = self._shortest(len(sequence), shortest)
        matched = index.length if index.length >= enough else 0
        if (recalled := self._recall(sequence, most, max(shortest, matched + 1))) or most < 1:
            return recalled
        source = index.end if matched else trail.resume(sequence)
        if source is None:
            return []
        guess = sequence[source : source + most]
        period = len(sequence) - source
        while len(guess) < most:
            guess.append(guess[len(guess) - period])
        trail.guessed(len(sequence), source)
        return guess

    @property
    def matched(self) -> int:
        """The length in tokens of the longest earlier match of the sequence's end, when a guess was last asked for."""
        return self._index.length

    def _recall(self, sequence: list[int], most: int, shortest: int) -> list[int]:
        """What followed in memory, where it has a match of at least `shortest` tokens."""
        recalled = self.memory.recall(sequence, most, shortest) if self.memory and most > 0 else None
        self.copied_from = recalled.label if recalled else None
        return recalled.tokens if recalled else []

    def will_not_draft(self, settings: Settings) -> bool:
        if self.memory and self.memory.may_match(self._index.tokens, settings.lookup_min):
            return False
        length, place = self._index.length, len(self._index.tokens)
        return length + 1 < settings.lookup_min and not self._opening(place + 1) and not self._trail.warm(place + 1)

    def _opening(self, place: int) -> bool:
        return OPENING_MATCH <= place - self._opened <= OPENING

    def _shortest(self, place: int, shortest: int) -> int:
        """The shortest match that counts at this place. The first match in the opening of a reply ends the opening's exception."""
        if not self._opening(place) or self._index.length < OPENING_MATCH:
            return shortest
        self._opened = -OPENING
        return min(shortest, OPENING_MATCH)

    def reset(self) -> None:
        self._index, self._trail, self._opened = SuffixIndex(), Trail(), -OPENING


# Remembers where a copy departed from its source, so that lookup can resume it after the change. A text that
# is copied with changes (a name renamed, a line edited) usually continues, after each change, where its source continues. At that place a single
# matching token is as good evidence as several tokens elsewhere. Measured greedily on the six prompts of the workload edit: with it 3.16 tokens a
# round at k=4 and 4.20 at k=8, without it 2.66 and 3.22; on echo, open and qa there is nothing to resume.

SPAN = 8  # tokens of the source that are searched beyond the place where the copy should continue
LIFE = 12  # tokens after the change in which the copy may still be resumed


class Trail:
    """Follows a copy along its text and its source; after they differ, finds the place in the source where it continues."""

    def __init__(self) -> None:
        self._copied: tuple[int, int] | None = None  # places in text and source up to which they agree
        self._broken: tuple[int, int] | None = None  # places in text and source just after the first difference

    def guessed(self, at: int, source: int) -> None:
        """The tokens from place `source` on were guessed for the places from `at` on."""
        self._copied = at, source

    def follow(self, sequence: list[int]) -> None:
        """Advance to the end of the text, or to the first token that differs from the source."""
        if self._copied is None:
            return
        text, source = self._copied
        while text < len(sequence) and sequence[text] == sequence[source]:
            text, source = text + 1, source + 1
        self._copied = (text, source)
        if text < len(sequence):
            self._copied, self._broken = None, (text + 1, source + 1)

    def warm(self, place: int) -> bool:
        """Whether a copy may be resumed at this place of the text."""
        return self._broken is not None and place - self._broken[0] <= LIFE

    def resume(self, sequence: list[int]) -> int | None:
        """The place in the source to continue from: of the places that follow a token equal to the text's last one, the nearest to where
        the copy should continue; None if there is none."""
        end = len(sequence)
        if not self._broken or not self.warm(end):
            return None
        text, source = self._broken
        expected = source + end - text
        same = [place for place in range(source, min(end - 1, expected + SPAN) + 1) if sequence[place - 1] == sequence[-1]]
        return min(same, key=lambda place: abs(place - expected), default=None)


CANDIDATES, LONGEST_MATCH = 256, 64  # earlier places that are compared, the latest first; tokens of the longest match that is looked for


class SuffixIndex:
    """Knows where the end of a growing token list occurred before. `length` and `end`: the longest suffix of `tokens` that also occurs earlier,
    and the index just past its latest occurrence."""

    def __init__(self) -> None:
        self.tokens: list[int] = []
        self.length = self.end = 0
        self._last: dict[int, int] = {}  # by token, the index just past its latest occurrence
        self._places: dict[tuple[int, int], list[int]] = {}  # by two tokens, the indexes just past all their occurrences

    def extend(self, tokens: list[int]) -> None:
        """Append tokens; `length` and `end` then describe the new suffix."""
        text = self.tokens
        for at, token in enumerate(tokens, start=len(text)):
            self.end = self._last.get(token, 0)
            self._last[token] = at + 1
            if at:
                self._places.setdefault((text[-1], token), []).append(at + 1)
            text.append(token)
        if tokens:
            self.length = int(self.end > 0)
            places = self._places.get((text[-2], text[-1]), []) if len(text) > 1 else []
            for place in reversed(places[-CANDIDATES - 1 : -1]):
                length = 2
                while length < min(place, LONGEST_MATCH) and text[place - length - 1] == text[-length - 1]:
                    length += 1
                if length > self.length:
                    self.length, self.end = length, place
                if length == LONGEST_MATCH:
                    break


# Texts to copy from beside the present one: earlier replies, and files that a person names (suffix decoding: Oliaro et al. 2024, "SuffixDecoding:
# A Model-Free Approach to Speeding Up Large Language Model Inference").

MOST_TOKENS = 200_000  # of all texts together; the first texts given are kept
LONGEST = 24  # tokens of the longest match that is looked for
DEPTH = 40  # tokens by which places are sorted: a match, and what follows it
LEAST_SHARE = 0.25  # a guess ends where less than this share of its match's occurrences continue as it does
_GAP = b"\xff\xff\xff\xff"  # after every text; no token has this id


class MemoryMatch(NamedTuple):
    """What followed a match, in the text of this label."""

    label: str
    tokens: list[int]


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
        text = bisect_right(self._starts, place)
        count = self._likely(place, length, min(most, self._starts[text] - 1 - place - length), found)
        tokens = [int.from_bytes(self._at(at, 1), "big") for at in range(place + length, place + length + count)]
        return MemoryMatch(self._labels[text - 1], tokens) if tokens else None

    def may_match(self, tokens: Sequence[int], shortest: int) -> bool:
        """Whether the last tokens and one more, whatever it is, could be a match of `shortest` tokens."""
        return shortest <= LONGEST and bool(self._occurrences(tokens[len(tokens) + 1 - shortest :]))

    def _likely(self, place: int, length: int, most: int, found: range) -> int:
        """How many tokens, at most `most`, follow the match at this place as at LEAST_SHARE of all places `found`."""
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
