"""The race: the tokens of both lanes as bars on one clock, how fast it is replayed, and at the end the speed-up."""

from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.message import Message
from textual.style import Style

from ..compare.playback import SPEEDS, Playback
from ..compare.race import LETTERS
from ..drawing.content_pieces import bar, large
from ..drawing.figures import counted, duration, speedup
from .text_static import TextStatic

LOOKS = ("$origin-recovered", *["$origin-accepted"] * 3)
WORDS = 26  # cells after a bar
DIGITS = 16  # cells of the speed-up at the end
ROOMY = 75  # columns from which all paces fit into the heading


class Race(TextStatic):
    """Draws a playback. Posts Paced when a pace is clicked."""

    @dataclass
    class Paced(Message):
        speed: float

    ALLOW_SELECT = False

    _shown: object = None

    def show(self, playback: Playback, doubtful: bool = False) -> None:
        shown = (playback.at, playback.speed, playback.playing, doubtful, self.size.width)
        if shown != self._shown:
            self._shown, self.styles.height = shown, 1 + len(playback.lanes)
            self.update(race(playback, self.size.width, doubtful))

    def on_click(self, event: events.Click) -> None:
        speed = event.style.meta.get("speed")
        if speed is not None:
            self.post_message(self.Paced(speed))


def race(playback: Playback, width: int, doubtful: bool = False) -> Content:
    """The heading with the paces, then one line per lane; at the end the speed-up beside them, three lines high."""
    found = speed_up(playback) + "?" * doubtful
    digits = [*(large(found) if playback.over else []), *[""] * (1 + len(playback.lanes))][: 1 + len(playback.lanes)]
    look = "bold $warning" if doubtful or found.startswith("0.") else "bold $success"
    room = width - DIGITS
    lines = [_heading(playback, width, width - len(digits[0])), *(lane_line(playback, at, LETTERS[at].upper(), room, LOOKS[at]) for at in range(len(playback.lanes)))]
    pad = [Content(" " * max(0, width - line.cell_length - len(digit))) if digit else Content("") for line, digit in zip(lines, digits)]
    return Content("\n").join(Content.assemble(line, gap, (digit, look)) for line, gap, digit in zip(lines, pad, digits))


def speed_up(playback: Playback) -> str:
    """Of the fastest side over A, of the texts before their loops; "loop" where that is too little."""
    first, *others = (lane.recording for lane in playback.lanes)
    last = max(others, key=lambda reply: reply.telling.tokens_per_second)
    return "loop" if first.only_loops or last.only_loops else speedup(last.telling.tokens_per_second, first.telling.tokens_per_second)


def _heading(playback: Playback, width: int, room: int) -> Content:
    paces = [_pace(speed, speed == playback.speed) for speed in (SPEEDS if width >= ROOMY else (playback.speed,))]
    way = "space pauses" if playback.playing else "space plays" if not playback.over else "space again"
    about = f"RACE, replayed {playback.pace_words}" if width >= (112 if playback.over else 100) else "RACE"
    heading = Content.assemble((about, "bold $origin-faint"), "  ", *paces, (f"  (f)   {way}", "$origin-faint"))
    steps = "   , . step"  # also at the end, where the speed-up leaves room for it
    return heading + Content.styled(steps, "$origin-faint") if heading.cell_length + len(steps) < room else heading


def _pace(speed: float, chosen: bool) -> Content:
    look = "bold reverse" if chosen else "$origin-faint"
    return Content.styled(f" {speed:g}x ", look).stylize(Style.from_meta({"speed": speed}))


def lane_line(playback: Playback, at: int, name: str, width: int, look: str) -> Content:
    """A lane's bar: its length is the tokens written, so that the faster side is ahead. What it wrote after the first one was done is
    drawn thinner."""
    lane = playback.lanes[at]
    done = playback.at >= lane.seconds
    behind = lane.seconds > playback.first_end and playback.at > playback.first_end
    words = counted(len(lane.reply.tokens), "token") + (f", done at {duration(lane.seconds, playback.length)}" if done else "")
    late = playback.written(lane, playback.first_end) if behind else 1.0
    drawn = bar(playback.written(lane), max(8, width - len(name) - WORDS - 3), look, late)
    return Content.assemble((f"{name} ", "bold"), drawn, f"  {words}")
