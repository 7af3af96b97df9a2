"""How often to draw while tokens are decoded: drawing takes processor time from the engine. Knows seconds only."""

from __future__ import annotations

import time
from typing import Callable

from specdeck.decoding.cpu.blas import usable_cores

FEW = 4  # cores: decoding on the CPU keeps up to so many busy, and each percent spent drawing is lost to it
SHARE, AMPLE = 0.03, 0.3  # of a core, for the drawing thread: with few cores, and with more
LONGEST = 0.125  # seconds that a frame may be delayed: text drawn less often than this looks choppy


class Pacing:
    """Rests long enough that the thread's work since the last rest is no more than its share. `spent`: the thread's CPU seconds
    so far, all its work included."""

    def __init__(self, spent: Callable[[], float] = time.thread_time, cores: int | None = None) -> None:
        self._spent = spent
        self._share = SHARE if (cores or usable_cores()) <= FEW else AMPLE
        self._before = 0.0

    def rest(self) -> float:
        """Seconds until the next frame."""
        before, self._before = self._before, self._spent()
        return min((self._before - before) / self._share, LONGEST)
