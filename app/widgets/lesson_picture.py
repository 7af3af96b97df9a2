"""The lesson's picture: lines of styled text, drawn for the current width."""

from __future__ import annotations

from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from ..lesson.page import Picture
from ..lesson.round_pictures import fitted

MOST = 110  # columns above which a picture gains nothing
FRAME, SWEEP = 1 / 15, 0.8  # seconds between two frames of a sweep, and of all of it


class Stage(Static):
    """Draws one Picture. What does not fit ends in an ellipsis."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)
        self.shown_lines: list[Content] = []
        self._picture: Picture = lambda width: []
        self._width = 0  # columns that it is drawn for
        self._edge = 0.0  # columns that the sweep has passed
        self._swept: set[int] = set()  # the lines that appear from left to right
        self._sweeping: Timer | None = None

    def show(self, picture: Picture) -> None:
        """Draw a picture, if it or the width changed."""
        width, before = min(MOST, self.content_size.width or 74), self.shown_lines
        self._picture, self._width = picture, width
        self.shown_lines = [fitted(line, width) for line in picture(width)]
        if not _same(self.shown_lines, before):
            self._end_sweep()
            self.update(Content("\n").join(self.shown_lines))

    def sweep(self, before: list[Content]) -> None:
        """Let what differs from the lines of the picture before appear from left to right, as a draft is made and judged."""
        if self.app.animation_level != "none":
            self._swept = {at for at, line in enumerate(self.shown_lines) if not _same([line], before[at : at + 1])}
            self._edge = 0.0
            self._sweeping = self._sweeping or self.set_interval(FRAME, self._move)

    def _move(self) -> None:
        self._edge += self._width * FRAME / SWEEP
        cut = [line.truncate(int(self._edge)) if at in self._swept else line for at, line in enumerate(self.shown_lines)]
        if self._edge >= self._width:
            self._end_sweep()
        self.update(Content("\n").join(cut))

    def _end_sweep(self) -> None:
        if self._sweeping:
            self._sweeping.stop()
            self._sweeping = None

    def on_resize(self) -> None:
        """Draw for the new width; a new screen has its width only after the first drawing."""
        if self._width != min(MOST, self.content_size.width):
            self.show(self._picture)


def _same(lines: list[Content], others: list[Content]) -> bool:
    return len(lines) == len(others) and all(line.is_same(other) for line, other in zip(lines, others))
