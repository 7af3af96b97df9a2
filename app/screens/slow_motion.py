"""A round in slow motion: what was drafted, tested and written, step by step."""

import time

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from specdeck.decoding.rules import rule_in_force
from specdeck.decoding.types import Round

from ..actions import saving
from ..chat.reply import Reply
from ..chat.slow_motion import EDGE, Look, Moment, guess_looks, moment_at, moments, stops
from ..chat.wording import judged_words, k_words, quotient_words
from ..drawing.animated_svg import animated_svg
from ..drawing.clean_text import one_line
from ..drawing.content_pieces import LOOKS
from ..drawing.figures import probability
from ..lesson.round_pictures import CELL, LABEL, boxes, fitted, own_text, quoted, row, ruler, written_guesses
from ..notices import Refusal
from ..widgets.text_static import TextStatic
from .base import CommandedApp, Modal

FAINT = "$origin-faint"
VERDICTS: dict[Look, str] = {"pending": "", "accepted": "ACCEPT", "ghost": "REJECT", "dropped": "dropped", "plain": "not tested"}
LINES = 14


class SlowMotion(TextStatic):
    def show(self, step: Round, number: int, moment: Moment) -> None:
        self.put(Content("\n").join(slow_motion(step, number, moment, max(30, self.content_size.width))))


