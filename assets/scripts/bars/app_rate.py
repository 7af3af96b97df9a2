"""Bar 8: the app over headless `run`, in tokens a second: both in processes of their own, reply by reply in turn.

The app runs in a real terminal (a pseudo-terminal of 120 x 36 whose output is read and dropped) and is played by keys; `run` is
its own code, with its output dropped. Both live through all turns, and who is not asked is stopped. The engine's own tokens a
second are compared, for what the app costs is what it takes from the engine.
"""

from __future__ import annotations

import os
import pty
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Callable, Iterator, Mapping

from .ask import Ask, Figure, median_interval, ratios, take_turns

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 120.0  # seconds for a reply


def measure(ask: Ask) -> Iterator[Figure]:
    """Greedy `model`, k=4: the more rounds a second, the more there is to draw."""
    with tempfile.TemporaryDirectory() as folder:
        app, run = by_turns(ask.turns or 30, *(partial(Side, module, ask.tokens or 192, folder) for module in ("played", "headless")))
    found = ratios(app, run)
    yield Figure("the app over headless run", found, 0.97, interval=median_interval(found))


def by_turns(turns: int, *makers: Callable[[], Side]) -> list[list[float]]:
    """The rates of each side; whatever happens, their processes are ended."""
    with ExitStack() as ended:
        sides = [ended.enter_context(closing(make())) for make in makers]
        return take_turns(turns, *(side.rate for side in sides))


class Side:
    """A process of one of our modules in a terminal of its own, which decodes a prompt when it is asked, and is stopped between."""

    def __init__(self, module: str, tokens: int, home: str, *more: str, given: Mapping[str, str] | None = None) -> None:
        self.module, self._seen = module, b""
        self._terminal, theirs = pty.openpty()
        self._wire, far = socket.socketpair()
        self._wire.settimeout(PATIENCE)
        environ = os.environ | {"TERM": "xterm-256color", "COLORTERM": "truecolor", "COLUMNS": "120", "LINES": "36", "PYTHONPATH": str(ROOT)}
        environ |= {"XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home, "XDG_STATE_HOME": home}  # nobody's settings, nobody's history
        environ |= given or {}
        command = [sys.executable, "-m", f"assets.scripts.bars.{module}", str(far.fileno()), str(tokens), *more]
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=environ, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True, pass_fds=[far.fileno()]
        )
        os.close(theirs)
        far.close()
        threading.Thread(target=self._drain, daemon=True).start()
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
        self._wire.close()

    def _hear(self) -> str:
        try:
            found = self._wire.recv(100)
        except TimeoutError:
            found = b""
        if not found:
            raise SystemExit(f"bars: {self.module} gave no figure:\n{self._seen[-2000:].decode(errors='replace')}")
        return found.decode()

    def _signal(self, number: int) -> None:
        try:
            os.killpg(self._process.pid, number)
        except ProcessLookupError:  # it is gone: who waits for its figure says so
            pass

    def _drain(self) -> None:
        """Everything that it writes, until the other side is closed: Linux says EIO then."""
        try:
            while written := os.read(self._terminal, 65536):
                self._seen = (self._seen + written)[-100_000:]
        except OSError:
            pass
        os.close(self._terminal)
