"""Runs the playground: with the stored theme and keys, until it is left."""

import shutil
import signal
import sys
import time
from contextlib import contextmanager
from typing import Iterator, TextIO, cast

from specdeck.decoding import BEFORE_EXIT

from .actions import choosing_models, saving
from .app import Playground, chosen_theme
from .app_state import AppState
from .engine.session import Session
from .settings import config, paths, themes
from .settings.config import Config
from .terminal import signals, streams
from .terminal.app_terminal import SWITCH
from .terminal.streams import SafeStream, own_stderr

ENDINGS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
BROKEN = 1  # the exit code of an app that ended by itself
PATIENCE = 1.0  # seconds that quitting waits for the engine's thread


def run_playground(state: AppState, session: Session, wishes: Config, lesson: bool = False) -> int:
    """Open the playground, at the lesson if that is wanted; returns the exit code. Raises ConfigError for an unknown theme or key."""
    app = Playground(state, session.start)
    app.theme = themes.known(wishes.values.get("theme") or chosen_theme(paths.theme(), state.notify) or app.theme)
    app.theme_file = paths.theme()
    app.error_console.file = cast(TextIO, SafeStream(own_stderr()))  # the stubs of io.TextIOBase lack typing.TextIO
    app.lesson_first = lesson
    app.first_start = state.replay is None and not lesson and state.embedded and saving.is_first_start(paths.show())
    app.remap(wishes.keys)
    app.copies_selection = wishes.values.get("copy-on-select", app.copies_selection)
    app.notifies = wishes.values.get("notify", app.notifies)
    sys.setswitchinterval(SWITCH)
    signals.watch_terminal(lambda: _save(state))
    streams.tell_native_aborts(leave=not signals.served())
    BEFORE_EXIT.append(lambda reason: _give_up(app, reason))
    with _left_by_signals(app):
        try:
            app.run()
        finally:
            state.journal.close()
        choosing_models.stop_download(state)
        session.close(PATIENCE)
    return BROKEN if app.return_code is None else app.return_code


@contextmanager
def _left_by_signals(app: Playground) -> Iterator[None]:
    """Within this block a signal leaves the app, even before it runs, and does not interrupt the saving after it."""
    before = {number: signal.signal(number, lambda number, _: setattr(app, "signalled", app.signalled or 128 + number)) for number in ENDINGS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _save(state: AppState) -> None:
    """The window is gone. A visitor's server is gone then, and cannot delete their state."""
    state.journal.close()
    if config.visitor():
        shutil.rmtree(paths.state_folder(), ignore_errors=True)


def _give_up(app: Playground, reason: str) -> None:
    """Leave the app when a host of a sharded target is lost and the engine waits for it for ever. This ends the process."""
    app.call_from_thread(app.exit, None, BROKEN, f"specdeck: {reason}")
    time.sleep(PATIENCE * 10)
