"""What keys and the mouse do in a drawn chat: point at a token, pick one, select text, open a folded thought, walk the branches.

The screen is told by messages and decides what follows. How the chat is drawn: drawn_chat.py.
"""

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
    """Shows a chat. Posts Pointed when the mouse is on a token, Picked when a click chooses one. Keys move the cursor by the screen's `move`, no
    message: of keys that come at once, one that acts on the cursor would be handled before the message."""

    BINDINGS = [
        Binding("left", "screen.move(-1)", "Token", key_display="← →"),
        Binding("right", "screen.move(1)", "Next token", show=False),
        Binding("up", "screen.move(0, -1)", "Up", show=False),
        Binding("down", "screen.move(0, 1)", "Down", show=False),
        Binding("pageup", "page_up", "Page up", show=False),
        Binding("pagedown", "page_down", "Page down", show=False),
        Binding("home", "scroll_home", "Beginning", show=False),
        Binding("end", "scroll_end", "Follow", show=False),
    ]

    @dataclass
    class Pointed(Message):
        """The mouse is on a token of a reply; None where there is no token."""

        place: Place | None

    @dataclass
    class Picked(Message):
        place: Place

    @dataclass
    class BranchesClicked(Message):
        reply: Reply

    @dataclass
    class Folded(Message):
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
        self.styles.pointer = "default" if self._answer(block, place) is None else "pointer"
        self._point(place)

    def on_leave(self) -> None:
        self._point(None)

    def on_click(self, event: events.Click) -> None:
        """A click picks a token; on a folded thought it opens it, under a reply with branches it shows the next one."""
        if (answer := self._answer(*self._under(event))) is not None:
            self.post_message(answer)

    def _answer(self, block: Block | None, place: Place | None) -> Message | None:
        """What a click there posts; None where it does nothing."""
        if block is not None and block.reply is not None and block.kind == "thought":
            return self.Folded(block.reply)
        if block is not None and block.reply is not None and block.kind == "note" and block.branches:
            return self.BranchesClicked(block.reply)
        return None if place is None else self.Picked(place)

    def _under(self, event: events.MouseEvent) -> tuple[Block | None, Place | None]:
        """The block whose text is under the mouse, and the token."""
        at = event.get_content_offset(self)
        block, span = (None, None) if at is None else under(self._blocks, at.y + self.scroll_offset.y, at.x)
        return block, (block.reply, span.owner) if block and block.reply and span and span.owner >= 0 else None

    def _point(self, place: Place | None) -> None:
        if place != self._view.pointed:
            self.post_message(self.Pointed(place))

    # The cursor

    def holds(self, place: Place) -> bool:
        """Whether this transcript shows the place's reply."""
        return any(turn.reply is place[0] for turn in self._chat.turns)

    def moved(self, cursor: Place | None, tokens: int, lines: int) -> Place | None:
        """The position to which a key moves the cursor, by so many tokens or lines; None if there is nothing to pick. With none picked, a
        line key scrolls."""
        if tokens:
            return beside(self._chat, cursor, tokens)
        line = line_of(self._blocks, *cursor) if cursor else None
        if cursor is None or line is None:
            self.scroll_relative(y=lines, animate=False)
            return None
        return above_or_below(self._blocks, cursor, line, lines)
