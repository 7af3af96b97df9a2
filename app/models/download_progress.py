"""A download's progress: how much has arrived, how fast, and the time left. Folds the runner's reports; knows nothing of the hub.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from .background_jobs import Fetched, Fetching

WINDOW = 10.0  # seconds over which the pace is measured


@dataclass
class Download:
    """`state`: "running", "stopped", "failed" or "done". In every state what has arrived is kept. `title`: what it is a part of; `before`
    and `after`: bytes of the parts that came before it and of those to come."""

    name: str
    state: str = "running"
    done: int = 0  # bytes
    total: int = 0
    trouble: str = ""
    title: str = ""
    before: int = 0
    after: int = 0
    _marks: deque[tuple[float, int]] = field(default_factory=deque)  # seconds, bytes

    @property
    def live(self) -> bool:
        """Whether it is running."""
        return self.state == "running"

    def apply(self, report: Fetching) -> None:
        """Fold a progress report."""
        self.done, self.total = report.done, report.total
        self._marks.append((report.at, report.done))
        while self._marks[-1][0] - self._marks[0][0] > WINDOW:
            self._marks.popleft()

    def end(self, report: Fetched) -> None:
        """Fold the report that ends it: done, stopped or failed."""
        self.state = "stopped" if report.stopped else "failed" if report.trouble else "done"
        self.trouble = report.trouble or ""
        self.done = self.total if self.state == "done" else self.done

    @property
    def overall(self) -> tuple[int, int]:
        """Bytes on disk and bytes in all, with those of the other parts; in all 0 while the hub has not told."""
        return self.before + self.done, self.before + self.total + self.after if self.total else 0

    @property
    def pace(self) -> float | None:
        """Bytes per second over the last WINDOW seconds."""
        if len(self._marks) < 2:
            return None
        (began, first), (now, last) = self._marks[0], self._marks[-1]
        return (last - first) / (now - began) if now > began else None

    @property
    def left(self) -> float | None:
        """Seconds left at that pace."""
        return (self.overall[1] - self.overall[0]) / self.pace if self.pace and self.pace > 0 else None
