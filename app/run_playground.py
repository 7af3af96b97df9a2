"""Runs the playground: with the stored theme and keys, until it is left."""

import os
import signal
import sys
import threading
import time
from typing import Callable, TextIO, cast

from specdeck.decoding import BEFORE_EXIT

from .actions import finding_models, replaying
from .app import Playground
from .deck import Deck
from .engine.session import Session
from .records import theme_choice
from .settings import paths, themes
from .settings.config import Config
from .terminal import clipboard, streams
from .terminal.streams import Cleaned, own_stderr

HUNG_UP = 128 + signal.SIGHUP  # the exit code where the terminal is gone
EVERY = 0.5  # seconds between two looks whether it is
BROKEN = 1  # the exit code of an app that ended by itself
PATIENCE = 1.0  # seconds that quitting waits for the engine's thread


def run_playground(deck: Deck, session: Session, wishes: Config) -> int:
    """Open the playground; returns the exit code. Raises ConfigError for an unknown theme or key."""
    app = Playground(deck, session.start)
    app.theme = themes.known(wishes.values.get("theme") or theme_choice.chosen(paths.theme()) or app.theme)
    app.theme_file = paths.theme()
    app.error_console.file = cast(TextIO, Cleaned(own_stderr()))  # the stubs of io.TextIOBase lack typing.TextIO
    app.first_start = deck.replay is None and replaying.is_first_start(paths.show())
    app.remap(wishes.keys)
    app.copiers, app.copies_selection = clipboard.copiers(), wishes.values.get("copy-on-select", app.copies_selection)
    app.notifies = wishes.values.get("notify", app.notifies)
    _watch_the_terminal(deck.journal.close)
    streams.tell_native_aborts(leave=True)
    BEFORE_EXIT.append(lambda reason: _give_up(app, reason))
    with app.left_by_signals():
        try:
            app.run()
        finally:
            deck.journal.close()
        finding_models.stop_download(deck)
        session.close(PATIENCE)
    return BROKEN if app.return_code is None else app.return_code


def _give_up(app: Playground, reason: str) -> None:
    """A host of a sharded target is lost and the engine waits for it for ever: leave the app, which ends the process."""
    app.call_from_thread(app.exit, None, BROKEN, f"specdeck: {reason}")
    time.sleep(PATIENCE * 10)


def _watch_the_terminal(save: Callable[[], object]) -> None:
    """Once the terminal is gone, its window closed or its connection broken, save what can be saved and end the process at once. A thread
    of its own looks: all others may then wait for the terminal for ever, and any of them may receive the signal."""
    threading.Thread(target=_look, args=(save,), name="hang-up", daemon=True).start()


def _look(save: Callable[[], object]) -> None:
    while sys.__stderr__ is not None and sys.__stderr__.isatty():
        time.sleep(EVERY)
    try:
        save()
    finally:
        os._exit(HUNG_UP)
