"""The race. It shows the tokens of all lanes as bars on one clock, the replay's speed, and finally the speed-up."""

from typing import Callable, Mapping, Sequence

from textual import events
from textual.content import Content
from textual.style import Style

from ..compare.playback import SPEEDS, Playback
from ..compare.race import LETTERS
from ..compare.result import Run
from ..drawing.content_pieces import bar, large
from ..drawing.figures import counted, duration, speedup
from .text_static import TextStatic

LOOKS = ("$origin-recovered", *["$origin-accepted"] * 3)
WORDS = 26  # cells after a bar
DIGITS = 16  # cells of the speed-up at the end
ROOMY = 75  # columns from which all paces fit into the heading
VERBS: Mapping[str, Callable[[Playback], None]] = {
    "again": Playback.again, "pause": Playback.pause, "play": Playback.pause, "back": lambda race: race.step(-1), "step": lambda race: race.step(1), "pace": Playback.next_speed,
}  # fmt: skip


class Race(TextStatic):
    """Plays the runs of a comparison again, on one clock."""

    ALLOW_SELECT = False

    playback: Playback | None = None  # None before the first comparison
    doubtful = False  # the speed-up cannot be believed
    _runs: Sequence[Run] = ()
    _shown: object = None

    @property
    def moving(self) -> bool:
        return self.playback is not None and self.playback.playing

    def follow(self, runs: Sequence[Run], clock: float) -> None:
        """Play these runs on, or from their beginning if they are others."""
        if runs != self._runs:
            self._runs = runs
            self.playback = Playback(*(run.reply for run in runs)) if runs else None
            if self.playback:
                self.playback.slow_down()
        if self.playback:
            self.playback.tick(clock)

    def show(self) -> None:
        playback, width = self.playback, self.size.width
        shown = playback and (playback.at, playback.speed, playback.playing, self.doubtful, width)
        if playback and shown != self._shown:
            self._shown, self.styles.height = shown, 1 + len(playback.lanes)
            self.update(race(playback, width, self.doubtful))

    def on_click(self, event: events.Click) -> None:
        if self.playback and (speed := event.style.meta.get("speed")):
            self.playback.speed = speed
            self.show()


def race(playback: Playback, width: int, doubtful: bool = False) -> Content:
    """The heading with the paces, then one line per lane; at the end the speed-up beside them, three lines high."""
    found = speed_up(playback) + "?" * doubtful
    count = 1 + len(playback.lanes)
    digits = [*(large(found) if playback.over else []), *[""] * count][:count]
    look = "bold $warning" if doubtful or found.startswith("0.") else "bold $success"
    lines = [_heading(playback, width), *(lane_line(playback, at, LETTERS[at].upper(), width - DIGITS, LOOKS[at]) for at in range(count - 1))]
    gaps = [" " * max(0, width - line.cell_length - len(digit)) * bool(digit) for line, digit in zip(lines, digits)]
    return Content("\n").join(Content.assemble(line, gap, (digit, look)) for line, gap, digit in zip(lines, gaps, digits))


def speed_up(playback: Playback) -> str:
    """Of the fastest side over A, of the texts before their loops; "loop" where that is too little."""
    first, *others = (lane.recording for lane in playback.lanes)
    last = max(others, key=lambda reply: reply.telling.tokens_per_second)
    return "loop" if first.only_loops or last.only_loops else speedup(last.telling.tokens_per_second, first.telling.tokens_per_second)


def _heading(playback: Playback, width: int) -> Content:
    """RACE, the paces, and what space does; how it is replayed where that has room beside the speed-up."""
    paces = [_pace(speed, speed == playback.speed) for speed in (SPEEDS if width >= ROOMY else (playback.speed,))]
    way = "space pauses" if playback.playing else "space plays" if not playback.over else "space again"
    about = f"RACE, replayed {playback.pace_words}" if width >= 112 else "RACE"
    return Content.assemble((about, "bold $origin-faint"), "  ", *paces, (f"  (f)   {way}", "$origin-faint"))


def _pace(speed: float, chosen: bool) -> Content:
    look = "bold reverse" if chosen else "$origin-faint"
    return Content.styled(f" {speed:g}x ", look).stylize(Style.from_meta({"speed": speed}))


def lane_line(playback: Playback, at: int, name: str, width: int, look: str) -> Content:
    """A lane's bar: its length is the tokens written, so that the faster side is ahead."""
    lane = playback.lanes[at]
    words = counted(len(lane.reply.tokens), "token") + (f", done at {duration(lane.seconds, playback.length)}" if playback.at >= lane.seconds else "")
    return Content.assemble((f"{name} ", "bold"), bar(playback.written(lane), max(8, width - len(name) - WORDS - 3), look), f"  {words}")
