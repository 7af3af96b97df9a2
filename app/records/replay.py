"""A recording in place of the engine: its entries come when they came, at the pace they came at, and with their settings.

Stands before the session that it interrupts, whose own reports go through. Knows entries and times; no files, no screens.
"""

from __future__ import annotations

import time
from typing import Callable, Sequence

from specdeck.app.chat.entries import Asked, Branched, Entry, Shown
from specdeck.app.engine.endpoint import Endpoint
from specdeck.app.engine.messages import Command, Failed, Message, Report, Wrote
from specdeck.decoding.types import Settings

PAUSE = 1.0  # seconds between two turns, however long the person thought


class Replay:
    """Plays entries; `over` when the last one was handed out."""

    def __init__(self, live: Endpoint, entries: Sequence[Entry], speed: float = 1.0, now: Callable[[], float] = time.perf_counter) -> None:
        self.live = live
        self.speed = speed
        self._now = now
        self._began: float | None = None  # when it was first asked for
        self._schedule = list(zip(times(entries), entries))
        self._next = 0
        self._shown = next((entry.settings for entry in entries if isinstance(entry, Asked)), live.settings)
        self._skip = False

    @property
    def over(self) -> bool:
        """There is no more to come."""
        return self._next == len(self._schedule)

    @property
    def settings(self) -> Settings:
        """The settings in force where the recording is; setting them sets the session's own."""
        return self._shown

    @settings.setter
    def settings(self, settings: Settings) -> None:
        self.live.settings = settings

    def clock(self) -> float:
        """The recording's time."""
        played, at = self._schedule[max(0, self._next - 1)]
        return _at(at) + max(0.0, self._elapsed() - played)

    def count(self, messages: Sequence[Message], thinking: bool | None) -> int | None:
        """The session's count."""
        return self.live.count(messages, thinking)

    def send(self, command: Command) -> None:
        """Loading goes on meanwhile."""
        self.live.send(command)

    def stop(self, job: int) -> None:
        """Show the end at once."""
        self._skip = True

    def drain(self) -> list[Report | Entry]:
        """What the session reports, and what is due of the recording."""
        reports: list[Report | Entry] = list(self.live.drain())
        elapsed = self._elapsed()
        while not self.over and (self._skip or self._schedule[self._next][0] <= elapsed):
            entry = self._schedule[self._next][1]
            self._shown = entry.event.settings if isinstance(entry, Wrote) else self._shown
            reports.append(entry)
            self._next += 1
        return reports

    def _elapsed(self) -> float:
        if self._began is None:
            self._began = self._now()
        return (self._now() - self._began) * self.speed


def times(entries: Sequence[Entry]) -> list[float]:
    """When each entry is due, in seconds from the first: as it was recorded, but for pauses, and for clocks that began anew."""
    due, total, last = [], 0.0, None
    for entry in entries:
        at = getattr(entry, "at", last)
        if last is not None and at is not None:
            rest = isinstance(entry, (Asked, Branched, Shown))
            total += PAUSE if rest and at != last else max(0.0, at - last)
        last = at
        due.append(total)
    return due


def _at(entry: Entry) -> float:
    return 0.0 if isinstance(entry, Failed) else getattr(entry, "at", 0.0)
