"""The playground: holds the deck, folds the session's reports into it thirty times a second, and has the screen draw it.

Knows Textual and the deck; decoding is behind the session. What the first frame does not need is imported when it is opened.
"""

from __future__ import annotations

import asyncio
import time
from functools import partial
from pathlib import Path
from typing import Any, Callable, Mapping, Sequence

from textual import events
from textual.binding import Binding
from textual.filter import LineFilter
from textual.screen import Screen
from textual.widget import AwaitMount
from textual.worker import Worker

from .actions import chatting, recorded_show
from .actions.palette import Commands
from .actions.slash_commands import Control, parse
from .deck import Deck
from .drawing.clean_text import one_line
from .drawing.terminal_filter import NoControls
from .engine import garbage_collection
from .notices import Refusal
from .pacing import Pacing
from .records import theme_choice
from .records.without_paths import drawn_without_paths
from .report_fold import pump
from .screens.app_actions import AppActions
from .screens.app_keys import own_bindings
from .screens.leavable_app import LeavableApp
from .screens.tab import TabScreen
from .screens.tab_order import TABS, TabEntry
from .settings import themes
from .settings.key_remapping import keymap
from .terminal_driver import TerminalDriver

FRAME = 1 / 30  # seconds between two drawings, at least
IDLE = 2.0  # seconds without a key or a token after which plain decoding is measured on the last prompt, for the speed-up


