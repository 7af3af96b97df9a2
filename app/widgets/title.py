"""The first line: the pair, and the settings in force from the next round on."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from ..clean import one_line
from ..deck import Deck
from .chip import Chip


class Title(Horizontal):
    """Brand, pair and chips."""

    def compose(self) -> ComposeResult:
        """Left to right."""
        yield Static("specdeck", id="brand", markup=False)
        yield Static("", id="pair", markup=False)
        yield Chip("drafter", tooltip="who guesses ahead: d, /draft NAME")
        yield Chip("k", steps=True, tooltip="most guesses a round: [ ], /k N")
        yield Chip("temperature", steps=True, tooltip="0 is greedy: - =, /temp T")
        yield Chip("rule", tooltip="acceptance rule: R, /rule NAME")

    def show(self, deck: Deck) -> None:
        """The settings as they are now."""
        settings = deck.settings
        plain = settings.drafter == "none" or settings.k == 0
        self.query_one("#pair", Static).update(Content(one_line(deck.pair.target if deck.pair else "…", 40)))
        self.query_one("#drafter", Chip).show("plain" if plain else "◂ " + one_line(settings.drafter, 24))
        self.query_one("#k", Chip).show(f"k {settings.k}")
        self.query_one("#temperature", Chip).show(f"T {settings.temperature:g}")
        self.query_one("#rule", Chip).show(settings.rule)
