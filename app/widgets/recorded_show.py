"""The recorded race in an empty chat: one text twice, plain and drafted, on one time axis."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from specdeck.app.chat.reply import Reply
from specdeck.app.drawing.bars import bar
from specdeck.app.drawing.clean_text import one_line
from specdeck.app.drawing.token_styles import LOOKS
from specdeck.app.records.recorded_race import RecordedRace

from .static_text import put

LABEL, WORDS = 10, 13  # columns before and after a bar
BESIDE = 7  # lines beside the two texts, where the stamp takes one
BARS = ("$origin-recovered", "$origin-accepted")
YOURS = "press any key to start chatting"


class Show(Static):
    """Draws a RecordedRace."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)

    def show(self, race: RecordedRace, rows: int) -> None:
        """Draw the race at its present time in `rows` lines."""
        put(self, Content("\n").join(show_lines(race, max(30, self.content_size.width), rows)))


def show_lines(race: RecordedRace, width: int, rows: int) -> list[Content]:
    """Heading, a bar and the text so far of both replies, and at the end the result."""
    playback = race.playback
    slower = f", {1 / playback.speed:.0f} times slower" if playback.speed < 1 else ""
    room = max(1, (rows - BESIDE - (len(race.stamp) > width)) // 2)
    lines = [Content.styled(one_line(f"A RECORDING{slower}: one text, plain and drafted", width), "bold $origin-faint")]
    for at, lane in enumerate(playback.lanes):
        lines += [_lane(race, at, width), *_text(lane.reply, lane.recording, width, room), Content("")]
    over = playback.at >= playback.length
    lines.append(Content.styled(race.stamp, "bold $success") if over else _legend())
    return [*lines, Content.styled(YOURS, "bold $accent")]


def _legend() -> Content:
    return Content.assemble(("guessed and accepted", LOOKS["accepted"]), "   ", ("the target's own", LOOKS["own"]))


def _lane(race: RecordedRace, at: int, width: int) -> Content:
    """A reply's bar on the common time axis."""
    playback = race.playback
    lane = playback.lanes[at]
    done = playback.at >= lane.seconds
    name = "plain" if at == 0 else one_line(lane.recording.steps[0].event.settings.drafter, LABEL - 2)
    words = f"done, {lane.seconds:.2f} s" if done else f"{len(lane.reply.tokens)} tokens"
    share = min(playback.at, lane.seconds) / max(playback.length, 1e-9)
    return Content.assemble((f"{name:<{LABEL}}", "bold"), bar(share, max(6, width - LABEL - WORDS), BARS[at]), f" {words}")


def _text(reply: Reply, whole: Reply, width: int, most: int) -> list[Content]:
    """The end of the text so far, in as many lines as the whole text takes, up to `most`, so that nothing moves while it
    grows."""
    lines = _wrapped(reply, width)[-most:]
    return lines + [Content("")] * (min(most, len(_wrapped(whole, width))) - len(lines))


def _wrapped(reply: Reply, width: int) -> list[Content]:
    """The tokens in their colours, broken between tokens."""
    lines: list[list[tuple[str, str]]] = [[]]
    used = 0
    for token in reply.tokens:
        text = one_line(token.text)
        cells = Content(text).cell_length
        if used + cells > width:
            lines.append([])
            text, used = text.lstrip(), 0
        lines[-1].append((text, LOOKS["accepted" if token.source == "accepted" else "plain" if token.source == "plain" else "own"]))
        used += cells
    return [Content.assemble(*line) for line in lines]
