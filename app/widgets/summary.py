"""The figures on one line, and why the drafter was chosen, for terminals that are too narrow for the panel."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from ..deck import Deck
from ..drawing.figures import rate, share, speedup
from .chosen_drafter_line import ChoiceLine, HealthLine
from .round_strip import Rounds
from .static_text import put
from .statistics_panel import before_words, pace_of

GAP = 3  # cells between two figures


class Summary(Vertical):
    """Pace, speed-up, acceptance and the latest rounds, on one line; under it why the drafter was chosen, where one chooses."""

    def compose(self) -> ComposeResult:
        """The figures and the round strip, then the choice."""
        with Horizontal():
            yield Static("", id="figures-line", markup=False)
            yield Rounds()
        yield HealthLine()
        yield ChoiceLine()

    def show(self, deck: Deck) -> None:
        """Draw the figures of the last reply."""
        line = self.query_one("#figures-line", Static)
        put(line, Content(summary(deck, line.content_size.width or None)))
        self.query_one(Rounds).show(deck.chat.reply)
        self.query_one(HealthLine).show(deck)
        self.query_one(ChoiceLine).show(deck)


def summary(deck: Deck, room: int | None = None) -> str:
    """The figures on one line; unknown ones are left out, and so are those that `room` cells do not hold."""
    reply, (now, _) = deck.chat.reply, pace_of(deck)
    if reply is None or not reply.stats.rounds:
        return ""
    stats = reply.stats
    parts = [] if now is None else [rate(now)]
    pace, plain = deck.pace, deck.plain_pace
    if deck.speed_up and pace and plain and stats.drafted and not reply.live:
        parts.append(f"{speedup(pace, plain)} plain{'? (busy)' if deck.machine_was_busy else ''}")
        parts += [f"before: {before_words(deck.before, plain)}"] if deck.before else []
        parts += [f"n tries {deck.slower.words}"] if deck.slower and deck.slower.settings else []
    if stats.acceptance_rate is not None:
        parts.append(f"acceptance rate {share(stats.acceptance_rate)}")
    parts.append(f"{stats.tokens_per_round:.2f} tokens per round")
    return (" " * GAP).join(fitting(parts, room))


def fitting(parts: list[str], room: int | None) -> list[str]:
    """The parts that so many cells hold, one after the other; one that does not fit leaves its room to the next."""
    taken: list[str] = []
    for part in parts:
        if room is None or sum(map(len, taken)) + GAP * len(taken) + len(part) <= room:
            taken.append(part)
    return taken
