"""Boxes to choose from: drafters, acceptance rules, the tokens that a reply may continue with."""

from typing import Iterable, Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from specdeck.decoding.types import Settings

from ..chat.reply import Reply
from ..chat.why_this_token import Choice, best
from ..chat.wording import RULE_WORDS, drafter_words
from ..drawing.clean_text import one_line
from ..drawing.figures import probability
from ..engine.messages import Loaded
from ..widgets.textual_widgets import ChoiceList
from .modal import Modal


class ChoicesScreen(Modal[Choice | None]):
    """Enter or a click chooses; the present reply stays as another branch."""

    BINDINGS = [("escape", "dismiss(None)", "Close"), ("c", "dismiss(None)", "Close")]

    def __init__(self, reply: Reply, index: int, ends: Sequence[int] = ()) -> None:
        super().__init__()
        self.choices = choices(reply, index, ends)
        self.before = one_line("".join(token.text for token in reply.tokens[max(0, index - 12) : index])[-40:])

    def compose(self) -> ComposeResult:
        """A list in a box."""
        with Vertical(classes="box"):
            yield Static("CONTINUE FROM HERE WITH", classes="heading", markup=False)
            yield Static(Content.styled(f"…{self.before}", "$origin-faint"), markup=False)
            yield ChoiceList(*(Option(_row(choice, words)) for choice, words in self.choices), markup=False)

    def begin(self) -> None:
        """Start at the second best: the best is usually the present token."""
        self.query_one(OptionList).highlighted = min(1, len(self.choices) - 1)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Close with the selected choice."""
        self.dismiss(self.choices[event.option_index][0])


def choices(reply: Reply, index: int, ends: Sequence[int] = ()) -> list[tuple[Choice, str]]:
    """The target's best, then the drafter's others, then the token itself if it is not among them; each with its source, or that
    it ends the reply."""
    token = reply.tokens[index]
    target, drafter = best(reply, token)
    found = {choice.id: (choice, "the reply ends here" if choice.id in ends else "") for choice in target}
    for choice in drafter:
        found.setdefault(choice.id, (Choice(choice.id, choice.text, 0.0), f"the drafter's, q {probability(choice.chance)}"))
    found.setdefault(token.id, (Choice(token.id, token.text, token.p or 0.0), ""))
    found[token.id] = (found[token.id][0], "the current token")
    return list(found.values())


def _row(choice: Choice, words: str) -> Content:
    chance = f"p {probability(choice.chance)}" if choice.chance else "p -"
    return Content.assemble((f"{one_line(choice.text, 24)!r:<28}", "bold"), f"{chance:<8}", (words, "$origin-faint"))


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
