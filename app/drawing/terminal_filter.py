"""The last filter before the terminal: no control or format character is drawn, even if a widget did not clean its text.

Knows Rich's segments; nothing of their content. Widgets that clean their own text show replacements; here characters are dropped,
and a line keeps the width that it was counted with.
"""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from .clean_text import UNSEEN, clean


class NoControls(LineFilter):
    """The line filter that removes every character that a terminal would obey."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments, of the same widths."""
        if all(segment.text.isprintable() for segment in segments):
            return segments
        return [Segment(_drawn(segment.text), segment.style, segment.control) for segment in segments]


def _drawn(text: str) -> str:
    return text if text.isprintable() else set_cell_size("".join(map(_letter, text)), cell_len(text))


def _letter(letter: str) -> str:
    return letter if clean(letter) == letter and letter not in "\n\t" else UNSEEN * cell_len(letter)
