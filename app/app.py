"""The playground. It holds the app state, applies the session's reports to it thirty times a second, and has the screen drawn."""

import asyncio
import io
import json
import time
from pathlib import Path
from typing import Any, Callable, Mapping, Sequence

from rich.console import RenderableType
from rich.markup import escape
from textual import events, on
from textual.binding import Binding
from textual.command import Provider
from textual.filter import LineFilter
from textual.widget import AwaitMount
from textual.widgets import TextArea
from textual.worker import Worker

from .actions import changing_settings, chatting, saving
from .actions.loading import loaded_pair
from .app_state import AppState
from .apply_reports import apply_pending
from .drawing.clean_text import one_line
from .drawing.figures import counted
from .engine import garbage_collection
from .notices import Refusal
from .records import files
from .records.export import drawn_without_paths
from .screens.base import LESSON, TABS, CommandedApp
from .settings import themes
from .terminal.app_terminal import NoControls, Pacing, copied_by

FRAME = 1 / 30  # seconds between two drawings, at least
AGAIN = 1.0  # seconds within which a second ctrl+c stops the reply
RETRY = 0.02  # seconds until leaving is tried again
IDLE = 2.0  # seconds without a key or a token after which plain decoding is measured on the last prompt, for the speed-up


def _commands() -> type[Provider]:
    """The palette's lines; imported when it is opened first."""
    from .screens.help import Commands

    return Commands


