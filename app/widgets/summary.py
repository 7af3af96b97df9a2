"""The figures on one line, and why the drafter was chosen, for terminals that are too narrow for the panel."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from specdeck.app.chat.wording import probability
from specdeck.app.deck import Deck

from .chosen_drafter_line import ChoiceLine
from .round_strip import Rounds
from .static_text import put
from .statistics_panel import pace_of


class Summary(Vertical):
    """Pace, speed-up, acceptance and the latest rounds, on one line; under it why the drafter was chosen, where one chooses."""

    def compose(self) -> ComposeResult:
        """The figures and the round strip, then the choice."""
        with Horizontal():
            yield Static("", id="figures-line", markup=False)
            yield Rounds()
        yield ChoiceLine()

    def show(self, deck: Deck) -> None:
        """Draw the figures of the last reply."""
        put(self.query_one("#figures-line", Static), Content(summary(deck)))
        self.query_one(Rounds).show(deck.chat.reply)
        self.query_one(ChoiceLine).show(deck)


def summary(deck: Deck) -> str:
    """The figures on one line; unknown ones are left out."""
    reply, (pace, _) = deck.chat.reply, pace_of(deck)
    if reply is None or not reply.stats.rounds:
        return ""
    stats = reply.stats
    parts = [] if pace is None else [f"{pace:.1f} tok/s"]
    if deck.speed_up and stats.drafted and not reply.live:
        parts.append(f"{deck.speed_up:.2f}x plain" + (f" (n tries {deck.slower.command})" if deck.slower else ""))
    if stats.acceptance_rate is not None:
        parts.append(f"acceptance rate {probability(stats.acceptance_rate)}")
    return "   ".join([*parts, f"{stats.tokens_per_round:.2f} tokens per round"])
