"""Runs the playground: with the stored theme and keys, until it is left."""

import shutil
import sys
import time
from typing import TextIO, cast

from specdeck.decoding import BEFORE_EXIT

from .actions import finding_models, replaying
from .app import Playground, chosen_theme
from .deck import Deck
from .engine.session import Session
from .notices import Notice
from .settings import config, paths, themes
from .settings.config import Config
from .terminal import clipboard, streams, window_gone
from .terminal.streams import Cleaned, own_stderr

BROKEN = 1  # the exit code of an app that ended by itself
SWITCH = 0.0005  # seconds that drawing may keep Python from the engine's thread, which asks for it after every wait for a GPU
PATIENCE = 1.0  # seconds that quitting waits for the engine's thread


def run_playground(deck: Deck, session: Session, wishes: Config, lesson: bool = False) -> int:
    """Open the playground, at the lesson if that is wanted; returns the exit code. Raises ConfigError for an unknown theme or key."""
    app = Playground(deck, session.start)
    app.theme = themes.known(wishes.values.get("theme") or chosen_theme(paths.theme(), lambda line: deck.notices.append(Notice(line, "warning"))) or app.theme)
    app.theme_file = paths.theme()
    if app.console.color_system == "256":
        app.draw_in_256_colours()
    app.error_console.file = cast(TextIO, Cleaned(own_stderr()))  # the stubs of io.TextIOBase lack typing.TextIO
    app.lesson_first = lesson
    app.first_start = deck.replay is None and not lesson and deck.embedded and replaying.is_first_start(paths.show())
    app.remap(wishes.keys)
    app.copiers, app.copies_selection = clipboard.copiers(), wishes.values.get("copy-on-select", app.copies_selection)
    app.notifies = wishes.values.get("notify", app.notifies)
    sys.setswitchinterval(SWITCH)
    window_gone.watch(lambda: _save(deck))
    streams.tell_native_aborts(leave=not window_gone.served())
    BEFORE_EXIT.append(lambda reason: _give_up(app, reason))
    with app.left_by_signals():
        try:
            app.run()
        finally:
            deck.journal.close()
        finding_models.stop_download(deck)
        session.close(PATIENCE)
    return BROKEN if app.return_code is None else app.return_code


def _save(deck: Deck) -> None:
    """The window is gone. A visitor's server is gone then, and cannot delete their state."""
    deck.journal.close()
    if config.visitor():
        shutil.rmtree(paths.state_folder(), ignore_errors=True)


def _give_up(app: Playground, reason: str) -> None:
    """A host of a sharded target is lost and the engine waits for it for ever: leave the app, which ends the process."""
    app.call_from_thread(app.exit, None, BROKEN, f"specdeck: {reason}")
    time.sleep(PATIENCE * 10)
