"""How often to draw while tokens are decoded: what drawing takes of the processor is taken from the engine. Knows seconds only."""

from __future__ import annotations

import time
from typing import Callable

SHARE = 0.03  # of a core, for the thread that draws: with two cores each percent of one is about a percent of the tokens a second
LONGEST = 0.125  # seconds that a drawing may be put off: text that comes more rarely than this does not flow


class Pacing:
    """Rests so long that what the thread did since the rest before is no more than its share. `spent`: its seconds of CPU so far;
    all that it does counts, the drawing after a key too."""

    def __init__(self, spent: Callable[[], float] = time.thread_time) -> None:
        self._spent = spent
        self._before = 0.0

    def rest(self) -> float:
        """Seconds until it is to draw again."""
        before, self._before = self._before, self._spent()
        return min((self._before - before) / SHARE, LONGEST)
