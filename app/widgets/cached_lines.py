"""The transcript's lines as strips, each drawn once and kept until what it shows changes.

Knows blocks, and from the widget its styles and its size; what a line says and in which styles is transcript_line.py's business.
"""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from ..chat.blocks import Blocks
from ..chat.selection import View
from .transcript_line import restyled, segments

KEPT = 1000  # drawn lines that are cached


class CachedLines:
    """The lines of `blocks`, as wide as `widget` and with its padding at both sides."""

    def __init__(self, widget: Widget, blocks: Blocks) -> None:
        self._widget, self._blocks = widget, blocks
        self._styles: dict[str, Style] = {}
        self._strips: dict[int, Strip] = {}
        self._blanks: dict[tuple[str, int], Strip] = {}  # by style and width

    def keep(self, count: int) -> None:
        """Only the first `count` lines are still as they were drawn."""
        self._strips = {line: strip for line, strip in self._strips.items() if line < count}

    def clear(self) -> None:
        """The theme is another one: nothing is as it was drawn."""
        self._styles.clear()
        self._strips.clear()
        self._blanks.clear()

    def at(self, line: int, view: View) -> Strip:
        """A line of the blocks."""
        if line not in self._strips:
            if len(self._strips) >= KEPT:
                self._strips.clear()
            self._strips[line] = self._strip(self._segments(line, view))
        return self._strips[line]

    def selected(self, line: int, view: View, span: tuple[int, int], style: Style) -> Strip:
        """The line with this style added to its characters from the span's start to its end; -1 is the line's end."""
        return self._strip(restyled(self._segments(line, view), span, style))

    def _segments(self, line: int, view: View) -> list[Segment]:
        return segments(*self._blocks.at(line), view, self.style)

    def _strip(self, drawn: list[Segment]) -> Strip:
        base, width = self.style("base"), self._widget.size.width
        return self._padded(Strip(drawn).apply_style(base).extend_cell_length(width, base))

    def blank(self, look: str, width: int) -> Strip:
        """A blank line in `base`, the text's style, or in `ground`, its surroundings'; the same object every time, because Textual caches
        what it makes of it."""
        if (look, width) not in self._blanks:
            blank = Strip.blank(width, self.style(look))
            self._blanks[look, width] = self._padded(blank) if look == "base" else blank
        return self._blanks[look, width]

    def _padded(self, strip: Strip) -> Strip:
        gutter = self._widget.gutter
        return strip.crop_pad(self._widget.size.width, gutter.left, gutter.right, self.style("ground"))

    def style(self, name: str) -> Style:
        """A style by its name; `base` is under all others, `ground` is the background around it."""
        if name not in self._styles:
            self._styles[name] = self._look(name)
        return self._styles[name]

    def _look(self, name: str) -> Style:
        if name == "ground":
            return Style(bgcolor=self.style("base").bgcolor)
        return self._widget.rich_style if name == "base" else self._widget.get_component_rich_style(f"transcript--{name}", partial=True)
