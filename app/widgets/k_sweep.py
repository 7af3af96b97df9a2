"""The sweep of k: side B's pace over side A's at every k, as figures and as a curve."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from specdeck.app.compare.trials import Contest

LEVELS = " ▁▂▃▄▅▆▇█"
EIGHTHS = 8  # levels of a row
COLUMN, MARGIN = 6, 5  # cells of a k and before the first


class Sweep(Static):
    """The sweep's table and curve."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)
        self._shown: object = None

    def show(self, contest: Contest) -> None:
        """Draw the values of k measured so far."""
        curve = contest.curve()
        now = contest.comparison.b.settings.k if contest.comparison else 0
        rows, width = max(1, self.size.height - 2), self.size.width
        shown = (curve, now, rows, width)
        if shown != self._shown:
            self._shown = shown
            self.update(sweep(curve, now, max(map(len, contest.sweep.values()), default=0), rows, width))


def sweep(curve: list[tuple[int, float]], now: int, runs: int, rows: int, width: int) -> Content:
    """k, the pace over side A's, and bars of so many rows. The k in force is marked; bars of what is slower than A have the other
    colour. Words that the width has no room for are left out."""
    if not curve:
        return Content("")
    most = max(1.0, *(x for _, x in curve))
    best_k, best = max(curve, key=lambda point: point[1])
    cells = [Content.styled(f"{f'[{k}]' if k == now else k:>{COLUMN}}", "bold" if k == now else "") for k, _ in curve]
    paces = [Content.styled(f"{x:>{COLUMN}.2f}", _look(x)) for _, x in curve]
    heights = [max(1, round(x / most * rows * EIGHTHS)) for _, x in curve]
    best_words = f"   best k {best_k}, {best:.2f}x" if best >= 1 else "   slower than A at every k"
    times = f"   {'one run' if runs == 1 else f'median of {runs}'} each, s adds another"
    room = width - MARGIN - COLUMN * len(curve)
    return Content("\n").join([
        Content.assemble(("k    ", "bold $origin-faint"), *cells, (times if len(times) <= room else "", "$origin-faint")),
        Content.assemble(("x A  ", "bold $origin-faint"), *paces, (best_words if len(best_words) <= room else "", "bold")),
        *(Content.assemble(" " * MARGIN, *map(_cell, curve, heights, [row] * len(curve))) for row in reversed(range(rows))),
    ])  # fmt: skip


def _cell(point: tuple[int, float], height: int, row: int) -> Content:
    """The part of a bar in one row, counted from below; `height` in eighths of a row."""
    level = min(EIGHTHS, max(0, height - row * EIGHTHS))
    return Content.styled(f"{LEVELS[level] * 2:>{COLUMN}}", _look(point[1]))


def _look(x: float) -> str:
    return "$origin-accepted" if x >= 1 else "$origin-recovered"