class Playground(AppActions, LeavableApp):
    """The tabs' screens, all over one deck."""

    TITLE = "specdeck"
    CSS_PATH = Path(__file__).with_name("playground.tcss")
    COMMANDS = {Commands}
    DEFAULT_MODE = TABS[0].label
    ENABLE_COMMAND_PALETTE = True
    BINDINGS = own_bindings(TABS)

    theme_file: Path | None = None  # the file that stores the chosen theme
    _ticker: Worker | None = None

    def __init__(self, deck: Deck, start: Callable[[], None] = lambda: None, pacing: Pacing | None = None, idle: float = IDLE) -> None:
        super().__init__(driver_class=TerminalDriver)
        self.deck = deck
        self.pacing = pacing or Pacing()
        deck.picture = self.export_screenshot
        self.tabs = TABS
        self.keys: dict[str, str] = {}  # what the person remapped
        self._no_controls = NoControls()
        self.first_start = False  # whether to play the show
        self._start = start  # called after the first frame
        self._idle, self._busy_at = idle, 0.0  # seconds of idleness before a measurement, and the time of the last activity
        for tab in TABS:
            self.add_mode(tab.label, partial(self._screen, tab))
        for name in set(self.available_themes) - set(themes.NAMES):
            self.unregister_theme(name)
        for theme in themes.OURS:
            self.register_theme(theme)
        self.theme = "dark"

    def _screen(self, tab: TabEntry) -> Screen[None]:
        return tab.screen()(self.deck)

    @classmethod
    def bindings(cls) -> list[Binding]:
        """Every binding that can be remapped."""
        return [*cls.BINDINGS, *(binding for tab in TABS for binding in tab.screen().BINDINGS)]

    def remap(self, keys: Mapping[str, str]) -> None:
        """Set other keys for some bindings. Raises ConfigError."""
        self.keys = keymap(keys, self.bindings()) if keys else {}
        self.set_keymap(self.keys)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The origins' colours, for themes that have none."""
        return themes.defaults(self.current_theme)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's filters, then ours."""
        return [*super().get_line_filters(), self._no_controls]

    def export_screenshot(self, **options: Any) -> str:
        """Textual's SVG of the screen, without the paths of models' folders."""
        return drawn_without_paths(super().export_screenshot(**options), self.deck.catalogue.paths)

    async def on_event(self, event: events.Event) -> None:
        """Any key, paste or click ends the show. A slash starts a command wherever the focus is: the prompt gets the focus before the
        next keys of the burst are handed out."""
        if self.deck.show and isinstance(event, (events.Key, events.Paste, events.MouseDown)):
            self.deck.show = None
            self.call_later(self.draw)
        if isinstance(event, events.Key) and not event.is_forwarded:
            self._busy_at = time.monotonic()
            if event.key == "slash" and isinstance(self.screen, TabScreen):
                self.screen.begin_command()
        await super().on_event(event)

    def on_mount(self) -> None:
        """Load only after the first frame is drawn."""
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        garbage_collection.resume()
        self._start()
        if self.first_start:
            self.attempt(lambda: recorded_show.begin(self.deck))
        self._ticker = self.run_worker(self._tick_on(), "ticker")

    async def _tick_on(self) -> None:
        while True:
            await asyncio.sleep(self.beat())

    def beat(self) -> float:
        """Tick; returns the seconds until the next one. While tokens are decoded it is delayed, because even waking takes time
        from them."""
        self.tick()
        rest = self.pacing.rest()
        return max(FRAME, rest) if self.deck.decoding else FRAME

    def tick(self) -> None:
        """Fold the engine's reports, and draw."""
        if not self.is_running:  # the app is closing, and the timer outlives the widgets
            return
        changed = pump(self.deck)
        self._tell()
        if changed or self.deck.busy:
            self._busy_at = time.monotonic()
        elif time.monotonic() - self._busy_at > self._idle and self.current_mode == self.DEFAULT_MODE:
            chatting.measure_unasked(self.deck)
        if (changed or self.tab.moving) and self.tab.is_mounted:
            self.tab.follow()

    @property
    def tab(self) -> TabScreen:
        """The open tab's screen, below any modal screens."""
        return self.screen_stack[0]

    def draw(self) -> None:
        """Draw the open tab's screen from the deck."""
        if self.tab.is_mounted:
            self.tab.draw()

    def _tell(self) -> None:
        for notice in self.deck.notices:
            self.notify(one_line(notice.text), severity=notice.kind, markup=False, timeout=8)
        self.deck.notices.clear()

    # Carrying out commands

    def say(self, text: str) -> bool:
        """Carry out a prompt or a /command; False if it was refused."""
        if not text.startswith("/"):
            return self.attempt(lambda: chatting.send(self.deck, text))
        try:
            control, rest = parse(text)
        except Refusal as refusal:
            return self.refuse(refusal)
        return self.do(control, rest)

    def do(self, control: Control, rest: str = "") -> bool:
        """Carry out a control of the table; False if it was refused."""
        if not control.everywhere:
            self.switch_mode(self.DEFAULT_MODE)
        if (action := control.action_for(rest)) is not None:
            self.call_later(self.run_action, action)
            return True
        return self.attempt(lambda: control.run(self.deck, rest))

    def attempt(self, act: Callable[[], str | None]) -> bool:
        """Call `act`, show the line that it returns, draw; False if it was refused."""
        try:
            answer = act()
        except Refusal as refusal:
            return self.refuse(refusal)
        if answer:
            self.notify(one_line(answer), markup=False, timeout=3)
        self.draw()
        return True

    def refuse(self, refusal: Refusal) -> bool:
        """Show why it was refused; False."""
        self.notify(one_line(str(refusal)), severity="warning", markup=False, timeout=6)
        return False

    # What Textual calls

    def switch_mode(self, mode: str) -> AwaitMount:
        """Open a tab. The boxes over the present one are closed: each would later close what is on top of the new tab."""
        if mode != self.current_mode:
            for box in self.screen_stack[:0:-1]:
                box.dismiss()
        return super().switch_mode(mode)

    def watch_theme(self, name: str) -> None:
        """Store the chosen theme for the next start."""
        if self.theme_file and self._ticker:
            try:
                theme_choice.remember(self.theme_file, name)
            except OSError as error:
                self.notify(f"the theme is not remembered: {error.strerror or error}", severity="warning", markup=False)
