"""The conversation, drawn line by line, each token by where it came from. The one widget worth deep work.

Draws only the lines that are seen (Line API), so a frame costs the same at any length. Text was cleaned when it was laid out;
it meets no markup. Follows the tail until it is scrolled up; `end` follows again.
"""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from ..blocks import INDENT, Block, Blocks, source_text
from ..chat import Chat, Reply, Token
from ..flow import NOBODY, Span

CURSOR = "▌"
BAR = "▎ "


class Transcript(ScrollView, can_focus=True):
    """Shows a chat. Posts Pointed when the mouse is on a token, and Picked when it is clicked."""

    BINDINGS = [
        Binding("up", "scroll_up", "Up", show=False),
        Binding("down", "scroll_down", "Down", show=False),
        Binding("pageup", "page_up", "Page up", show=False),
        Binding("pagedown", "page_down", "Page down", show=False),
        Binding("home", "scroll_home", "Beginning", show=False),
        Binding("end", "scroll_end", "Follow", show=False),
    ]
    ORIGINS = ("accepted", "recovered", "bonus", "plain")
    COMPONENT_CLASSES = {
        "transcript--prompt",
        "transcript--bar",
        "transcript--name",
        "transcript--note",
        "transcript--cursor",
        "transcript--own",
        "transcript--hot",
        *(f"transcript--{origin}" for origin in ORIGINS),
    }

    class Pointed(Message):
        """The mouse is on a token of a reply, or (None) on none."""

        def __init__(self, reply: Reply | None, token: Token | None) -> None:
            super().__init__()
            self.reply = reply
            self.token = token

    class Folded(Message):
        """The line of a folded thought was clicked."""

        def __init__(self, reply: Reply) -> None:
            super().__init__()
            self.reply = reply

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.split = False  # the target's own tokens in three classes
        self._blocks = Blocks(1)
        self._chat = Chat()
        self._target = ""
        self._hot: tuple[Reply, int] | None = None  # (reply, round) under the mouse
        self._styles: dict[str, Style] = {}

    def on_mount(self) -> None:
        """Follow the tail from the start."""
        self.anchor()

    def show(self, chat: Chat, target: str) -> None:
        """Bring the drawing up to date with the chat."""
        self._chat, self._target = chat, target
        if self.size.width > 1:
            self._lay_out()

    def show_split(self, split: bool) -> None:
        """Draw recovered, bonus and plain tokens apart, or as one class."""
        self.split = split
        self.refresh()

    def _lay_out(self) -> None:
        before = self._blocks.height
        self._blocks.resize(self._text_width)
        self._blocks.show(self._chat, self._target)
        if self._blocks.height != before:
            self.virtual_size = Size(self._text_width, self._blocks.height)
        self.refresh()

    @property
    def _text_width(self) -> int:
        return max(1, self.scrollable_content_region.width)

    def on_resize(self) -> None:
        """Wrap to the new width."""
        if self.size.width > 1:
            self._lay_out()

    def notify_style_update(self) -> None:
        """Another theme: forget the styles made for the last one."""
        self._styles.clear()
        super().notify_style_update()

    # Drawing

    def render_line(self, y: int) -> Strip:
        """One line of what is seen."""
        line = y + self.scroll_offset.y
        width = self.size.width
        if line >= self._blocks.height:
            return Strip.blank(width, self.rich_style)
        block, row = self._blocks.at(line)
        segments = self._segments(block, row)
        strip = Strip(_selected(segments, self._selected_span(line), self._selection_style()))
        return strip.apply_style(self.rich_style).extend_cell_length(width, self.rich_style).apply_offsets(0, line)

    def _segments(self, block: Block, row: int) -> list[Segment]:
        spans = block.flow.lines[row]
        wrapped = row + 1 < len(block.flow.lines)
        segments = [Segment(BAR, self._style("bar"))] if block.kind in INDENT else []
        for index, span in enumerate(spans):
            hanging = wrapped and index == len(spans) - 1 and span.text.isspace()
            segments.append(Segment(span.text, Style() if hanging else self._span_style(block, span)))
        if block.reply and block.reply.phase == "writing" and block.kind == "reply" and not wrapped:
            segments.append(Segment(CURSOR, self._style("cursor")))
        return segments

    def _span_style(self, block: Block, span: Span) -> Style:
        if block.kind in ("thinking", "reply") and span.owner != NOBODY:
            return self._token_style(block.reply, span.owner)
        if block.kind == "thought":
            return self._style("note") + Style.from_meta({"thought": block.reply.job})
        return self._style(block.kind if block.kind in ("prompt", "name") else "note")

    def _token_style(self, reply: Reply, index: int) -> Style:
        token = reply.tokens[index]
        name = token.source if self.split or token.source == "accepted" else "own"
        style = self._style(name) + Style.from_meta({"token": (reply.job, index)})
        hot = self._hot is not None and self._hot[0] is reply and self._hot[1] == token.round
        return style + self._style("hot") if hot else style

    def _style(self, name: str) -> Style:
        if name not in self._styles:
            self._styles[name] = self.get_component_rich_style(f"transcript--{name}", partial=True)
        return self._styles[name]

    # Selecting

    def _selection_style(self) -> Style:
        return self.screen.get_component_rich_style("screen--selection")

    def _selected_span(self, line: int) -> tuple[int, int] | None:
        selection = self.text_selection
        return selection.get_span(line) if selection else None

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The selected text as it was written, without the breaks that wrapping made."""
        if not self._blocks.list:
            return None
        first = (selection.start.y, selection.start.x) if selection.start else (0, 0)
        last = (selection.end.y, selection.end.x) if selection.end else (self._blocks.height, 0)
        return source_text(self._blocks, self._in_block(*first), self._in_block(*last)), "\n"

    def _in_block(self, line: int, column: int) -> tuple[int, int]:
        """A place of the screen's text, without the bar before a prompt."""
        if line >= self._blocks.height:
            return self._blocks.height - 1, 1 << 30
        return line, max(0, column - INDENT.get(self._blocks.at(line)[0].kind, 0))

    def selection_updated(self, selection: Selection | None) -> None:
        """Draw the selection anew."""
        self.refresh()

    # The mouse

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Name the token under the mouse."""
        self._point(event.style.meta.get("token"))

    def on_leave(self) -> None:
        """No token is under the mouse any more."""
        self._point(None)

    def on_click(self, event: events.Click) -> None:
        """A click on a folded thought opens it."""
        job = event.style.meta.get("thought")
        reply = self._reply(job)
        if reply is not None:
            self.post_message(self.Folded(reply))

    def _point(self, place: tuple[int, int] | None) -> None:
        reply = self._reply(place[0]) if place else None
        token = reply.tokens[place[1]] if reply and place[1] < len(reply.tokens) else None
        hot = (reply, token.round) if token else None
        if hot != self._hot:
            self._hot = hot
            self.refresh()
        self.post_message(self.Pointed(reply, token))

    def _reply(self, job: int | None) -> Reply | None:
        return next((turn.reply for turn in self._chat.turns if turn.reply.job == job), None)


def _selected(segments: list[Segment], span: tuple[int, int] | None, style: Style) -> list[Segment]:
    """The segments with the selected characters restyled; an end of -1 is the line's end."""
    if span is None:
        return segments
    start, end = span
    out, at = [], 0
    for text, before, _ in segments:
        stop = at + len(text)
        low = min(max(start - at, 0), len(text))
        high = len(text) if end == -1 else min(max(end - at, low), len(text))
        pieces = ((text[:low], before), (text[low:high], before + style), (text[high:], before))
        out.extend(Segment(part, look) for part, look in pieces if part)
        at = stop
    return out
