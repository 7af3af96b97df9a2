"""F1: colours, keys and commands, read from the table of controls."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from ..controls import CONTROLS
from ..widgets.status import LOOKS

COLOURS = (
    ("accepted", "accepted draft", "the drafter guessed it and the target let it stand"),
    ("own", "target's own", "the target wrote it: one token a round"),
    ("recovered", "recovered", "the target's token where the draft first missed (l shows these three apart)"),
    ("bonus", "bonus", "the target's token after a draft that was accepted whole"),
    ("plain", "plain", "the target's token in a round with no draft"),
    ("ghost", "rejected", "a guess that did not stand (g shows them)"),
    ("chosen", "chosen", "you put it there; the reply went on from it"),
)
KEYS = (
    ("enter", "send"),
    ("shift+enter, ctrl+j", "new line"),
    ("up", "the last prompt again, in an empty prompt"),
    ("esc", "stop the reply; else change between prompt and text"),
    ("tab", "next part of the screen"),
    ("left, right", "pick a token of the reply: why it is there; up and down change the line"),
    ("end", "follow the text again after scrolling up"),
    ("ctrl+c", "copy what is selected; twice while a reply is written: stop"),
    ("ctrl+p", "every command, by name"),
)
WHERE = "typed in the prompt; the key works while the prompt is not focused"


class GuideScreen(ModalScreen[None]):
    """Help on one page."""

    BINDINGS = [("escape,f1,q", "dismiss", "Close")]

    def compose(self) -> ComposeResult:
        """A page in a box."""
        with VerticalScroll(classes="box guide"):
            yield Static(page(), markup=False)


def page() -> Content:
    """Colours, keys, commands."""
    lines = [_head("COLOURS")]
    lines += [Content.assemble((f"{words:<15}", LOOKS[name]), "  ", means) for name, words, means in COLOURS]
    lines += [Content(""), _head("KEYS")]
    lines += [Content.assemble((f"{key:<20}", "bold"), means) for key, means in KEYS]
    lines += [Content(""), _head("COMMANDS"), Content.styled(WHERE, "$origin-faint")]
    lines += [_command(f"/{c.name} {c.takes}".rstrip(), c.key, c.help) for c in CONTROLS]
    lines += [Content(""), Content.styled("[ ] and - = also work in an empty prompt while a reply is written", "$origin-faint")]
    return Content("\n").join(lines)


def _head(text: str) -> Content:
    return Content.styled(text, "bold $primary")


def _command(usage: str, key: str, help: str) -> Content:
    return Content.assemble((f"{usage:<16}", "bold"), (f"{key:<4}", "$accent"), help)
