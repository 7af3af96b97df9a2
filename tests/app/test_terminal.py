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

    tmux("new-session", "-d", "-x", "100", "-y", "30", "-c", str(ROOT), "env PS1='$ ' sh", ";", "set", "-g", "remain-on-exit", "on")
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


def test_told_to_end_in_the_middle_of_a_reply(terminal):
    terminal("send-keys", f"echo $$ && exec {sys.executable} -m app.cli", "Enter")
    process = terminal("display-message", "-p", "#{pane_pid}").strip()
    wait_for(terminal, "ready")
    terminal("send-keys", "Repeat exactly: the blue door", "Enter")
    wait_for(terminal, "round")
    os.kill(int(process), signal.SIGTERM)
    assert ended(terminal) == "143"
    assert terminal("display-message", "-p", "#{alternate_on} #{mouse_any_flag}").split() == ["0", "0"]


def ended(tmux) -> str:
    """What the program ended with. Not read off the screen: tmux may wipe what it writes there of a pane that died."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        status, signal_ = tmux("display-message", "-p", "#{pane_dead_status} #{pane_dead_signal}").rstrip("\n").split(" ")
        if status or signal_:  # a pane is dead a moment before it is known what of
            return status or f"signal {signal_}"
        time.sleep(0.1)
    raise AssertionError("the program goes on")


def clean_shell(tmux) -> None:
    """The shell is there, on the ordinary screen, and the mouse is its own again."""
    tmux("send-keys", "echo still $((40 + 2))", "Enter")
    assert "$ " in wait_for(tmux, "still 42")
    assert tmux("display-message", "-p", "#{alternate_on} #{mouse_any_flag}").split() == ["0", "0"]
