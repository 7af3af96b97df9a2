"""The race: both lanes as bars on one clock, and how fast it is replayed."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.message import Message
from textual.style import Style
from textual.widgets import Static

from specdeck.app.compare.playback import SPEEDS, Playback
from specdeck.app.drawing.bars import bar

LOOKS = ("$origin-recovered", "$origin-accepted")
WORDS = 24  # cells after a bar
ROOMY = 75  # columns from which all paces fit into the heading


class Race(Static):
    """Draws a playback. Posts Paced when a pace is clicked."""

    class Paced(Message):
        """A pace was clicked; `speed` is relative to the measured one."""

        def __init__(self, speed: float) -> None:
            super().__init__()
            self.speed = speed

    ALLOW_SELECT = False

    def __init__(self, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)
        self._shown: object = None

    def show(self, playback: Playback) -> None:
        """Draw the lanes at the playback's current time."""
        shown = (playback.at, playback.speed, playback.playing, self.size.width)
        if shown != self._shown:
            self._shown = shown
            self.update(race(playback, self.size.width))

    def on_click(self, event: events.Click) -> None:
        """Post Paced for the pace under the mouse."""
        speed = event.style.meta.get("speed")
        if speed is not None:
            self.post_message(self.Paced(speed))


def race(playback: Playback, width: int) -> Content:
    """The heading with the paces, then one line per lane."""
    lanes = [_lane(playback, at, max(8, width - WORDS - 2)) for at in range(len(playback.lanes))]
    return Content("\n").join([_heading(playback, width), *lanes])


def _heading(playback: Playback, width: int) -> Content:
    paces = [_pace(speed, speed == playback.speed) for speed in (SPEEDS if width >= ROOMY else (playback.speed,))]
    way = "space pauses" if playback.playing else "space plays" if playback.at < playback.length else "space again"
    about = f"RACE, replayed {_slowed(playback.speed)}" if width >= 100 else "RACE, replayed"
    return Content.assemble((about, "bold $origin-faint"), "  ", *paces, (f"  (f)   {way}   , . step", "$origin-faint"))


def _slowed(speed: float) -> str:
    if speed == 1:
        return "at the measured pace"
    return f"{1 / speed:g} times slower than measured" if speed < 1 else f"{speed:g} times faster than measured"


def _pace(speed: float, chosen: bool) -> Content:
    look = "bold reverse" if chosen else "$origin-faint"
    return Content.styled(f" {speed:g}x ", look).stylize(Style.from_meta({"speed": speed}))


def _lane(playback: Playback, at: int, width: int) -> Content:
    """A side's bar on the common time axis: it ends where its reply ended, so that the last frame shows which side was faster."""
    lane = playback.lanes[at]
    done = playback.at >= lane.seconds
    words = f"done at {lane.seconds:.2f} s" if done else f"{len(lane.reply.tokens)} tokens, {playback.at:.2f} s"
    share = min(playback.at, lane.seconds) / max(playback.length, 1e-9)
    return Content.assemble((f"{'AB'[at]} ", "bold"), bar(share, width, LOOKS[at]), f"  {words}")
