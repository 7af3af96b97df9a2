"""The last look at what goes to the terminal: no control or format character is drawn, whichever widget forgot to clean it.

Knows Rich's segments; nothing of what they say. A widget that cleans its own text shows stand-ins; here the rest is dropped, and a line
stays as wide as it was counted.
"""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from .clean import UNSEEN, clean


class NoControls(LineFilter):
    """A line of the screen without what a terminal would obey."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments, of the same widths."""
        if all(segment.text.isprintable() for segment in segments):
            return segments
        return [Segment(_drawn(segment.text), segment.style, segment.control) for segment in segments]


def _drawn(text: str) -> str:
    return text if text.isprintable() else set_cell_size("".join(map(_letter, text)), cell_len(text))


def _letter(letter: str) -> str:
    return letter if clean(letter) == letter and letter not in "\n\t" else UNSEEN * cell_len(letter)
