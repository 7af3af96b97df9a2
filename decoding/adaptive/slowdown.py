"""How slow the machine is now: other work comes and goes, and its clock changes.

A pass of some width, in tokens, is timed only while that width is used. If the machine was slow when a width was last used, the width
seems slow ever after beside those in use, which are timed anew: on a shared machine `auto` drafted two guesses a round for whole replies
where six gave one and a half times the speed. So a timing is kept divided by the machine's slowdown at that time, and an estimate is
multiplied by the present one. Knows arithmetic; nothing of mlx.
"""

from __future__ import annotations

import statistics
from collections import deque

RECENT = 5  # passes whose median is the slowdown
ENOUGH = 3  # passes before which the factor stays 1
KNOWN = 5  # timings of a width before its passes count: with fewer, a few slow ones would move the width's own median first


class Slowdown:
    """The factor by which passes now take longer than those that the kept timings began with."""

    def __init__(self) -> None:
        self.factor = 1.0
        self._ratios: deque[float] = deque(maxlen=RECENT)

    def learn(self, seconds: float, expected: float | None) -> None:
        """Count one pass and what its width takes at the present factor, in seconds; None where that is not known well."""
        if expected:
            self._ratios.append(self.factor * seconds / expected)
            if len(self._ratios) >= ENOUGH:
                self.factor = statistics.median(self._ratios)
