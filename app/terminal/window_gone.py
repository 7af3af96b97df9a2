"""Notices that the terminal is gone: its window was closed, or the connection broke. In a browser, that the server is gone.

A thread of its own polls for that: all others may then wait for the terminal for ever, and any of them may receive the signal.
"""

import os
import select
import signal
import sys
import threading
import time
from typing import Callable, Mapping

CODE = 128 + signal.SIGHUP
EVERY = 0.5  # seconds between two polls


def served(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether the app is drawn in a browser: a server such as textual-serve names the driver, and has stdin and stdout."""
    return bool(environ.get("TEXTUAL_DRIVER"))


def watch(save: Callable[[], object]) -> None:
    """Once the terminal is gone, save what can be saved and end the process at once."""
    threading.Thread(target=_look, args=(save,), name="hang-up", daemon=True).start()


def _look(save: Callable[[], object]) -> None:
    while _is_there():
        time.sleep(EVERY)
    try:
        save()
    finally:
        os._exit(CODE)


def _is_there() -> bool:
    if not served():
        return sys.__stderr__ is not None and sys.__stderr__.isatty()
    pipe = select.poll()
    pipe.register(0, select.POLLHUP)  # nothing is read. Linux tells a hang-up without being asked, macOS does not
    return not pipe.poll(0)
