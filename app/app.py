"""The playground: holds the deck, folds the session's reports into it thirty times a second, and has the screen draw it. What
the first frame does not need is imported when it is opened."""

import asyncio
import io
import json
import signal
import time
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Callable, Coroutine, Iterator, Mapping, Sequence

from rich.console import RenderableType
from rich.markup import escape
from textual import events
from textual.binding import Binding
from textual.filter import LineFilter
from textual.theme import ThemeProvider
from textual.widget import AwaitMount
from textual.widgets._toast import ToastRack
from textual.worker import Worker

from .actions import chatting, replaying, saving
from .apply_reports import pump
from .deck import Deck
from .drawing.clean_text import one_line
from .drawing.figures import counted
from .end_of_work import EndOfWork, notification, window_title
from .engine import garbage_collection
from .notices import Refusal
from .records import comparisons, files
from .records.without_paths import drawn_without_paths
from .screens.palette import Commands, Palette
from .screens.tab import COMPARE, LESSON, TABS, CommandedApp, TabEntry, TabScreen
from .settings import themes
from .settings.keys import bindings as bindings_for
from .settings.keys import keymap
from .terminal import clipboard
from .terminal.clipboard import Copier
from .terminal.driver import NoControls, Pacing, TerminalDriver
from .terminal.window_gone import served

FRAME = 1 / 30  # seconds between two drawings, at least
AGAIN = 1.0  # seconds within which a second ctrl+c stops the reply
RETRY = 0.02  # seconds until leaving is tried again
TO_END = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
IDLE = 2.0  # seconds without a key or a token after which plain decoding is measured on the last prompt, for the speed-up


def own_bindings(tabs: Sequence[TabEntry]) -> list[Binding]:
    """The bindings that hold on every screen, and a key per tab."""
    return [*bindings_for("app"), *(Binding(tab.key, f"tab({tab.label!r})", tab.label, show=False, id=f"app.{tab.label.lower()}") for tab in tabs)]


