"""Lists to choose a name from: the drafters (for those that cannot draft for the target, why not) and the acceptance rules."""

from __future__ import annotations

from typing import Iterable

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from specdeck.decoding.types import Settings

from ..chat.wording import RULE_WORDS, drafter_words
from ..drawing.clean_text import one_line
from ..engine.messages import Loaded
from ..widgets.choice_list import ChoiceList
from .modal import Modal


class NamesScreen(Modal[str | None]):
    """Names, each with a few words. Enter or a click chooses; one that cannot be chosen is listed with the reason."""

    BINDINGS = [("escape", "dismiss(None)", "Close")]
    LONGEST = 10  # characters of a name that the column is made for

    def __init__(self, heading: str, names: Iterable[tuple[str, str]], current: str, missing: Iterable[tuple[str, str]] = (), below: str = "") -> None:
        super().__init__()
        self.heading, self.below = heading, below
        self.names, self.missing = list(names), list(missing)
        self.current = current

    def compose(self) -> ComposeResult:
        """A list in a box, and a line below it."""
        available = [Option(self._row(*row), id=f"name-{row[0]}") for row in self.names]
        with Vertical(classes="box"):
            yield Static(self.heading, classes="heading", markup=False)
            yield ChoiceList(*available, *(Option(self._row(*row), disabled=True) for row in self.missing), markup=False)
            if self.below:
                yield Static(self.below, markup=False)

    def begin(self) -> None:
        """Start at the name in force."""
        names = [name for name, _ in self.names]
        self.query_one(OptionList).highlighted = names.index(self.current) if self.current in names else 0

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Close with the selected name."""
        self.dismiss(self.names[event.option_index][0])

    def _row(self, name: str, words: str) -> Content:
        return Content.assemble((f"{one_line(name, 24):<{self.LONGEST}} ", "bold"), (one_line(words, 200), "$origin-faint"))


class DraftersScreen(NamesScreen):
    """The drafters: what each does, and what to know of how it was read."""

    BINDINGS = [("d", "dismiss(None)", "Close")]

    def __init__(self, pair: Loaded, current: str, heading: str = "DRAFTER, from the next round on") -> None:
        words = [(name, "; ".join(filter(None, (drafter_words(name), pair.remarks.get(name))))) for name in pair.drafters]
        super().__init__(heading, words, current, [(name, _here(name, why)) for name, why in pair.unavailable.items()])


class RulesScreen(NamesScreen):
    """The acceptance rules: when each keeps a guess."""

    BINDINGS = [("R", "dismiss(None)", "Close")]
    LONGEST = max(map(len, RULE_WORDS))

    def __init__(self, settings: Settings, heading: str = "ACCEPTANCE RULE, from the next round on") -> None:
        below = "at temperature 0 all rules write the same: the target's likeliest token" if settings.temperature == 0 else ""
        super().__init__(heading, RULE_WORDS.items(), settings.rule, below=below)


def _here(name: str, why: str) -> str:
    """Why a drafter is missing, with what to do in the app."""
    needs, f5, _ = why.removeprefix(f"no drafter {name} is loaded: ").partition("; F5")
    return f"{needs}; F5 finds one" if f5 else why
