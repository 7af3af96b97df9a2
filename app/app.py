"""The playground: holds the deck, pumps the session's reports into it thirty times a second, and has the screen draw it.

Knows Textual and the deck; what is decoded, and how, is behind the session.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from pathlib import Path
from typing import Callable

from textual.app import App
from textual.binding import Binding
from textual.timer import Timer

from . import keep, themes
from .clean import one_line
from .controls import Control, parse
from .deck import Deck, Refusal
from .palette import Commands
from .screens.chat import ChatScreen
from .screens.choices import ChoicesScreen
from .screens.drafters import DraftersScreen
from .screens.guide import GuideScreen
from .screens.history import HistoryScreen
from .session import Session
from .why import Choice

FRAME = 1 / 30  # seconds between two drawings
PATIENCE = 1.0  # seconds that quitting waits for the engine's thread
AGAIN = 1.0  # seconds within which a second ctrl+c stops the reply


class Playground(App[None]):
    """One chat screen so far; others slot in beside it and share the deck."""

    TITLE = "specdeck"
    CSS_PATH = Path(__file__).with_name("playground.tcss")
    COMMANDS = {Commands}
    ENABLE_COMMAND_PALETTE = True
    BINDINGS = [
        Binding("ctrl+p", "command_palette", "Commands"),
        Binding("f1", "guide", "Help"),
        Binding("ctrl+s", "save", "Save", show=False),
        Binding("ctrl+q", "quit", "Quit", priority=True),
    ]

    def __init__(self, deck: Deck, start: Callable[[], None] = lambda: None) -> None:
        super().__init__()
        self.deck = deck
        deck.picture = self.export_screenshot
        self._start = start  # what is to begin once the first frame is there
        self._interrupted = 0.0
        self._ticker: Timer | None = None
        for name in set(self.available_themes) - set(themes.NAMES):
            self.unregister_theme(name)
        for theme in themes.OURS:
            self.register_theme(theme)
        self.theme = "dark"

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The origins' colours, for themes that do not bring them."""
        return themes.defaults(self.current_theme)

    def on_mount(self) -> None:
        """Draw first, load afterwards."""
        self.push_screen(ChatScreen(self.deck))
        self._catch_signals()
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self._start()
        self._ticker = self.set_interval(FRAME, self.tick)

    def tick(self) -> None:
        """Take what the engine reported, and draw."""
        if not self.is_running:  # leaving: the timer outlives the widgets
            return
        changed = self.deck.pump()
        self._tell()
        screen = self._chat
        if screen is not None and (changed or self.deck.busy):
            screen.draw()

    @property
    def _chat(self) -> ChatScreen | None:
        return next((screen for screen in self.screen_stack if isinstance(screen, ChatScreen)), None)

    def _tell(self) -> None:
        for notice in self.deck.notices:
            self.notify(one_line(notice.text), severity=notice.kind, markup=False, timeout=8)
        self.deck.notices.clear()

    # Saying and doing

    def say(self, text: str) -> bool:
        """A prompt, or a /command; False if it was refused."""
        if not text.startswith("/"):
            return self.attempt(lambda: self.deck.send(text))
        try:
            control, rest = parse(text)
        except Refusal as refusal:
            return self._refuse(refusal)
        return self.do(control, rest)

    def do(self, control: Control, rest: str = "") -> bool:
        """A control of the table; False if it was refused."""
        if control.action is not None:
            self.call_later(self.run_action, f"app.{control.action}")
            return True
        return self.attempt(lambda: control.act(self.deck, rest))

    def attempt(self, act: Callable[[], str | None]) -> bool:
        """Do it, say what came of it, draw; False if it was refused."""
        try:
            answer = act()
        except Refusal as refusal:
            return self._refuse(refusal)
        if answer:
            self.notify(one_line(answer), markup=False, timeout=3)
        if self._chat is not None:
            self._chat.draw()
        return True

    def _refuse(self, refusal: Refusal) -> bool:
        self.notify(one_line(str(refusal)), severity="warning", markup=False, timeout=6)
        return False

    # Actions

    def action_guide(self) -> None:
        """Help."""
        if not isinstance(self.screen, GuideScreen):
            self.push_screen(GuideScreen())

    def action_stop(self) -> None:
        """Stop the reply."""
        if not self.deck.stop():
            self._refuse(Refusal("nothing is being written"))

    def action_split(self) -> None:
        """Split the target's own tokens by kind."""
        self._chat.action_split()

    def action_mode(self) -> None:
        """Colours by origin, or by how sure the target was."""
        self._chat.action_mode()

    def action_ghosts(self) -> None:
        """Rejected guesses in the text, or not."""
        self._chat.action_ghosts()

    def action_branch(self) -> None:
        """Choose what the reply goes on with at the picked token."""
        self.attempt(self._choose_branch)

    def _choose_branch(self) -> None:
        reply, at = self.deck.branching()
        self.push_screen(ChoicesScreen(reply, at, self.deck.pair.ends), self._branch)

    def _branch(self, choice: Choice | None) -> None:
        if choice is not None:
            self.attempt(lambda: self.deck.branch(choice))

    def action_thought(self) -> None:
        """Open or fold the thinking."""
        self._chat.action_thought()

    def action_panel(self) -> None:
        """The panel, where a narrow terminal hides it."""
        self._chat.action_panel()

    def action_save(self) -> None:
        """The conversation, into a file that is named by the clock."""
        self.say("/save")

    def action_history(self) -> None:
        """Choose a conversation of before."""
        self.attempt(self._choose_history)

    def _choose_history(self) -> None:
        self.push_screen(HistoryScreen(keep.before(self.deck)), self._recall)

    def _recall(self, path: Path | None) -> None:
        if path is not None:
            self.attempt(lambda: keep.recall(self.deck, path))

    def action_themes(self) -> None:
        """Choose the colours."""
        self.search_themes()

    def action_copy_reply(self) -> None:
        """Copy the last reply's source text."""
        reply = self.deck.chat.reply
        if reply is None or not reply.tokens:
            self._refuse(Refusal("there is no reply to copy yet"))
        else:
            self.copy_to_clipboard(reply.text)
            self.notify(f"copied {len(reply.text)} characters", markup=False, timeout=3)

    def choose_drafter(self) -> None:
        """A list of those that can draft here."""
        if self.deck.pair is None:
            self._refuse(Refusal("the models are still loading"))
        else:
            self.push_screen(DraftersScreen(self.deck.pair, self.deck.settings.drafter), self._chosen)

    def _chosen(self, name: str | None) -> None:
        if name is not None:
            self.say(f"/draft {name}")

    def action_help_quit(self) -> None:
        """ctrl+c never quits by surprise; twice while a reply is written it stops that."""
        now = time.monotonic()
        if self.deck.busy and now - self._interrupted < AGAIN:
            self.deck.stop()
        elif self.deck.busy:
            self.notify("ctrl+c again stops the reply; ctrl+q leaves", markup=False, timeout=2)
        else:
            self.notify("ctrl+q leaves", markup=False, timeout=2)
        self._interrupted = now

    async def action_quit(self) -> None:
        """Leave; the terminal is put back."""
        self.exit()

    def _catch_signals(self) -> None:
        """Told to end: put the terminal back first."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGHUP):
            try:
                loop.add_signal_handler(number, self.exit, None, 128 + number)
            except (NotImplementedError, RuntimeError, ValueError):
                return  # not in the main thread: somebody else's process


def run_app(deck: Deck, session: Session, theme: str | None = None) -> int:
    """Open the playground; returns the exit code."""
    app = Playground(deck, session.start)
    if theme is not None:
        app.theme = themes.known(theme)
    app.run()
    deck.journal.close()
    session.close(PATIENCE)
    return _leave(app.return_code or 0)


def _leave(code: int) -> int:
    """End the process at once where mlx was loaded: Python takes itself apart around mlx's threads, and every other time they
    abort it. The terminal is restored, and nothing is left to save."""
    if "mlx.core" in sys.modules:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    return code
