"""What all modal screens share: each returns one answer, however many keys or clicks come in one burst."""

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen, ScreenResultType

from .tab import PlaygroundScreen


class Modal(ModalScreen[ScreenResultType], PlaygroundScreen[ScreenResultType]):
    """A box over the open tab. It takes its first answer: Textual hands every event of a burst to the same screen, and a second
    dismissal would close the screen below."""

    BINDINGS = [("escape", "dismiss(None)", "Close")]

    _answered = False

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close with an answer; later answers are ignored."""
        if self._answered:
            return AwaitComplete()
        self._answered = True
        return super().dismiss(result)

    @property
    def whole(self) -> bool:
        """Whether its widgets are there: a box that is closed while it is built stays without them."""
        return self.is_mounted and self.display

    def on_mount(self) -> None:
        """Begin, unless it was closed while it was built."""
        for box in self.query(".box"):
            box.border_subtitle = "esc closes"
        if self.display:
            self.begin()

    def begin(self) -> None:
        """What it does first, with all its widgets there."""
