"""The real thing in a real terminal: start, ask the embedded pair, see text, quit, find the shell as it was."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 90  # seconds until waiting is given up; nothing is measured


@pytest.fixture
def terminal():
    """A tmux session of its own server, 100x30, in a plain shell."""
    if shutil.which("tmux") is None:
        pytest.skip("tmux is not installed: apt-get install tmux")
    name = f"specdeck-test-{time.monotonic_ns()}"

    def tmux(*words: str) -> str:
        return subprocess.run(["tmux", "-L", name, *words], capture_output=True, text=True, check=True).stdout

    tmux("new-session", "-d", "-x", "100", "-y", "30", "-c", str(ROOT), "env PS1='$ ' sh")
    yield tmux
    subprocess.run(["tmux", "-L", name, "kill-server"], capture_output=True)


def wait_for(tmux, text: str, gone: bool = False) -> str:
    """The screen, once the text is on it (or gone from it)."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        screen = tmux("capture-pane", "-p")
        if (text in screen) is not gone:
            return screen
        time.sleep(0.1)
    raise AssertionError(f"{text!r} {'stayed on' if gone else 'never came onto'} the screen:\n{screen}")


def test_start_ask_see_quit(terminal):
    terminal("send-keys", f"{sys.executable} -m app.cli; echo left with $?", "Enter")
    wait_for(terminal, "ready")
    terminal("send-keys", "Repeat exactly: the blue door", "Enter")
    wait_for(terminal, "acceptance rate")
    looks = terminal("capture-pane", "-p", "-e")
    assert "\x1b[" in looks and "4m" in looks, "accepted tokens are underlined"
    terminal("send-keys", "C-q")
    wait_for(terminal, "left with 0")
    clean_shell(terminal)


def test_told_to_end_in_the_middle_of_a_reply(terminal, tmp_path):
    # a shell waits for it: tmux itself does not always reap a pane's own process, and then never says what it ended with
    process = tmp_path / "process"
    terminal("send-keys", f"sh -c 'echo $$ > {process}; exec {sys.executable} -m app.cli'; echo left with $?", "Enter")
    wait_for(terminal, "ready")
    terminal("send-keys", "Repeat exactly: the blue door", "Enter")
    wait_for(terminal, "round")
    os.kill(int(process.read_text()), signal.SIGTERM)
    wait_for(terminal, "left with 143")
    clean_shell(terminal)


def clean_shell(tmux) -> None:
    """The shell is there, on the ordinary screen, and the mouse is its own again."""
    tmux("send-keys", "echo still $((40 + 2))", "Enter")
    assert "$ " in wait_for(tmux, "still 42")
    assert tmux("display-message", "-p", "#{alternate_on} #{mouse_any_flag}").split() == ["0", "0"]
