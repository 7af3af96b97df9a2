"""Notices that the terminal is gone: its window was closed, or the connection broke.

A thread of its own polls for that: all others may then wait for the terminal for ever, and any of them may receive the signal.
"""

import os
import signal
import sys
import threading
import time
from typing import Callable

CODE = 128 + signal.SIGHUP
EVERY = 0.5  # seconds between two polls


def watch(save: Callable[[], object]) -> None:
    """Once the terminal is gone, save what can be saved and end the process at once."""
    threading.Thread(target=_look, args=(save,), name="hang-up", daemon=True).start()


def _look(save: Callable[[], object]) -> None:
    while sys.__stderr__ is not None and sys.__stderr__.isatty():
        time.sleep(EVERY)
    try:
        save()
    finally:
        os._exit(CODE)
