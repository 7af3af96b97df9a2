"""What a terminal gets and a pipe does not; and the playground without a terminal."""

from __future__ import annotations

import io
import os
import pty
import re
import subprocess
import sys
from contextlib import suppress

import pytest

from specdeck.cli import main
from specdeck.terminal.streams import Painter, ProgressLine
from tests.helpers.command_line import PROMPT, ROOT, spawn
from tests.helpers.terminal import SaidTerminal, on_a_terminal

ESCAPE = "\x1b"


def test_a_terminal_sees_sources_by_attribute_and_hue_and_the_figures_at_the_end():
    seen = on_a_terminal("run", PROMPT, "--max-tokens", "24", "--seed", "1")
    assert f"{ESCAPE}[4;38;5;74m" in seen and f"{ESCAPE}[1;38;5;178m" in seen
    assert "tok/s" in seen and "tokens per round" in seen and "loading" in seen


def test_sixteen_colours_and_true_colour():
    paint = {name: Painter(SaidTerminal(), environ).paint("x", "accepted") for name, environ in {
        "16": {"TERM": "xterm"}, "true": {"TERM": "xterm", "COLORTERM": "truecolor"}, "dumb": {"TERM": "dumb"}, "none": {"TERM": "xterm-256color", "NO_COLOR": "1"},
    }.items()}  # fmt: skip
    assert paint == {"16": "\x1b[4;34mx\x1b[0m", "true": "\x1b[4;38;2;86;180;233mx\x1b[0m", "dumb": "x", "none": "\x1b[4mx\x1b[0m"}


def test_model_text_never_commands_the_terminal():
    evil = "a\x1b]0;title\x07\x1b[2Jb\x9b1m\r\u202e"
    for environ in ({"TERM": "xterm"}, {"TERM": "dumb"}):
        seen = re.sub(r"\x1b\[[0-9;]*m", "", Painter(SaidTerminal(), environ).paint(evil, "plain"))
        assert not set(seen) & set("\x1b\x07\x9b\r\u202e") and seen.startswith("a")
    assert Painter(io.StringIO(), {"TERM": "xterm"}).paint(evil, "plain") == evil


def test_progress_is_for_terminals():
    silent, seen = io.StringIO(), SaidTerminal()
    for stream in (silent, seen):
        progress = ProgressLine(stream)
        progress.say("loading\x1b[2J")
        progress.clear()
    assert silent.getvalue() == "" and seen.getvalue().endswith("\r\x1b[K") and "\x1b[2J" not in seen.getvalue()


def test_progress_to_a_terminal_that_is_gone_ends_nothing(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    gone, theirs = pty.openpty()
    stream = open(theirs, "w", buffering=1)
    progress = ProgressLine(stream)
    progress.say("loading")
    os.close(gone)
    progress.clear()
    progress.say("loaded")
    with suppress(OSError):
        stream.close()


def test_progress_stays_on_one_row(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    seen = SaidTerminal()
    ProgressLine(seen).say("loading " + "a folder " * 20)
    assert len(seen.getvalue().removeprefix("\r\x1b[K")) < 40


@pytest.mark.parametrize("where", ["stdin", "stdout", "stderr"])
def test_the_playground_needs_all_three_to_be_a_terminal(monkeypatch, where):
    streams = {name: io.StringIO() if name == where else SaidTerminal() for name in ("stdin", "stdout", "stderr")}
    for name, stream in streams.items():
        monkeypatch.setattr(sys, name, stream)
    assert main([]) == 2 and streams["stdout"].getvalue() == "" and "specdeck run" in streams["stderr"].getvalue()


@pytest.mark.long
def test_a_reader_that_leaves_is_no_crash():
    process = spawn("run", PROMPT, "--max-tokens", "200", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    assert b"Traceback" not in process.stderr.read() and process.wait(60) == 1


def test_help_and_refusals_import_neither_mlx_nor_textual():
    script = (
        "import sys\nfrom specdeck.cli import main\nfrom specdeck.commands.command_table import COMMANDS\n"
        "for words in (['--help'], ['--version'], *([name, '--help'] for name in COMMANDS), ['run', '']):\n"
        "    try: main(words)\n    except SystemExit: pass\n"
        "print([name for name in sys.modules if name.split('.')[0] in ('mlx', 'mlx_lm', 'textual', 'transformers')], file=sys.__stderr__)"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.stderr.splitlines()[-1] == "[]"
