"""A terminal for one process: keys go in, and what it writes is searched without its escape sequences."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from pathlib import Path
from typing import Callable, Mapping, Sequence

ROOT = Path(__file__).resolve().parents[3]
ESCAPES = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|[PX^_\]].*?(?:\x07|\x1b\\)|[ -/]*[0-~])", re.DOTALL)
SCREENFUL = 200_000  # bytes, enough for every cell in a colour of its own
PATIENCE = 60.0  # seconds until waiting is given up


class Terminal:
    """A pseudo-terminal of columns x rows; its process also has these open files."""

    def __init__(self, command: Sequence[str], columns: int, rows: int, environ: Mapping[str, str] = {}, fds: Sequence[int] = ()) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        inherited = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
        environ = inherited | dict(environ) | {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONPATH": str(ROOT)}
        streams = {"stdin": theirs, "stdout": theirs, "stderr": theirs}
        self.process = subprocess.Popen(command, cwd=ROOT, env=environ, start_new_session=True, pass_fds=fds, **streams)
        os.close(theirs)
        self._seen = b""

    def press(self, keys: str) -> None:
        """Send keys; output before them is discarded."""
        self._seen = b""
        os.write(self._ours, keys.encode())

    def until(self, reached: Callable[[str], bool]) -> float:
        """Wait until `reached` holds for the output since the last key; returns the seconds."""
        began = time.perf_counter()
        while not reached(self.seen):
            if time.perf_counter() - began > PATIENCE or not self._take(0.2) and self.process.poll() is not None:
                raise SystemExit(f"rendering: what was waited for never came onto the screen:\n{self.seen[-2000:]}")
        return time.perf_counter() - began

    def rest(self, seconds: float) -> None:
        """Read and keep its output for `seconds`."""
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            self._take(left)

    def close(self) -> None:
        """Wait until the process has ended."""
        try:
            while self.process.poll() is None:
                self._take(0.2)
        finally:
            os.close(self._ours)

    @property
    def seen(self) -> str:
        """What was written since the last key, as text: as much as can be on the screen."""
        return ESCAPES.sub(b"", self._seen[-SCREENFUL:]).decode(errors="replace")

    def _take(self, seconds: float) -> bool:
        if not select.select([self._ours], [], [], seconds)[0]:
            return False
        try:
            self._seen += os.read(self._ours, 65536)
        except OSError:  # the other side was closed: Linux says EIO
            return False
        return True
