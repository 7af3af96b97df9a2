"""The round strip: one cell a round, as high as its tokens; a mark where a setting changed. Click a cell for its round."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.message import Message
from textual.style import Style
from textual.widget import Widget

from ..chat import Reply, Step
from ..words import change

HEIGHTS = "▁▂▃▄▅▆▇█"
MARK = "┆"


class Rounds(Widget):
    """The last rounds of a reply, as many as there is room for."""

    ALLOW_SELECT = False

    class Picked(Message):
        """A round was clicked."""

        def __init__(self, reply: Reply, index: int) -> None:
            super().__init__()
            self.reply = reply
            self.index = index

    def __init__(self, id: str | None = None, classes: str | None = None, rows: int = 3) -> None:
        super().__init__(id=id, classes=classes)
        self.rows = rows
        self.picked: int | None = None
        self._reply: Reply | None = None
        self._seen: tuple[object, ...] = ()
        self._drawn: tuple[object, ...] = ()  # what the content was made for
        self._content = Content("")

    def show(self, reply: Reply | None, picked: int | None = None) -> None:
        """The rounds as they are now."""
        seen = (reply and reply.job, reply and len(reply.steps), picked)
        if seen == self._seen:
            return
        before = self.render()
        self._seen, self._reply, self.picked = seen, reply, picked
        self.refresh(layout=self.render().plain.count("\n") != before.plain.count("\n"))  # a layout draws every widget again

    def render(self) -> Content:
        """Cells from the oldest that fits to the newest."""
        drawn = (self._seen, width := max(1, self.size.width or 32))
        if drawn != self._drawn:
            self._drawn, self._content = drawn, self._strip(width)
        return self._content

    def _strip(self, width: int) -> Content:
        if self._reply is None or not self._reply.steps:
            return Content("")
        cells = self._cells(self._reply.steps[-width * self.rows :], max(0, len(self._reply.steps) - width * self.rows))
        cells = cells[-width * self.rows :]
        lines = [Content.assemble(*cells[at : at + width]) for at in range(0, len(cells), width)]
        return Content("\n").join(lines)

    def _cells(self, steps: list[Step], first: int) -> list[Content]:
        most = max(max(step.event.settings.k + 1, len(step.event.tokens)) for step in steps)
        cells = []
        for index, step in enumerate(steps, first):
            if step.before is not None:
                cells.append(Content.styled(MARK, "bold $foreground"))
            cells.append(self._cell(index, step, most))
        return cells

    def _cell(self, index: int, step: Step, most: int) -> Content:
        emitted = max(1, len(step.event.tokens))
        height = HEIGHTS[min(len(HEIGHTS), max(1, round(len(HEIGHTS) * emitted / most))) - 1]
        look = "$origin-accepted" if step.event.accepted else "$origin-recovered"
        style = Style.from_meta({"round": index})
        return Content.styled(height, look + (" on $origin-faint" if index == self.picked else "")).stylize(style)

    def on_click(self, event: events.Click) -> None:
        """Tell which round it was."""
        index = event.style.meta.get("round")
        if index is not None and self._reply is not None:
            self.post_message(self.Picked(self._reply, index))


def last_change(reply: Reply | None) -> str:
    """The last mark in words."""
    for index in range(len(reply.steps) - 1 if reply else -1, -1, -1):
        step = reply.steps[index]
        if step.before is not None:
            return f"{MARK} round {index + 1}: {change(step.before, step.event.settings)}"
    return ""
