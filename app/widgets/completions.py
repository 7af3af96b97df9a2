"""The completions of a half-typed /command, above the prompt: the name, what it takes, what it does. A click completes."""

from __future__ import annotations

from typing import Sequence

from textual import events
from textual.content import Content
from textual.message import Message
from textual.style import Style
from textual.widgets import Static

from ..actions.slash_commands import Completion
from ..drawing.clean_text import one_line

ROWS = 6  # the most lines of the list


class Completions(Static):
    """The list, the chosen line marked. Posts CompletionClicked."""

    ALLOW_SELECT = False

    class CompletionClicked(Message):
        """A line was clicked."""

        def __init__(self, completion: Completion) -> None:
            super().__init__()
            self.completion = completion

    def __init__(self, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)
        self._found: Sequence[Completion] = ()

    def show(self, found: Sequence[Completion], chosen: int) -> None:
        """Draw the lines around the chosen one; nothing without completions."""
        self._found = found
        self.display = bool(found)
        rows = max(2, min(ROWS, self.screen.size.height // 4))
        first = max(0, min(chosen - rows // 2, len(found) - rows))
        shown = list(enumerate(found))[first : first + rows]
        wide = max((len(one_line(completion.usage)) for _, completion in shown), default=0)
        self.update(Content("\n").join(_row(at, completion, wide, at == chosen, self._more(at, first + rows)) for at, completion in shown))

    def _more(self, at: int, end: int) -> str:
        left = len(self._found) - end
        return f"   … {left} more (down)" if left > 0 and at == end - 1 else ""

    def on_click(self, event: events.Click) -> None:
        """Post CompletionClicked for the line under the mouse."""
        at = event.style.meta.get("completion")
        if at is not None and at < len(self._found):
            self.post_message(self.CompletionClicked(self._found[at]))


def _row(at: int, completion: Completion, wide: int, chosen: bool, more: str) -> Content:
    usage = one_line(completion.usage)
    mark = "▸ " if chosen else "  "
    row = Content.assemble((f"{mark}{usage:<{wide}}  ", "bold" if chosen else ""), (one_line(completion.help), "$origin-faint"), (more, "$accent"))
    return row.stylize(Style.from_meta({"completion": at}))
