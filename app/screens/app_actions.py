"""What the keys and commands do that hold on every screen: tabs, help, palette, themes, history, pictures, ctrl+c."""

from __future__ import annotations

import time
from pathlib import Path

from textual.theme import ThemeProvider

from specdeck.app.actions import chatting, recorded_show, saving
from specdeck.app.notices import Refusal
from specdeck.app.records import comparisons
from specdeck.app.settings import themes

from .boxes import open_drafters, open_history
from .modal import Palette
from .tab_order import COMPARE

AGAIN = 1.0  # seconds within which a second ctrl+c stops the reply


class AppActions:
    """The actions of the app itself."""

    _interrupted = 0.0  # when ctrl+c was pressed last

    async def action_show(self) -> None:
        """Play the recorded race in the chat."""
        await self.switch_mode(self.DEFAULT_MODE)
        self.attempt(lambda: recorded_show.begin(self.deck))

    def action_guide(self) -> None:
        """Open the help."""
        from .guide import GuideScreen

        if not isinstance(self.screen, GuideScreen):
            self.push_screen(GuideScreen(self.tab))

    async def action_tab(self, label: str) -> None:
        """Open a tab."""
        await self.switch_mode(label)

    def action_command_palette(self) -> None:
        """Open the palette of all commands."""
        if not Palette.is_open(self):
            self.push_screen(Palette())  # without an id: the last one may still be closing, and two of one id are an error

    def action_stop(self) -> None:
        """Stop the reply."""
        if not chatting.stop(self.deck):
            self.refuse(Refusal("nothing is being written"))

    def action_picture(self, name: str = "") -> None:
        """Save the screen as SVG, in a file of this name, or in one named by the time."""
        self.attempt(lambda: saving.save(self.deck, (name if name.endswith(".svg") else f"{name}.svg") if name else "svg"))

    def action_themes(self, name: str = "") -> None:
        """Apply this theme; without a name, choose one from a list."""
        if not name:
            self.push_screen(Palette([ThemeProvider], placeholder="Search for themes…"))
        elif name in themes.NAMES:
            self.theme = name
        else:
            self.refuse(Refusal(f"theme {name!r} is unknown: choose one of {', '.join(themes.NAMES)}"))

    def action_history(self) -> None:
        """Choose a stored conversation or comparison."""
        self.attempt(lambda: open_history(self, self.deck, self._recall))

    def _recall(self, path: Path) -> None:
        if self.attempt(lambda: saving.recall(self.deck, path)):
            self.call_later(self.action_tab, COMPARE.label if comparisons.is_comparison(path) else self.DEFAULT_MODE)

    def choose_drafter(self) -> None:
        """Choose one of the available drafters."""
        self.attempt(lambda: open_drafters(self, self.deck, self.deck.settings.drafter, lambda name: self.say(f"/draft {name}")))

    def action_help_quit(self) -> None:
        """ctrl+c does not quit; pressed twice while a reply is written, it stops the reply."""
        now = time.monotonic()
        if self.deck.busy and now - self._interrupted < AGAIN:
            chatting.stop(self.deck)
        elif self.deck.busy:
            self.notify("ctrl+c again stops the reply; ctrl+q quits", markup=False, timeout=2)
        else:
            self.notify("ctrl+q quits", markup=False, timeout=2)
        self._interrupted = now
