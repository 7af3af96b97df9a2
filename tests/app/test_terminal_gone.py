"""A terminal that vanishes: the window is closed, the connection breaks. The app goes with it, and what was said stays."""

import os
import pty
import select
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from specdeck.records import history_index

ROOT = Path(__file__).resolve().parents[2]
OWN = """
import os, runpy
os.setsid()
os.close(os.open(os.ttyname(0), os.O_RDWR))  # its controlling terminal from here on
runpy.run_module("specdeck.cli", run_name="__main__")
"""
KEYS = 80  # each is drawn: more than textual holds back for a terminal that takes nothing
PATIENCE = 90  # seconds until waiting is given up; nothing is measured


def wait_for(terminal: int, text: bytes) -> None:
    """Read what comes until this has come."""
    seen, end = b"", time.monotonic() + PATIENCE
    while text not in seen:
        assert time.monotonic() < end, f"{text!r} never came: {seen[-2000:]!r}"
        if select.select([terminal], [], [], 0.1)[0]:
            seen += os.read(terminal, 1 << 16)


@pytest.mark.long
def test_a_terminal_that_takes_nothing_more_and_vanishes(tmp_path):
    ours, theirs = pty.openpty()
    environ = os.environ | {"SPECDECK_STATE_DIR": str(tmp_path), "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "30"}
    app = subprocess.Popen([sys.executable, "-c", OWN], cwd=ROOT, env=environ, stdin=theirs, stdout=theirs, stderr=theirs)
    try:
        wait_for(ours, b"ready")
        os.write(ours, b"Repeat exactly: the blue door\r")
        wait_for(ours, b"acceptance")
        termios.tcflow(theirs, termios.TCOOFF)
        for _ in range(KEYS):
            os.write(ours, b"x")
            time.sleep(0.05)
        os.close(theirs)
        os.close(ours)
        assert app.wait(PATIENCE) == 129
        assert [each.prompt for each in history_index.history(tmp_path / "conversations").items] == ["Repeat exactly: the blue door"]
    finally:
        app.kill()
