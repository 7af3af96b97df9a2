"""A terminal that vanishes: the window is closed, the connection breaks. The app goes with it, and what was said stays."""

import os
import pty
import subprocess
import sys
import termios
import time
from pathlib import Path

from app import history

ROOT = Path(__file__).resolve().parents[2]
OWN = """
import os, runpy
os.setsid()
os.close(os.open(os.ttyname(0), os.O_RDWR))  # its controlling terminal from here on
runpy.run_module("app.cli", run_name="__main__")
"""
KEYS = 80  # each is drawn: more than textual holds back for a terminal that takes nothing
PATIENCE = 90  # seconds until waiting is given up; nothing is measured


def wait_for(there) -> None:
    end = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.05)


def test_a_terminal_that_takes_nothing_more_and_vanishes(tmp_path):
    ours, theirs = pty.openpty()
    environ = os.environ | {"SPECDECK_STATE_DIR": str(tmp_path), "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "30"}
    app = subprocess.Popen([sys.executable, "-c", OWN], cwd=ROOT, env=environ, stdin=theirs, stdout=theirs, stderr=theirs)
    seen = bytearray()

    def read(text: bytes) -> bool:
        seen.extend(os.read(ours, 1 << 16))
        return text in seen

    try:
        wait_for(lambda: read(b"ready"))
        os.write(ours, b"Repeat exactly: the blue door\r")
        wait_for(lambda: read(b"acceptance"))
        termios.tcflow(theirs, termios.TCOOFF)
        for _ in range(KEYS):
            os.write(ours, b"x")
            time.sleep(0.05)
        os.close(theirs)
        os.close(ours)
        assert app.wait(PATIENCE) == 129
        assert [each.prompt for each in history.kept(tmp_path / "conversations")] == ["Repeat exactly: the blue door"]
    finally:
        app.kill()
