"""What all modal screens share: each returns one answer, however many keys or clicks come in one burst."""

from __future__ import annotations

from textual import events
from textual.await_complete import AwaitComplete
from textual.command import Command, CommandList, CommandPalette, DiscoveryHit
from textual.screen import ModalScreen, ScreenResultType

from .tab import LEAST


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

    def on_resize(self, event: events.Resize) -> None:
        """Hide the box below the least size."""
        self.set_class(event.size.width < LEAST[0] or event.size.height < LEAST[1], "-tiny")


class Palette(AnsweredOnce, CommandPalette):
    """Textual's list of commands."""

    def dismiss(self, result: object = None) -> AwaitComplete:
        """Close; a command that was chosen twice in one burst runs once."""
        if self._answered:
            self._selected_command = DiscoveryHit("", lambda: None)  # what CommandPalette runs after it was dismissed
        self.workers.cancel_node(self)  # its search, which would go on to show what it finds
        return super().dismiss(result)

    def _refresh_command_list(self, command_list: CommandList, commands: list[Command], clear_current: bool) -> None:
        """Show what was found, unless the list has been taken away meanwhile."""
        if command_list.is_attached:
            super()._refresh_command_list(command_list, commands, clear_current)
