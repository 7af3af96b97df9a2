"""The sweep of k: side B's speed-up over side A at every k with its spread, as figures and as a curve."""

from __future__ import annotations

from typing import Sequence

from textual.content import Content
from textual.widgets import Static

from ..compare.result import Speed
from ..compare.result_words import best_words
from ..compare.trials import Contest
from ..drawing.figures import least_to_most, times

LEVELS = " ▁▂▃▄▅▆▇█"
EIGHTHS = 8  # levels of a row
ROWS = 4  # of words and figures
COLUMN, MARGIN = 10, 5  # cells of a k and before the first


class Sweep(Static):
    """The sweep's table and curve."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)
        self._shown: object = None

    def show(self, contest: Contest) -> None:
        """Draw the values of k measured so far."""
        curve = contest.curve()
        if contest.best:
            self._shown = None
            self.update(Content.assemble((f"fastest here: {contest.best.line}", "bold $success"), ("\nenter takes it, in the chat too", "$origin-faint")))
            return
        now = contest.comparison.b.settings.k if contest.comparison else 0
        rows, width = max(0, self.size.height - ROWS), self.size.width
        shown = (curve, now, rows, width)
        if shown != self._shown:
            self._shown = shown
            self.update(sweep(curve, now, rows, width))


def sweep(curve: Sequence[Speed], now: int, rows: int, width: int) -> Content:
    """k, the speed-up over side A, its spread, and bars of so many rows; what is best. The raced k is marked, and its figure is the
    race's; bars of what is slower than A have the other colour."""
    if not curve:
        return Content("")
    column = min(COLUMN, max(6, (width - MARGIN) // len(curve)))
    most = max(1.0, *(speed.times for speed in curve))
    ks = [Content.styled(f"{f'[{k}]' if k == now else k:>{column}}", "bold" if k == now else "") for k in (speed.settings.k for speed in curve)]
    paces = [Content.styled(f"{times(speed.times):>{column}}", _look(speed)) for speed in curve]
    spreads = [Content.styled(f"{least_to_most(speed.spread) if speed.spread else '':>{column}}", "$origin-faint") for speed in curve]
    heights = [max(1, round(speed.times / most * rows * EIGHTHS)) for speed in curve]
    lines = [
        Content.assemble(("k    ", "bold $origin-faint"), *ks),
        Content.assemble(("B/A  ", "bold $origin-faint"), *paces),
        *([Content.assemble(" " * MARGIN, *spreads)] if column == COLUMN else []),
        *(Content.assemble(" " * MARGIN, *(_cell(*bar, row, column) for bar in zip(curve, heights))) for row in reversed(range(rows))),
    ]
    return Content("\n").join([Content.styled(best_words(curve), "bold"), *lines])


def _cell(speed: Speed, height: int, row: int, column: int) -> Content:
    """The part of a bar in one row, counted from below; `height` in eighths of a row."""
    level = min(EIGHTHS, max(0, height - row * EIGHTHS))
    return Content.styled(f"{LEVELS[level] * 2:>{column}}", _look(speed))


def _look(speed: Speed) -> str:
    return "$origin-accepted" if speed.times >= 1 else "$origin-recovered"
