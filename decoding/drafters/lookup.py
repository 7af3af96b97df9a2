"""`lookup`: find the last few tokens earlier in prompt, reply or remembered texts. Guess the tokens that followed them there. It is prompt lookup
decoding, and across conversations suffix decoding."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from typing import Iterable, NamedTuple, Sequence

from ..accept import Draft
from ..types import LOOKUP, Settings
from .base import Drafter, DraftRequest

OPENING, OPENING_MATCH = 3, 2  # in the first OPENING tokens of a reply, a match of OPENING_MATCH tokens is enough, once


class LookupDrafter(Drafter):
    """Point guesses, at most `lookup_max`, after the longest earlier match of at least `lookup_min` tokens; needs no model.

    Two exceptions to `lookup_min`. Shortly after a copy departed from its source, one matching token is enough to resume it (Trail). Once, at the
    beginning of a reply, two tokens are enough. Measured greedily at k=8, echo has 6.84 tokens a round with this exception and 6.11 without. On qa it
    is 1.86 and 1.62, on edit 4.20 and 4.08, on open 1.04 either way.

    The index is updated only when a guess is asked for. So it costs nothing while another drafter is in force. `memory` is asked where it may have a
    longer match than the present text. `copied_from` is the label of the text that the last guess came from, None if it is the present text.
    `matched` is the length of the longest earlier match of the sequence's end, when a guess was last asked for.
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
        """At most `most` tokens that followed the longest earlier match of the sequence's last tokens. Empty if that match is shorter than
        `shortest`. Where the match overlaps the end of the sequence, the text is periodic, and the guess repeats the period."""
        index, trail = self._index, self._trail
        index.extend(sequence[len(index.tokens) :])
        trail.follow(sequence)
        self.matched, places = index.occurrences(index.tokens)
        counts_from = shortest
        if self._opening(len(sequence)) and self.matched >= OPENING_MATCH:
            self._opened = -OPENING  # the first match in the opening of a reply ends the opening's exception
            counts_from = min(shortest, OPENING_MATCH)
        matched = self.matched if self.matched >= counts_from else 0
        if (recalled := self._recall(sequence, most, max(shortest, matched + 1))) or most < 1:
            return recalled
        source = places[0] if matched else trail.resume(sequence)
        if source is None:
            return []
        guess = sequence[source : source + most]
        period = len(sequence) - source
        while len(guess) < most:
            guess.append(guess[len(guess) - period])
        trail.guessed(len(sequence), source)
        return guess

    def _recall(self, sequence: list[int], most: int, shortest: int) -> list[int]:
        """What followed in memory, where it has a match of at least `shortest` tokens."""
        recalled = self.memory.recall(sequence, most, shortest) if self.memory and most > 0 else None
        self.copied_from = recalled.label if recalled else None
        return recalled.tokens if recalled else []

    def will_not_draft(self, settings: Settings) -> bool:
        if self.memory and self.memory.matched + 1 >= settings.lookup_min:
            return False
        place = len(self._index.tokens)
        return self.matched + 1 < settings.lookup_min and not self._opening(place + 1) and not self._trail.warm(place + 1)

    def _opening(self, place: int) -> bool:
        return OPENING_MATCH <= place - self._opened <= OPENING

    def reset(self) -> None:
        self._index, self._trail, self._opened, self.matched = SuffixIndex(), Trail(), -OPENING, 0


# Remembers where a copy departed from its source, so that lookup can resume it after the change. A text may be copied with changes: a name renamed, a
# line edited. After each change it usually continues where its source continues. At that place a single matching token is as good evidence as several
# tokens elsewhere. Measured greedily on the workload edit (six prompts), resuming gives 3.16 tokens a round at k=4. At k=8 it gives 4.20. Without it
# there are 2.66 and 3.22. On echo, open and qa there is nothing to resume.

SPAN = 8  # tokens of the source that are searched beyond the place where the copy should continue
LIFE = 12  # tokens after the change in which the copy may still be resumed


class Trail:
    """Follows a copy along its text and its source. After they differ, finds the place in the source where it continues."""

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
        """The place in the source to continue from, None if there is none. Among the places after a token equal to the text's last, it is nearest to
        where the copy should continue."""
        end = len(sequence)
        if not self._broken or not self.warm(end):
            return None
        text, source = self._broken
        expected = source + end - text
        same = [place for place in range(source, min(end - 1, expected + SPAN) + 1) if sequence[place - 1] == sequence[-1]]
        return min(same, key=lambda place: abs(place - expected), default=None)


