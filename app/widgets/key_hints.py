"""The last line: the keys of what has the focus, as many as there is room for, and those that hold everywhere. A click is the key."""

from __future__ import annotations

from typing import Callable, Iterator

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Footer, Label
from textual.widgets._footer import FooterKey

ROOMY = 75  # columns from which there is room for the tabs' keys
MORE = " … "  # there are keys that the line has no room for


class KeyHints(Footer):
    """`words` gives what a key is called now, None where it does nothing."""

    def __init__(self, words: Callable[[Binding], str | None]) -> None:
        super().__init__(show_command_palette=False)
        self._words = words

    def compose(self) -> ComposeResult:
        """The keys of the focus first, then the app's, which always have their place."""
        hints = list(self._hints())
        here = [key for key, everywhere in hints if not everywhere]
        app = [*self._tabs(), *(key for key, everywhere in hints if everywhere)]
        room = self.screen.size.width - sum(map(_cells, app))
        shown = _fitting(here, room)
        if len(shown) < len(here):
            shown = _fitting(here, room - len(MORE))
            yield from shown
            yield Label(MORE, markup=False)
        else:
            yield from shown
        yield from app

    def _tabs(self) -> Iterator[FooterKey]:
        """The tabs' keys as one hint, where the line is long enough. A click opens the next tab."""
        tabs, keys = self.app.tabs, [self.app.keys.get(f"app.{tab.label.lower()}", tab.key) for tab in self.app.tabs]
        if self.screen.size.width >= ROOMY:
            span = " ".join(keys) if self.app.keys else f"{keys[0]}-{keys[-1]}"
            following = (tabs.index(self.screen.TAB) + 1) % len(tabs)
            yield FooterKey(keys[following], span, "Tabs", f"tab({tabs[following].label!r})").data_bind(compact=Footer.compact)

    def _hints(self) -> Iterator[tuple[FooterKey, bool]]:
        """A key for every action that does something now, and whether it does so on every screen."""
        actions = set()
        for node, binding, enabled, tooltip in self.screen.active_bindings.values():
            words = self._words(binding) if binding.show and enabled and binding.action not in actions else None
            if words is not None:
                actions.add(binding.action)
                key = FooterKey(binding.key, self.app.get_key_display(binding), words, binding.action, tooltip=tooltip)
                yield key.data_bind(compact=Footer.compact), node is self.app

    def on_resize(self) -> None:
        """As many as fit now."""
        self.call_after_refresh(self.recompose)


def _cells(key: FooterKey) -> int:
    return cell_len(key.key_display) + cell_len(key.description) + 3


def _fitting(keys: list[FooterKey], room: int) -> list[FooterKey]:
    """The first keys that fit into so many cells."""
    shown = []
    for key in keys:
        room -= _cells(key)
        if room < 0:
            break
        shown.append(key)
    return shown
