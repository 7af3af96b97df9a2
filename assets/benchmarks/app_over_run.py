"""Benchmark 8: the app over headless `run`, in tokens a second: both in processes of their own, reply by reply in turn.

The app runs in a pseudo-terminal of 120 x 36, whose output is read and discarded, and gets keys; the headless side runs the code of
`specdeck run` with its output discarded. Both processes live through all turns; the one that is not measured is suspended. The engine's
tokens per second are compared, because the app's cost is the time that it takes from the engine.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import time
from contextlib import ExitStack, closing, suppress
from functools import partial
from pathlib import Path
from typing import Callable, Iterator, Mapping

from .measuring import Figure, Options, median_interval, ratios, take_turns

PATIENCE = 120.0  # seconds for a reply
ROOT = Path(__file__).resolve().parents[2]
SIZE = struct.pack("HHHH", 36, 120, 0, 0)  # of the terminal: rows, columns


def measure(options: Options) -> Iterator[Figure]:
    """Greedy `model`, k=4, which has many rounds per second and so much to draw."""
    with tempfile.TemporaryDirectory() as folder:
        app, run = by_turns(options.turns or 30, *(partial(Side, module, options.tokens or 192, folder) for module in ("app_process", "run_process")))
    found = ratios(app, run)
    yield Figure("the app over headless run", found, 0.97, interval=median_interval(found))


def by_turns(turns: int, *makers: Callable[[], Side]) -> list[list[float]]:
    """The rates of each side by turn. Its processes are ended also on errors."""
    with ExitStack() as ended:
        sides = [ended.enter_context(closing(make())) for make in makers]
        return take_turns(turns, *(side.rate for side in sides))


class Side:
    """A process of one module in a terminal of its own: decodes a prompt on request and is suspended in between."""

    def __init__(self, module: str, tokens: int, home: str, *more: str, given: Mapping[str, str] | None = None) -> None:
        self.module = module
        self._wire, far = socket.socketpair()
        self._screen, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, SIZE)
        self._shown = b""  # what it wrote last
        nobodys = {"XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home, "XDG_STATE_HOME": home}  # no settings, no history
        environ = os.environ | nobodys | {"TERM": "xterm-256color", "COLORTERM": "truecolor", "COLUMNS": "120", "LINES": "36"} | dict(given or {})
        command = [sys.executable, "-m", f"assets.benchmarks.{module}", str(far.fileno()), str(tokens), *more]
        self._process = subprocess.Popen(command, cwd=ROOT, env=environ, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True, pass_fds=[far.fileno()])
        os.close(theirs)
        far.close()
        try:
            self._hear()  # it is ready
        except SystemExit:
            self.close()
            raise
        self._signal(signal.SIGSTOP)

    def rate(self, turn: int) -> float:
        """Tokens a second of this turn's reply."""
        self._signal(signal.SIGCONT)
        self._wire.sendall(f"{turn}\n".encode())
        found = float(self._hear())
        self._signal(signal.SIGSTOP)
        return found

    def close(self) -> None:
        """End the process."""
        self._signal(signal.SIGKILL)
        self._process.wait()
        os.close(self._screen)
        self._wire.close()

    def _hear(self) -> str:
        end, line = time.monotonic() + PATIENCE, b""
        while not line and time.monotonic() < end:
            ready = select.select([self._wire, self._screen], [], [], 1)[0]
            if self._screen in ready:
                with suppress(OSError):  # it has ended: Linux says EIO
                    self._shown = os.read(self._screen, 65536)
            if self._wire in ready and not (line := self._wire.recv(100)):
                break
        if not line:
            raise SystemExit(f"benchmarks: {self.module} gave no figure:\n{self._shown[-2000:].decode(errors='replace')}")
        return line.decode()

    def _signal(self, number: int) -> None:
        with suppress(ProcessLookupError):  # it is gone: who waits for its figure says so
            os.killpg(self._process.pid, number)
