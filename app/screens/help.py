"""What can be done here. F1: Textual's help panel, with each screen's text and the keys that act on it. The command palette: the keys of the
open screen and of all screens, and the /commands with their choices."""

from functools import partial
from typing import Callable, Iterator

from textual import actions
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import HelpPanel, Markdown

from ..actions import saving
from ..actions.slash_commands import SLASH_COMMANDS, SlashCommand, offers, parse
from ..drawing.clean_text import one_line
from ..notices import Refusal
from .base import CommandedApp, bindings_of, commanded

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


SHOW = SlashCommand("show", "", "play the recorded race of the embedded pair: plain and drafted", lambda state, _: saving.play_show(state), shows_chat=True)  # only the palette has it


class Commands(Provider):
    """Every key and every command, by name."""

    @property
    def app(self) -> CommandedApp:
        return commanded(super().app)

    async def discover(self) -> Hits:
        """All of them, before anything is typed."""
        for line, key, help, run in self._offers():
            yield DiscoveryHit(_with_key(line, key), run, line, help)

    async def search(self, query: str) -> Hits:
        """Those that match; also the typed line if it is a command with a value."""
        matcher = self.matcher(query)
        for line, key, help, run in self._offers():
            if (score := max(matcher.match(line), matcher.match(help) * 0.9)) > 0:
                yield Hit(score, _with_key(line, key), run, line, help)
        try:
            command, rest = parse(query)
        except Refusal:
            return
        if rest:
            yield Hit(1.0, _with_key(one_line(query), ""), partial(self.app.do, command, rest), query, command.help)

    def _offers(self) -> Iterator[tuple[str, str, str, Callable[[], object]]]:
        """Name, key, help and function of each."""
        for node in (self.app.tab, self.app):
            for binding in bindings_of(type(node)):
                if not binding.system and node.check_action(*actions.parse(binding.action)[1:]):
                    yield (binding.description.lower(), self._keys(binding), binding.tooltip, partial(node.run_action, binding.action))
        yield SHOW.name, "", SHOW.help, partial(self.app.do, SHOW)
        for command, choice in offers(self.app.state):
            yield (one_line(f"/{command.name} {choice}".rstrip()), "", command.help_of(choice) if choice else command.help, partial(self.app.do, command, choice))

    def _keys(self, binding: Binding) -> str:
        asked = self.app.keys.get(binding.id or "")
        return self.app.get_key_display(next(iter(Binding.make_bindings([binding.with_key(asked) if asked else binding]))))


class Palette(CommandPalette):
    """Textual's, which takes its first answer: a second enter of one burst would close the screen below."""

    answered = False

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Refuse paging while the list has no room, in a tiny terminal or before its first layout. Textual's action would raise KeyError (8.2)."""
        if action == "command_list" and "page" in str(parameters) and not self.query_one(CommandList).scrollable_content_region:
            return False
        return super().check_action(action, parameters)

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Close; later answers are ignored."""
        if self.answered:
            return AwaitComplete()
        self.answered = True
        return super().dismiss(result)


def _with_key(line: str, key: str) -> Content:
    return Content.assemble(f"{line:<24} ", (key, "$accent"))
