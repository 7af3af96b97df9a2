"""A chat drawn line by line, each token coloured by its source.

Draws only the visible lines (Line API), so a frame costs the same at any length. The text was cleaned when it was laid out and is
not read as markup. Follows the end until it is scrolled up. Knows nothing of keys and the mouse: transcript.py.
"""

from __future__ import annotations

from typing import cast

from rich.style import Style
from textual.geometry import Region, Size
from textual.reactive import Reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from ..chat.blocks import Blocks
from ..chat.conversation import Chat
from ..chat.selection import Place, View
from ..chat.token_places import line_of
from ..chat.why_this_token import SURE
from .cached_lines import CachedLines


class DrawnChat(ScrollView):
    """Lays a chat out and draws its visible lines."""

    ORIGINS = ("accepted", "recovered", "bonus", "plain", "chosen")
    COMPONENT_CLASSES = {
        "transcript--prompt",
        "transcript--bar",
        "transcript--name",
        "transcript--note",
        "transcript--cursor",
        "transcript--own",
        "transcript--hot",
        "transcript--picked",
        "transcript--ghost",
        "transcript--dropped",
        "transcript--pending",
        "transcript--code",
        *(f"transcript--{origin}" for origin in ORIGINS),
        *(f"transcript--{word}" for _, word in SURE),
    }

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._view = View()
        self._blocks = Blocks(1)
        self._chat = Chat()
        self._target = ""
        self._looks: tuple[object, ...] = ()  # the parts of the view that lines depend on
        self._lines = CachedLines(self, self._blocks)

    def on_mount(self) -> None:
        """Start by following the end."""
        self.anchor()

    def show(self, chat: Chat, target: str, view: View) -> None:
        """Draw the chat with the view's cursor, colours and ghosts."""
        self._chat, self._target, self._view = chat, target, view
        if self.size.width > 1:
            self._lay_out()

    def reveal(self, place: Place) -> None:
        """Scroll to a token that is out of sight."""
        line = line_of(self._blocks, *place)
        if line is None:
            return
        top, height = self.scroll_offset.y, self.scrollable_content_region.height
        if line < top:
            self.scroll_to(y=line, animate=False)
        elif line >= top + height:
            self.scroll_to(y=line - height + 1, animate=False)

    def _lay_out(self) -> None:
        before, looked = self._blocks.height, self._looks
        self._blocks.resize(self._text_width)
        self._blocks.show(self._chat, self._target, self._view.ghosts, self._view.played, self._view.markdown)
        if self._blocks.height != before:
            self._resize(Size(self._text_width, self._blocks.height))
        self._looks = (self._text_width, self._view.mode, self._view.split, _mark(self._view.cursor), _mark(self._view.place))
        settled = self._blocks.settled if self._looks == looked else 0
        self._lines.keep(settled)
        if settled:
            self.refresh_lines(settled, max(before, self._blocks.height) - settled)
        else:
            self.refresh()

    def _resize(self, size: Size) -> None:
        """The number of lines changed. Textual would lay the whole screen out, but unless the scrollbar appears or disappears
        only its thumb moves."""
        before, room = self.virtual_size, self.scrollable_content_region.height
        if size.width != before.width or size.height < before.height or (before.height > room) != (size.height > room):
            self.virtual_size = size
            return
        following = self.is_vertical_scroll_end
        reactive = cast(Reactive[Size], ScrollView.virtual_size)  # of a class; Textual's annotation covers instances too
        self.set_reactive(reactive, size)
        self.vertical_scrollbar.window_virtual_size = size.height
        if following:
            self.scroll_end(animate=False, immediate=True)

    @property
    def _text_width(self) -> int:
        return max(1, self.scrollable_content_region.width)

    def on_resize(self) -> None:
        """Wrap to the new width."""
        if self.size.width > 1:
            self._lay_out()

    def notify_style_update(self) -> None:
        """Another theme: drop the cached styles."""
        self._lines.clear()
        super().notify_style_update()

    def render_lines(self, crop: Region) -> list[Strip]:
        """The visible lines with their padding. Textual would make every scrolled line anew; here cached lines are reused."""
        top, scrolled, size, (_, background) = self.gutter.top, self.scroll_offset.y, self.size, self.background_colors
        rows = [self._row(y - top, scrolled, size) for y in crop.line_range]
        for filter in self.get_line_filters():
            rows = [row.apply_filter(filter, background) for row in rows]
        return [row.crop(*crop.column_span) for row in rows]

    def render_line(self, y: int) -> Strip:
        """A visible line without its padding, as mouse selection needs it: its text knows its positions."""
        line, left = y + self.scroll_offset.y, self.gutter.left
        strip = self._row(y, self.scroll_offset.y, self.size).crop(left, left + self.size.width)
        return strip.apply_offsets(0, line) if line < self._blocks.height else strip

    def _row(self, y: int, scrolled: int, size: Size) -> Strip:
        """A visible line by its number, counting the padding above and below."""
        if not 0 <= y < size.height:
            return self._lines.blank("ground", self.outer_size.width)
        if (line := y + scrolled) >= self._blocks.height:
            return self._lines.blank("base", size.width)
        if span := self._selected_span(line):
            return self._lines.selected(line, self._view, span, self._selection_style())
        return self._lines.at(line, self._view)

    def _selection_style(self) -> Style:
        """The selection's background alone: a token keeps the colour of its origin. Textual's own foreground would be the
        background's colour (8.2)."""
        return Style(bgcolor=self.screen.get_component_rich_style("screen--selection").bgcolor)

    def _selected_span(self, line: int) -> tuple[int, int] | None:
        selection = self.text_selection
        return selection.get_span(line) if selection else None


def _mark(place: Place | None) -> tuple[int, int] | None:
    """A position as ids, so that comparing it does not compare replies."""
    return place and (id(place[0]), place[1])
