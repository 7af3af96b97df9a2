"""The command palette, each line with its key: on the chat the prompt's commands by name, and a typed line such as "temp
0.73"; on other screens their keys, and the commands that hold everywhere."""

from functools import partial
from typing import Callable, Iterator

from textual import events
from textual.await_complete import AwaitComplete
from textual.command import Command, CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from ..actions.slash_commands import SLASH_COMMANDS, offers, parse
from ..drawing.clean_text import one_line
from ..notices import Refusal
from ..widgets.textual_widgets import has_room
from .tab import CommandedApp, bindings_of, commanded, hide_where_tiny


class Commands(Provider):
    """Every command with its choices spelled out, or every key of a screen."""

    @property
    def app(self) -> CommandedApp:
        return commanded(super().app)

    async def discover(self) -> Hits:
        """All of them, before anything is typed."""
        for line, help, key, run in self._offers():
            yield DiscoveryHit(_with_key(line, key), run, line, help)

    async def search(self, query: str) -> Hits:
        """Those that match; also the typed line if it is a command with a value."""
        matcher = self.matcher(query)
        for line, help, key, run in self._offers():
            if (score := max(matcher.match(line), matcher.match(help) * 0.9)) > 0:
                yield Hit(score, _with_key(line, key), run, line, help)
        if self._chatting and " " in query.strip() and (hit := self._typed(query.strip())):
            yield hit

    @property
    def _chatting(self) -> bool:
        return self.app.current_mode == self.app.DEFAULT_MODE

    def _offers(self) -> Iterator[tuple[str, str, str, Callable[[], object]]]:
        """Name, help, key and function of each."""
        tabs = {tab.label.lower(): tab for tab in self.app.tabs}
        for name, tab in tabs.items():
            yield name, tab.about, self.app.keys.get(f"app.{name}", tab.key).upper(), partial(self.app.action_tab, tab.label)
        if self._chatting:
            offered = list(offers(self.app.deck))
        else:
            offered = [(command, "") for command in SLASH_COMMANDS if command.everywhere]
            for binding in bindings_of(type(self.app.tab)):
                yield binding.description.lower(), binding.tooltip, self.app.get_key_display(binding), partial(self.app.tab.run_action, binding.action)
        for command, choice in offered:
            if command.name not in tabs:
                line = one_line(f"{command.name} {choice}".rstrip())
                yield line, command.help_of(choice) if choice else command.help, command.key, partial(self.app.do, command, choice)

    def _typed(self, line: str) -> Hit | None:
        try:
            command, rest = parse(line)
        except Refusal:
            return None
        run = partial(self.app.do, command, rest)
        return Hit(1.0, _with_key(one_line(f"{command.name} {rest}"), command.key), run, line, command.help) if rest else None


def _with_key(line: str, key: str) -> Content:
    return Content.assemble(f"{line:<24} ", (key, "$accent"))


class Palette(CommandPalette):
    """Textual's list of commands."""

    _answered = False

    def on_resize(self, event: events.Resize) -> None:
        hide_where_tiny(self, event.size)

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Close; a command that was chosen twice in one burst runs once."""
        self.workers.cancel_node(self)  # its search, which would go on to show what it finds
        if self._answered:
            self._selected_command = DiscoveryHit("", lambda: None)  # what CommandPalette runs after it was dismissed
            return AwaitComplete()
        self._answered = True
        return super().dismiss(result)

    def _action_command_list(self, action: str) -> None:
        """Move in the list; by a line where there is no room for a page, as while it opens (as ChoiceList does)."""
        if action.startswith("page") and not has_room(self.query_one(CommandList)):
            action = action.replace("page", "cursor")
        super()._action_command_list(action)

    def _refresh_command_list(self, command_list: CommandList, commands: list[Command], clear_current: bool) -> None:
        """Show what was found, unless the list has been taken away meanwhile."""
        if command_list.is_attached:
            super()._refresh_command_list(command_list, commands, clear_current)
