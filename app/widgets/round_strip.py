"""The round strip has one cell per round, as high as its tokens. Marks show where a setting changed, and where a reply continues another reply's
rounds. A click selects a round."""

from dataclasses import dataclass
from itertools import groupby
from typing import Iterator, NamedTuple, Sequence

from textual import events
from textual.content import Content
from textual.message import Message

from ..chat.reply import Reply
from ..chat.wording import change
from ..drawing.content_pieces import HEIGHTS
from .text_static import TextStatic

MARK = "┆"


class Cell(NamedTuple):
    """One cell: its character, its look, and the round that a click selects."""

    text: str
    look: str
    round: int | None


class Rounds(TextStatic):
    """One cell per round, the latest rounds that fit."""

    ALLOW_SELECT = False

    @dataclass
    class RoundPicked(Message):
        reply: Reply
        index: int

    picked: int | None = None
    _reply: Reply | None = None
    _drawn: tuple[object, ...] = ()  # the inputs of the last drawing
    _cells: Sequence[Cell] = ()

    def on_resize(self) -> None:
        """Draw for the new width, which a scrollbar of the panel changes too."""
        self.show(self._reply, self.picked)

    def show(self, reply: Reply | None, picked: int | None = None) -> None:
        drawn = (reply and len(reply.rounds), picked, self.size)
        if reply is self._reply and drawn == self._drawn:
            return
        self._reply, self.picked, self._drawn = reply, picked, drawn
        (width, rows), self._cells = self.size, []
        if reply and width * rows:
            self._cells = [*_latest(reply, picked, width * rows)][-width * rows :]
        self.put(Content("\n").join(_line(self._cells[at : at + width]) for at in range(0, len(self._cells), max(1, width))))

    def on_click(self, event: events.Click) -> None:
        place = event.get_content_offset(self)
        at = place.y * self.size.width + place.x if place else len(self._cells)
        if self._reply and at < len(self._cells) and (index := self._cells[at].round) is not None:
            self.post_message(self.RoundPicked(self._reply, index))


def _latest(reply: Reply, picked: int | None, room: int) -> Iterator[Cell]:
    """The latest rounds that could fit, and the marks before them."""
    first = max(0, len(reply.rounds) - room)
    steps = reply.rounds[first:]
    most = max((max(round_.settings.k + 1, len(round_.tokens)) for round_ in steps), default=1)
    for index, round_ in enumerate(steps, first):
        if reply.settings_before(index) is not None or 0 < index == reply.copied:
            yield Cell(MARK, "bold $foreground", None)
        eighths = max(1, round(len(HEIGHTS) * max(1, len(round_.tokens)) / most))
        look = "$origin-accepted" if round_.accepted else "$origin-recovered"
        yield Cell(HEIGHTS[min(len(HEIGHTS), eighths) - 1], f"{look} on $origin-faint" if index == picked else look, index)


def _line(cells: Sequence[Cell]) -> Content:
    """A line of cells; neighbours of one style are joined, because each piece costs drawing time."""
    runs = groupby(cells, key=lambda cell: cell.look)
    return Content.assemble(*(("".join(cell.text for cell in run), look) for look, run in runs))


def last_change(reply: Reply | None) -> str:
    """What the last mark stands for; empty where there is none."""
    if reply is None:
        return ""
    for index in reversed(range(len(reply.rounds))):
        what = ["from your token"] if 0 < index == reply.copied else []
        what += [change(before, reply.rounds[index].settings)] if (before := reply.settings_before(index)) is not None else []
        if what:
            return f"{MARK} round {index + 1}: {', '.join(what)}"
    return ""
