"""How often to draw while tokens are decoded: what drawing takes of the processor is taken from the engine. Knows seconds only."""

from __future__ import annotations

import time
from typing import Callable

from specdeck.decoding.cpu.blas import usable_cores

FEW = 4  # cores: up to so many are all busy with decoding on the CPU, and each percent that is drawn is a percent less to decode
SHARE, AMPLE = 0.03, 0.3  # of a core, for the thread that draws: on few cores and on more
LONGEST = 0.125  # seconds that a drawing may be put off: text that comes more rarely than this does not flow


class Pacing:
    """Rests so long that what the thread did since the rest before is no more than its share. `spent`: its seconds of CPU so far;
    all that it does counts, the drawing after a key too."""

    def __init__(self, spent: Callable[[], float] = time.thread_time, cores: int | None = None) -> None:
        self._spent = spent
        self._share = SHARE if (cores or usable_cores()) <= FEW else AMPLE
        self._before = 0.0

    def rest(self) -> float:
        """Seconds until it is to draw again."""
        before, self._before = self._before, self._spent()
        return min((self._before - before) / self._share, LONGEST)
