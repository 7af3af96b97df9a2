"""Why the last reply's drafter was chosen, where one chooses among the others, and whether its guesses are accepted as often as others
measured; nothing where there is nothing to say."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from ..chat.chosen_drafter import why_chosen
from ..chat.drafter_health import reply_health
from ..deck import Deck
from .static_text import put


class ChoiceLine(Static):
    """Stands in the panel, and in narrow terminals under the summary."""

    def __init__(self) -> None:
        super().__init__("", markup=False)

    def show(self, deck: Deck) -> None:
        """Draw the reason; no line without one."""
        why = why_chosen(deck.chat.reply)
        put(self, Content(why))
        self.display = bool(why)


class HealthLine(Static):
    """Stands beside the acceptance, of every drafter with files that guessed often enough."""

    def __init__(self) -> None:
        super().__init__("", markup=False)

    def show(self, deck: Deck) -> None:
        """Draw the lines, those with reasons as a warning; no line without one."""
        reply, pair = deck.chat.reply, deck.pair
        found = reply_health(pair.known, reply.rounds, reply.thinking > 0) if reply and pair and pair.known and not deck.recorded else {}
        lines = [Content.styled(one.of(name if len(found) > 1 else ""), "$warning" if one.reasons else "$origin-faint") for name, one in found.items()]
        put(self, Content("\n").join(lines))
        self.display = bool(lines)
