"""Bar 8: the app over headless `run`, in tokens a second: both in processes of their own, by turns, on the same prompts.

The app runs in a real terminal (a pseudo-terminal of 120 x 36 whose output is read and dropped) and is played by keys; `run` is
its own code, with its output dropped. Each process decodes the prompts once to warm up and once to count; the engine's own
tokens a second are compared, for what the app costs is what it takes from the engine's thread.
"""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Iterator

from .ask import Ask, Figure, ratios, take_turns

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 300.0  # seconds for a process


def measure(ask: Ask) -> Iterator[Figure]:
    """Greedy `model`, k=4: the more rounds a second, the more there is to draw."""
    tokens = ask.tokens or 192
    app, run = take_turns(ask.turns or 7, lambda _: rate("played", tokens), lambda _: rate("headless", tokens))
    yield Figure("the app over headless run", ratios(app, run), 0.97, note=f"tokens/s {app} against {run}" if len(app) < 4 else "")


def rate(module: str, tokens: int) -> float:
    """Tokens a second that a process of this module found, in a terminal of its own."""
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder) / "rate.json"
        ours, theirs = pty.openpty()
        environ = os.environ | {"TERM": "xterm-256color", "COLORTERM": "truecolor", "COLUMNS": "120", "LINES": "36", "PYTHONPATH": str(ROOT)}
        environ |= {"XDG_CONFIG_HOME": folder, "XDG_DATA_HOME": folder, "XDG_STATE_HOME": folder}  # nobody's settings, nobody's history
        command = [sys.executable, "-m", f"assets.scripts.bars.{module}", str(found), str(tokens)]
        process = subprocess.Popen(command, cwd=ROOT, env=environ, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
        os.close(theirs)
        seen = _drained(ours, process)
        os.close(ours)
        if not found.exists():
            raise SystemExit(f"bars: {module} ended without a figure:\n{seen[-2000:].decode(errors='replace')}")
        return json.loads(found.read_text())


def _drained(terminal: int, process: subprocess.Popen) -> bytes:
    """Everything a process writes, until it ends or patience does."""
    seen, end = b"", time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if select.select([terminal], [], [], 0.2)[0]:
                seen = (seen + os.read(terminal, 65536))[-100_000:]
            elif process.poll() is not None:
                break
        except OSError:  # the other side was closed: Linux says EIO
            break
    if process.poll() is None:
        process.terminate()
    process.wait(10)
    return seen
