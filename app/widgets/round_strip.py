"""The round strip: one cell per round, as high as its tokens; a mark where a setting changed, and where a reply goes on from another
one's rounds. A click selects a round."""

from dataclasses import dataclass
from itertools import groupby
from typing import Iterator, NamedTuple

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from specdeck.decoding.types import Round

from ..chat.reply import Reply
from ..chat.wording import change

HEIGHTS = "▁▂▃▄▅▆▇█"
MARK = "┆"


class Cell(NamedTuple):
    """One cell: its character, its look, and the round that a click selects."""

    text: str
    look: str
    round: int | None


class Rounds(Widget):
    """One cell per round, the latest rounds that fit."""

    ALLOW_SELECT = False

    @dataclass
    class RoundPicked(Message):
        reply: Reply
        index: int

    def __init__(self, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.picked: int | None = None
        self._reply: Reply | None = None
        self._seen: tuple[object, ...] = ()
        self._drawn: tuple[object, ...] = ()  # the inputs of the last drawing
        self._cells: list[Cell] = []
        self._content = Content("")

    def show(self, reply: Reply | None, picked: int | None = None) -> None:
        seen = (id(reply), reply and reply.job, reply and len(reply.rounds), picked)  # a replay's copy has the same job
        if seen == self._seen:
            return
        self._seen, self._reply, self.picked = seen, reply, picked
        self.refresh()

    def render(self) -> Content:
        drawn = (self._seen, self.size)
        if drawn != self._drawn:
            self._drawn, self._content = drawn, self._strip(*self.size)
        return self._content

    def _strip(self, width: int, rows: int) -> Content:
        room = width * rows
        self._cells = list(self._last(self._reply, room))[-room:] if self._reply and room else []
        return Content("\n").join(_line(self._cells[at : at + width]) for at in range(0, len(self._cells), max(1, width)))

    def _last(self, reply: Reply, room: int) -> Iterator[Cell]:
        """The latest rounds that could fit, and the marks before them."""
        first, copied = max(0, len(reply.rounds) - room), reply.copied
        steps = reply.rounds[first:]
        most = max((max(round_.settings.k + 1, len(round_.tokens)) for round_ in steps), default=1)
        for index, round_ in enumerate(steps, first):
            if reply.settings_before(index) is not None or 0 < index == copied:
                yield Cell(MARK, "bold $foreground", None)
            yield Cell(_height(round_, most), _look(round_, index == self.picked), index)

    def on_click(self, event: events.Click) -> None:
        place = event.get_content_offset(self)
        at = place.y * self.size.width + place.x if place else len(self._cells)
        if self._reply and at < len(self._cells) and (index := self._cells[at].round) is not None:
            self.post_message(self.RoundPicked(self._reply, index))


def _height(round_: Round, most: int) -> str:
    emitted = max(1, len(round_.tokens))
    return HEIGHTS[min(len(HEIGHTS), max(1, round(len(HEIGHTS) * emitted / most))) - 1]


def _look(round_: Round, picked: bool) -> str:
    return ("$origin-accepted" if round_.accepted else "$origin-recovered") + (" on $origin-faint" if picked else "")


def _line(cells: list[Cell]) -> Content:
    """A line of cells; neighbours of one style are joined, because each piece costs drawing time."""
    runs = groupby(cells, key=lambda cell: cell.look)
    return Content.assemble(*(("".join(cell.text for cell in run), look) for look, run in runs))


def last_change(reply: Reply | None) -> str:
    """What the last mark stands for; empty where there is none."""
    if reply is None:
        return ""
    copied = reply.copied
    for index in reversed(range(len(reply.rounds))):
        what = ["from your token"] if 0 < index == copied else []
        what += [change(before, reply.rounds[index].settings)] if (before := reply.settings_before(index)) is not None else []
        if what:
            return f"{MARK} round {index + 1}: {', '.join(what)}"
    return ""
