"""The real thing in a real terminal: start, ask the embedded pair, see text, quit, find the shell as it was; and a terminal that vanishes."""

import itertools
import json
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest
from rich.ansi import AnsiDecoder
from rich.console import Console

from specdeck.records import history

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[2]
END = json.loads((ROOT / "assets/models/target/config.json").read_text())["eos_token_id"]
AGAIN = 30  # looks at the screen after which keys are pressed once more
PATIENCE = 90  # seconds until waiting is given up; nothing is measured
OVER = "over the whole reply"  # stands in the panel once nothing is being written
LEGEND = "accepted draft   target's own"


@pytest.fixture
def terminal():
    """A tmux session of its own server, 100x30, in a plain shell."""
    if shutil.which("tmux") is None:
        pytest.skip("tmux is not installed: apt-get install tmux")
    name = f"specdeck-test-{time.monotonic_ns()}"

    def tmux(*words: str) -> str:
        return subprocess.run(["tmux", "-L", name, *words], capture_output=True, text=True, check=True).stdout

    shell = "env -u COLUMNS -u LINES PS1='$ ' sh"  # readline, which pytest imports, has put those two into our environment
    tmux("new-session", "-d", "-x", "100", "-y", "30", "-c", str(ROOT), shell)
    yield tmux
    subprocess.run(["tmux", "-L", name, "kill-server"], capture_output=True)


def wait_for(tmux, text: str, gone: bool = False, keys: str = "", below: str = "") -> str:
    """The screen, once the text is on it (or gone from it), `below` another one: name what only the new state shows. `keys`: bring it,
    and are pressed again where a busy machine missed the moment that it stays, or that there is between them."""
    end = time.monotonic() + PATIENCE
    for turn in itertools.count():
        if keys and turn % AGAIN == 0:
            tmux("send-keys", *keys.split())
        screen = tmux("capture-pane", "-p")
        if (text in (screen.partition(below)[2] if below else screen)) is not gone:
            return screen
        if time.monotonic() > end:
            break
        time.sleep(0.1)
    raise AssertionError(f"{text!r} {'stayed on' if gone else 'never came onto'} the screen:\n{screen}")


def test_start_ask_stop_and_quit(terminal):
    endless = f"--max-tokens 100000 --logit-bias {END}=-1000"  # a reply that only a person ends
    terminal("send-keys", f"{sys.executable} -m specdeck {endless}; echo left with $?", "Enter")
    wait_for(terminal, "ready")
    terminal("send-keys", "Repeat exactly: the blue door", "Enter")
    wait_for(terminal, "writing, round")
    wait_for(terminal, "stopped", keys="C-c C-c")
    wait_for(terminal, "ctrl+q quits", keys="C-c")
    terminal("send-keys", "C-q")
    wait_for(terminal, "left with 0")
    terminal("send-keys", "echo still $((40 + 2))", "Enter")
    assert "$ " in wait_for(terminal, "still 42")
    assert terminal("display-message", "-p", "#{alternate_on} #{mouse_any_flag}").split() == ["0", "0"], "as the shell was found"


@pytest.mark.parametrize("environ", ["NO_COLOR=1", "TERM=xterm-16color", "SPECDECK_THEME=ansi-light", "SPECDECK_THEME=mono"])
def test_accepted_own_and_rejected_are_told_apart_without_colour(terminal, environ):
    terminal("send-keys", f"env {environ} {sys.executable} -m specdeck --seed 1", "Enter")
    wait_for(terminal, "ready")
    terminal("send-keys", "Find me a bus from Fresno to Sacramento", "Enter")
    wait_for(terminal, OVER)
    terminal("send-keys", "Tab")
    wait_for(terminal, "←→")  # the text has the focus
    terminal("send-keys", "g")
    wait_for(terminal, "rejected")
    lines = looks(terminal)
    legend = next(line for line in lines if re.match(r" accepted.*own.*rejected", "".join(letter for letter, _ in line)))
    for word, look in (("accepted", "underline"), ("own", "bold"), ("rejected", "strike")):
        at = "".join(letter for letter, _ in legend).index(word)
        assert {seen for _, seen in legend[at : at + len(word)]} == {frozenset({look})}
        assert any(letter.isalpha() and seen == {look} for line in lines if line is not legend for letter, seen in line), "in the text too"


