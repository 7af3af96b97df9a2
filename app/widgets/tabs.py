"""The names of the screens, the open one marked. A click opens a screen."""

from __future__ import annotations

from typing import Sequence

from textual import events
from textual.content import Content
from textual.message import Message
from textual.style import Style
from textual.widgets import Static


class Tabs(Static):
    """One name per screen. Posts Opened when one is clicked."""

    class Opened(Message):
        """A screen's name was clicked."""

        def __init__(self, label: str) -> None:
            super().__init__()
            self.label = label

    ALLOW_SELECT = False

    def __init__(self, labels: Sequence[str], active: str, id: str | None = None) -> None:
        super().__init__(Content.assemble(*(_name(label, label == active) for label in labels)), id=id, markup=False)

    def on_click(self, event: events.Click) -> None:
        """Post Opened for the name under the mouse."""
        label = event.style.meta.get("tab")
        if label is not None:
            self.post_message(self.Opened(label))


def _name(label: str, active: bool) -> Content:
    look = "bold reverse $primary" if active else "$origin-faint"
    return Content.styled(f" {label} ", look).stylize(Style.from_meta({"tab": label}))
