"""Lookup: guess that what followed the last few tokens before follows them again, in the prompt or in the reply itself."""

from __future__ import annotations

from typing import Iterator

import mlx.core as mx

from ..accept import NO_DRAFT, Draft
from ..types import Settings
from .base import Ask
from .suffix import SuffixIndex


class LookupDrafter:
    """Point guesses from the longest earlier match of at least `lookup_min` tokens, at most `lookup_max` of them; needs no model.

    The index is brought up to date only when asked for a guess: a drafter that is not in force costs nothing.
    """

    name = "lookup"

    def __init__(self) -> None:
        self.reset()

    def begin(self, sequence: list[int], checkpoint: int) -> None:
        if self._index.tokens != sequence[: len(self._index.tokens)]:
            self.reset()

    def join(self, settings: Settings) -> Iterator[int]:
        return iter(())

    def propose(self, ask: Ask) -> Draft:
        guess = self.guess(ask.sequence, min(ask.room, ask.settings.lookup_max), ask.settings.lookup_min)
        return Draft(self.name, mx.array(guess, mx.uint32)) if guess else NO_DRAFT

    def guess(self, sequence: list[int], most: int, shortest: int) -> list[int]:
        """At most `most` tokens that followed the longest earlier match of the sequence's end; none below `shortest`.

        Where the match runs into the end of the text, which then repeats itself, the guess goes on repeating it.
        """
        index = self._index
        index.extend(sequence[len(index.tokens) :])
        if index.length < shortest or most < 1:
            return []
        guess = sequence[index.end : index.end + most]
        period = len(sequence) - index.end
        while len(guess) < most:
            guess.append(guess[len(guess) - period])
        return guess

    def observe(self, upto: int) -> None: ...

    def reset(self) -> None:
        self._index = SuffixIndex()
