"""A moment of a round as lines: the guesses, the test of one of them, what was written."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from ..chat.reply import ShownRound
from ..chat.slow_motion import Look, Moment, guess_looks, rule_words
from ..chat.wording import judged_words, quotient_words
from ..drawing.clean_text import one_line
from ..drawing.figures import probability
from ..drawing.token_styles import LOOKS
from ..lesson.round_pictures import CELL, LABEL, boxes, fitted, own_text, quoted, row, ruler
from .static_text import put

FAINT = "$origin-faint"
VERDICTS: dict[Look, str] = {"pending": "", "accepted": "ACCEPT", "ghost": "REJECT", "dropped": "dropped", "plain": "not tested"}
LINES = 14
NO_DRAFT = "no draft in this round: the target writes one token"


class SlowMotion(Static):
    """Draws a moment of a round."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)

    def show(self, step: ShownRound, moment: Moment) -> None:
        """Draw the moment for the present width."""
        put(self, Content("\n").join(slow_motion(step, moment, max(30, self.content_size.width))))


def slow_motion(step: ShownRound, moment: Moment, width: int) -> list[Content]:
    """The moment in LINES lines, always as many, so that nothing jumps."""
    event, settings = step.event, step.event.settings
    sampling = f"T={settings.temperature:g}, {settings.rule}" if settings.temperature else "T=0"
    shown = _window(step, moment, max(1, (width - LABEL) // CELL))
    looks = guess_looks(step, moment)
    seen = [_cell(step, at, looks) for at in shown]
    lines = [
        Content.assemble((f"ROUND {event.index + 1}", "bold $accent"), f"  {one_line(event.drafter)}, k={settings.k}, {sampling}"),
        *([Content(NO_DRAFT)] if not seen else [_positions(shown, len(event.draft)), *boxes(seen), row("verdict", [_verdict(looks, at) for at in shown])]),
        Content(""),
        *_test(step, moment, width),
    ]
    lines += [*[Content("")] * (LINES - 1 - len(lines)), _written(step, moment)]
    return [fitted(line, width) for line in lines]


def _window(step: ShownRound, moment: Moment, room: int) -> range:
    """The positions that fit, with the one under test among them."""
    count = len(step.event.draft)
    at = moment.testing if moment.testing is not None else moment.guesses - 1
    first = min(max(0, at - room + 1), max(0, count - room))
    return range(first, min(count, first + room))


def _positions(shown: range, count: int) -> Content:
    """The numbers of the positions that fit, with a sign where there are others."""
    before, after = " …" if shown.start else "", "…" if shown.stop < count else ""
    return Content.assemble(row(f"position{before}", [(str(at + 1), FAINT) for at in shown]), (after, FAINT))


def _cell(step: ShownRound, at: int, looks: list[Look]) -> tuple[str, str]:
    """A guess in its look, nothing while it is not there yet."""
    return (quoted(step.guesses[at]), LOOKS[looks[at]]) if at < len(looks) else ("", FAINT)


def _verdict(looks: list[Look], at: int) -> tuple[str, str]:
    return (VERDICTS[looks[at]], f"{LOOKS[looks[at]]} not strike") if at < len(looks) else ("", FAINT)


def _test(step: ShownRound, moment: Moment, width: int) -> list[Content]:
    """p and q of the guess under test, and the position of u."""
    at, event = moment.testing, step.event
    if at is None:
        return [Content.styled("the drafter guesses", FAINT)] if event.draft else []
    p, q, u = event.draft_p[at], event.draft_q[at], event.u[at]
    guess = quoted(step.guesses[at])
    if u is None:
        return [Content.assemble(("test ", "bold"), guess, f": {rule_words(event)}"), Content(f"target p {probability(p)}" + ("" if q is None else f"   drafter q {probability(q)}"))]
    ratio = min(1.0, p / (1.0 if q is None else q))
    told = quotient_words(p, q) if moment.u is None or moment.u < 1 else judged_words(p, q, u, at < event.accepted)
    head = Content.assemble(("test ", "bold"), guess, f": {told}")
    slid = None if moment.u is None else 1.0 - (1.0 - u) * moment.u  # it slides in from the right
    return [head, *ruler(ratio, slid, width)]


def _written(step: ShownRound, moment: Moment) -> Content:
    """The text that this round has written so far, the target's own token at its end."""
    accepted = [(one_line(guess), LOOKS["accepted"]) for guess in step.guesses[: min(moment.tested, step.event.accepted)]]
    own = own_text(step) if moment.own else None
    source = step.event.sources[-1] if step.event.sources else "plain"
    parts = accepted + ([(one_line(own), LOOKS["own"] if source != "bonus" else LOOKS["bonus"])] if own is not None else [])
    why = {"recovered": "recovered: the target's own", "bonus": "bonus: the target's own", "plain": "the target's own"}.get(source, "")
    return Content.assemble((f"{'written':<{LABEL}}", FAINT), *parts, (f"   {why}" if own is not None else "", FAINT))
