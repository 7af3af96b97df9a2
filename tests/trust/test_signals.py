"""Ctrl+C, SIGTERM and their kind wherever a command or the playground happens to be, and libraries that end the process: the exit code says
so, stderr holds a line at most, and a terminal is left as it was found. SPECDECK_TRIES=N tries N random moments, and every end at every moment."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from random import Random

import pytest

from specdeck import assets, cli
from specdeck.commands import run
from specdeck.decoding.checkpoints.hub_download import fetch
from specdeck.decoding.errors import LoadError
from specdeck.records import history
from specdeck.terminal import streams
from specdeck.terminal.signals import Interrupted
from tests.helpers import checkpoints
from tests.helpers.command_line import ENDLESS, PATIENCE, ROOT, OnTerminal, SaidTerminal, until
from tests.helpers.hub import Hub

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


@pytest.mark.parametrize("module, number, times, words", [
    ("specdeck.decoding.cpu.blas", INT, 2, ("replay", RECORDING, "--json")), ("specdeck.commands.replay", TERM, 1, ("replay", RECORDING, "--json")),
    ("mlx._reprlib_fix", INT, 2, ("run", "hi", "--max-tokens", "2")),  # mlx's C++ imports this as it starts
])  # fmt: skip
def test_while_it_imports(at_start, module, number, times, words):
    at_start(WHEN_IMPORTED.format(module=module, number=int(number), times=times))
    assert ended(*words) == (128 + number, b"", b"")


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
def test_at_any_moment(tmp_path, seed):
    rng, printed = Random(seed), {name: tmp_path / name for name in ("stdout", "stderr")}
    name, number, first = rng.choice(list(COMMANDS)), rng.choice((INT, INT, TERM)), rng.random() * LIFE
    moments = [first, first + rng.random() * rng.choice(GAPS)][: rng.choice((1, 2, 2))]
    with ExitStack() as stack:
        streams = {stream: stack.enter_context(file.open("wb")) for stream, file in printed.items() if stream == "stdout" or rng.random() < 0.5}
        app, began = stack.enter_context(OnTerminal(*COMMANDS[name], stdin=subprocess.DEVNULL, **streams)), time.monotonic()
        for moment in moments:
            time.sleep(max(0.0, began + moment - time.monotonic()))
            app.tell(number)
        code = app.code()
    out, err = printed["stdout"].read_bytes(), printed["stderr"].read_bytes() if "stderr" in streams else app.seen
    if before_us(code, number, out, err):
        return
    rest = err.replace(b"\r\n", b"\n").rpartition(b"\r\x1b[K")[2]  # what progress leaves on a terminal
    assert code in (128 + number, 0) and b"Traceback" not in err and b"Exception ignored" not in err, err
    assert rest.count(b"\n") <= 1 and (not rest or rest.endswith(b"\n")), err
    assert name == "--help" or not out or isinstance(json.loads(out), dict), "stdout is whole JSON or nothing"


def before_us(code: int, number: int, out: bytes, err: bytes) -> bool:
    """Whether Python was still starting: it was killed in silence, or tells of files none of which is ours. No package can change that."""
    if code == -number and not out and not err:
        return True
    named = [line for line in err.decode().splitlines() if any(ours in line for ours in OURS) and not any(file in line for file in ENTRANCE)]
    return b"KeyboardInterrupt" in err and not named


# -- the playground: every end at every moment -----------------------------------------------------------------------------

PROMPT = "Repeat exactly: the blue door"
QUIT = "\x11"  # ctrl+q


ENDS = {
    "SIGTERM": (143, lambda app: app.tell(TERM)),
    "SIGHUP": (129, lambda app: app.tell(signal.SIGHUP)),
    "SIGINT twice": (130, lambda app: (app.tell(INT), app.tell(INT))),
    "SIGKILL": (-9, lambda app: app.tell(signal.SIGKILL)),
    "SIGABRT": (-signal.SIGABRT, lambda app: (app.tell(signal.SIGABRT), app.wait_after_its_end("shows what it says"))),  # as a library does
    "left": (0, lambda app: app.type(QUIT)),
    "left, SIGINT": ((0, 130), lambda app: (app.type(QUIT), app.tell(INT))),
}
MOMENTS = ("idle", "in a reply", "after a reply")
SAMPLE = [("SIGTERM", "in a reply"), ("SIGHUP", "idle"), ("SIGINT twice", "idle"), ("SIGKILL", "in a reply"), ("SIGABRT", "idle"), ("left", "after a reply")]


@pytest.mark.long
@pytest.mark.parametrize("end, moment", [(end, moment) for end in ENDS for moment in MOMENTS] if "SPECDECK_TRIES" in os.environ else SAMPLE)
def test_however_the_playground_is_ended_the_terminal_is_as_it_was_and_the_conversation_is_kept(home, end, moment):
    (code, act), conversations = ENDS[end], home / "state/conversations"
    with OnTerminal(*ENDLESS, "--max-tokens", "100000" if moment == "in a reply" else "12") as app:
        app.wait_for("ready")
        if moment != "idle":
            app.type(f"{PROMPT}\r")
            app.wait_for("round" if moment == "in a reply" else "over the whole reply")
            until(lambda: any('"type":"round"' in file.read_text() for file in conversations.glob("*.jsonl")), "the reply is not kept", app)
        act(app)
        assert app.code() in (code if isinstance(code, tuple) else (code,)) and b"Traceback" not in app.seen
        assert end == "SIGKILL" or app.clean()
    items = history.history(conversations).items
    assert [item.prompt for item in items] == ([] if moment == "idle" else [PROMPT])  # no key was read twice, none lost
    assert all('"type":"round"' in item.path.read_text() for item in items)


@pytest.mark.long
def test_bytes_that_are_no_text_are_no_end(home):
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
    (item,) = history.history(home / "state/conversations").items
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


@pytest.mark.parametrize("by, debug, codes, said", [
    ("os.abort()", "", (-6,), SAID), (IN_A_THREAD, "", (-6,), SAID), ("os.abort()", "1", (-6,), "the library's own words\n"),
    ("os._exit(3)", "", (3,), ""), ("os.kill(os.getpid(), 15)", "", (143, -15), ""), ("os.kill(os.getpid(), 9)", "", (-9,), ""),
], ids=str)  # fmt: skip
def test_an_abort_after_the_libraries_were_loaded_is_said_in_a_line_and_other_ends_are_not(by, debug, codes, said):
    """With the variable the library's words are shown."""
    command = [sys.executable, "-c", ABORTED.replace("ENDING", by)]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | {"SPECDECK_DEBUG": debug}, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode in codes and (done.stderr == said or debug and said in done.stderr)


