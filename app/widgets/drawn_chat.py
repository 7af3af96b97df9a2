"""The chat as lines of the terminal, each turn drawn when it changed."""

from functools import partial
from itertools import groupby
from typing import Callable, cast

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.reactive import Reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from ..chat.blocks import INDENT, LOOKS_OF_GUESSES, Block, Blocks
from ..chat.conversation import Chat
from ..chat.reply import Reply
from ..chat.token_places import Place, View, line_of
from ..chat.why_this_token import SURE, sureness
from ..drawing.wrapping import NOBODY, Span

CURSOR = "▌"
BAR = "▎ "
NOT_REVERSED = Style(reverse=False)  # a picked bonus has the picked token's colours, not swapped
LEADING = Style.from_meta({"leading": True})  # keeps two pieces of one style from being joined
StyleOf = Callable[[str], Style]


def segments(block: Block, row: int, view: View, style_of: StyleOf) -> list[Segment]:
    """A row of a block, with the bar before a prompt and the cursor behind a reply that is being written."""
    spans = block.flow.lines[row]
    wrapped = row + 1 < len(block.flow.lines)
    line = [Segment(BAR, style_of("bar"))] if block.kind in INDENT else []
    hanging = spans[-1:] if wrapped and spans and spans[-1].text.isspace() else []
    for style, alike in groupby(spans[: len(spans) - len(hanging)], partial(_span_style, block, view, style_of)):
        line.extend(_words("".join(span.text for span in alike), style))
    line += [Segment(span.text, Style()) for span in hanging]
    if block.reply and block.reply.phase == "writing" and block.kind == "reply" and not wrapped:
        line.append(Segment(CURSOR, style_of("cursor")))
    return line


def _span_style(block: Block, view: View, style_of: StyleOf, span: Span) -> Style:
    if span.owner in LOOKS_OF_GUESSES:
        return style_of(LOOKS_OF_GUESSES[span.owner])
    if block.reply and block.kind in ("thinking", "reply") and span.owner != NOBODY:
        return token_style(block.reply, span.owner, view, style_of)
    return style_of(block.kind if block.kind in ("prompt", "name") else "note")


def token_style(reply: Reply, index: int, view: View, style_of: StyleOf) -> Style:
    """The style of a token: by its source or the target's confidence; the picked one and its round stand out."""
    token = reply.tokens[index]
    origin = token.source if view.split or token.source in ("accepted", "chosen") else "own"
    style = style_of(sureness(token.p) if view.confidence and token.p is not None else origin)
    if view.cursor and view.cursor[0] is reply and view.cursor[1] == index:
        return style + style_of("picked") + NOT_REVERSED
    hot = view.place and view.place[0] is reply and view.token and view.token.round == token.round
    return style + style_of("hot") if hot else style


def _words(text: str, style: Style) -> list[Segment]:
    """Text of one style. The blanks before it are a piece of their own, because some viewers of an exported picture drop blanks
    at the start of a piece."""
    blanks = len(text) - len(text.lstrip(" "))
    pieces = ((text[:blanks], style + LEADING), (text[blanks:], style))
    return [Segment(part, look) for part, look in pieces if part]


def restyled(line: list[Segment], span: tuple[int, int], style: Style) -> list[Segment]:
    """A line with the style added to its characters from the span's start to its end; -1 is the line's end."""
    start, end = span
    out, at = [], 0
    for text, before, _ in line:
        stop = at + len(text)
        low = min(max(start - at, 0), len(text))
        high = len(text) if end == -1 else min(max(end - at, low), len(text))
        pieces = ((text[:low], before), (text[low:high], (before or Style()) + style), (text[high:], before))
        out.extend(Segment(part, look) for part, look in pieces if part)
        at = stop
    return out


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


class DrawnChat(ScrollView):
    """Lays a chat out and draws its visible lines."""

    LOOKS = "prompt bar name note cursor own hot picked ghost dropped pending accepted recovered bonus plain chosen".split()
    COMPONENT_CLASSES = {f"transcript--{look}" for look in (*LOOKS, *(word for _, word in SURE))}

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._view = View()
        self._blocks = Blocks(1)
        self._chat = Chat()
        self._target = ""
        self._looks: tuple[object, ...] = ()  # the parts of the view that lines depend on
        self._lines = CachedLines(self, self._blocks)

    def on_mount(self) -> None:
        self.anchor()

    def show(self, chat: Chat, target: str, view: View) -> None:
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
        self._blocks.show(self._chat, self._target, self._view.ghosts, self._view.played)
        if self._blocks.height != before:
            self._resize(Size(self._text_width, self._blocks.height))
        self._looks = (self._text_width, self._view.confidence, self._view.split, _mark(self._view.cursor), _mark(self._view.place))
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
        """A visible line by its number, counting the padding above and below. What is selected gets the selection's background alone: a token
        keeps the colour of its origin, and Textual's own foreground would be the background's colour (8.2)."""
        if not 0 <= y < size.height:
            return self._lines.blank("ground", self.outer_size.width)
        if (line := y + scrolled) >= self._blocks.height:
            return self._lines.blank("base", size.width)
        if (selection := self.text_selection) and (span := selection.get_span(line)):
            ground = self.screen.get_component_rich_style("screen--selection").bgcolor
            return self._lines.selected(line, self._view, span, Style(bgcolor=ground))
        return self._lines.at(line, self._view)


def _mark(place: Place | None) -> tuple[int, int] | None:
    """A position as ids, so that comparing it does not compare replies."""
    return place and (id(place[0]), place[1])
