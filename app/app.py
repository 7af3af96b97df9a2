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
from textual.theme import ThemeProvider
from textual.widget import AwaitMount
from textual.worker import Worker

from .actions import chatting, saving, showing
from .actions.palette import Commands
from .actions.slash_commands import Control, parse
from .deck import Deck
from .drawing.clean import one_line
from .drawing.unseen import NoControls
from .engine import garbage
from .notices import Refusal
from .pacing import Pacing
from .records import comparisons, theme_choice
from .records.folder_names import drawn_without_paths
from .report_fold import pump
from .screens.boxes import open_drafters, open_history
from .screens.leavable_app import LeavableApp
from .screens.modal import Palette
from .screens.tab import TabScreen
from .screens.tab_order import COMPARE, TABS, TabEntry
from .settings import themes
from .settings.keys import keymap, named
from .terminal_driver import TerminalDriver

FRAME = 1 / 30  # seconds between two drawings, at least
IDLE = 2.0  # seconds without a key or a token after which plain decoding is measured on the last prompt, for the speed-up
AGAIN = 1.0  # seconds within which a second ctrl+c stops the reply


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


class Playground(LeavableApp):
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
        self._interrupted = 0.0
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
        self.catch_signals()
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        garbage.resume()
        self._start()
        if self.first_start:
            self.attempt(lambda: showing.begin(self.deck))
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

    # Actions

    async def action_show(self) -> None:
        """Play the recorded race in the chat."""
        await self.switch_mode(self.DEFAULT_MODE)
        self.attempt(lambda: showing.begin(self.deck))

    def action_guide(self) -> None:
        """Open the help."""
        from .screens.guide import GuideScreen

        if not isinstance(self.screen, GuideScreen):
            self.push_screen(GuideScreen(self.tab))

    def switch_mode(self, mode: str) -> AwaitMount:
        """Open a tab. The boxes over the present one are closed: each would later close what is on top of the new tab."""
        if mode != self.current_mode:
            for box in self.screen_stack[:0:-1]:
                box.dismiss()
        return super().switch_mode(mode)

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

    def watch_theme(self, name: str) -> None:
        """Store the chosen theme for the next start."""
        if self.theme_file and self._ticker:
            try:
                theme_choice.remember(self.theme_file, name)
            except OSError as error:
                self.notify(f"the theme is not remembered: {error.strerror or error}", severity="warning", markup=False)

    def action_history(self) -> None:
        """Choose a stored conversation or comparison."""
        self.attempt(lambda: open_history(self, self.deck, self._recall))

    def _recall(self, path: Path) -> None:
        if self.attempt(lambda: saving.recall(self.deck, path)):
            self.call_later(self.action_tab, COMPARE.label if comparisons.is_one(path) else self.DEFAULT_MODE)

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
