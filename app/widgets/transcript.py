"""What keys and the mouse do in a drawn chat: point at a token, pick one, select text, open a folded thought, walk the branches. How the
chat is drawn: drawn_chat.py."""

from dataclasses import dataclass

from textual import events
from textual.binding import Binding
from textual.message import Message
from textual.selection import Selection

from ..chat.blocks import Block
from ..chat.reply import Reply
from ..chat.token_places import Place, above_or_below, beside, line_of, selected_text, under
from .drawn_chat import DrawnChat


class Transcript(DrawnChat, can_focus=True):
    """Shows a chat. Keys, clicks and the mouse pick tokens in its view at once, so that the next key of a burst finds them; then Changed is posted."""

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
        """A click picks a token; on a folded thought it opens it, under a reply with branches it shows the next one."""
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
