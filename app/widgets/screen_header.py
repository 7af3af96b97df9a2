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
from ..engine.round_gate import ReplyPace
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

    def cells(self, text: str, arrows: bool) -> int:
        """The columns that it would take with this text."""
        most, drawn = self.styles.max_width, Content(f"‹ {text} ›" if arrows else text).cell_length + self.gutter.width
        return (min(drawn, int(most.value)) if most else drawn) + self.styles.margin.width

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Pressed(self, -1 if self.steps and event.x < self.size.width // 2 else 1))


NAME = 20  # columns of the target's name for which the chips make room
SLOWED = "slowed"  # the chip of the pace, which is there where that is not full
SHORTER = ((False, ()), (True, ()), (True, ("rule",)), (True, ("rule", "drafter")))  # ways to show the chips: in few words, and without which


class Title(Horizontal):
    """Tabs and pair, and chips on screens that show settings."""

    def __init__(self, tabs: Sequence[str], active: str, chips: bool, id: str | None = None) -> None:
        super().__init__(id=id)
        self.tabs = Tabs(tabs, active, id="tabs")
        self.chips = chips
        self._drawn: object = None  # what the chips were shown for

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
            self._show_chips(deck.settings, deck.session.gate.pace, min(NAME, len(deck.pair.target) if deck.pair else 1))

    def _show_chips(self, settings: Settings, pace: ReplyPace, name: int) -> None:
        """The settings, and the pace where it is not full, in the first way that has room, also for so many columns of the target's name if
        the drafter can stay: a figure is never cut."""
        room = self.size.width - self._beside()
        if (room, settings, pace, name) == self._drawn:
            return
        self._drawn = room, settings, pace, name
        ways = [*((name, way) for way in SHORTER if "drafter" not in way[1]), *((0, way) for way in SHORTER)]
        slim, without = next((way for left, way in ways if not self.size.width or self._cells(settings, pace, *way) <= room - left), SHORTER[-1])
        texts = chip_texts(settings, pace, slim)
        for chip in self.query(Chip):
            chip.arrows = chip.steps and not slim
            chip.show(texts.get(chip.id or "", ""))
            chip.display = chip.id in texts and chip.id not in without

    def _cells(self, settings: Settings, pace: ReplyPace, slim: bool, without: Sequence[str]) -> int:
        """The columns of the chips, shown in this way."""
        texts = chip_texts(settings, pace, slim)
        return sum(chip.cells(texts[chip.id], chip.steps and not slim) for chip in self.query(Chip) if chip.id in texts and chip.id not in without)

    def _beside(self) -> int:
        """The columns that the chips leave to the rest: the pair is cut, with a sign."""
        return sum(widget.outer_size.width for widget in (self.query_one("#brand"), self.tabs) if widget.display) + self.query_one("#pair").gutter.width


def chip_texts(settings: Settings, pace: ReplyPace, slim: bool) -> dict[str, str]:
    """What each chip that is there says, by its field; `slim`: in short words, cut with a sign."""
    drafter = "plain" if is_plain(settings) else "◂ " + one_line(settings.drafter, 8 if slim else 24)
    rule = one_line(settings.rule, 8) if slim else settings.rule
    texts = {"drafter": drafter, "k": f"k {k_words(settings)}", "temperature": f"T {settings.temperature:g}", "rule": rule}
    return texts if pace.full else texts | {SLOWED: pace_chip(pace)}
