"""The keys that hold on every screen; the other keys are in chat_keys.py, in compare_keys.py and in the screens themselves."""

from __future__ import annotations

from typing import Sequence

from textual.binding import Binding

from specdeck.app.settings.key_remapping import named

from .tab_order import TabEntry


def own_bindings(tabs: Sequence[TabEntry]) -> list[Binding]:
    """The bindings that hold on every screen, and a key per tab."""
    return named(
        "app",
        [
            Binding("ctrl+p", "command_palette", "Commands", tooltip="every command, by name"),
            Binding("f1", "guide", "Help", tooltip="this help"),
            Binding("ctrl+q", "quit", "Quit", priority=True, tooltip="leave"),
            *(Binding(tab.key, f"tab({tab.label!r})", tab.label, show=False) for tab in tabs),
        ],
    )
