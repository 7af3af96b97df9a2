"""Ctrl+C and SIGTERM, for commands that print what they have so far.

Knows signals and exit codes; nothing of replies. While a command waits for something that cannot be asked to stop (a load, a
long read) a signal raises; in the middle of a reply it is noted, and the reply's reader looks between two events.
"""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import Iterator


class Interrupted(BaseException):
    """A signal asked to end. Not an Exception: no library's handler must swallow it."""

    def __init__(self, signum: int) -> None:
        super().__init__(signum)
        self.exit_code = 128 + signum


class Signals:
    """What was asked for. `gentle`: note the first signal instead of raising; the second always raises."""

    def __init__(self) -> None:
        self.caught: int | None = None
        self.gentle = False

    @property
    def exit_code(self) -> int:
        """0, or what the signal ends with: 130 for Ctrl+C, 143 for SIGTERM."""
        return 0 if self.caught is None else 128 + self.caught

    def raise_if_caught(self) -> None:
        """For commands that have nothing to show for half a job."""
        if self.caught is not None:
            raise Interrupted(self.caught)

    def _handle(self, signum: int, _frame: object) -> None:
        again, self.caught = self.caught is not None, signum
        if again or not self.gentle:
            raise Interrupted(signum)


@contextmanager
def catching() -> Iterator[Signals]:
    """Signals are caught in this block, and as before after it. Outside the main thread nothing can be caught."""
    signals = Signals()
    wanted = (signal.SIGINT, signal.SIGTERM) if threading.current_thread() is threading.main_thread() else ()
    before = {signum: signal.signal(signum, signals._handle) for signum in wanted}
    try:
        yield signals
    finally:
        for signum, handler in before.items():
            signal.signal(signum, handler)
