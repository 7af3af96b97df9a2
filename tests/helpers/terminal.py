"""specdeck in a pseudo-terminal of its own: what it writes, what can be typed, and how it leaves the terminal."""

from __future__ import annotations

import io
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from typing import Any, Callable

from tests.helpers.command_line import ROOT

PATIENCE = 90  # seconds until waiting is given up; nothing is measured
SCREEN = b"\x1b[?1049h"
LEFT = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1000l", b"\x1b[?1003l", b"\x1b[?2004l", b"\x1b[<u")  # screen, cursor, mouse, paste, keys


def until(so: Callable[[], bool], otherwise: str, app: "OnTerminal", ended: bool = False) -> None:
    """Wait until something is so, while the app writes; `ended`: or has been ended."""
    end = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < end and (ended or app.process.poll() is None), f"{otherwise}: {app.seen[-2000:]!r}"
        app._read()


class SaidTerminal(io.StringIO):
    """A stream that says it is a terminal."""

    reconfigure = lambda self, **_: None  # noqa: E731

    def isatty(self) -> bool:
        return True


class OnTerminal:
    """A running `specdeck WORDS`. `seen`: all that it has written."""

    def __init__(self, *words: str, environ: dict[str, str | None] | None = None, **options: Any) -> None:
        self._ours, self.theirs = pty.openpty()
        self.found = termios.tcgetattr(self.theirs)
        self.seen = b""
        told = os.environ | {"TERM": "xterm-256color", "COLUMNS": "100", "LINES": "30"} | (environ or {})
        told = {name: value for name, value in told.items() if value is not None}  # None: unset
        streams = dict.fromkeys(("stdin", "stdout", "stderr"), self.theirs) | options
        self.process = subprocess.Popen([sys.executable, "-m", "specdeck", *words], cwd=ROOT, env=told, start_new_session=True, **streams)

    def __enter__(self) -> OnTerminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for handle in (self._ours, self.theirs):
            os.close(handle)

    def type(self, keys: str | bytes) -> None:
        """As from a keyboard."""
        os.write(self._ours, keys if isinstance(keys, bytes) else keys.encode())

    def wait_for(self, text: str, since: int = 0) -> int:
        """Read until this has been written after `since`; where it ends in what was written."""
        until(lambda: text.encode() in self.seen[since:], f"{text!r} never came", self)
        return self.seen.index(text.encode(), since) + len(text.encode())

    def tell(self, number: signal.Signals) -> None:
        """Send it a signal."""
        self.process.send_signal(number)

    def code(self) -> int:
        """Its exit code, once it has ended."""
        until(lambda: self.process.poll() is not None, "it goes on", self, ended=True)
        while self._read():
            pass
        return self.process.returncode

    def wait_after_its_end(self, text: str) -> None:
        """Read until this has been written after the process has ended, by whoever is left to say it."""
        self.code()
        until(lambda: text.encode() in self.seen, f"{text!r} never came", self, ended=True)

    def clean(self) -> bool:
        """Whether the terminal is as it was found, and all that was switched on has been switched off at last."""
        now = termios.tcgetattr(self.theirs)
        if SCREEN not in self.seen:  # it was never taken
            return now == self.found and b"\x1b" not in self.seen
        off = all(self.seen.rfind(code) > self.seen.rfind(code[:-1] + {b"l": b"h", b"h": b"l"}.get(code[-1:], b"?")) for code in LEFT)
        return now == self.found and off

    def _read(self) -> bool:
        if not select.select([self._ours], [], [], 0.1)[0]:
            return False
        new = os.read(self._ours, 1 << 16)
        self.seen += new
        return bool(new)  # nothing comes from a window that is closed


def on_a_terminal(*words: str, **environ: str) -> str:
    """Everything that a command writes there, where it succeeds."""
    with OnTerminal(*words, environ=environ) as app:
        assert app.code() == 0
    return app.seen.decode()
