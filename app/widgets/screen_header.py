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

from ..chat.wording import k_words
from ..compare.result import is_plain
from ..deck import Deck
from ..drawing.clean_text import one_line
from .text_static import TextStatic


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

    def __init__(self, id: str, steps: bool = False, tooltip: str = "") -> None:
        super().__init__(id=id)
        self.steps = steps
        self.tooltip = tooltip
        self._shown = ""

    def show(self, text: str, arrows: bool = False) -> None:
        drawn = f"‹ {text} ›" if arrows else text
        if drawn != self._shown:
            self._shown = drawn
            self.update(Content(drawn))
        self.set_class(not text, "-absent")

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Pressed(self, -1 if self.steps and event.x < self.size.width // 2 else 1))


SLOWED = "slowed"  # the chip of the pace, which is there where that is not full
CHIPS = {  # of the header, from left to right: their ids, and what they are and their keys
    "drafter": "drafter: d, /draft NAME", "k": "most guesses per round: [ ], /k N, /k auto", "temperature": "0 is greedy: - =, /temp T",
    "rule": "acceptance rule: R, /rule NAME", SLOWED: "replies are slowed down: /pace X; a click goes back to full speed",
}  # fmt: skip


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
            yield from (Chip(name, steps=name in ("k", "temperature"), tooltip=about) for name, about in CHIPS.items())

    def show(self, deck: Deck) -> None:
        self.query_one("#pair", TextStatic).put(Content(one_line(deck.pair.target if deck.pair else "…", 40)))
        pace = deck.session.gate.pace
        texts = chip_texts(deck.settings) | {SLOWED: "" if pace.full else pace.short}
        self.set_class(not pace.full, "-slowed")
        for chip in self.query(Chip):
            chip.show(texts[chip.id or ""], arrows=chip.steps and not self.screen.has_class("-narrow"))


def chip_texts(settings: Settings) -> dict[str, str]:
    """What the chips of these settings say, by their ids."""
    drafter = "plain" if is_plain(settings) else "◂ " + one_line(settings.drafter, 24)
    return {"drafter": drafter, "k": f"k {k_words(settings)}", "temperature": f"T {settings.temperature:g}", "rule": settings.rule}
