"""What all modal screens share: each returns one answer, however many keys or clicks come in one burst."""

from __future__ import annotations

from textual import events
from textual.await_complete import AwaitComplete
from textual.command import Command, CommandList, CommandPalette, DiscoveryHit
from textual.geometry import Size
from textual.screen import ModalScreen, Screen, ScreenResultType

from specdeck.app.widgets.choice_list import has_room

from .tab import LEAST


def hide_where_tiny(screen: Screen, size: Size) -> None:
    """Below the least size only the line that says so is there."""
    screen.set_class(size.width < LEAST[0] or size.height < LEAST[1], "-tiny")


class AnsweredOnce:
    """A screen that takes its first answer. Textual hands every event of a burst to the same screen, and a second dismissal would
    close the screen below."""

    _answered = False

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close with an answer; later answers are ignored."""
        if self._answered:
            return AwaitComplete()
        self._answered = True
        return super().dismiss(result)


class Modal(AnsweredOnce, ModalScreen[ScreenResultType]):
    """A box over the open tab. In a terminal that is too small there is no room for it: the line that says so is seen through it."""

    @property
    def whole(self) -> bool:
        """Whether its widgets are there: a box that is closed while it is built stays without them."""
        return self.is_mounted and self.display

    def on_mount(self) -> None:
        """Begin, unless it was closed while it was built."""
        if self.display:
            self.begin()

    def begin(self) -> None:
        """What it does first, with all its widgets there."""

    def on_resize(self, event: events.Resize) -> None:
        """Hide the box below the least size."""
        hide_where_tiny(self, event.size)


class Palette(AnsweredOnce, CommandPalette):
    """Textual's list of commands."""

    def on_resize(self, event: events.Resize) -> None:
        """Hide it below the least size."""
        hide_where_tiny(self, event.size)

    def dismiss(self, result: object = None) -> AwaitComplete:
        """Close; a command that was chosen twice in one burst runs once."""
        if self._answered:
            self._selected_command = DiscoveryHit("", lambda: None)  # what CommandPalette runs after it was dismissed
        self.workers.cancel_node(self)  # its search, which would go on to show what it finds
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
