"""A recording that plays in place of the engine, at its recorded pace and with its settings."""

import time
from dataclasses import dataclass
from datetime import date
from typing import Callable, Sequence

from specdeck.decoding.checkpoints import parse, read_regular
from specdeck.decoding.cpu import blas
from specdeck.decoding.types import Round, Settings

from .. import assets
from ..chat.conversation import Chat, fold
from ..chat.entries import Asked, Branched, Entry, Shown
from ..chat.reply import Reply
from ..compare.playback import Playback
from ..drawing.figures import counted, speedup
from ..engine.session import Session
from . import trace

PAUSE = 1.0  # seconds between two turns, whatever they were in the recording


class Replay:
    """Plays entries; `over` after the last."""

    def __init__(self, live: Session, entries: Sequence[Entry], speed: float = 1.0, now: Callable[[], float] = time.perf_counter) -> None:
        self.live, self.gate = live, live.gate
        self.speed = speed
        self.shown_before: Chat | None = None  # the conversation to show again once it is over
        self._now = now
        self._began: float | None = None  # time of the first drain
        self._schedule = list(zip(times(entries), entries))
        self._next = 0
        self._shown = next((entry.settings for entry in entries if isinstance(entry, Asked)), live.settings)
        self._skip = False

    @property
    def over(self) -> bool:
        return self._next == len(self._schedule)

    @property
    def settings(self) -> Settings:
        """The settings in force at this point of the recording; setting them sets the session's own."""
        return self._shown

    @settings.setter
    def settings(self, settings: Settings) -> None:
        self.live.settings = settings

    def clock(self) -> float:
        """Seconds since the recording's start, scaled by its speed."""
        played, at = self._schedule[max(0, self._next - 1)]
        return getattr(at, "at", 0.0) + max(0.0, self._elapsed() - played)

    def stop(self, number: int) -> None:
        self._skip = True

    def drain(self) -> list[Entry]:
        """The entries that are due."""
        due: list[Entry] = []
        elapsed = self._elapsed()
        while not self.over and (self._skip or self._schedule[self._next][0] <= elapsed):
            entry = self._schedule[self._next][1]
            self._shown = entry.settings if isinstance(entry, Round) else self._shown
            due.append(entry)
            self._next += 1
        return due

    def _elapsed(self) -> float:
        if self._began is None:
            self._began = self._now()
        return (self._now() - self._began) * self.speed


def times(entries: Sequence[Entry]) -> list[float]:
    """When each entry is due, in seconds from the first: as recorded, except for pauses between turns and restarted clocks."""
    due, total, last = [], 0.0, None
    for entry in entries:
        at = getattr(entry, "at", last)
        if last is not None and at is not None:
            rest = isinstance(entry, (Asked, Branched, Shown))
            total += PAUSE if rest and at != last else max(0.0, at - last)
        last = at
        due.append(total)
    return due


# The show: one text decoded plainly and drafted by the embedded pair, recorded once, played before anything is loaded.
#
# `python -m assets.traces.record show` records it.

LASTS = 8.0  # seconds of the show, however short the replies were
OPENS = 4  # rounds that the drafted side has written in the first frame, so that it shows both colours


@dataclass(frozen=True, slots=True)
class RecordedRace:
    """A playback of two replies, plain and drafted, and where and when they were measured."""

    playback: Playback
    origin: str

    @property
    def replies(self) -> tuple[Reply, Reply]:
        """The whole replies: plain, drafted."""
        plain, drafted = (lane.recording for lane in self.playback.lanes)
        return plain, drafted

    @property
    def stamp(self) -> str:
        """Return the result of the recording, in its own figures. Where the BLAS is slow, it says that this machine cannot reach them."""
        plain, drafted = self.replies
        same = f"the same {counted(len(plain.ids), 'token')}" if plain.ids == drafted.ids else "different texts"
        here = "; not to be had here without a fast BLAS" if blas.is_slow() else ""
        return f"{same}, {speedup(drafted.stats.tokens_per_second, plain.stats.tokens_per_second)}, measured on {self.origin}{here}"


def recorded_race() -> RecordedRace:
    """The bundled show at its start. Raises TraceError, OSError or ValueError if its files are damaged."""
    origin = parse(read_regular(assets.SHOW_ORIGIN))
    playback = Playback(*(turn.reply for turn in fold(trace.load(assets.TRACES / "show.jsonl")).turns))
    playback.speed = min(1.0, playback.length / LASTS)
    drafted = playback.lanes[1].recording
    playback.seek(drafted.rounds[OPENS - 1].at - drafted.events[0].at)
    return RecordedRace(playback, f"{origin['machine']}, {date.fromisoformat(origin['date']):%d %b %Y}")
