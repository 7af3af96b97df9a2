"""The list of drafters: those that can draft for the target, and for the others why not. Returns the chosen name, or None."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from specdeck.app.chat.wording import drafter_words
from specdeck.app.drawing.clean_text import one_line
from specdeck.app.engine.messages import Loaded
from specdeck.app.widgets.choice_list import ChoiceList

from .modal import Modal


class DraftersScreen(Modal[str | None]):
    """Enter or a click chooses; a drafter that cannot work is listed with the reason and cannot be chosen."""

    BINDINGS = [("escape", "dismiss(None)", "Close"), ("d", "dismiss(None)", "Close")]

    def __init__(self, pair: Loaded, current: str, heading: str = "DRAFTER, from the next round on") -> None:
        super().__init__()
        self.heading = heading
        self.pair = pair
        self.current = current

    def compose(self) -> ComposeResult:
        """A list in a box."""
        with Vertical(classes="box"):
            yield Static(self.heading, classes="heading", markup=False)
            yield ChoiceList(*self._options(), markup=False)

    def begin(self) -> None:
        """Start at the drafter in force."""
        names = self.pair.drafters
        self.query_one(OptionList).highlighted = names.index(self.current) if self.current in names else 0

    def _options(self) -> list[Option]:
        available = [Option(_row(name, self._words(name)), id=f"drafter-{name}") for name in self.pair.drafters]
        missing = [Option(_row(name, why), disabled=True) for name, why in self.pair.unavailable.items()]
        return available + missing

    def _words(self, name: str) -> str:
        """What it does, and what to know of how it was read."""
        return "; ".join(words for words in (drafter_words(name), self.pair.remarks.get(name)) if words)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Close with the selected name."""
        self.dismiss(self.pair.drafters[event.option_index])


def _row(name: str, words: str) -> Content:
    return Content.assemble((f"{one_line(name, 24):<10} ", "bold"), (one_line(words, 200), "$origin-faint"))
