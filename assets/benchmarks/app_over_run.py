"""Benchmark 8: the app over headless `run`, in tokens a second: both in processes of their own, reply by reply in turn.

The app runs in a pseudo-terminal of 120 x 36, whose output is read and discarded, and gets keys; the headless side runs the code of
`specdeck run` with its output discarded. Both processes live through all turns; the one that is not measured is suspended. The engine's
tokens per second are compared, because the app's cost is the time that it takes from the engine.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import sys
import tempfile
import time
from contextlib import ExitStack, closing, suppress
from functools import partial
from typing import Callable, Iterator, Mapping

from .drawing_cost.terminal import Terminal
from .measuring import Figure, Options, median_interval, ratios, take_turns

PATIENCE = 120.0  # seconds for a reply


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
        environ = {"XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home, "XDG_STATE_HOME": home}  # nobody's settings, nobody's history
        command = [sys.executable, "-m", f"assets.benchmarks.{module}", str(far.fileno()), str(tokens), *more]
        self._terminal = Terminal(command, 120, 36, environ | dict(given or {}), [far.fileno()])
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
        self._terminal.close()
        self._wire.close()

    def _hear(self) -> str:
        end = time.monotonic() + PATIENCE
        while not (ready := select.select([self._wire], [], [], 0)[0]) and time.monotonic() < end:
            self._terminal.rest(0.05)  # it reads what is written meanwhile
        line = self._wire.recv(100) if ready else b""
        if not line:
            raise SystemExit(f"benchmarks: {self.module} gave no figure:\n{self._terminal.seen[-2000:]}")
        return line.decode()

    def _signal(self, number: int) -> None:
        with suppress(ProcessLookupError):  # it is gone: who waits for its figure says so
            os.killpg(self._terminal.process.pid, number)
