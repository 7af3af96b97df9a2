"""The figures of the last reply, each with the name of its metric. Nothing here is estimated."""

from __future__ import annotations

import time

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Digits, Static

from specdeck.app.chat.speed import Slower, needed_acceptance
from specdeck.app.chat.wording import ago, probability
from specdeck.app.deck import Deck
from specdeck.app.drawing.bars import bar
from specdeck.app.drawing.link import link

from .chosen_drafter_line import ChoiceLine
from .static_text import put

WIDTH = 18  # cells of the bar
DIGITS = 7  # digits of the pace, padded: Textual lays the whole screen out whenever a width changes
NO_PACE = "-".ljust(DIGITS)


class Figures(Vertical):
    """The panel's pace, speed-up and acceptance of the last reply, and why its drafter was chosen."""

    def compose(self) -> ComposeResult:
        """Heading, pace, speed-up, acceptance, choice."""
        yield Static("THIS REPLY", classes="heading", markup=False)
        yield Digits(NO_PACE, id="pace")
        yield Static("", id="pace-words", markup=False)
        yield Static("", id="speed-up", markup=False)
        yield Static("", id="acceptance", markup=False)
        yield ChoiceLine()

    def show(self, deck: Deck) -> None:
        """Draw the figures of the last reply."""
        pace, words = pace_of(deck)
        self._tell_pace(NO_PACE if pace is None else f"{pace:.1f}".ljust(DIGITS))
        self._put("pace-words", Content(words))
        self._put("speed-up", speed_up(deck))
        self._put("acceptance", acceptance(deck))
        self.query_one(ChoiceLine).show(deck)

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
    """The reply's pace over plain decoding's, and what that was measured on; without a measurement on this prompt, how to get one."""
    reply, x = deck.chat.reply, deck.speed_up
    if deck.recorded:
        return link("no speed-up: this reply was recorded;\nr writes it again here", "screen.do('again')")
    if reply is None or reply.live or deck.measuring or deck.plain_pace is None:
        return _no_ratio(deck)
    basis = f"plain: {deck.plain_pace:.1f} tok/s, measured here\non {deck.baseline.tokens} tokens of this prompt"
    if not reply.stats.drafted:
        return Content.styled(basis, "$origin-faint")
    if x is None:
        return Content.assemble(link("no speed-up: kernels were built during\nthis reply; r writes it again", "screen.do('again')"))
    parts = [(f"{x:.2f}x", "bold"), " plain decoding\n", (basis, "$origin-faint")]
    return Content.assemble(*parts, *_slower(deck.slower))


def _slower(slower: Slower | None) -> list[Content | tuple[str, str]]:
    """Why drafting lost, and the key that tries something else."""
    if slower is None:
        return []
    return [("\nslower here: ", "bold $warning"), (slower.why, ""), link(f"\nn tries /{slower.command}", "screen.do('try')", "$accent"),
            link("\nd lists the other drafters", "screen.drafters")]  # fmt: skip


def _no_ratio(deck: Deck) -> Content:
    """There is no figure for this prompt: how to get one, and what plain decoding was measured at before."""
    if deck.measuring:
        return Content.styled("measuring plain decoding…", "$origin-faint")
    how = link("b measures plain decoding, for a speed-up", "screen.do('baseline')")
    if deck.baseline is None:
        return how
    old = f"\nplain was {deck.baseline.tokens_per_second:.1f} tok/s\non another prompt, {ago(time.time() - deck.baseline.at)}"
    return Content.assemble(how, (old, "$origin-faint dim"))


def acceptance(deck: Deck) -> Content:
    """Acceptance rate, tokens per round, and the parts of a round's time."""
    reply = deck.chat.reply
    if reply is None or not reply.stats.rounds:
        return Content("")
    stats, rounds = reply.stats, reply.stats.rounds
    parts: list[object] = []
    if stats.acceptance_rate is not None:
        parts += [_row("acceptance rate", probability(stats.acceptance_rate)), "\n", bar(stats.acceptance_rate, WIDTH, "$origin-accepted")]
        needed = needed_acceptance(reply, deck.plain_pace) if deck.speed_up else None
        even = "" if needed is None else f"\nbreak-even {probability(max(0.0, needed))}"
        parts += [(f"\n{stats.accepted} accepted of {stats.drafted} drafted{even}\n", "$origin-faint")]
    possible = (stats.drafted + rounds) / rounds  # every guess and the target's own token, on average
    parts += [_row("tokens per round", f"{stats.tokens_per_round:.2f}"), (f" of {possible:.3g} possible\n", "$origin-faint")]
    parts += [_row("draft, verify", f"{1000 * stats.draft_seconds / rounds:.1f}")]
    parts += [(f" {1000 * stats.verify_seconds / rounds:.1f}", "bold"), (" ms", "$origin-faint")]
    return Content.assemble(*parts)


def _row(name: str, value: str) -> Content:
    return Content.assemble(f"{name:<16}", (f"{value:>5}", "bold"))
