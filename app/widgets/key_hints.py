"""The last line: the keys of what has the focus, as many as there is room for, and those that hold everywhere. A click is the key."""

from typing import Callable, Iterator, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.screen import Screen
from textual.style import Style

from .textual_widgets import TextStatic

ROOMY = 75  # columns from which there is room for the tabs' key
MORE = " … "  # there are keys that the line has no room for


class KeyHint(NamedTuple):
    """A key as the line names it, and what it does."""

    key: str
    shown: str
    words: str
    tooltip: str

    @property
    def cells(self) -> int:
        return cell_len(self.shown) + cell_len(self.words) + 3


class KeyHints(TextStatic):
    """`words` gives what a key is called now, None where it does nothing. One widget: one for each key, as in Textual's Footer, would be
    made and styled anew whenever the focus moves."""

    ALLOW_SELECT = False

    def __init__(self, words: Callable[[Binding], str | None]) -> None:
        super().__init__()
        self._words = words
        self._line: list[KeyHint | None] = []
        self._pointed = ""  # the key under the mouse

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._bindings_updated)

    def _bindings_updated(self, screen: Screen[object]) -> None:
        if self.app.app_focus:  # while the window has none, nothing has; the line stays as it was
            self.call_after_refresh(self.show)

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    def show(self) -> None:
        """Name the keys of the focus first, then the app's, which always have their place."""
        if self.is_attached and self.screen in self.app.screen_stack:  # from Python 3.12 on it is built before it is opened
            self._line = self._now()
            self._draw()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Light the key under the mouse, and say what it does."""
        self._point(event.style.meta.get("key", ""))

    def on_leave(self) -> None:
        self._point("")

    def on_mouse_down(self, event: events.MouseDown) -> None:
        if key := event.style.meta.get("key"):
            self.app.simulate_key(key)

    def _point(self, key: str) -> None:
        if key != self._pointed:
            self._pointed = key
            self._draw()

    def _draw(self) -> None:
        self.put(Content.assemble(*(_named(hint, hint.key == self._pointed) if hint else MORE for hint in self._line)))
        self.tooltip = next((hint.tooltip for hint in self._line if hint and hint.key == self._pointed), None)

    def _now(self) -> list[KeyHint | None]:
        """The keys to name, from left to right; None stands for those that the line has no room for."""
        hints = list(self._hints())
        here = [hint for hint, everywhere in hints if not everywhere]
        app = [hint for hint, everywhere in hints if everywhere]
        room = self.screen.size.width - sum(hint.cells for hint in app)
        shown = _fitting(here, room)
        if len(shown) < len(here):
            shown = [*_fitting(here, room - len(MORE)), None]
        return [*shown, *app]

    def _hints(self) -> Iterator[tuple[KeyHint, bool]]:
        """A key for every action that does something now, and whether it does so on every screen."""
        actions = set()
        for node, binding, enabled, tooltip in self.screen.active_bindings.values():
            fits = binding.action != "next_tab" or self.screen.size.width >= ROOMY
            words = self._words(binding) if binding.show and enabled and fits and binding.action not in actions else None
            if words is not None:
                actions.add(binding.action)
                yield KeyHint(binding.key, self.app.get_key_display(binding), words, tooltip), node is self.app


def _named(hint: KeyHint, pointed: bool) -> Content:
    """A key and its words; `pointed`: the mouse is on them."""
    named = Content.assemble((f" {hint.shown} ", "bold $footer-key-foreground"), f"{hint.words} ").stylize(Style.from_meta({"key": hint.key}))
    return named.stylize("on $block-hover-background") if pointed else named


def _fitting(hints: list[KeyHint], room: int) -> list[KeyHint]:
    """The first hints that fit into so many cells."""
    shown = []
    for hint in hints:
        room -= hint.cells
        if room < 0:
            break
        shown.append(hint)
    return shown
