"""The chat as lines of the terminal. Each turn is drawn when it changed, or as Markdown. Keys and the mouse point at tokens, pick them and select
text. They also open folded thoughts and walk the branches."""

from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Callable, cast

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.geometry import Size
from textual.message import Message
from textual.reactive import Reactive
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from ..chat.blocks import INDENT, LOOKS_OF_GUESSES, Block, Blocks
from ..chat.conversation import Chat
from ..chat.reply import Reply
from ..chat.token_places import Place, View, above_or_below, beside, line_of, selected_text, under
from ..chat.wording import SURE, sureness
from ..drawing.clean_text import clean
from ..drawing.wrapping import NOBODY, Span

CURSOR = "▌"
BAR = "▎ "
NOT_REVERSED = Style(reverse=False)  # a picked bonus has the picked token's colours, not swapped
StyleOf = Callable[[str], Style]


def segments(block: Block, row: int, view: View, style_of: StyleOf) -> list[Segment]:
    """A row of a block, with the bar before a prompt and the cursor behind an unfinished reply."""
    spans = block.flow.lines[row]
    line = [Segment(BAR, style_of("bar"))] if block.kind in INDENT else []
    line += [Segment("".join(span.text for span in alike), style) for style, alike in groupby(spans, partial(_span_style, block, view, style_of))]
    if block.reply and block.reply.phase == "writing" and block.kind == "reply" and row + 1 == len(block.flow.lines):
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


KEPT = 1000  # drawn lines that are cached


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
        self._styles_of: dict[str, Style] = {}
        self._strips: dict[int, Strip] = {}  # the drawn lines, by their numbers

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
        self._strips = {line: strip for line, strip in self._strips.items() if line < settled}
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
        """Another theme: drop what is cached."""
        self._styles_of.clear()
        self._strips.clear()
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        """A visible line. A selection changes only the background: a token keeps the colour of its origin. Textual's own foreground would be the
        background's colour (8.2)."""
        if (line := y + self.scroll_offset.y) >= self._blocks.height:
            return Strip.blank(self.size.width, self.rich_style)
        if (selection := self.text_selection) and (span := selection.get_span(line)):
            return self._strip(line, span)
        if line not in self._strips:
            if len(self._strips) >= KEPT:
                self._strips.clear()
            self._strips[line] = self._strip(line)
        return self._strips[line]

    def _strip(self, line: int, selected: tuple[int, int] | None = None) -> Strip:
        """A line that knows the positions of its text; `selected`: a stretch of its characters, -1 for the line's end."""
        drawn = segments(*self._blocks.at(line), self._view, self._style)
        if selected:
            text = Text.assemble(*((piece.text, piece.style or "") for piece in drawn), end="")
            start, end = selected
            text.stylize(Style(bgcolor=self.screen.get_component_rich_style("screen--selection").bgcolor), start, None if end == -1 else end)
            drawn = text.render(self.app.console)
        return Strip(drawn).apply_style(self.rich_style).apply_offsets(0, line)

    def _style(self, name: str) -> Style:
        """The style of a token or a part of the chat."""
        if name not in self._styles_of:
            self._styles_of[name] = self.get_component_rich_style(f"transcript--{name}", partial=True)
        return self._styles_of[name]


def _mark(place: Place | None) -> tuple[int, int] | None:
    """A position as ids, so that comparing it does not compare replies."""
    return place and (id(place[0]), place[1])


class RenderedChat(VerticalScroll):
    """Prompts as quotations, and replies without their thinking. HTML is shown as text, and no link is followed."""

    _source = ""

    def show(self, chat: Chat) -> None:
        """Draw the chat. What draws Markdown is imported when it is first shown."""
        from markdown_it import MarkdownIt
        from textual.widgets import Markdown

        parts = []
        for turn in chat.turns:
            prompt, answer = turn.prompt.replace("\n", "\n> "), turn.reply.tokens[turn.reply.thinking :]
            parts += [f"> {prompt}", "".join(token.text for token in answer)]
        source = clean("\n\n".join(parts))
        if source == self._source:
            return
        if not self.query(Markdown):
            self.mount(Markdown(source, parser_factory=lambda: MarkdownIt("gfm-like", {"html": False}), open_links=False))
        elif (markdown := self.query_one(Markdown)).is_mounted:
            markdown.update(source)
        else:
            return
        self._source = source