class Playground(CommandedApp):
    """The tabs' screens, all over one app state."""

    TITLE = "specdeck"
    CSS_PATH = Path(__file__).with_name("playground.tcss")
    COMMANDS = {_commands}
    DEFAULT_MODE = TABS[0].label
    BINDING_GROUP_TITLE = "Everywhere"
    BINDINGS = [
        Binding("f1,question_mark", "help", "Help", id="app.help", key_display="f1", tooltip="keys, commands, colours"),
        Binding("ctrl+q", "quit", "Quit", id="app.quit", priority=True),
        Binding("ctrl+p", "command_palette", "Commands", id="app.commands", show=False, tooltip="every command, by name"),
        Binding("ctrl+t", "next_tab", "Tabs", id="app.tabs", show=False, tooltip="the next screen"),
        *(Binding(f"f{n}", f"tab({tab.label!r})", tab.label, id=f"app.{tab.label.lower()}", show=False, tooltip=tab.about) for n, tab in enumerate(TABS, 2)),
        Binding("ctrl+c", "help_quit", "Copy", show=False, system=True),
    ]

    theme_file: Path | None = None  # the file that stores the chosen theme
    copies_selection = False  # when the mouse is released
    notifies = True  # of long work that has ended while the window has no focus
    _ticker: Worker | None = None
    _interrupted = 0.0  # when ctrl+c was pressed last
    signalled: int | None = None  # the exit code of the signal that came: the app is left

    def __init__(self, state: AppState, start: Callable[[], None] = lambda: None, pacing: Pacing | None = None, idle: float = IDLE) -> None:
        super().__init__(state)
        self.pacing = pacing or Pacing()
        state.user.picture = lambda: drawn_without_paths(self.export_screenshot(), state.catalogue.paths)
        state.user.deliver = (lambda name, text: self.deliver_text(io.StringIO(text), save_filename=name)) if state.user.guest else None
        self.first_start = False  # whether to play the show
        self.lesson_first = False  # whether to begin with the lesson
        self._start = start  # called after the first frame
        self._work = EndOfWork()
        self._idle, self._busy_at = idle, 0.0  # seconds of idleness before a measurement, and the time of the last activity
        self._loading_words = ""  # as they were last drawn
        for tab in TABS:
            self.add_mode(tab.label, lambda tab=tab: tab.screen()(self.state))
        for name in set(self.available_themes) - set(themes.NAMES):
            self.unregister_theme(name)
        for theme in themes.OURS:
            self.register_theme(themes.in_256_colours(theme) if self.console.color_system == "256" else theme)
        self.theme = "dark"

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The origins' colours, for themes that have none: a terminal's own."""
        return themes.ON_ANSI

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [*super().get_line_filters(), NoControls()]

    def on_mount(self) -> None:
        """Load only after the first frame is drawn."""
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        garbage_collection.resume()
        self._start()
        if self.lesson_first:
            self.call_later(self.action_tab, LESSON.label)
        if self.first_start:
            self.attempt(saving.play_show)

        async def tick_on() -> None:
            while True:
                await asyncio.sleep(self.beat())

        self._ticker = self.run_worker(tick_on(), "ticker")

    def beat(self) -> float:
        """Tick; returns the seconds until the next one. While tokens are decoded it is delayed, because even waking takes time from them."""
        self.tick()
        rest = self.pacing.rest()
        return max(FRAME, rest) if self.state.decoding else FRAME

    def tick(self) -> None:
        """Fold the engine's reports, and draw."""
        if not self.is_running or self.return_code is not None:  # the app is closing, and the timer outlives the widgets
            return
        if self.signalled:
            self.exit(None, self.signalled)
            return
        words, self._loading_words = self._loading_words, self.state.engine.words(self.state.session.clock())
        changed = apply_pending(self.state) or words != self._loading_words
        self.settings = self.state.settings
        for notice in self.state.notices:
            self.notify(one_line(notice.text), severity=notice.kind, markup=False, timeout=8)
        self.state.notices.clear()
        if self._work.ended(self.state) and self.notifies and not self.app_focus:
            self.bell()
        if changed or self.state.busy:
            self._busy_at = time.monotonic()
        elif time.monotonic() - self._busy_at > self._idle and self.current_mode == self.DEFAULT_MODE:
            chatting.measure_unasked(self.state)
        if (changed or self.tab.moving) and self.tab.is_mounted and self.tab.is_running:
            self.tab.follow()

    @on(events.Key)
    @on(TextArea.Changed)
    def _wake(self) -> None:
        self._busy_at = time.monotonic()

    def copy_to_clipboard(self, text: str) -> None:
        """Copy by the terminal, and by a program of this machine where there is one; say so."""
        super().copy_to_clipboard(text)

        async def copy() -> None:
            if by := await copied_by(text):
                self.notify(f"copied {counted(len(text), 'character')} ({by})", markup=False, timeout=3)
            else:
                self.refuse(Refusal("not copied: the terminal blocks OSC 52 and no clipboard program was found"))

        self.run_worker(copy(), "copying", group="copying", exclusive=True)

    def on_text_selected(self) -> None:
        """The mouse was released: copy what it selected, if that is wanted."""
        if self.copies_selection and (text := self.screen.get_selected_text()):
            self.copy_to_clipboard(text)

    # What the keys do that hold on every screen

    def action_help(self) -> None:
        """Open the help beside the screen, or close it."""
        from .screens.help import toggle_help

        toggle_help(self.tab)

    def action_save(self, name: str = "") -> None:
        """Save the conversation, or the screen as SVG: after it was drawn without notices."""
        screen = self.screen

        def save() -> None:
            self.attempt(saving.save, name)
            screen.remove_class("-pictured")

        screen.add_class("-pictured")
        self.call_after_refresh(self.call_after_refresh, save)  # the first refresh may have been due already

    def action_theme(self, name: str) -> None:
        if name in themes.NAMES:
            self.theme = name
        else:
            self.refuse(Refusal(f"theme {name!r} is unknown: choose one of {', '.join(themes.NAMES)}"))

    def action_open(self, what: str) -> None:
        """Open a box to choose a drafter, a rule, an earlier record or another token from."""
        from .screens.name_lists import HistoryScreen, choices_box, drafters_box, rules_box

        def recall(state: AppState, path: Path) -> str:
            answer = saving.recall(state, path)
            self.call_later(self.action_tab, self.DEFAULT_MODE)
            return answer

        state = self.state
        boxes = {
            "drafters": lambda: (drafters_box(loaded_pair(state), state.settings.drafter), changing_settings.draft),
            "rules": lambda: (rules_box(state.settings), changing_settings.choose_rule),
            "tokens": lambda: (choices_box(*chatting.branching(state), state.pair.ends if state.pair else ()), chatting.branch),
            "history": lambda: (HistoryScreen(saving.earlier_records(state)), recall),
        }
        self.attempt(lambda _: self.choose(*boxes[what]()))

    def action_help_quit(self) -> None:
        """ctrl+c does not quit; pressed twice while a reply is written, it stops the reply."""
        now = time.monotonic()
        if self.state.busy and now - self._interrupted < AGAIN:
            chatting.stop(self.state)
        else:
            self.notify("ctrl+c again stops the reply; ctrl+q quits" if self.state.busy else "ctrl+q quits", markup=False, timeout=2)
        self._interrupted = now

    # Leaving. Textual adds no widget to an app that ends, and a half-built screen would not find its widgets. So the app ends once its screens
    # are built.

    def exit(self, result: object = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """End, at once or as soon as every open screen is built."""
        if self.is_running and any(not screen.is_mounted for screen in self.screen_stack):
            self.set_timer(RETRY, lambda: self.exit(result, return_code, message))
        else:
            super().exit(result, return_code, message)

    # What Textual calls

    def switch_mode(self, mode: str) -> AwaitMount:
        """Open a tab. The boxes over the present one are closed: each would later close what is on top of the new tab."""
        if mode != self.current_mode:
            for box in self.screen_stack[:0:-1]:
                box.dismiss()
        return super().switch_mode(mode)

    def on_load(self) -> None:
        """Before any screen: guard every task of the app. A BaseException that is no Exception ends a task silently, and its screen would freeze. The
        app is left instead."""
        async def guarded(work: Any) -> Any:
            try:
                return await work
            except (Exception, asyncio.CancelledError, KeyboardInterrupt, SystemExit, GeneratorExit):
                raise
            except BaseException as error:
                self.exit(None, 1, escape(f"specdeck: {type(error).__name__}: {one_line(str(error), 200)}"))

        asyncio.get_running_loop().set_task_factory(lambda loop, work, **options: asyncio.Task(guarded(work), loop=loop, **options))

    def action_command_palette(self) -> None:
        """Open the palette, unless it is open."""
        from .screens.help import Palette

        if not isinstance(self.screen, Palette):
            self.push_screen(Palette())

    def watch_theme(self, name: str) -> None:
        """Store the theme that a person chose. config.toml and the environment win over it."""
        if self.theme_file and self._ticker:
            try:
                files.replace(self.theme_file, json.dumps({"theme": name}))
            except OSError as error:
                self.notify(f"the theme is not remembered: {error.strerror or error}", severity="warning", markup=False)


# Work is long from this many seconds on. At its end the terminal rings its bell. Most terminals show a notification if the window has no focus.
LONG = 5.0


class EndOfWork:
    """Watches what the app state does. `clock`: seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since: dict[str, float] = {}

    def ended(self, state: AppState) -> bool:
        """Whether something has ended since the last call that took long."""
        now, running = self._clock(), works(state)
        over = any(name not in running and now - began >= LONG for name, began in self._since.items())
        self._since = {name: self._since.get(name, now) for name in running}
        return over


def works(state: AppState) -> set[str]:
    """What is done now that a person waits for."""
    doing = {
        "reply": state.writing, "comparison": state.contest.running, "measurement": state.speed.measuring and not state.speed.unasked,
        "test": state.contest.testing, "example": state.lesson.live is not None,
        "download": state.catalogue.download.live, "loading": state.engine.loading is not None,
    }  # fmt: skip
    return {name for name, is_done in doing.items() if is_done}


def chosen_theme(path: Path, tell: files.Tell = lambda line: None) -> str | None:
    """The theme that a person last chose in the playground; None if none was chosen, or the file is damaged."""
    name = files.read_json(path, Mapping[str, str], tell).get("theme")
    return name if name in themes.NAMES else None
