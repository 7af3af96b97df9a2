"""The first line of a screen shows tabs, pair, and the settings in force as chips. The last line shows the keys that act now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterator, Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer

from specdeck.decoding.types import Settings

from ..app_state import AppState
from ..chat.wording import k_words
from ..compare.result import is_plain
from ..drawing.clean_text import one_line
from ..drawing.content_pieces import link
from .text_static import TextStatic


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
        self.tooltip = f"{tooltip}; click the left half for less, the right half for more" if steps else tooltip
        self._shown = ""

    def show(self, text: str, arrows: bool = False) -> None:
        drawn = f"‹ {text} ›" if arrows else text
        if drawn != self._shown:
            self._shown = drawn
            self.update(Content(drawn))
        self.set_class(not text, "-absent")

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Pressed(self, -1 if self.steps and event.x < self.outer_size.width // 2 else 1))


SLOWED = "slowed"  # the chip of the pace, which is there where that is not full
CHIPS = {  # of the header, from left to right: their ids, and what they are and their keys
    "drafter": "drafter: d, /draft NAME", "k": "most guesses per round: [ ], /k N, /k auto", "temperature": "0 is greedy: - =, /temp T",
    "rule": "acceptance rule: R, /rule NAME", SLOWED: "replies are slowed down: /pace X; a click goes back to full speed",
}  # fmt: skip


def chips(names: Sequence[str], side: str = "") -> Iterator[Chip]:
    """Chips by their names, for a side of a race without the prompt's commands."""
    for name in names:
        about = CHIPS[name].partition(", /")[0] if side else CHIPS[name]
        yield Chip(f"{side}{name}", steps=name in ("k", "temperature"), tooltip=about)


class Title(Horizontal):
    """Tabs and pair, and chips on screens that show settings."""

    def __init__(self, tabs: Sequence[str], active: str, chips: bool, id: str | None = None) -> None:
        super().__init__(id=id)
        self.tabs = Content.assemble(*(Content.styled(f" {tab} ", "bold reverse $primary") if tab == active else link(f" {tab} ", f"app.tab('{tab}')") for tab in tabs))
        self.chips = chips

    def compose(self) -> ComposeResult:
        yield TextStatic("specdeck", id="brand")
        yield TextStatic(self.tabs, id="tabs")
        yield TextStatic(id="pair")
        if self.chips:
            yield from chips([*CHIPS])

    def show(self, state: AppState) -> None:
        self.query_one("#pair", TextStatic).put(Content(one_line(state.pair.target if state.pair else "…", 40)))
        pace = state.session.gate.pace
        texts = chip_texts(state.settings) | {SLOWED: "" if pace.full else pace.short}
        self.set_class(not pace.full, "-slowed")
        for chip in self.query(Chip):
            chip.show(texts[chip.id or ""], arrows=chip.steps and not self.screen.has_class("-narrow"))


def chip_texts(settings: Settings) -> dict[str, str]:
    """What the chips of these settings say, by their ids."""
    name = settings.drafter.rstrip("/").rpartition("/")[2]  # of a folder or a hub name, which it is until it is loaded
    drafter = "plain" if is_plain(settings) else "◂ " + one_line(name, 24)
    return {"drafter": drafter, "k": f"k {k_words(settings)}", "temperature": f"T {settings.temperature:g}", "rule": settings.rule}


class KeyFooter(Footer):
    """Textual's footer, built anew only where its keys change: Textual's own is at each move of the focus."""

    keys: Sequence[object] = ()

    def bindings_changed(self, screen: Screen) -> None:
        keys = [(binding, enabled) for _, binding, enabled, _ in screen.active_bindings.values() if binding.show]
        if keys != self.keys and self.is_attached:
            super().bindings_changed(screen)
            self.keys = keys if self.app.app_focus and screen is self.screen else ()