class Transcript(DrawnChat, can_focus=True):
    """Shows a chat. Keys, clicks and the mouse pick tokens in its view at once, so that a burst's next key finds them. Then it posts Changed."""

    BINDINGS = [
        Binding("left", "move(-1)", "Token", key_display="←→"),
        Binding("right", "move(1)", "Next token", show=False),
        Binding("up", "move(0, -1)", "Up", show=False),
        Binding("down", "move(0, 1)", "Down", show=False),
        Binding("pageup", "page_up", "Page up", show=False),
        Binding("pagedown", "page_down", "Page down", show=False),
        Binding("home", "scroll_home", "Beginning", show=False),
        Binding("end", "scroll_end", "Follow", show=False),
    ]

    class Changed(Message):
        """Another token is picked or pointed at, or a thought was opened or folded."""

    @dataclass
    class BranchesClicked(Message):
        reply: Reply

    # Selecting

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The selected text as it was written, without the line breaks of wrapping."""
        if not self._blocks.list:
            return None
        ends = [(end.y, end.x) if end else None for end in (selection.start, selection.end)]
        return selected_text(self._blocks, *ends), "\n"

    def selection_updated(self, selection: Selection | None) -> None:
        self.refresh()

    # The mouse

    def on_mouse_move(self, event: events.MouseMove) -> None:
        block, place = self._under(event)
        self.styles.pointer = "pointer" if place or _opens(block) or _branches(block) else "default"
        self._point(place)

    def on_leave(self) -> None:
        self._point(None)

    def on_click(self, event: events.Click) -> None:
        """A click picks a token. On a folded thought it opens the thought, and under a reply with branches it shows the next branch."""
        block, place = self._under(event)
        if reply := _opens(block):
            reply.opened = not reply.opened
            self.post_message(self.Changed())
        elif reply := _branches(block):
            self.post_message(self.BranchesClicked(reply))
        elif place:
            self.pick(place)

    def _under(self, event: events.MouseEvent) -> tuple[Block | None, Place | None]:
        """The block whose text is under the mouse, and the token."""
        at = event.get_content_offset(self)
        block, span = (None, None) if at is None else under(self._blocks, at.y + self.scroll_offset.y, at.x)
        return block, (block.reply, span.owner) if block and block.reply and span and span.owner >= 0 else None

    def _point(self, place: Place | None) -> None:
        if place != self._view.pointed:
            self._view.pointed = place
            self.post_message(self.Changed())

    # The cursor

    def pick(self, place: Place) -> None:
        """Select a token and scroll to it."""
        self._view.pick(place)
        self.reveal(place)
        self.post_message(self.Changed())

    def action_move(self, tokens: int, lines: int = 0) -> None:
        """Move the cursor by so many tokens or lines; with no token picked here, a line key scrolls."""
        cursor = self._view.cursor
        if cursor and not any(turn.reply is cursor[0] for turn in self._chat.turns):  # it is in another transcript
            cursor = None
        line = line_of(self._blocks, *cursor) if cursor else None
        if tokens:
            place = beside(self._chat, cursor, tokens)
        elif cursor and line is not None:
            place = above_or_below(self._blocks, cursor, line, lines)
        else:
            place = None
            self.scroll_relative(y=lines, animate=False)
        if place:
            self.pick(place)


def _opens(block: Block | None) -> Reply | None:
    """The reply whose thought a click on this block opens or folds."""
    return block.reply if block and block.kind == "thought" else None


def _branches(block: Block | None) -> Reply | None:
    """The reply of whose branches a click on this block shows the next one."""
    return block.reply if block and block.kind == "note" and block.branches else None