def slow_motion(step: Round, number: int, moment: Moment, width: int) -> list[Content]:
    """The moment in LINES lines, always as many, so that nothing jumps. `number`: the round's in the reply, from 1."""
    settings = step.settings
    sampling = f"T={settings.temperature:g}, {settings.rule}" if settings.temperature else "T=0"
    shown = _window(step, moment, max(1, (width - LABEL) // CELL))
    lines = [
        Content.assemble((f"ROUND {number}", "bold $accent"), f"  {one_line(step.drafter)}, k={k_words(settings)}, {sampling}"),
        *(_draft(step, moment, shown) if shown else [Content("no draft in this round: the target writes one token")]),
        Content(""),
        *_test(step, moment, width),
    ]
    lines += [*[Content("")] * (LINES - 1 - len(lines)), _written(step, moment)]
    return [fitted(line, width) for line in lines]


def _window(step: Round, moment: Moment, room: int) -> range:
    """The positions that fit, with the one under test among them."""
    count = len(step.draft)
    at = moment.testing if moment.testing is not None else moment.guesses - 1
    first = min(max(0, at - room + 1), max(0, count - room))
    return range(first, min(count, first + room))


def _draft(step: Round, moment: Moment, shown: range) -> list[Content]:
    """Draw the visible guesses at these positions, each in its look and with its verdict. A sign stands where there are other positions."""
    seen = [*zip(step.guesses, guess_looks(step, moment))][shown.start : shown.stop]
    empty = [("", FAINT)] * (len(shown) - len(seen))
    numbers = row("position …" if shown.start else "position", [(str(at + 1), FAINT) for at in shown])
    verdict = [(VERDICTS[look], f"{LOOKS[look]} not strike") for _, look in seen]
    return [
        Content.assemble(numbers, ("…" if shown.stop < len(step.draft) else "", FAINT)),
        *boxes([*((quoted(guess), LOOKS[look]) for guess, look in seen), *empty]),
        row("verdict", verdict + empty),
    ]


def _test(step: Round, moment: Moment, width: int) -> list[Content]:
    """p and q of the guess under test, and the position of u."""
    if (at := moment.testing) is None:
        return [Content.styled("the drafter guesses", FAINT)] if step.draft else []
    p, q, u = step.draft_p[at], step.draft_q[at], step.u[at]
    guess = quoted(step.guesses[at])
    if u is None:
        return [Content.assemble(("test ", "bold"), guess, f": {rule_in_force(step.settings.rule, step.settings.temperature).summary}"), Content(f"target p {probability(p)}" + ("" if q is None else f"   drafter q {probability(q)}"))]
    ratio = min(1.0, p / (1.0 if q is None else q))
    told = quotient_words(p, q) if moment.u is None or moment.u < 1 else judged_words(p, q, u, at < step.accepted)
    head = Content.assemble(("test ", "bold"), guess, f": {told}")
    slid = None if moment.u is None else 1.0 - (1.0 - u) * moment.u  # it slides in from the right
    return [head, *ruler(ratio, slid, width)]


def _written(step: Round, moment: Moment) -> Content:
    """The text that this round has written so far, the target's own token at its end."""
    accepted = [(one_line(guess), LOOKS["accepted"]) for guess in written_guesses(step)[: moment.tested]]
    own = own_text(step) if moment.own else None
    source = step.sources[-1] if step.sources else "plain"
    parts = accepted + ([(one_line(own), LOOKS["own"] if source != "bonus" else LOOKS["bonus"])] if own is not None else [])
    why = {"recovered": "recovered: the target's own", "bonus": "bonus: the target's own", "plain": "the target's own"}.get(source, "")
    return Content.assemble((f"{'written':<{LABEL}}", FAINT), *parts, (f"   {why}" if own is not None else "", FAINT))


FRAME = 1 / 12  # seconds between two frames
COLUMNS = 84  # columns of the saved picture
KEYS = "space: pause, play   , . step   left, right: round   x: animated SVG"


class SlowMotionScreen(Modal[None]):
    BINDINGS = [
        ("z", "dismiss(None)", "Close"),
        ("space", "pause", "Pause"),
        ("comma", "step(-1)", "Step back"),
        ("full_stop", "step(1)", "Step"),
        ("left", "turn(-1)", "Earlier"),
        ("right", "turn(1)", "Later"),
        ("x", "svg", "SVG"),
    ]

    def __init__(self, reply: Reply, index: int) -> None:
        super().__init__()
        self.reply = reply
        self._open(index)

    def _open(self, index: int) -> None:
        self.index = index % len(self.reply.rounds)
        self.moments = moments(self.reply.rounds[self.index])
        self.at, self.playing, self._last = 0.0, True, time.monotonic()

    @property
    def length(self) -> float:
        """Seconds until the last moment."""
        return sum(moment.seconds for moment in self.moments[:-1])

    def compose(self) -> ComposeResult:
        with Vertical(classes="box slow-motion"):
            yield SlowMotion(id="slow-motion")
            yield TextStatic(KEYS, classes="keys")

    def begin(self) -> None:
        self.set_interval(FRAME, self.tick)
        self.call_after_refresh(self.draw)

    def tick(self) -> None:
        now = time.monotonic()
        passed, self._last = now - self._last, now
        if self.playing and self.at < self.length:
            self.at += passed
            self.draw()

    def draw(self) -> None:
        if self.whole:
            self.query_one(SlowMotion).show(self.reply.rounds[self.index], self.index + 1, moment_at(self.moments, self.at))

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self.draw)

    def action_pause(self) -> None:
        if self.at >= self.length:
            self._open(self.index)
        else:
            self.playing = not self.playing
        self.draw()

    def action_step(self, by: int) -> None:
        """Pause, and go to the next or the last thing that happens."""
        self.playing = False
        times = stops(self.moments)
        others = [at for at in times if at > self.at + EDGE] if by > 0 else [at for at in times if at < self.at - EDGE][::-1]
        self.at = next(iter(others), self.at)
        self.draw()

    def action_turn(self, by: int) -> None:
        self._open(self.index + by)
        self.draw()

    def action_svg(self) -> None:
        step, number = self.reply.rounds[self.index], self.index + 1
        frames = [(moment.seconds, slow_motion(step, number, moment, COLUMNS)) for moment in self.moments]
        self.app.attempt(saving.put, "round", "svg", animated_svg(frames, COLUMNS, self.app.theme_variables))


def open_slow_motion(app: CommandedApp, reply: Reply | None, index: int) -> None:
    """Play a round of a reply by its index, -1 before the first one has come. Raises Refusal where there is none."""
    if reply is None or not reply.rounds:
        raise Refusal("there is no round to play yet: ask something first")
    app.push_screen(SlowMotionScreen(reply, max(0, index)))
