"""Whether a drafter's drafts pay better if they end early (early_stop.py) or at the best fixed length: by what rounds of both brought.

The acceptance that Pace counts cannot say it: a draft that ends early reaches its later positions only where it is sure of the earlier
ones. So rounds of both ways are added up as they come, older ones counting less. Drafts end early at first; the way that is not in use is
tried for TRIAL of every EVERY rounds of the drafter, which cost under a hundredth where it is a tenth slower. Knows arithmetic; nothing
of mlx.
"""

from __future__ import annotations

from dataclasses import dataclass

TRIAL, EVERY = 4, 48  # rounds of a drafter
ENOUGH = 16  # rounds of a way before its figures count
FADING = 0.98  # by this factor a round counts less after each further one of the same way
MARGIN = 1.05  # factor by which the other way must be faster


@dataclass
class FadingTotals:
    """Rounds of one way, older ones faded; `seen`: how many there were in all."""

    rounds: float = 0.0
    tokens: float = 0.0
    seconds: float = 0.0
    seen: int = 0

    def add(self, tokens: int, seconds: float) -> None:
        """Count one round."""
        self.rounds, self.tokens, self.seconds = (FADING * total + new for total, new in zip((self.rounds, self.tokens, self.seconds), (1, tokens, seconds)))
        self.seen += 1

    @property
    def rate(self) -> float:
        """Tokens per second."""
        return self.tokens / max(self.seconds, 1e-9)


class EarlyOrFixed:
    """The two ways of one drafter. `in_use`: whether drafts have a fixed length, but for trials."""

    def __init__(self) -> None:
        self._ways = {False: FadingTotals(), True: FadingTotals()}
        self.in_use = False

    @property
    def fixed(self) -> bool:
        """Whether the next draft is to have a fixed length: the way in use, or in a trial the other one."""
        rounds = sum(way.seen for way in self._ways.values())
        return self.in_use != (rounds % EVERY >= EVERY - TRIAL)

    def mean(self, fixed: bool) -> tuple[float, float]:
        """Tokens and seconds of a round of this way."""
        way = self._ways[fixed]
        return way.tokens / way.rounds, way.seconds / way.rounds

    def learn(self, fixed: bool, tokens: int, seconds: float) -> bool:
        """Count a round of one way; returns whether the other way comes into use by it. `seconds`: without the machine's slowdown."""
        self._ways[fixed].add(tokens, seconds)
        used, other = self._ways[self.in_use], self._ways[not self.in_use]
        if other.seen < ENOUGH or other.rate < MARGIN * used.rate:
            return False
        self.in_use = not self.in_use
        return True
