"""What asks the process to end: Ctrl+C, SIGTERM and SIGHUP, and a terminal that is gone. Loaded before all else of the command, so it imports
next to nothing."""

import os
import select
import signal
import sys
import threading
import time
from contextlib import contextmanager
from types import FrameType
from typing import Callable, Iterator, Mapping, TextIO


def end_at_once() -> None:
    """If this process is the command: let SIGINT and SIGTERM end it at once, until somebody catches them. Other programs that import
    this package keep what they have."""
    first = sys.argv[0] if getattr(sys, "argv", None) else ""
    if first == "-m" or os.path.basename(first) == "specdeck":  # the first word of `python -m specdeck` while the package is imported, or the script
        signal.signal(signal.SIGINT, _end)
        signal.signal(signal.SIGTERM, _end)


def _end(signum: int, _frame: FrameType | None) -> None:
    os._exit(128 + signum)


class Interrupted(BaseException):
    """A signal asked to end. Not an Exception, so that no library's handler swallows it."""

    def __init__(self, signum: int) -> None:
        super().__init__(signum)
        self.exit_code = 128 + signum


class Signals:
    """The signals that came. `gentle`: note the first signal instead of raising, unless stdout takes nothing now. A write could wait for ever in a
    pipe that nobody reads. The rest of the output is therefore left out. The second always raises."""

    def __init__(self) -> None:
        self.caught: int | None = None
        self.gentle = False

    @property
    def exit_code(self) -> int:
        """0, or the code of the signal: 130 for Ctrl+C, 143 for SIGTERM, 129 for SIGHUP."""
        return 0 if self.caught is None else 128 + self.caught

    def raise_if_caught(self) -> None:
        """For commands that have nothing to show for a partial job."""
        if self.caught is not None:
            raise Interrupted(self.caught)

    def _handle(self, signum: int, _frame: object) -> None:
        again, self.caught = self.caught is not None, signum
        if stuck := _takes_nothing(sys.stdout):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if again or stuck or not self.gentle:
            raise Interrupted(signum)


def _takes_nothing(stream: TextIO) -> bool:
    """Whether a write to this stream would wait now."""
    try:
        return not select.select([], [stream], [], 0)[1]
    except (OSError, ValueError, TypeError):  # in a test it has no descriptor
        return False


def ending_signals() -> tuple[signal.Signals, ...]:
    """The signals that ask a command to end; SIGHUP is none where it is ignored, as nohup leaves it."""
    hangup = () if signal.getsignal(signal.SIGHUP) == signal.SIG_IGN else (signal.SIGHUP,)
    return signal.SIGINT, signal.SIGTERM, *hangup


@contextmanager
def signals_blocked() -> Iterator[None]:
    """Signals within this block are delivered at its end. An exception while a native library starts makes it fail or abort."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ending_signals())
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def catching() -> Iterator[Signals]:
    """Catch signals within this block. Outside the main thread none can be caught."""
    signals = Signals()
    wanted = ending_signals() if threading.current_thread() is threading.main_thread() else ()
    before = {signum: signal.signal(signum, signals._handle) for signum in wanted}
    try:
        yield signals
    finally:
        for signum, handler in before.items():
            signal.signal(signum, handler)


# The terminal is gone: its window was closed, or the connection broke; in a browser, the server is gone. A separate thread polls for that, because
# all other threads may then wait for the terminal for ever. Any of them may receive the signal.

GONE = 128 + signal.SIGHUP
EVERY = 0.5  # seconds between two polls


def served(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether the app is drawn in a browser. A server such as textual-serve names the driver, and has stdin and stdout."""
    return bool(environ.get("TEXTUAL_DRIVER"))


def watch_terminal(save: Callable[[], object]) -> None:
    """Once the terminal is gone, save what can be saved and end the process at once."""
    threading.Thread(target=_watch, args=(save,), name="hang-up", daemon=True).start()


def _watch(save: Callable[[], object]) -> None:
    while _terminal_is_there():
        time.sleep(EVERY)
    try:
        save()
    finally:
        os._exit(GONE)


def _terminal_is_there() -> bool:
    if not served():
        return sys.__stderr__ is not None and sys.__stderr__.isatty()
    pipe = select.poll()
    pipe.register(0, select.POLLHUP)  # nothing is read. Linux tells a hang-up without being asked, macOS does not
    return not pipe.poll(0)