# -- the playground is left while a model comes from the hub: the next download goes on at the byte where this one stopped -----

HELD, WHOLE = 3 << 20, 4 << 20  # bytes


def find_in_its_list(app: OnTerminal) -> None:
    """Download what the hub has, by keys."""
    at = app.wait_for("ready")
    app.type("\x1b[15~")
    at = app.wait_for("ON DISK", since=at)
    app.type("/large\r")
    app.wait_for("most downloaded first", since=at)
    app.type("\x07")  # ctrl+g


@pytest.mark.long
@pytest.mark.parametrize("words, begin, end", [(("--model", "org/large"), lambda app: None, "left"), ((), find_in_its_list, "SIGTERM")])
def test_a_download_is_left_at_once_and_what_came_is_kept(tmp_path, monkeypatch, words, begin, end):
    """The hub is on this machine and goes silent half way; its client is the real one."""
    code, act = ENDS[end]
    (checkpoints.target(tmp_path / "served") / "large.txt").write_bytes(os.urandom(WHOLE))
    blobs = tmp_path / "home/hub/models--org--large/blobs"
    with Hub({"org/large": tmp_path / "served"}) as hub:
        hub.holds["large.txt"] = HELD
        with OnTerminal(*words, environ=hub.environ(tmp_path / "home")) as app:
            begin(app)
            until(lambda: any(file.stat().st_size >= 2 << 20 for file in blobs.glob("*.incomplete")), "nothing comes", app)
            act(app)
            assert app.code() == code and app.clean() and b"Traceback" not in app.seen
        (part,) = blobs.glob("*.incomplete")
        assert part.stat().st_size >= 2 << 20
        hub.let_go()
        hub.take_over(monkeypatch, tmp_path / "home/hub")
        assert (fetch("org/large") / "large.txt").stat().st_size == WHOLE
        assert hub.starts["large.txt"][1] >= 2 << 20