class Playground(CommandedApp):
    """The tabs' screens, all over one deck."""

    TITLE = "specdeck"
    CSS_PATH = Path(__file__).with_name("playground.tcss")
    COMMANDS = {Commands}
    DEFAULT_MODE = TABS[0].label
    ENABLE_COMMAND_PALETTE = True
    BINDINGS = [*own_bindings(TABS)]

    theme_file: Path | None = None  # the file that stores the chosen theme
    copiers: Sequence[Copier] = ()  # programs that may reach the clipboard; without any the terminal is asked
    copies_selection = False  # when the mouse is released
    notifies = True  # of long work that has ended while the window has no focus
    _ticker: Worker | None = None
    _interrupted = 0.0  # when ctrl+c was pressed last
    _signalled: int | None = None  # the exit code of the signal that came

    def __init__(self, deck: Deck, start: Callable[[], None] = lambda: None, pacing: Pacing | None = None, idle: float = IDLE) -> None:
        super().__init__(deck, TABS)
        self.pacing = pacing or Pacing()
        deck.person.picture = self.export_screenshot
        deck.person.deliver = self._deliver if deck.person.guest else None
        self._no_controls = NoControls()
        self.first_start = False  # whether to play the show
        self.lesson_first = False  # whether to begin with the lesson
        self._start = start  # called after the first frame
        self._work, self._done = EndOfWork(), ""  # and what of it has ended unseen, in words
        self._idle, self._busy_at = idle, 0.0  # seconds of idleness before a measurement, and the time of the last activity
        self._loading_words = ""  # as they were last drawn
        for tab in TABS:
            self.add_mode(tab.label, lambda tab=tab: tab.screen()(self.deck))
        for name in set(self.available_themes) - set(themes.NAMES):
            self.unregister_theme(name)
        for theme in themes.OURS:
            self.register_theme(theme)
        self.theme = "dark"

    def draw_in_256_colours(self) -> None:
        """Use the themes for a terminal that has no more."""
        for theme in themes.OURS:
            self.register_theme(themes.in_256_colours(theme))

    def remap(self, keys: Mapping[str, str]) -> None:
        """Set other keys for some bindings. Raises ConfigError."""
        self.keys = keymap(keys, self.bindings()) if keys else {}
        self.set_keymap(self.keys)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The origins' colours, for themes that have none."""
        return themes.defaults(self.current_theme)

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [*super().get_line_filters(), self._no_controls]

    def export_screenshot(self, **options: Any) -> str:
        """Textual's SVG of the screen, without notices and the paths of models' folders."""
        racks = [rack for rack in self.screen.query(ToastRack) if rack.display]
        self._set_shown(racks, False)
        drawing = super().export_screenshot(**options)
        self._set_shown(racks, True)
        return drawn_without_paths(drawing, self.deck.catalogue.paths)

    def _deliver(self, name: str, text: str) -> None:
        self.deliver_text(io.StringIO(text), save_filename=name)

    def _set_shown(self, racks: list[ToastRack], shown: bool) -> None:
        for rack in racks:
            rack.display = shown
            self.screen._refresh_layout()

    async def on_event(self, event: events.Event) -> None:
        """Any key, paste or click ends the show. The screen may move the focus before the key, and the next ones of the burst, are
        handed out."""
        if self.deck.show and isinstance(event, (events.Key, events.Paste, events.MouseDown)):
            self.deck.show = None
            self.call_later(self.draw)
            if isinstance(event, events.Key) and event.key == "enter":
                return  # there is nothing yet to send
        if isinstance(event, events.Key) and not event.is_forwarded:
            self._busy_at = time.monotonic()
            if isinstance(self.screen, TabScreen):
                self.screen.before_key(event)
        await super().on_event(event)

    def on_mount(self) -> None:
        """Load only after the first frame is drawn."""
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        garbage_collection.resume()
        self._start()
        if self.lesson_first:
            self.call_later(self.action_tab, LESSON.label)
        if self.first_start:
            self.attempt(lambda: replaying.play_show(self.deck))
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
        words, self._loading_words = self._loading_words, self.deck.loading_words
        changed = pump(self.deck) or words != self._loading_words
        self._tell()
        self._tell_ends()
        if changed or self.deck.busy:
            self._busy_at = time.monotonic()
        elif time.monotonic() - self._busy_at > self._idle and self.current_mode == self.DEFAULT_MODE:
            chatting.measure_unasked(self.deck)
        if (changed or self.tab.moving) and self.tab.is_mounted:
            self.tab.follow()

    def _tell(self) -> None:
        for notice in self.deck.notices:
            self.notify(one_line(notice.text), severity=notice.kind, markup=False, timeout=8)
        self.deck.notices.clear()

    def _tell_ends(self) -> None:
        """The window's title; and where long work has ended while nobody looks, a notification."""
        over = self._work.ended(self.deck)
        if over and self.notifies and not self.app_focus:
            self._done = over
            self.write_to_terminal(notification(f"done: {over}"))
        self._done = "" if self.app_focus else self._done
        if isinstance(self._driver, TerminalDriver):
            self._driver.title = window_title(self.deck, self._done)

    def write_to_terminal(self, codes: str) -> None:
        """Write what the terminal obeys and does not draw."""
        if self._driver is not None:
            self._driver.write(codes)

    # The clipboard

    def copy_to_clipboard(self, text: str) -> None:
        """Copy by a program of this machine, else by the terminal; a line says which way was taken."""
        self._clipboard = text
        self.run_worker(self._copy(text), "copying", group="copying", exclusive=True)

    async def _copy(self, text: str) -> None:
        way, what = await clipboard.copied_by(text, self.copiers), counted(len(text), "character")
        if way is not None:
            self.notify(f"copied {what} ({way})", markup=False, timeout=3)
        elif clipboard.takes_osc_52():
            super().copy_to_clipboard(text)
            who = "browser, if it lets pages" if served() else "terminal, if it lets programs"
            self.notify(f"copied {what} (by the {who} copy)", markup=False, timeout=3)
        else:
            self.notify("not copied: this terminal lets no program copy, and pbcopy, wl-copy, xclip and clip.exe are not here", severity="warning", markup=False, timeout=6)

    def on_text_selected(self) -> None:
        """The mouse was released: copy what it selected, if that is wanted."""
        if self.copies_selection and (text := self.screen.get_selected_text()):
            self.copy_to_clipboard(text)

    # What the keys do that hold on every screen

    async def action_show(self) -> None:
        await self.switch_mode(self.DEFAULT_MODE)
        self.attempt(lambda: replaying.play_show(self.deck))

    def action_guide(self) -> None:
        from .screens.guide import GuideScreen

        if not isinstance(self.screen, GuideScreen):
            self.push_screen(GuideScreen(self.tab))

    async def action_next_tab(self) -> None:
        labels = [tab.label for tab in self.tabs]
        await self.action_tab(labels[(labels.index(self.tab.TAB.label) + 1) % len(labels)])

    def action_command_palette(self) -> None:
        if not Palette.is_open(self):
            self.push_screen(Palette())  # without an id: the last one may still be closing, and two of one id are an error

    def action_stop(self) -> None:
        if not chatting.stop(self.deck):
            self.refuse(Refusal("nothing is being written"))

    def action_picture(self, name: str = "") -> None:
        """Save the screen as SVG, in a file of this name, or in one named by the time."""
        self.attempt(lambda: saving.save(self.deck, (name if name.endswith(".svg") else f"{name}.svg") if name else "svg"))

    def action_themes(self, name: str = "") -> None:
        if not name:
            self.push_screen(Palette([ThemeProvider], placeholder="Search for themes…"))
        elif name in themes.NAMES:
            self.theme = name
        else:
            self.refuse(Refusal(f"theme {name!r} is unknown: choose one of {', '.join(themes.NAMES)}"))

    def action_history(self) -> None:
        from .screens.history import HistoryScreen

        self.attempt(lambda: self.choose(HistoryScreen(saving.earlier_records(self.deck)), self._recall))

    def _recall(self, path: Path) -> str:
        answer = saving.recall(self.deck, path)
        self.call_later(self.action_tab, COMPARE.label if comparisons.is_comparison(path) else self.DEFAULT_MODE)
        return answer

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

    # Leaving: by a key, by a signal, where a task breaks. Textual adds no widget to an app that ends, and a half-built screen would not
    # find its own: so it ends once its screens are built.

    def exit(self, result: object = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """End, at once or as soon as every screen is built."""
        if self.is_running and any(not screen.is_mounted for stack in self._screen_stacks.values() for screen in stack):
            self.set_timer(RETRY, lambda: self.exit(result, return_code, message))
        else:
            super().exit(result, return_code, message)

    async def action_quit(self) -> None:
        self.exit()

    @contextmanager
    def left_by_signals(self) -> Iterator[None]:
        """Within this block a signal leaves the app, even before it runs, and does not interrupt the saving after it. asyncio's own
        handlers would be removed too soon."""
        before = {number: signal.signal(number, self._handle_signal) for number in TO_END}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _handle_signal(self, number: int, _frame: object) -> None:
        self._signalled = self._signalled or 128 + number
        if self._loop is not None:  # else it does not run yet, or no longer
            self._loop.call_soon_threadsafe(self._leave_if_signalled)

    def _leave_if_signalled(self) -> None:
        if self._signalled and self.is_running:
            self.exit(None, self._signalled)

    def on_load(self) -> None:
        """Before the terminal is taken: a signal may have come already."""
        self._leave_if_signalled()
        asyncio.get_running_loop().set_task_factory(self._guarded_task)

    def _guarded_task(self, loop: asyncio.AbstractEventLoop, work: Any, **options: Any) -> asyncio.Task[Any]:
        return asyncio.Task(self._guarded(work), loop=loop, **options)

    async def _guarded(self, work: Coroutine[Any, Any, Any]) -> Any:
        """A task of the app. What is no Exception ends a task without a word, and its screen would be frozen: the app is left instead."""
        try:
            return await work
        except (Exception, asyncio.CancelledError, KeyboardInterrupt, SystemExit, GeneratorExit):
            raise
        except BaseException as error:
            self.exit(None, 1, escape(f"specdeck: {type(error).__name__}: {one_line(str(error), 200)}"))

    # What Textual calls

    def switch_mode(self, mode: str) -> AwaitMount:
        """Open a tab. The boxes over the present one are closed: each would later close what is on top of the new tab."""
        if mode != self.current_mode:
            for box in self.screen_stack[:0:-1]:
                box.dismiss()
        return super().switch_mode(mode)

    def watch_theme(self, name: str) -> None:
        if self.theme_file and self._ticker:
            try:
                remember_theme(self.theme_file, name)
            except OSError as error:
                self.notify(f"the theme is not remembered: {error.strerror or error}", severity="warning", markup=False)


# The theme that a person last chose in the playground. It is used if neither config.toml nor the environment names one.

def chosen_theme(path: Path, tell: files.Tell = lambda line: None) -> str | None:
    """The theme's name; None if none was chosen, or the file is damaged."""
    name = files.read_json(path, Mapping[str, str], tell).get("theme")
    return name if name in themes.NAMES else None


def remember_theme(path: Path, name: str) -> None:
    """Store the theme's name. Raises OSError."""
    files.replace(path, json.dumps({"theme": name}))
