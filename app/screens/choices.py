"""The tokens that a reply may continue with: the target's best and the drafter's guesses. Returns the Choice, or None."""

from __future__ import annotations

from typing import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ..chat.reply import Reply
from ..chat.why_this_token import Choice, best
from ..drawing.clean_text import one_line
from ..drawing.figures import probability
from ..widgets.choice_list import ChoiceList
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
