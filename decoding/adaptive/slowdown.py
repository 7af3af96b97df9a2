"""How slow the machine is now: other work comes and goes, and its clock changes.

A width that is out of use keeps the timings of the time when it was last used. If that was a slow time, it looks dear for ever beside the
widths in use, which are timed anew: on a shared machine `auto` drafted two guesses a round for whole replies where six paid twice as much.
So timings are kept divided by the factor by which the machine was slow, and estimates are multiplied by the present one. Knows
arithmetic; nothing of mlx.
"""

from __future__ import annotations

import statistics
from collections import deque

RECENT = 5  # passes whose median says how slow the machine is
ENOUGH = 3  # of them before it counts as neither slow nor fast
KNOWN = 5  # timings of a width that make it a measure: with fewer, the first slow ones would move its median before the factor moves


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
