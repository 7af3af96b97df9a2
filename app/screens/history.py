"""Stored conversations and comparisons, to continue or to show. Returns the file, or None."""

from pathlib import Path

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from ..actions import saving
from ..drawing.clean_text import one_line
from ..drawing.figures import counted, times
from ..records.history import History, HistoryItem, mentions
from ..widgets.text_static import TextStatic
from .base import Modal

HINT = "enter opens, letters search, delete twice deletes, esc closes"
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
            yield TextStatic("EARLIER CONVERSATIONS AND COMPARISONS", classes="heading")
            yield Input(placeholder="type to search in prompts, models and days", id="search", compact=True, select_on_focus=False)
            yield OptionList(*map(_row, self.shown), markup=False)
            yield TextStatic(self._hint, id="hint")

    def begin(self) -> None:
        self.query_one(OptionList).focus()
        self.query_one(OptionList).highlighted = 0

    def on_key(self, event: events.Key) -> None:
        """Typing on the list goes to the search field; from the field, up and down go to the list, and so does delete behind the last
        letter, where the field has nothing to delete."""
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
            self.app.attempt(lambda: self._forget(at))
        else:
            self._ask_delete(self.shown[at])

    def _forget(self, at: int) -> None:
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
    return Option(Content.assemble((f"{when}  ", "$origin-faint"), (one_line(kept.prompt, 36), "bold"), (f"  {_kind(kept)}", "$origin-faint")))


def _kind(kept: HistoryItem) -> str:
    """A conversation's target, or a comparison's speed-up."""
    return one_line(kept.target, 18) if kept.speedup is None else f"A / B, {times(kept.speedup)}"
