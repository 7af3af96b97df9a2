"""F1: colours, keys and commands, read from the table of controls."""

from __future__ import annotations

from typing import Iterable

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from specdeck.app.actions.slash_commands import CONTROLS
from specdeck.app.drawing.token_styles import LOOKS
from specdeck.app.settings.key_remapping import remapped

from .modal import Modal
from .tab import TabScreen

COLOURS = (
    ("accepted", "accepted draft", "guessed by the drafter and accepted by the target"),
    ("own", "target's own", "written by the target itself: one token per round"),
    ("recovered", "recovered", "the target's token at the draft's first miss (l tells these three apart)"),
    ("bonus", "bonus", "the target's token after a fully accepted draft"),
    ("plain", "plain", "the target's token in a round without a draft"),
    ("ghost", "rejected", "a guess that the target did not accept (g shows them)"),
    ("chosen", "chosen", "chosen by you; the reply continued from it"),
)
KEYS = (
    ("enter", "send"),
    ("shift+enter, ctrl+j", "new line"),
    ("up", "recall the last prompt, in an empty prompt"),
    ("esc", "stop the reply; otherwise switch between prompt and text"),
    ("tab", "go to the next part of the screen"),
    ("left, right", "select a token to see why it is there; up and down change the line"),
    (". or z", "play the round of the selected token, or the last one, in slow motion"),
    ("end", "follow the text again after scrolling up"),
    ("alt+key", "in the prompt: what the key does outside it, alt+b or alt+r"),
    ("/", "begin a command, from anywhere"),
    ("ctrl+c", "pressed twice during a reply: stop it"),
)
COMMON = (("ctrl+c", "copy the selected text"),)
WHERE = "type these in the prompt; the keys work outside the prompt"


class GuideScreen(Modal[None]):
    """Help on one page, for the open screen."""

    BINDINGS = [("escape,f1,q", "dismiss", "Close")]

    def __init__(self, tab: TabScreen) -> None:
        super().__init__()
        self.tab = tab

    def compose(self) -> ComposeResult:
        """A page in a box."""
        with VerticalScroll(classes="box guide"):
            yield Static(self._page(), markup=False)

    def _page(self) -> Content:
        """What the screen is for, its keys, colours and commands, then the keys of every screen."""
        chatting = self.tab.TAB.label == self.app.DEFAULT_MODE
        common = [(self._keys(b), b.tooltip or b.description) for b in self.app.BINDINGS]
        keys = KEYS if chatting else list({b.tooltip: (self._keys(b), b.tooltip) for b in reversed(self.tab.BINDINGS)}.values())[::-1]
        lines = [Content.styled(self.tab.TAB.about, "bold"), Content(""), *_colours(), Content("")]
        lines += [*_keys("KEYS", keys), Content(""), *_keys("EVERYWHERE", [*common, *COMMON])]
        return Content("\n").join(lines + (self._commands() if chatting else []))

    def _keys(self, binding: Binding) -> str:
        asked = self.app.keys.get(binding.id)
        binding = binding.with_key(asked) if asked else binding
        return self.app.get_key_display(next(iter(Binding.make_bindings([binding]))))

    def _commands(self) -> list[Content]:
        lines = [Content(""), _head("COMMANDS"), Content.styled(WHERE, "$origin-faint")]
        for control in CONTROLS:
            key = remapped(control.name, control.action, self.app.bindings(), self.app.keys) or control.key
            lines.append(_command(f"/{control.name} {control.takes}".rstrip(), key, control.help))
        return [*lines, Content(""), Content.styled("[ ] and - = also work in an empty prompt during a reply", "$origin-faint")]


def _colours() -> list[Content]:
    return [_head("COLOURS"), *(Content.assemble((f"{words:<15}", LOOKS[name]), "  ", means) for name, words, means in COLOURS)]


def _keys(head: str, keys: Iterable[tuple[str, str]]) -> list[Content]:
    return [_head(head), *(Content.assemble((f"{key:<20}", "bold"), means) for key, means in keys)]


def _head(text: str) -> Content:
    return Content.styled(text, "bold $primary")


def _command(usage: str, key: str, help: str) -> Content:
    return Content.assemble((f"{usage:<16}", "bold"), (f"{key:<4}", "$accent"), help)
