"""The terminal that the app draws on: the last filter before it, and how often to draw."""

import time
from typing import Callable

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from specdeck.decoding.cpu.blas import usable_cores

from ..drawing.clean_text import UNSEEN, clean


class NoControls(LineFilter):
    """The line filter that removes every character that a terminal would obey."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments, of the same widths."""
        if all(segment.text.isprintable() for segment in segments):
            return segments
        return [Segment(_drawn(segment.text), segment.style, segment.control) for segment in segments]


def _drawn(text: str) -> str:
    letters = (letter if clean(letter) == letter and letter not in "\n\t" else UNSEEN * cell_len(letter) for letter in text)
    return text if text.isprintable() else set_cell_size("".join(letters), cell_len(text))


FEW = 4  # cores: decoding on the CPU keeps up to so many busy, and each percent spent drawing is lost to it
SHARE, AMPLE = 0.03, 0.1  # of a core, for the drawing thread: with few cores, and with more
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
