"""The first line of a screen: tabs, pair, and the settings in force as chips."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.style import Style

from specdeck.decoding.types import Settings

from ..chat.wording import k_words, pace_chip
from ..compare.result import is_plain
from ..deck import Deck
from ..drawing.clean_text import one_line
from ..settings.setting_table import CHIPS
from .textual_widgets import TextStatic


class Tabs(TextStatic):
    """One name per screen. Posts Opened when one is clicked."""

    @dataclass
    class Opened(Message):
        label: str

    ALLOW_SELECT = False

    def __init__(self, labels: Sequence[str], active: str, id: str | None = None) -> None:
        super().__init__(Content.assemble(*(_tab(label, label == active) for label in labels)), id)

    def on_click(self, event: events.Click) -> None:
        label = event.style.meta.get("tab")
        if label is not None:
            self.post_message(self.Opened(label))


def _tab(label: str, active: bool) -> Content:
    look = "bold reverse $primary" if active else "$origin-faint"
    return Content.styled(f" {label} ", look).stylize(Style.from_meta({"tab": label}))


class Chip(TextStatic):
    """Shows `text`. Posts Pressed; a stepping chip says which side was clicked, others step by 1."""

    @dataclass
    class Pressed(Message):
        """The chip was clicked. `step`: -1 on the left half of a stepping chip, else 1."""

        chip: Chip
        step: int

    ALLOW_SELECT = False

    def __init__(self, id: str, steps: bool = False, tooltip: str = "", arrows: bool = True) -> None:
        super().__init__(id=id)
        self.steps = steps
        self.arrows = steps and arrows
        self.tooltip = tooltip
        self._shown = ""

    def show(self, text: str) -> None:
        drawn = f"‹ {text} ›" if self.arrows else text
        if drawn != self._shown:
            self._shown = drawn
            self.update(Content(drawn))

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Pressed(self, -1 if self.steps and event.x < self.size.width // 2 else 1))


SLOWED = "slowed"  # the chip of the pace, which is there where that is not full
SLIM = 75  # columns below which tabs and chips need shorter words


class Title(Horizontal):
    """Tabs and pair, and chips on screens that show settings."""

    def __init__(self, tabs: Sequence[str], active: str, chips: bool, id: str | None = None) -> None:
        super().__init__(id=id)
        self.tabs = Tabs(tabs, active, id="tabs")
        self.chips = chips

    def compose(self) -> ComposeResult:
        yield TextStatic("specdeck", id="brand")
        yield self.tabs
        yield TextStatic(id="pair")
        if self.chips:
            yield from self._chips()

    def _chips(self) -> ComposeResult:
        for row in CHIPS:
            yield Chip(row.field, steps=bool(row.steps[0]), tooltip=row.chip)
        yield Chip(SLOWED, tooltip="replies are slowed down: /pace X; a click goes back to full speed")

    def show(self, deck: Deck) -> None:
        self.query_one("#pair", TextStatic).put(Content(one_line(deck.pair.target if deck.pair else "…", 40)))
        if self.chips:
            slim = 0 < self.size.width < SLIM
            self._show_chips(deck.settings, slim)
            pace, chip = deck.session.gate.pace, self.query_one(f"#{SLOWED}", Chip)
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
