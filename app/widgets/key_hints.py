"""The last line: the keys of what has the focus, as many as there is room for, and those that hold everywhere. A click is the key."""

from typing import Callable, Iterator, NamedTuple

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding
from textual.reactive import reactive
from textual.widgets import Footer, Label
from textual.widgets._footer import FooterKey

ROOMY = 75  # columns from which there is room for the tabs' key
MORE = " … "  # there are keys that the line has no room for


class KeyHint(NamedTuple):
    """A key as the line names it, in the order of FooterKey's arguments."""

    key: str
    shown: str
    words: str
    action: str
    disabled: bool = False
    tooltip: str = ""

    @property
    def cells(self) -> int:
        return cell_len(self.shown) + cell_len(self.words) + 3


class HintKey(FooterKey):
    """Never compact. Textual's are at first, and changing that styles each of them twice more."""

    compact = reactive(False)


class KeyHints(Footer):
    """`words` gives what a key is called now, None where it does nothing."""

    def __init__(self, words: Callable[[Binding], str | None]) -> None:
        super().__init__(show_command_palette=False)
        self._words = words
        self._line: list[KeyHint | None] = []

    def compose(self) -> ComposeResult:
        """The keys of the focus first, then the app's, which always have their place."""
        if self.screen in self.app.screen_stack:  # from Python 3.12 on it is built before it is opened; then it is built again
            self._line = self._now()
        for hint in self._line:
            yield HintKey(*hint) if hint else Label(MORE, markup=False)

    async def recompose(self) -> None:
        """Only if the line changes: Textual asks whenever the focus or a screen does, and making every key anew delays what comes next."""
        if self._now() != self._line:
            await super().recompose()

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
                yield KeyHint(binding.key, self.app.get_key_display(binding), words, binding.action, tooltip=tooltip), node is self.app

    def on_resize(self) -> None:
        self.call_after_refresh(self.recompose)


def _fitting(hints: list[KeyHint], room: int) -> list[KeyHint]:
    """The first hints that fit into so many cells."""
    shown = []
    for hint in hints:
        room -= hint.cells
        if room < 0:
            break
        shown.append(hint)
    return shown