def test_where_there_are_256_colours_the_grounds_are_greys_of_the_ramp(terminal):
    """The shades of the dark theme would be black and navy."""
    terminal("send-keys", f"env -u COLORTERM TERM=xterm-256color {sys.executable} -m specdeck", "Enter")
    wait_for(terminal, "ready")
    grounds = {int(number) for number in re.findall(r"48;5;(\d+)", terminal("capture-pane", "-p", "-e"))}
    assert len(grounds) >= 3 and min(grounds) >= 232


def test_tabs_rows_and_legend_are_clicked_and_the_wheel_stops_following(terminal):
    terminal("send-keys", f"{sys.executable} -m specdeck --seed 1", "Enter")
    wait_for(terminal, "ready")
    terminal("send-keys", "Escape")  # ends the show of a first start, where it plays
    screen = wait_for(terminal, "How does speculative decoding work?")
    wait_for(terminal, "▎ How does speculative decoding work?", keys=click(screen, "How does speculative decoding work?"))
    wait_for(terminal, OVER)
    wait_for(terminal, "ON DISK", keys=click(screen, "Models"))
    screen = wait_for(terminal, LEGEND, keys=click(screen, "Chat"))
    wait_for(terminal, "bonus", keys=click(screen, LEGEND))
    terminal("resize-window", "-x", "100", "-y", "18")
    for number in ("one", "two", "three"):
        terminal("send-keys", f"Repeat exactly: the {number} door", "Enter")
        wait_for(terminal, " rounds  ·  ", below=f"▎ Repeat exactly: the {number}")  # the figures of this reply
    wait_for(terminal, "How does speculative decoding work?", gone=True)
    wait_for(terminal, "How does speculative decoding work?", keys="\x1b[<64;10;8M" * 30)
    terminal("send-keys", "Tab")
    wait_for(terminal, "←→")
    terminal("send-keys", "End")
    wait_for(terminal, "How does speculative decoding work?", gone=True)


def looks(tmux) -> list[list[tuple[str, frozenset[str]]]]:
    """The screen's lines: letters with what of their looks is no colour."""
    console, names = Console(), ("bold", "underline", "strike")
    lines = AnsiDecoder().decode(tmux("capture-pane", "-p", "-e"))
    styles = [(line.plain, [line.get_style_at_offset(console, at) for at in range(len(line))]) for line in lines]
    return [[(letter, frozenset(name for name in names if getattr(style, name))) for letter, style in zip(*line)] for line in styles]


def click(screen: str, text: str) -> str:
    """What a terminal sends as the left button is pressed and let go on a text's second letter."""
    column, row = next((line.index(text) + 2, row) for row, line in enumerate(screen.split("\n"), 1) if text in line)
    return f"\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"


OWN = """
import os, runpy
os.setsid()
os.close(os.open(os.ttyname(0), os.O_RDWR))  # its controlling terminal from here on
runpy.run_module("specdeck.cli", run_name="__main__")
"""
KEYS = 80  # each is drawn: more than textual holds back for a terminal that takes nothing


def read_until(terminal: int, text: bytes) -> None:
    """Read what comes until this has come."""
    seen, end = b"", time.monotonic() + PATIENCE
    while text not in seen:
        assert time.monotonic() < end, f"{text!r} never came: {seen[-2000:]!r}"
        if select.select([terminal], [], [], 0.1)[0]:
            seen += os.read(terminal, 1 << 16)


def test_a_terminal_that_takes_nothing_more_and_vanishes(tmp_path):
    ours, theirs = pty.openpty()
    environ = os.environ | {"SPECDECK_STATE_DIR": str(tmp_path), "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "30"}
    app = subprocess.Popen([sys.executable, "-c", OWN], cwd=ROOT, env=environ, stdin=theirs, stdout=theirs, stderr=theirs)
    try:
        read_until(ours, b"ready")
        os.write(ours, b"Repeat exactly: the blue door\r")
        read_until(ours, b"accepted/drafted")
        termios.tcflow(theirs, termios.TCOOFF)
        for _ in range(KEYS):
            os.write(ours, b"x")
            time.sleep(0.05)
        os.close(theirs)
        os.close(ours)
        assert app.wait(PATIENCE) == 129
        assert [each.prompt for each in history.history(tmp_path / "conversations").items] == ["Repeat exactly: the blue door"]
    finally:
        app.kill()