CANDIDATES, MOST_CANDIDATES = 256, 1024  # places that are compared, the latest first: of the present text, and of texts to remember
LONGEST_MATCH = 64  # tokens of the longest match that is looked for


class SuffixIndex:
    """Knows where the end of a text occurs in `tokens`, which grow; the text may be these tokens themselves. `compared`: how many places at most."""

    def __init__(self, compared: int = CANDIDATES) -> None:
        self.tokens: list[int] = []
        self._compared = compared
        self._places: dict[tuple[int, ...], list[int]] = {}  # by a token and by two, the indexes just past all their occurrences

    def extend(self, tokens: Sequence[int]) -> None:
        """Append tokens."""
        text = self.tokens
        for at, token in enumerate(tokens, start=len(text) + 1):
            self._places.setdefault((token,), []).append(at)
            if at > 1:
                self._places.setdefault((text[-1], token), []).append(at)
            text.append(token)

    def occurrences(self, text: Sequence[int]) -> tuple[int, list[int]]:
        """The length of the longest suffix of `text` that occurs in the tokens before their end. Also the indexes just past its occurrences, the
        latest first. A single occurrence where the match has LONGEST_MATCH tokens."""
        own = text is self.tokens
        for size in (2, 1):
            places = self._places.get(tuple(text[-size:]), []) if len(text) >= size else []
            if found := places[-self._compared - own : len(places) - own]:
                break
        if size == 1:  # none has more in common
            return len(found[:1]), found[::-1]
        longest, ends = 0, []
        for place in reversed(found):
            length, most = size, min(place, len(text), LONGEST_MATCH)
            while length < most and self.tokens[place - length - 1] == text[-length - 1]:
                length += 1
            if length > longest:
                longest, ends = length, []
            if length == longest:
                ends.append(place)
            if length == LONGEST_MATCH:
                break
        return longest, ends


# Texts to copy from beside the present one: earlier replies, and files that a person names. Source of suffix decoding: Oliaro et al. 2024,
# "SuffixDecoding: A Model-Free Approach to Speeding Up Large Language Model Inference".

MOST_TOKENS = 200_000  # of all texts together; the first texts given are kept
LEAST_SHARE = 0.25  # a guess ends where less than this share of its match's occurrences continue as it does
_GAP = -1  # after every text; no token has this id


class MemoryMatch(NamedTuple):
    """What followed a match, in the text of this label."""

    label: str
    tokens: list[int]


class LookupMemory:
    """The texts, (label, tokens) each, up to MOST_TOKENS tokens; `size` is how many were kept. `matched`: the length of the longest match when it
    was last asked."""

    def __init__(self, texts: Iterable[tuple[str, Sequence[int]]]) -> None:
        self._index, self.size, self.matched = SuffixIndex(MOST_CANDIDATES), 0, 0
        self._labels: list[str] = []
        self._starts: list[int] = []
        for label, tokens in texts:
            if kept := tokens[: MOST_TOKENS - self.size]:
                self._labels.append(label)
                self._starts.append(len(self._index.tokens))
                self._index.extend([*kept, _GAP])
                self.size += len(kept)
            if self.size == MOST_TOKENS:
                break

    @property
    def words(self) -> str:
        """What it holds, for messages."""
        return f"it remembers {self.size:,} tokens of {len(self._labels)} text{'s' * (len(self._labels) != 1)}"

    def recall(self, tokens: Sequence[int], most: int, shortest: int) -> MemoryMatch | None:
        """At most `most` tokens after the longest match of the last tokens. Each followed most often there after the guesses before it. None if there
        is no match of `shortest` tokens, or nothing follows it."""
        self.matched, places = self._index.occurrences(tokens)
        guess: list[int] = []
        alike = places if self.matched >= shortest else []
        while alike and len(guess) < most:
            followed = [self._index.tokens[place + len(guess)] for place in alike]
            token, count = Counter(followed).most_common(1)[0]
            if token == _GAP or count < LEAST_SHARE * len(places):
                break
            guess.append(token)
            alike = [place for place, one in zip(alike, followed) if one == token]
        return MemoryMatch(self._labels[bisect_right(self._starts, alike[0]) - 1], guess) if guess else None
