"""The first line: tabs, pair, and the current settings."""

from __future__ import annotations

from typing import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from specdeck.decoding.types import Settings

from ..chat.wording import k_words, pace_chip
from ..compare.result import is_plain
from ..deck import Deck
from ..drawing.clean_text import one_line
from .chip import Chip
from .static_text import put
from .tabs import Tabs

SLIM = 75  # columns below which tabs and chips need shorter words


class Title(Horizontal):
    """Tabs and pair, and chips on screens that show settings."""

    def __init__(self, tabs: Sequence[str], active: str, chips: bool, id: str | None = None) -> None:
        super().__init__(id=id)
        self.tabs = Tabs(tabs, active, id="tabs")
        self.chips = chips

    def compose(self) -> ComposeResult:
        """From left to right: the tabs, the pair, the settings in force as chips."""
        yield Static("specdeck", id="brand", markup=False)
        yield self.tabs
        yield Static("", id="pair", markup=False)
        if self.chips:
            yield from self._chips()

    def _chips(self) -> ComposeResult:
        yield Chip("drafter", tooltip="drafter: d, /draft NAME")
        yield Chip("k", steps=True, tooltip="most guesses per round: [ ], /k N, /k auto")
        yield Chip("temperature", steps=True, tooltip="0 is greedy: - =, /temp T")
        yield Chip("rule", tooltip="acceptance rule: R, /rule NAME")
        yield Chip("slowed", tooltip="replies are slowed down: /pace X; a click goes back to full speed")

    def show(self, deck: Deck) -> None:
        """Draw the pair and the current settings."""
        put(self.query_one("#pair", Static), Content(one_line(deck.pair.target if deck.pair else "…", 40)))
        if self.chips:
            slim = 0 < self.size.width < SLIM
            self._show_chips(deck.settings, slim)
            pace, chip = deck.session.gate.pace, self.query_one("#slowed", Chip)
            chip.show(pace_chip(pace))
            chip.display = not pace.full
            self.query_one("#rule", Chip).display = pace.full or not slim  # there is room for one of the two

    def _show_chips(self, settings: Settings, slim: bool) -> None:
        """The settings; where there is little room without arrows, and cut with a sign."""
        for chip in self.query(Chip):
            chip.arrows = chip.steps and not slim
        plain = is_plain(settings)
        self.query_one("#drafter", Chip).show("plain" if plain else "◂ " + one_line(settings.drafter, 8 if slim else 24))
        self.query_one("#k", Chip).show(f"k {k_words(settings)}")
        self.query_one("#temperature", Chip).show(f"T {settings.temperature:g}")
        self.query_one("#rule", Chip).show(one_line(settings.rule, 8) if slim else settings.rule)
