"""A trail: where a copy left its source, so that it is found again behind a change. Knows positions and tokens, nothing of rounds.

Text that is written out again with changes (a name renamed, a line edited) goes on, behind each change, where the source goes on.
There a single token that is the same says as much as several do anywhere else.
"""

from __future__ import annotations

SPAN = 8  # tokens of the source looked through behind the place where it should go on
LIFE = 12  # tokens after which a trail is cold
LONGEST = 8  # tokens compared backwards at a place
WORTH = 2  # right guesses that a copy found again must bring, else the trail is given up


class Trail:
    """Walks beside a copy, text and source; where they part, says where the source goes on."""

    def __init__(self) -> None:
        self._walk: tuple[int, int] | None = None  # places in text and source up to which they are the same
        self._due = 0  # tokens that must still be the same, else there is no trail
        self._broken: tuple[int, int] | None = None  # places just behind what differed

    def guessed(self, at: int, source: int, resumed: bool) -> None:
        """Tokens from `source` on were guessed for place `at` on; `resumed`: because this trail said so, not a long match."""
        if self._walk != (at, source):
            self._walk, self._due = (at, source), WORTH if resumed else 0

    def follow(self, sequence: list[int]) -> None:
        """Walk on to the end of the text, or to where it parts from the source."""
        if self._walk is None:
            return
        text, source = self._walk
        while text < len(sequence) and sequence[text] == sequence[source]:
            text, source, self._due = text + 1, source + 1, self._due - 1
        self._walk = (text, source)
        if text < len(sequence):
            self._broken = (text + 1, source + 1) if self._due <= 0 else None
            self._walk = None

    def warm(self, place: int) -> bool:
        """Whether a copy may be found again at this place of the text."""
        return self._broken is not None and place - self._broken[0] <= LIFE

    def resume(self, sequence: list[int]) -> int | None:
        """The place in the source to go on from: of those near it that have the text's last token behind them, the one with the
        longest match, then the nearest; None where there is none."""
        end = len(sequence)
        if not self.warm(end):
            return None
        text, source = self._broken
        expected = source + end - text
        places = range(source, min(end - 1, expected + SPAN) + 1)
        length, _, place = max(((_same(sequence, place, end), -abs(place - expected), place) for place in places), default=(0, 0, 0))
        return place if length else None


def _same(sequence: list[int], a: int, b: int) -> int:
    """How many tokens before place `a` are those before place `b`, counted to LONGEST."""
    length = 0
    while length < min(a, LONGEST) and sequence[a - 1 - length] == sequence[b - 1 - length]:
        length += 1
    return length
