"""Boxes to choose from: drafters, acceptance rules, the tokens that a reply may continue with."""

from typing import Any, Iterable, Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from specdeck.decoding.drafters import BY_NAME
from specdeck.decoding.types import Settings

from ..chat.reply import Reply
from ..chat.wording import RULE_WORDS, Choice, best, drafter_words
from ..drawing.clean_text import one_line
from ..drawing.figures import probability
from ..engine.messages import Loaded
from ..widgets.text_static import TextStatic
from .base import Modal


class ListBox(Modal[Any]):
    """Rows to choose from, each a value and how it is drawn, and those that cannot be chosen. Enter or a click chooses."""

    def __init__(self, heading: str, rows: Sequence[tuple[Any, Content]], start: int, missing: Sequence[Content] = (), above: str = "", below: str = "") -> None:
        super().__init__()
        self.heading, self.rows, self.start, self.missing = heading, rows, start, missing
        self.above, self.below = above, below

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield TextStatic(self.heading, classes="heading")
            if self.above:
                yield TextStatic(Content.styled(self.above, "$origin-faint"))
            yield OptionList(*(Option(row) for _, row in self.rows), *(Option(row, disabled=True) for row in self.missing), markup=False)
            if self.below:
                yield TextStatic(self.below)

    def begin(self) -> None:
        self.query_one(OptionList).highlighted = self.start

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self.rows[event.option_index][0])


def choices_box(reply: Reply, index: int, ends: Sequence[int] = ()) -> ListBox:
    """The tokens that may stand in place of one; the present reply stays as another branch."""
    before = one_line("".join(token.text for token in reply.tokens[max(0, index - 12) : index])[-40:])
    rows = [(choice, _choice(choice, words)) for choice, words in choices(reply, index, ends)]
    start = min(1, len(rows) - 1)  # the best is usually the present token
    return ListBox("CONTINUE FROM HERE WITH", rows, start, above=f"…{before}")


def choices(reply: Reply, index: int, ends: Sequence[int] = ()) -> list[tuple[Choice, str]]:
    """The target's best, then the drafter's others, then the token itself if it is not among them; each with its source, or that
    it ends the reply."""
    token = reply.tokens[index]
    target, drafter = best(reply, token)
    found = {choice.id: (choice, "the reply ends here" if choice.id in ends else "") for choice in target}
    for choice in drafter:
        found.setdefault(choice.id, (Choice(choice.id, choice.text, None), f"the drafter's, q {probability(choice.chance)}"))
    found.setdefault(token.id, (Choice(token.id, token.name, token.p), ""))
    found[token.id] = (found[token.id][0], "the current token")
    return list(found.values())


def _choice(choice: Choice, words: str) -> Content:
    chance = f"p {probability(choice.chance)}"
    return Content.assemble((f"{one_line(choice.text, 24)!r:<28}", "bold"), f"{chance:<8}", (words, "$origin-faint"))


def drafters_box(pair: Loaded, current: str, heading: str = "DRAFTER, from the next round on") -> ListBox:
    """The drafters: what each does, and what to know of how it was read. One that cannot draft is listed with the reason."""
    words = {name: "; ".join(filter(None, (drafter_words(name), pair.remarks.get(name)))) for name in pair.drafters}
    needs = {name: record.files.needs for name, record in BY_NAME.items() if record.files and pair.unavailable.get(name) == record.unavailable}
    common = " for this target"
    reasons = {name: f"needs {needs[name].replace(common, '')}" if name in needs else why.removeprefix(f"{name}: ") for name, why in pair.unavailable.items()}
    missing = [_named(name, why) for name, why in reasons.items()]
    below = f"F5 finds drafters{common}" if needs else ""
    return ListBox(heading, [(name, _named(name, said)) for name, said in words.items()], _place(words, current), missing, below=below)


def rules_box(settings: Settings) -> ListBox:
    """The acceptance rules: when each keeps a guess."""
    wide = max(map(len, RULE_WORDS))
    below = "at temperature 0 all rules write the same: the target's likeliest token" if settings.temperature == 0 else ""
    rows = [(name, _named(name, words, wide)) for name, words in RULE_WORDS.items()]
    return ListBox("ACCEPTANCE RULE, from the next round on", rows, _place(RULE_WORDS, settings.rule), below=below)


def _named(name: str, words: str, wide: int = 10) -> Content:
    return Content.assemble((f"{one_line(name, 24):<{wide}} ", "bold"), (one_line(words, 200), "$origin-faint"))


def _place(names: Iterable[str], current: str) -> int:
    """The row of the name in force, else the first."""
    return next((at for at, name in enumerate(names) if name == current), 0)
