"""The figures of the last reply, each with the name of its metric. Nothing here is estimated."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Digits, Static

from specdeck.app.chat.wording import probability
from specdeck.app.deck import Deck
from specdeck.app.drawing.bars import bar

from .lines import put

WIDTH = 18  # cells of the bar
DIGITS = 7  # digits of the pace, padded: Textual lays the whole screen out whenever a width changes
NO_PACE = "-".ljust(DIGITS)


class Figures(Vertical):
    """The panel's pace, speed-up and acceptance of the last reply."""

    def compose(self) -> ComposeResult:
        """Heading, pace, speed-up, acceptance."""
        yield Static("THIS REPLY", classes="heading", markup=False)
        yield Digits(NO_PACE, id="pace")
        yield Static("", id="pace-words", markup=False)
        yield Static("", id="speed-up", markup=False)
        yield Static("", id="acceptance", markup=False)

    def show(self, deck: Deck) -> None:
        """Draw the figures of the last reply."""
        pace, words = pace_of(deck)
        self._tell_pace(NO_PACE if pace is None else f"{pace:.1f}".ljust(DIGITS))
        self._put("pace-words", Content(words))
        self._put("speed-up", speed_up(deck))
        self._put("acceptance", acceptance(deck))

    def _tell_pace(self, value: str) -> None:
        digits = self.query_one(Digits)
        if digits.value != value:
            digits.update(value)

    def _put(self, name: str, content: Content) -> None:
        put(self.query_one(f"#{name}", Static), content)


def pace_of(deck: Deck) -> tuple[float | None, str]:
    """Tokens per second (None before the first), and the period that they are measured over."""
    reply = deck.chat.reply
    if reply is not None and reply.phase == "writing":
        return deck.now(), "tok/s, over the last second"
    return deck.pace, "tok/s, over the whole reply" if deck.pace else "tok/s"


def speed_up(deck: Deck) -> Content:
    """The reply's pace over plain decoding's, and what that was measured on; without a measurement, how to make one."""
    if deck.baseline is None:
        words = "measuring plain decoding…" if deck.measuring else "b measures plain decoding, for a speed-up"
        return Content.styled(words, "$origin-faint")
    base, turns = deck.baseline, len(deck.chat.turns)
    where = "this prompt" if base.turn == turns else "an earlier prompt"
    basis = f"plain: {base.tokens_per_second:.1f} tok/s, measured here\non {base.tokens} tokens of {where}"
    reply = deck.chat.reply
    if reply is None or reply.live or deck.speed_up is None or not reply.stats.drafted:
        return Content.styled(basis, "$origin-faint")
    return Content.assemble((f"{deck.speed_up:.2f}x", "bold"), " plain decoding\n", (basis, "$origin-faint"))


def acceptance(deck: Deck) -> Content:
    """Acceptance rate, tokens per round, and the parts of a round's time."""
    reply = deck.chat.reply
    if reply is None or not reply.stats.rounds:
        return Content("")
    stats, rounds = reply.stats, reply.stats.rounds
    parts: list[object] = []
    if stats.acceptance_rate is not None:
        parts += [_row("acceptance rate", probability(stats.acceptance_rate)), "\n", bar(stats.acceptance_rate, WIDTH, "$origin-accepted")]
        parts += [(f"\n{stats.accepted} accepted of {stats.drafted} drafted\n", "$origin-faint")]
    possible = (stats.drafted + rounds) / rounds  # every guess and the target's own token, on average
    parts += [_row("tokens per round", f"{stats.tokens_per_round:.2f}"), (f" of {possible:.3g} possible\n", "$origin-faint")]
    parts += [_row("draft, verify", f"{1000 * stats.draft_seconds / rounds:.1f}")]
    parts += [(f" {1000 * stats.verify_seconds / rounds:.1f}", "bold"), (" ms", "$origin-faint")]
    return Content.assemble(*parts)


def _row(name: str, value: str) -> Content:
    return Content.assemble(f"{name:<16}", (f"{value:>5}", "bold"))
