"""F1: colours, keys and commands, read from the table of controls."""

from typing import Iterable, Iterator

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content

from ..actions.slash_commands import SLASH_COMMANDS
from ..drawing.content_pieces import LOOKS
from ..settings.keys import COMMON, IN_THE_PROMPT, remapped
from ..widgets.textual_widgets import TextStatic
from .modal import Modal
from .tab import TabScreen, bindings_of

COLOURS = (
    ("accepted", "accepted draft", "guessed by the drafter and accepted by the target"),
    ("own", "target's own", "written by the target itself: one token per round"),
    ("recovered", "recovered", "the target's token at the draft's first miss (l tells these three apart)"),
    ("bonus", "bonus", "the target's token after a fully accepted draft"),
    ("plain", "plain", "the target's token in a round without a draft"),
    ("ghost", "rejected", "a guess that the target did not accept (g shows them)"),
    ("chosen", "chosen", "chosen by you; the reply continued from it"),
)
WHERE = "type them in the prompt; their keys work outside it"
NAME = 21  # columns of what is explained
Row = tuple[str, str, str]  # a name and its style, and what it means


class GuideScreen(Modal[None]):
    """Help on one page, for the open screen."""

    BINDINGS = [("f1,q", "dismiss(None)", "Close")]

    def __init__(self, tab: TabScreen) -> None:
        super().__init__()
        self.tab = tab

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="box guide"):
            yield TextStatic(id="page")

    def begin(self) -> None:
        self.query_one(".box").border_subtitle = "esc closes, up and down scroll"
        self.call_after_refresh(self._write)

    def on_resize(self, event: events.Resize) -> None:
        super().on_resize(event)
        self.call_after_refresh(self._write)

    def _write(self) -> None:
        if self.whole:
            page = self.query_one("#page", TextStatic)
            page.update(self._page(page.content_size.width))

    def _page(self, width: int) -> Content:
        """What the screen is for, its keys, colours and commands, then the keys of every screen."""
        chatting = self.tab.TAB.label == self.app.DEFAULT_MODE
        common = [(self._keys(b), b.tooltip or b.description) for b in bindings_of(type(self.app))]
        keys = IN_THE_PROMPT if chatting else list({b.tooltip: (self._keys(b), b.tooltip) for b in reversed(bindings_of(type(self.tab)))}.values())[::-1]
        rows: list[Row] = [*_section("COLOURS", [(words, LOOKS[name], means) for name, words, means in COLOURS])]
        rows += [*_section("KEYS", _bold(keys)), *_section("EVERYWHERE", _bold([*common, *COMMON]))]
        rows += _section(f"COMMANDS ({WHERE})", list(self._commands())) if chatting else []
        return Content("\n").join([Content.styled(self.tab.TAB.about, "bold"), *(_laid(row, max(40, width)) for row in rows)])

    def _keys(self, binding: Binding) -> str:
        asked = self.app.keys.get(binding.id or "")
        binding = binding.with_key(asked) if asked else binding
        return self.app.get_key_display(next(iter(Binding.make_bindings([binding]))))

    def _commands(self) -> Iterator[Row]:
        for command in SLASH_COMMANDS:
            key = remapped(command.name, self.app.keys) or command.key
            yield command.usage, "bold", f"{command.help} ({key})" if key else command.help


def _section(head: str, rows: list[Row]) -> list[Row]:
    return [("", "", ""), ("", "bold $primary", head), *rows]


def _bold(rows: Iterable[tuple[str, str]]) -> list[Row]:
    return [(name, "bold", means) for name, means in rows]


def _laid(row: Row, width: int) -> Content:
    """The name, and beside it what it means, in lines of its own column; a heading has the whole width."""
    name, look, means = row
    if not name:
        return Content.styled(means, look) if means else Content("")
    lines = Content(means).wrap(width - NAME)
    return Content("\n").join([Content.assemble((name, look), " " * max(1, NAME - len(name)), lines[0]), *(" " * NAME + line for line in lines[1:])])
