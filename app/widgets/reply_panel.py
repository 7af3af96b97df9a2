"""The panel beside the text: how fast the last reply was and why, its rounds, and the selected token or round in full."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from ..actions.slash_commands import CONTROLS
from ..chat.selection import View
from ..deck import Deck
from ..drawing.link import link
from .inspector import Inspector
from .round_detail import Detail
from .round_strip import Rounds, last_change
from .static_text import put
from .statistics_panel import Figures

STEERING = Content("\n").join(
    [Content.styled("KEYS (press tab to leave the prompt)", "bold $origin-faint")]
    + [link(f"{c.key:<5}", c.key_action, "bold $accent") + link(c.short, c.key_action, "$foreground") for c in CONTROLS if c.short]
)


class ReplyPanel(VerticalScroll, can_focus=False):
    """Token, figures, rounds and the selected round; before the first reply the keys instead."""

    def compose(self) -> ComposeResult:
        """The widgets, from top to bottom."""
        yield Inspector(id="inspector")
        yield Figures(id="figures")
        yield Static("ROUNDS", classes="heading strip", markup=False)
        yield Rounds(id="rounds", classes="strip")
        yield Static("", id="change", markup=False)
        yield Detail(id="detail")
        yield Static(STEERING, id="steering", markup=False)

    def inspect(self, view: View) -> None:
        """Draw the selected token."""
        self.query_one(Inspector).show(view)

    def show(self, deck: Deck) -> None:
        """Draw the last reply's figures and rounds, and the selected round."""
        reply, picked = deck.chat.reply, deck.view.round
        self.query_one(Figures).show(deck)
        self.query_one(Rounds).show(reply, picked[1] if picked and picked[0] is reply else None)
        put(self.query_one("#change", Static), Content(last_change(reply)))
        self.query_one(Detail).show(*(picked or (reply, None)))
