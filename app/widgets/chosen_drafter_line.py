"""Why the last reply's drafter was chosen, where one chooses among the others; nothing where none does."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from specdeck.app.chat.chosen_drafter import why_chosen
from specdeck.app.deck import Deck

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
