"""The terminal goes away: its window is closed, the connection breaks. A thread of its own looks for that: every other may be
waiting for the terminal then, for ever, and the signal that tells of it can end up with any of them. Knows nothing of the app."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from typing import Callable

CODE = 128 + signal.SIGHUP
EVERY = 0.5  # seconds


def watch(save: Callable[[], object]) -> None:
    """Once the terminal is gone, save what can be saved, and leave the process at once."""
    threading.Thread(target=_look, args=(save,), name="hang-up", daemon=True).start()


def _look(save: Callable[[], object]) -> None:
    while sys.__stderr__.isatty():
        time.sleep(EVERY)
    try:
        save()
    finally:
        os._exit(CODE)
