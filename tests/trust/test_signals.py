"""Ctrl+C, SIGTERM and their kind wherever a command or the playground happens to be, and libraries that end the process: the exit code says
so, stderr holds a line at most, and a terminal is left as it was found. SPECDECK_TRIES=N tries N random moments, and every end at every moment."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random

import pytest

from specdeck import assets, cli
from specdeck.commands import run
from specdeck.decoding.errors import LoadError
from specdeck.records import history
from specdeck.terminal import streams
from specdeck.terminal.signals import Interrupted
from tests.helpers.command_line import ENDLESS, ROOT
from tests.helpers.terminal import PATIENCE, OnTerminal, SaidTerminal, until

TRIES = int(os.environ.get("SPECDECK_TRIES", "5"))
RECORDING = str(assets.TRACES / "same.jsonl")
WHEN_IMPORTED = """
import os, sys
class Signals:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            for _ in range({times}):
                os.kill(os.getpid(), {number})
sys.meta_path.insert(0, Signals())
"""
IN_A_FINALIZER = """
import os, sys
class Signals:
    def __del__(self):
        os.kill(os.getpid(), 2)
        for _ in range(1000): pass
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "specdeck.decoding.pair_loading":
            Signals()
sys.meta_path.insert(0, Finder())
"""
INT, TERM = signal.SIGINT, signal.SIGTERM


@pytest.fixture
def at_start(tmp_path, monkeypatch):
    """Code that every Python started from here runs first."""

    def planted(code: str) -> None:
        (tmp_path / "sitecustomize.py").write_text(code)
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    return planted


def ended(*words: str) -> tuple[int, bytes, bytes]:
    """How a command ended, and what it printed."""
    done = subprocess.run([sys.executable, "-m", "specdeck", *words], cwd=ROOT, capture_output=True, timeout=PATIENCE)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("module, number, times", [("specdeck.decoding.cpu.blas", INT, 2), ("specdeck.commands.replay", TERM, 1)])
def test_while_it_imports(at_start, module, number, times):
    at_start(WHEN_IMPORTED.format(module=module, number=int(number), times=times))
    assert ended("replay", RECORDING, "--json") == (128 + number, b"", b"")


def test_while_mlx_starts(at_start):
    at_start(WHEN_IMPORTED.format(module="mlx._reprlib_fix", number=2, times=2))  # its C++ imports this
    code, _, err = ended("run", "hi", "--max-tokens", "2")
    assert (code, err) == (130, b"")


def test_a_program_that_imports_specdeck_keeps_its_own_signals():
    script = "import signal; before = signal.getsignal(2); import specdeck; assert signal.getsignal(2) is before"
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True)


@pytest.mark.long
def test_a_signal_in_a_librarys_finalizer_is_not_lost(at_start):
    at_start(IN_A_FINALIZER)
    code, out, err = ended("run", "hi", "--json", "--max-tokens", "2000", *ENDLESS)
    assert (code, err) == (130, b"") and b'"finish_reason": "interrupted"' in out


@pytest.mark.parametrize("end, said", [(LoadError("no such model"), "specdeck: no such model\n"), (Interrupted(INT), "")])
def test_what_ends_a_command_replaces_its_progress_line(monkeypatch, end, said):
    def load(*_: object) -> None:
        streams.ProgressLine().say("loading")
        raise end

    monkeypatch.setattr(run, "main", load)
    monkeypatch.setattr(sys, "stderr", shown := SaidTerminal())
    monkeypatch.setattr(cli, "_open_streams", lambda: None)
    assert cli.main(["run", "hi"]) in (1, 130)
    assert shown.getvalue() == f"\r\x1b[Kloading\r\x1b[K{said}"


# -- random moments of a command's whole life ------------------------------------------------------------------------------

COMMANDS = {
    "--help": ("--help",), "run": ("run", "Find me a bus", "--max-tokens", "20", "--json"), "models": ("models", "--json"),
    "replay": ("replay", RECORDING, "--json"), "compare": ("compare", "Find me a bus", "--max-tokens", "8", "--runs", "1", "--json"),
}  # fmt: skip
GAPS = (0.0, 0.001, 0.01, 0.05, 0.2)  # seconds at most between two signals
LIFE = 4  # seconds: some signals come when a command is over
OURS = tuple(str(ROOT / half) for half in ("app", "decoding"))
ENTRANCE = [str(ROOT / "app" / name) for name in ("__init__.py", "__main__.py", "terminal/signals.py")]  # on the way to catching them


@pytest.mark.long
@pytest.mark.parametrize("seed", range(TRIES))
def test_at_any_moment(seed):
    rng = Random(seed)
    name, number, first = rng.choice(list(COMMANDS)), rng.choice((INT, INT, TERM)), rng.random() * LIFE
    moments = [first, first + rng.random() * rng.choice(GAPS)][: rng.choice((1, 2, 2))]
    ours, theirs = pty.openpty() if rng.random() < 0.5 else os.pipe()
    command = [sys.executable, "-m", "specdeck", *COMMANDS[name]]
    began = time.monotonic()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=theirs, start_new_session=True, cwd=ROOT)
    os.close(theirs)
    with ThreadPoolExecutor() as pool:
        told = pool.submit(_all_of, ours)
        try:
            for moment in moments:
                time.sleep(max(0.0, began + moment - time.monotonic()))
                process.send_signal(number)
            out, _ = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    os.close(ours)
    err = told.result()
    if before_us(process.returncode, number, out, err):
        return
    rest = err.replace(b"\r\n", b"\n").rpartition(b"\r\x1b[K")[2]  # what progress leaves on a terminal
    assert process.returncode in (128 + number, 0) and b"Traceback" not in err and b"Exception ignored" not in err, err
    assert rest.count(b"\n") <= 1 and (not rest or rest.endswith(b"\n")), err
    assert name == "--help" or not out or isinstance(json.loads(out), dict), "stdout is whole JSON or nothing"


def before_us(code: int, number: int, out: bytes, err: bytes) -> bool:
    """Whether Python was still starting: it was killed in silence, or tells of files none of which is ours. No package can change that."""
    if code == -number and not out and not err:
        return True
    named = [line for line in err.decode().splitlines() if any(ours in line for ours in OURS) and not any(file in line for file in ENTRANCE)]
    return b"KeyboardInterrupt" in err and not named


def _all_of(handle: int) -> bytes:
    """What is written there until its writer has ended."""
    found = b""
    with suppress(OSError):  # how a terminal ends
        while more := os.read(handle, 1 << 16):
            found += more
    return found


# -- the playground: every end at every moment -----------------------------------------------------------------------------

PROMPT = "Repeat exactly: the blue door"
QUIT = "\x11"  # ctrl+q


ENDS = {
    "SIGTERM": (143, lambda app: app.tell(TERM)),
    "SIGHUP": (129, lambda app: app.tell(signal.SIGHUP)),
    "SIGINT twice": (130, lambda app: (app.tell(INT), app.tell(INT))),
    "SIGKILL": (-9, lambda app: app.tell(signal.SIGKILL)),
    "left": (0, lambda app: app.type(QUIT)),
    "left, SIGINT": ((0, 130), lambda app: (app.type(QUIT), app.tell(INT))),
}
MOMENTS = ("idle", "in a reply", "after a reply")
SAMPLE = [("SIGTERM", "in a reply"), ("SIGHUP", "idle"), ("SIGINT twice", "idle"), ("SIGKILL", "in a reply"), ("left", "after a reply")]


@pytest.mark.long
@pytest.mark.parametrize("end, moment", [(end, moment) for end in ENDS for moment in MOMENTS] if "SPECDECK_TRIES" in os.environ else SAMPLE)
def test_however_the_playground_is_ended_the_terminal_is_as_it_was_and_the_conversation_is_kept(state, end, moment):
    code, act = ENDS[end]
    with OnTerminal(*ENDLESS, "--max-tokens", "100000" if moment == "in a reply" else "12") as app:
        app.wait_for("ready")
        if moment != "idle":
            app.type(f"{PROMPT}\r")
            app.wait_for("round" if moment == "in a reply" else "over the whole reply")
            until(lambda: any('"type":"round"' in file.read_text() for file in (state / "conversations").glob("*.jsonl")), "the reply is not kept", app)
        act(app)
        assert app.code() in (code if isinstance(code, tuple) else (code,)) and b"Traceback" not in app.seen
        assert end == "SIGKILL" or app.clean()
    items = history.history(state / "conversations").items
    assert [item.prompt for item in items] == ([] if moment == "idle" else [PROMPT])  # no key was read twice, none lost
    assert all('"type":"round"' in item.path.read_text() for item in items)


@pytest.mark.long
def test_bytes_that_are_no_text_are_no_end(state):
    rng = Random(20)
    noise = [b"\xff", b"\xc3(", b"\x80\xbf" * 9, b"caf\xe9 ", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80"]
    noise += [bytes(rng.randrange(128, 256) for _ in range(rng.randint(1, 20))) for _ in range(20)]
    with OnTerminal("--max-tokens", "20") as app:  # whatever the pair says to noise
        app.wait_for("ready")
        for each in noise:
            app.type(each)
        time.sleep(1)  # what is read together with such bytes is dropped
        app.type("Repeat exactly: door\r")
        app.wait_for("over the whole reply")
        app.type(QUIT)
        assert app.code() == 0 and app.clean()
    (item,) = history.history(state / "conversations").items
    assert item.prompt.endswith("Repeat exactly: door")


@pytest.mark.long
def test_while_the_playground_starts(at_start):
    at_start(WHEN_IMPORTED.format(module="textual.drivers.linux_driver", number=2, times=2))
    with OnTerminal() as app:
        assert app.code() == 130 and app.clean() and b"Traceback" not in app.seen


# -- a library that ends the process, as Metal does where memory is short ----------------------------------------------------

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
IN_A_THREAD = "import ctypes, time; libc = ctypes.CDLL(None); made = ctypes.c_ulong(); libc.pthread_create(ctypes.byref(made), None, libc.abort, None); time.sleep(60)"


def aborted(by: str, **environ: str) -> tuple[int, str]:
    """Exit code and stderr of a command that ends by this statement after it loaded its libraries."""
    command = [sys.executable, "-c", ABORTED.replace("ENDING", by)]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | environ, capture_output=True, text=True, timeout=PATIENCE)
    return done.returncode, done.stderr


@pytest.mark.parametrize("by", ["os.abort()", IN_A_THREAD], ids=["in Python's thread", "in one that Python does not know"])
def test_an_abort_is_said_in_a_line(by):
    assert aborted(by) == (-signal.SIGABRT, SAID)


def test_with_the_variable_the_librarys_words_are_shown():
    assert "the library's own words" in aborted("os.abort()", SPECDECK_DEBUG="1")[1]


@pytest.mark.parametrize("by, codes", [("os._exit(3)", (3,)), ("os.kill(os.getpid(), 15)", (143, -15)), ("os.kill(os.getpid(), 9)", (-9,))])
def test_other_ends_say_nothing_of_it(by, codes):
    code, said = aborted(by)
    assert code in codes and said == ""


@pytest.mark.long
def test_a_playground_that_a_library_ends_gives_the_terminal_back():
    with OnTerminal() as app:
        app.wait_for("ready")
        app.tell(signal.SIGABRT)
        app.wait_after_its_end("shows what it says")
        assert app.process.returncode == -signal.SIGABRT and app.clean()
