"""Recordings played side by side, at the pace at which they were made."""

from bisect import bisect_right
from itertools import count

from specdeck.decoding.types import Round

from ..chat.reply import Reply

SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0)
WATCHABLE = 5.0  # seconds that a race should last to be followed by eye
HICCUP = 0.25  # seconds: after a longer gap between ticks the playback continues from where it was
_numbers = count(-1, -1)  # job numbers of the lanes' replies, distinct from a session's


class Lane:
    """A recorded reply, and a copy of it as far as it was written at a time. Time begins where the prompt is read and ends after `seconds`, the
    seconds of the reply's tokens per second. So the lanes' lengths compare as their paces."""

    def __init__(self, recording: Reply) -> None:
        self.recording = recording
        self.seconds = recording.stats.decode_seconds
        first = next((at for at, event in enumerate(recording.events) if isinstance(event, Round)), len(recording.events))
        begin, end = recording.events[max(0, first - 1)].at, recording.events[-1].at
        scale = self.seconds / (end - begin) if end > begin else 0.0
        self._moments = [max(0.0, report.at - begin) * scale for report in recording.events]
        self.round_ends = [at for at, event in zip(self._moments, recording.events) if isinstance(event, Round)]
        self._begin()
        self.show(0.0)

    def _begin(self) -> None:
        self.reply, self._shown = Reply(next(_numbers)), 0

    def show(self, at: float) -> None:
        """Set the copy to the reply after so many seconds; only new events are applied, unless it goes back."""
        upto = bisect_right(self._moments, at)
        if upto < self._shown:
            self._begin()
        for event in self.recording.events[self._shown : upto]:
            self.reply.apply(event)
        self._shown = upto


class Playback:
    """Lanes on one clock. `tick` advances it."""

    def __init__(self, *recordings: Reply) -> None:
        self.lanes = tuple(Lane(recording) for recording in recordings)
        self.length = max(lane.seconds for lane in self.lanes)
        self.at = 0.0
        self.speed = 1.0
        self.playing = True
        self._last: float | None = None

    @property
    def over(self) -> bool:
        """Whether every lane is written to its end."""
        return self.at >= self.length

    def written(self, lane: Lane) -> float:
        """The share of the longest reply that a lane has written."""
        return len(lane.reply.tokens) / max(1, *(len(lane.recording.tokens) for lane in self.lanes))

    def tick(self, now: float) -> None:
        passed = 0.0 if self._last is None else min(HICCUP, now - self._last)
        self._last = now
        if self.playing:
            self.seek(self.at + passed * self.speed)

    def seek(self, at: float) -> None:
        """Go to a time of the recordings; at the end the playback stops."""
        self.at = min(max(0.0, at), self.length)
        self.playing = self.playing and self.at < self.length
        for lane in self.lanes:
            lane.show(self.at)

    def pause(self) -> None:
        """Pause or continue; at the end, start again."""
        if self.over:
            return self.again()
        self.playing = not self.playing

    def again(self) -> None:
        self.playing = True
        self.seek(0.0)

    def step(self, by: int) -> None:
        """Pause, and go one round of either side forward or back."""
        self.playing = False
        moments = sorted({0.0, self.length, *(time for lane in self.lanes for time in (*lane.round_ends, lane.seconds))})
        now = bisect_right(moments, self.at) - 1
        earlier = by < 0 and moments[now] < self.at  # within a round: to its beginning
        self.seek(moments[min(max(0, now + (0 if earlier else by)), len(moments) - 1)])

    def slow_down(self) -> None:
        """Choose the pace at which a short race can be followed."""
        self.speed = min((speed for speed in SPEEDS if speed <= 1), key=lambda speed: abs(self.length / speed - WATCHABLE))

    @property
    def pace_words(self) -> str:
        if self.speed == 1:
            return "at the measured pace"
        return f"{1 / self.speed:g} times slower than measured" if self.speed < 1 else f"{self.speed:g} times faster than measured"

    def next_speed(self) -> None:
        """The next pace: slower, as measured, or faster."""
        self.speed = SPEEDS[(SPEEDS.index(self.speed) + 1) % len(SPEEDS)]
