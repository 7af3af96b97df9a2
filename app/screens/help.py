"""F1: Textual's help panel, with what each screen says of itself and the keys that act on it."""

from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import HelpPanel, Markdown

from ..actions.slash_commands import SLASH_COMMANDS

COLOURS = """
- **underlined, blue**: an accepted draft, guessed by the drafter and accepted by the target
- **bold, orange**: the target's own token, one per round: *recovered* at the first miss, *bonus* after a fully accepted draft, *plain* without a draft (`l` tells them apart)
- **struck through**: a rejected guess (`g` shows them)
"""
CHAT_HELP = f"""
Chat with the target, see which model wrote each token and why, and change the drafting in the middle of a reply.
{COLOURS}
In the prompt, enter sends, shift+enter or ctrl+j begins a new line, up recalls the last prompt, `/` begins a command. During a reply \
`[ ] - = space .` act at once in an empty prompt. esc stops a reply, else goes to the text, where left and right select a token and single keys act.
"""
COMMANDS_HELP = "Commands, in the prompt:\n\n" + "".join(f"- `{command.usage}` {command.help}\n" for command in SLASH_COMMANDS)
COMPARE_HELP = f"""
Two settings on one prompt, measured one after the other and replayed as a race: how much faster drafting is, and why. Tab goes to A and to B; \
there keys change that side, elsewhere side B.
{COLOURS}
"""
LESSON_HELP = "How speculative decoding works, one idea per page: guess first, then see. Ten minutes; it continues where you left off."
MODELS_HELP = "Choose target and drafter: models on disk and on the hub, which can draft for which, and why not. What is typed in a list searches the hub."


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
