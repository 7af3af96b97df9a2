"""F1: Textual's help panel, with what each screen says of itself and the keys that act on it."""

from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import HelpPanel, Markdown

from ..actions.slash_commands import SLASH_COMMANDS

COMMANDS_HELP = "Commands, in the prompt:\n\n" + "".join(f"- `{command.usage}` {command.help}\n" for command in SLASH_COMMANDS)


class Help(HelpPanel, can_focus=True):
    """The panel with the focus, so that keys scroll it, and all keys outside the prompt are listed."""

    BINDING_GROUP_TITLE = "This help"
    BINDINGS = [
        Binding("escape", "app.help", "Close"),
        *(Binding(key, action, system=True) for key, action in (("up", "scroll_up"), ("down", "scroll_down"), ("pageup", "page_up"), ("pagedown", "page_down"))),
    ]

    def __init__(self, before: Widget | None) -> None:
        super().__init__()
        self.before = before  # what had the focus

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield Markdown(COMMANDS_HELP)

    def on_blur(self) -> None:
        if self.app.app_focus:
            self.remove()


def toggle_help(screen: Screen[None]) -> None:
    """Open the help on a screen, or close it."""
    if screen.query(Help):
        screen.set_focus(screen.query_one(Help).before)
    else:
        screen.mount(help := Help(screen.focused))
        help.focus()
