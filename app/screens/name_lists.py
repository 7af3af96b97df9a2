"""Boxes to choose from: drafters, acceptance rules, the tokens that a reply may continue with, and the history: earlier conversations."""

from pathlib import Path
from typing import Any, Iterable, Sequence

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from specdeck.decoding.drafters import BY_NAME
from specdeck.decoding.types import Settings

from ..actions import saving
from ..app_state import AppState
from ..chat.reply import Reply
from ..chat.wording import RULE_WORDS, Choice, best, drafter_words
from ..drawing.clean_text import one_line
from ..drawing.figures import counted, probability
from ..engine.messages import Loaded
from ..records.history import History, HistoryItem, mentions
from ..widgets.text_static import TextStatic
from .base import Modal


class ListBox(Modal[Any]):
    """Rows to choose from, each a value and how it is drawn, and rows that cannot be chosen. Enter or a click chooses."""

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
    """Return the target's best, the drafter's others, and the token itself if it is not among them. Each has its source, or the remark that it ends
    the reply."""
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


HINT = "enter opens, letters search, delete twice deletes"
LISTED = 100  # rows; what is older is searched


class HistoryScreen(Modal[Path | None]):
    """The newest first, each with its day and its first prompt."""

    BINDINGS = [("delete,backspace", "forget", "Delete")]

    def __init__(self, stored: History) -> None:
        super().__init__()
        self.kept, self._damaged = list(stored.items), stored.damaged
        self.shown = self.kept[:LISTED]  # the newest of them
        self._asked: HistoryItem | None = None  # the item that a second delete will delete

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield TextStatic("EARLIER CONVERSATIONS", classes="heading")
            yield Input(placeholder="type to search in prompts, models and days", id="search", compact=True, select_on_focus=False)
            yield OptionList(*map(_row, self.shown), markup=False)
            yield TextStatic(self._hint, id="hint")

    def begin(self) -> None:
        self.query_one(OptionList).focus()
        self.query_one(OptionList).highlighted = 0

    def on_key(self, event: events.Key) -> None:
        """Typing on the list goes to the search field. From the field, up and down go to the list. So does delete behind the last letter, where the
        field has nothing to delete."""
        field, rows = self.query_one(Input), self.query_one(OptionList)
        if self.focused is rows and event.is_printable and event.character:
            field.focus()
            field.insert_text_at_cursor(event.character)
        elif self.focused is field and event.key in ("up", "down"):
            rows.focus()
        elif self.focused is field and event.key == "delete" and field.cursor_position == len(field.value) and field.selection.is_empty:
            self.action_forget()
        else:
            return
        event.stop()
        event.prevent_default()

    @on(Input.Changed)
    def _search(self, event: Input.Changed) -> None:
        found = [item for item in self.kept if mentions(item, event.value)]
        self.shown = found[:LISTED]
        self._list()

    @on(Input.Submitted)
    def _open(self) -> None:
        if (at := self.query_one(OptionList).highlighted) is not None:
            self.dismiss(self.shown[at].path)

    def _list(self) -> None:
        rows = self.query_one(OptionList)
        rows.clear_options().add_options(map(_row, self.shown))
        rows.highlighted = 0 if self.shown else None
        self._ask_delete(None)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self.shown[event.option_index].path)

    def on_option_list_option_highlighted(self) -> None:
        """Another item: delete must be pressed twice again."""
        self._ask_delete(None)

    def action_forget(self) -> None:
        at = self.query_one(OptionList).highlighted
        if at is None:
            return
        if self._asked is self.shown[at]:
            self.app.attempt(self._forget, at)
        else:
            self._ask_delete(self.shown[at])

    def _forget(self, _: AppState, at: int) -> None:
        saving.forget(self.shown[at].path)
        self.kept.remove(self.shown.pop(at))
        self.query_one(OptionList).remove_option_at_index(at)
        self._ask_delete(None)
        if not self.kept:
            self.dismiss(None)

    def _ask_delete(self, which: HistoryItem | None) -> None:
        self._asked = which
        self.query_one("#hint", TextStatic).update("press delete again to delete it permanently" if which else self._hint)

    @property
    def _hint(self) -> str:
        damaged = f"{counted(len(self._damaged), 'file')} cannot be read, as {self._damaged[0]}; " if self._damaged else ""
        return damaged + (HINT if self.shown else "nothing is found")


def _row(kept: HistoryItem) -> Option:
    when = f"{kept.when:%d %b %H:%M}"
    return Option(Content.assemble((f"{when}  ", "$origin-faint"), (one_line(kept.prompt, 36), "bold"), (f"  {one_line(kept.target, 18)}", "$origin-faint")))
