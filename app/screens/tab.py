"""What every screen with a tab shares: the header, the footer, the smallest size, and when it is drawn."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Input, Static, TextArea

from specdeck.app.deck import Deck
from specdeck.app.settings.key_remapping import named
from specdeck.app.widgets.key_hints import KeyHints
from specdeck.app.widgets.prompt_field import Prompt
from specdeck.app.widgets.tabs import Tabs
from specdeck.app.widgets.title import Title

from .tab_order import TabEntry

LEAST = (60, 15)  # columns and rows below which there is no room


class TabScreen(Screen[None]):
    """A tab's screen: it defines `body` and `draw`, and `TAB` is its entry in the table beside this file. The palette and the help
    read `BINDINGS`: a binding's description is its name there, its tooltip what it does."""

    TAB: ClassVar[TabEntry]
    CHIPS: ClassVar[bool] = False  # the header shows the settings in force
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide"), (160, "-huge")]

    def __init_subclass__(cls, **kwargs) -> None:
        """Give its bindings names, so that they can be remapped."""
        cls.BINDINGS = named(cls.TAB.label, cls.BINDINGS)
        super().__init_subclass__(**kwargs)

    def __init__(self, deck: Deck) -> None:
        super().__init__()
        self.deck = deck

    @property
    def moving(self) -> bool:
        """Whether it changes while nothing is reported."""
        return self.deck.busy

    def body(self) -> ComposeResult:
        """The widgets between header and footer."""
        raise NotImplementedError

    def draw(self) -> None:
        """Draw everything from the deck."""
        self.query_one(Title).show(self.deck)

    def follow(self) -> None:
        """Draw what changes by itself; called thirty times a second while something does."""
        self.draw()

    def hint(self, binding: Binding) -> str | None:
        """What a key is called in the last line; None where it does nothing now."""
        return binding.description

    def begin_command(self) -> None:
        """A slash is about to be typed: the prompt has the focus, where there is one."""
        for prompt in self.query(Prompt):
            if prompt.display and not isinstance(self.focused, TextArea | Input):
                self.set_focus(prompt)

    def compose(self) -> ComposeResult:
        """The header, what the tab defines, the keys, and the line for a terminal that is too small."""
        yield Title([tab.label for tab in self.app.tabs], self.TAB.label, self.CHIPS, id="title")
        yield from self.body()
        yield KeyHints(self.hint)
        yield Static("", id="tiny", markup=False)

    def on_screen_resume(self) -> None:
        """Draw what happened while another tab was open."""
        if self.is_mounted:
            self.draw()

    def on_resize(self, event: events.Resize) -> None:
        """Draw what depends on the width, after the layout. Below the smallest size one line says what is needed."""
        self.call_after_refresh(self._redraw)
        size = event.size
        tiny = size.width < LEAST[0] or size.height < LEAST[1]
        self.set_class(tiny, "-tiny")
        self.query_one("#tiny", Static).update(
            f"specdeck needs {LEAST[0]}x{LEAST[1]}; this terminal has {size.width}x{size.height}" if tiny else ""
        )

    def _redraw(self) -> None:
        if self.is_running and self.is_mounted:
            self.draw()

    @on(Tabs.Opened)
    async def _tab(self, event: Tabs.Opened) -> None:
        await self.app.action_tab(event.label)
