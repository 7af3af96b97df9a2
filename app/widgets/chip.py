"""A chip: one setting in force, shown in the header. Click it to change it."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widgets import Static


class Chip(Static):
    """Shows `text`. Posts Pressed; a stepping chip says which side was clicked, others step by 1."""

    class Pressed(Message):
        """The chip was clicked. `step`: -1 on the left half of a stepping chip, else 1."""

        def __init__(self, chip: Chip, step: int) -> None:
            super().__init__()
            self.chip = chip
            self.step = step

        @property
        def control(self) -> Chip:
            """The chip that was clicked."""
            return self.chip

    ALLOW_SELECT = False

    def __init__(self, id: str, steps: bool = False, tooltip: str = "", arrows: bool = True) -> None:
        super().__init__("", id=id, markup=False)
        self.steps = steps
        self.arrows = steps and arrows
        self.tooltip = tooltip
        self._shown = ""
        self._drawn_with_arrows = self.arrows

    def show(self, text: str) -> None:
        """Replace the text shown."""
        if (text, self.arrows) != (self._shown, self._drawn_with_arrows):
            self._shown, self._drawn_with_arrows = text, self.arrows
            self.update(Content(f"‹ {text} ›" if self.arrows else text))

    def on_click(self, event: events.Click) -> None:
        """Post Pressed; a stepping chip steps by the half that was clicked."""
        event.stop()
        self.post_message(self.Pressed(self, -1 if self.steps and event.x < self.size.width // 2 else 1))
