"""Standard streams that are closed when a command starts, as under some schedulers: what is asked for is done, or a line says why not."""

import json
import subprocess
import sys

import pytest

from tests.helpers.command_line import ROOT

UNPRINTED = "specdeck: stdout is closed: nothing could be printed\n"
NO_TERMINAL = "specdeck: the playground needs a terminal; without one use: specdeck run PROMPT\n"
EACH = ["<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-"]


def closed(streams: str, *words: str) -> subprocess.CompletedProcess:
    """A command with these streams closed by the shell."""
    command = ["sh", "-c", f'exec "$@" {streams}', "sh", sys.executable, "-m", "specdeck", *words]
    return subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize("streams", EACH)
def test_a_command_prints_or_says_that_it_could_not(streams):
    done, out, err = closed(streams, "paths"), ">&-" in streams.split(), "2>&-" in streams
    assert done.returncode == int(out) and bool(done.stdout) != out
    assert done.stderr == (UNPRINTED if out and not err else "")


@pytest.mark.parametrize("streams", EACH)
def test_the_playground_asks_for_a_terminal(streams):
    done = closed(streams)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "" if "2>&-" in streams else NO_TERMINAL)


@pytest.mark.parametrize("word", ["--help", "--version"])
def test_help_is_printed_or_a_line_says_that_it_could_not(word):
    assert [closed(streams, word).stderr for streams in ("", ">&-")] == ["", UNPRINTED]
    full = closed(">/dev/full", word)
    assert full.returncode == 1 and full.stderr == "specdeck: the output cannot be written: No space left on device\n"


def test_a_trace_holds_only_its_own_lines(tmp_path):
    trace = tmp_path / "t.jsonl"
    done = closed("<&- >&- 2>&-", "run", "hi", "--max-tokens", "3", "--trace", str(trace))
    assert done.returncode == 1 and [json.loads(line) for line in trace.read_text().splitlines()]
