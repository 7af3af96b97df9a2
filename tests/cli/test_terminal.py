"""What a terminal gets and a pipe does not; and the playground without a terminal."""

from __future__ import annotations

import io
import os
import pty
import sys
from contextlib import suppress

import pytest

from specdeck.cli import main
from specdeck.terminal.streams import Painter, ProgressLine, complain
from tests.helpers.command_line import PROMPT, SaidTerminal

ESCAPE = "\x1b"


def test_a_terminal_sees_sources_by_attribute_and_hue_and_figures_with_the_seed_of_what_was_drawn(cli, monkeypatch):
    monkeypatch.setattr("specdeck.cli._open_streams", lambda: None)
    monkeypatch.setenv("COLUMNS", "40")

    def shown(*words: str) -> tuple[str, str]:
        with monkeypatch.context() as patch:
            for name in ("stdout", "stderr"):
                patch.setattr(sys, name, SaidTerminal())
            assert cli("run", PROMPT, *words).code == 0
            closing = sys.stderr.getvalue().rpartition("\x1b[K")[2]
            assert closing.count("\n") > 1 and max(map(len, closing.splitlines())) <= 40, "it is broken between words"
            return sys.stdout.getvalue(), " ".join(sys.stderr.getvalue().split())

    text, said = shown("--max-tokens", "24")
    assert f"{ESCAPE}[4;38;5;74m" in text and f"{ESCAPE}[1;38;5;178m" in text
    assert all(words in said for words in ("tok/s", "tokens per round", "loading")) and "seed" not in said, "nothing was drawn"
    drawn, said = shown("--temperature", "1", "--max-tokens", "12")
    seed = said.rpartition(" · seed ")[2].strip()
    assert drawn == shown("--temperature", "1", "--max-tokens", "12", "--seed", seed)[0] != text


def test_sixteen_colours_and_true_colour():
    paint = {name: Painter(SaidTerminal(), environ).paint("x", "accepted") for name, environ in {
        "16": {"TERM": "xterm"}, "true": {"TERM": "xterm", "COLORTERM": "truecolor"}, "dumb": {"TERM": "dumb"}, "none": {"TERM": "xterm-256color", "NO_COLOR": "1"},
    }.items()}  # fmt: skip
    assert Painter(io.StringIO(), {"TERM": "xterm"}).paint("a\x1b[2J", "plain") == "a\x1b[2J", "who reads a pipe gets the text"
    assert paint == {"16": "\x1b[4;34mx\x1b[0m", "true": "\x1b[4;38;2;86;180;233mx\x1b[0m", "dumb": "x", "none": "\x1b[4mx\x1b[0m"}


def test_a_message_in_the_middle_of_a_text_has_a_line_of_its_own(monkeypatch):
    seen = SaidTerminal()
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, seen)
    for text in ("Once upon", " a time\n", "", "the end"):
        seen.write(Painter(seen, {"TERM": "dumb"}).paint(text, "plain"))
        complain("no room")
        complain("no room")
    twice = "specdeck: no room\n" * 2
    assert seen.getvalue() == f"Once upon\n{twice} a time\n{twice}{twice}the end\n{twice}"


def test_progress_is_for_terminals_stays_on_one_row_and_one_that_is_gone_ends_nothing(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    gone, theirs = pty.openpty()
    silent, seen, last = io.StringIO(), SaidTerminal(), open(theirs, "w", buffering=1)
    for stream in (silent, seen, last):
        progress = ProgressLine(stream)
        progress.say("loading\x1b[2J " + "a folder " * 20)
        if stream is last:
            os.close(gone)
        else:
            assert len(stream.getvalue().removeprefix("\r\x1b[K")) < 40
        progress.clear()
    progress.say("loaded")
    assert silent.getvalue() == "" and seen.getvalue().endswith("\r\x1b[K") and "\x1b[2J" not in seen.getvalue()
    with suppress(OSError):
        last.close()


@pytest.mark.parametrize("where", ["stdin", "stdout", "stderr"])
def test_the_playground_needs_all_three_to_be_a_terminal(monkeypatch, where):
    streams = {name: io.StringIO() if name == where else SaidTerminal() for name in ("stdin", "stdout", "stderr")}
    for name, stream in streams.items():
        monkeypatch.setattr(sys, name, stream)
    assert main([]) == 2 and streams["stdout"].getvalue() == "" and "specdeck run" in streams["stderr"].getvalue()
