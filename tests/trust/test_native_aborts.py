"""A library that ends the process, as Metal does where memory is short: one line says so and where its words are; a terminal that shows the
playground is left as it was found. Ends that are nobody's fault say nothing of it."""

import os
import signal
import subprocess
import sys

import pytest

from tests.helpers.command_line import ROOT
from tests.trust.terminal import OnTerminal

ABORTED = """
import os, sys
from specdeck.terminal import streams
from specdeck.commands import paths
def main(args):
    streams.tell_native_aborts()
    os.write(2, b"the library's own words\\n")
    ENDING
paths.main = main
sys.argv[1:] = ["paths"]
from specdeck.cli import program
program()
"""
SAID = "specdeck: a library ended specdeck (Aborted): SPECDECK_DEBUG=1 shows what it says\n"


def ended(by: str, **environ: str) -> subprocess.CompletedProcess:
    """A command that ends by this statement after it loaded its libraries."""
    return subprocess.run([sys.executable, "-c", ABORTED.replace("ENDING", by)], cwd=ROOT, env=os.environ | environ, capture_output=True, text=True, timeout=120)


def test_an_abort_is_said_in_a_line():
    done = ended("os.abort()")
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGABRT, "", SAID)


def test_so_is_one_in_a_thread_that_python_does_not_know():
    """As a completion handler's."""
    by = "import ctypes, time; libc = ctypes.CDLL(None); made = ctypes.c_ulong(); libc.pthread_create(ctypes.byref(made), None, libc.abort, None); time.sleep(60)"
    assert ended(by).stderr == SAID


def test_with_the_variable_the_librarys_words_are_shown():
    assert "the library's own words" in ended("os.abort()", SPECDECK_DEBUG="1").stderr


@pytest.mark.parametrize("by, code", [("return 0", 0), ("os._exit(3)", 3), ("os.kill(os.getpid(), 15)", 143), ("os.kill(os.getpid(), 9)", -9)])
def test_other_ends_say_nothing_of_it(by, code):
    done = ended(by)
    assert done.returncode % 256 in (code % 256, -15 % 256 if code == 143 else code % 256) and done.stderr == ""


@pytest.mark.long
def test_a_playground_that_a_library_ends_gives_the_terminal_back():
    with OnTerminal() as app:
        app.wait_for("ready")
        app.tell(signal.SIGABRT)
        app.wait_after_its_end("shows what it says")
        assert app.process.returncode == -signal.SIGABRT and app.clean()
