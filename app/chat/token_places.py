"""Where tokens are in the lines of a conversation. It finds a token's first line, the token under a cell, and the text between two cells."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate
from typing import Iterator, Sequence

from ..drawing.wrapping import Span
from .blocks import INDENT, Block, Blocks
from .conversation import Chat
from .reply import Reply, Token
from .slow_motion import LiveRound, Moment


def line_of(blocks: Blocks, reply: Reply, token: int) -> int | None:
    """The line on which a token begins; None if it is not drawn (folded, or empty)."""
    for start, block in blocks.placed:
        if block.reply is reply and block.kind in ("reply", "thinking"):
            for row, spans in enumerate(block.flow.lines):
                if any(span.owner == token for span in spans):
                    return start + row
    return None


def near(blocks: Blocks, line: int, column: int) -> Place | None:
    """Return the token at a cell of a line, or the token before it on that line. Return None on a line without tokens."""
    block, _ = blocks.at(line)
    if block.kind not in ("reply", "thinking"):
        return None
    found = None
    for at, span in _placed(blocks, line):
        if span.owner >= 0 and (at <= column or found is None):
            found = (block.replied, span.owner)
    return found


def above_or_below(blocks: Blocks, place: Place, line: int, by: int) -> Place:
    """The token above or below this one, which is on `line`. Steps `by` lines at a time to a line with tokens; itself if there is none."""
    column = next(at for at, span in _placed(blocks, line) if span.owner == place[1])
    while 0 <= (line := line + by) < blocks.height:
        if found := near(blocks, line, column):
            return found
    return place


def under(blocks: Blocks, line: int, column: int) -> tuple[Block, Span] | tuple[None, None]:
    """The span of text that covers a cell of a line, and its block; None if no text does."""
    if line < blocks.height:
        for at, span in _placed(blocks, line):
            if at <= column < at + span.cells:
                return blocks.at(line)[0], span
    return None, None


def _placed(blocks: Blocks, line: int) -> Iterator[tuple[int, Span]]:
    """The spans of a line, each with the cell at which it begins."""
    block, row = blocks.at(line)
    at = INDENT.get(block.kind, 0)
    for span in block.flow.lines[row]:
        yield at, span
        at += span.cells


def selected_text(blocks: Blocks, first: tuple[int, int] | None, last: tuple[int, int] | None) -> str:
    """Return the text between two cells (line, column) of the screen as it was written. None stands for the beginning, or for the end."""
    first, last = first or (0, 0), last or (blocks.height, 0)
    return source_text(blocks, _in_block(blocks, *first), _in_block(blocks, *last))


def _in_block(blocks: Blocks, line: int, column: int) -> tuple[int, int]:
    """A place of the screen's text, without the bar before a prompt."""
    if line >= blocks.height:
        return blocks.height - 1, 1 << 30
    return line, max(0, column - INDENT.get(blocks.at(line)[0].kind, 0))


def source_text(blocks: Blocks, first: tuple[int, int], last: tuple[int, int]) -> str:
    """The text between two places (line, character) as it was written, without the newlines of wrapping."""
    parts = []
    begin, end = sorted((first, last))
    for start, block in blocks.placed:
        height = len(block.flow.lines)
        if start + height <= begin[0] or start > end[0]:
            continue
        low = (begin[0] - start, begin[1]) if begin[0] >= start else None
        high = (end[0] - start, end[1]) if end[0] < start + height else None
        parts.append(block.flow.between(low, high))
    return "\n".join(parts)


# The selection in the chat: the token under cursor or mouse, the picked round, and how tokens are coloured.

Place = tuple[Reply, int]  # a reply and the index of a token, or of a round


@dataclass
class View:
    """`confidence`: colours show how sure the target was, not a token's origin. `split`: the target's own tokens in three classes. `ghosts`: rejected
    guesses are shown in the text."""

    cursor: Place | None = None  # the token that keys or a click picked
    pointed: Place | None = None  # the token under the mouse
    picked: Place | None = None  # the round that was clicked in the strip
    confidence: bool = False
    split: bool = False
    ghosts: bool = False
    markdown: bool = False  # finished replies are shown as Markdown
    live_round: LiveRound | None = None  # the last round of a reply that is written slowly, which is played
    played: tuple[Reply, Moment] | None = None  # the reply whose last round is played in its text, and the moment of it
    editing: int | None = None  # the turn whose message is in the prompt, to be asked otherwise
    unanswered: str = ""  # a prompt that the engine refused, to be changed and sent again

    @property
    def place(self) -> Place | None:
        """The token to explain: the one under the mouse, else the cursor's."""
        return self.pointed or self.cursor

    @property
    def token(self) -> Token | None:
        return self.place[0].tokens[self.place[1]] if self.place else None

    @property
    def round(self) -> Place | None:
        """The round to show in full: the explained token's, else the picked one."""
        if self.place and self.place[0].rounds:
            reply, index = self.place
            return reply, reply.tokens[index].round
        return self.picked

    def play(self, writing: Reply | None, clock: float) -> None:
        """Bring the round that is played in the text of the reply being written to its present moment."""
        live = self.live_round
        moment = live.moment(clock) if live and live.reply is writing else None
        self.played = (live.reply, moment) if live and moment else None

    def tidy(self, chat: Chat) -> None:
        """Forget places in replies that are no longer in the chat."""
        self.keep_within([turn.reply for turn in chat.turns])
        if self.picked and self.picked[0] is not chat.reply:  # a round is picked in the last reply's strip
            self.picked = None
        if self.editing is not None and self.editing >= len(chat.turns):
            self.editing = None

    def pick(self, place: Place) -> None:
        """Select the token to explain, wherever the mouse is."""
        self.cursor, self.pointed, self.markdown = place, None, False

    def keep_within(self, replies: Sequence[Reply | None]) -> None:
        """Forget tokens that are in none of these replies any more: going back in a race starts its replies again."""
        for name in ("cursor", "pointed"):
            place = getattr(self, name)
            if place and not any(reply is place[0] and place[1] < len(place[0].tokens) for reply in replies):
                setattr(self, name, None)

    def toggle(self, name: str) -> None:
        """Switch `confidence`, `split`, `ghosts` or `markdown`."""
        setattr(self, name, not getattr(self, name))


def beside(chat: Chat, place: Place | None, by: int) -> Place | None:
    """The token `by` places further, across the replies of the chat. From no place: the last token, or the last reply's first
    one."""
    replies = [turn.reply for turn in chat.turns if turn.reply.tokens]
    if not replies:
        return None
    if place is None:
        return replies[-1], 0 if by > 0 else len(replies[-1].tokens) - 1
    number = next((i for i, reply in enumerate(replies) if reply is place[0]), len(replies) - 1)
    begins = [*accumulate((len(reply.tokens) for reply in replies), initial=0)]
    at = min(max(begins[number] + place[1] + by, 0), begins[-1] - 1)
    number = bisect_right(begins, at) - 1
    return replies[number], at - begins[number]
