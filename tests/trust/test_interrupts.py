"""Ctrl+C and SIGTERM wherever the command happens to be: at chosen places here, at random moments in interrupts.py."""

import io
import os
import signal
import subprocess
import sys
from random import Random

import pytest

from specdeck import assets, cli
from specdeck.decoding.errors import LoadError
from specdeck.terminal import streams
from specdeck.terminal.signals import Interrupted
from tests.helpers.command_line import ROOT
from tests.trust import interrupts
from tests.trust.terminal import OnTerminal

TRIES = int(os.environ.get("SPECDECK_TRIES", "8"))
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


@pytest.fixture
def at_start(tmp_path, monkeypatch):
    """Code that every Python started from here runs first."""

    def planted(code: str) -> None:
        (tmp_path / "sitecustomize.py").write_text(code)
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    return planted


def ended(*words: str) -> tuple[int, bytes, bytes]:
    """How a command ended, and what it printed."""
    done = subprocess.run([sys.executable, "-m", "specdeck", *words], cwd=ROOT, capture_output=True, timeout=interrupts.PATIENCE)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("number, times", [(signal.SIGINT, 1), (signal.SIGINT, 2), (signal.SIGTERM, 1)])
@pytest.mark.parametrize("module", ["specdeck.decoding.cpu.blas", "specdeck.commands.replay"])
def test_while_it_imports(at_start, module, number, times):
    at_start(WHEN_IMPORTED.format(module=module, number=int(number), times=times))
    assert ended("replay", RECORDING, "--json") == (128 + number, b"", b"")


@pytest.mark.parametrize("number, times", [(signal.SIGINT, 1), (signal.SIGINT, 2), (signal.SIGTERM, 2)])
def test_while_mlx_starts(at_start, number, times):
    at_start(WHEN_IMPORTED.format(module="mlx._reprlib_fix", number=int(number), times=times))  # its C++ imports this
    code, _, err = ended("run", "hi", "--max-tokens", "2")
    assert (code, err) == (128 + number, b"")


def test_a_program_that_imports_specdeck_keeps_its_own_signals():
    script = "import signal; before = signal.getsignal(2); import specdeck; assert signal.getsignal(2) is before"
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True)


@pytest.mark.long
def test_a_signal_in_a_librarys_finalizer_is_not_told_and_not_lost(at_start):
    at_start(IN_A_FINALIZER)
    code, out, err = ended("run", "hi", "--json", "--max-tokens", "2000", *("--logit-bias", "0=-1000"))
    assert (code, err) == (130, b"") and b'"finish_reason": "interrupted"' in out


@pytest.mark.long
@pytest.mark.parametrize("module", ["specdeck.app", "specdeck.screens.chat", "specdeck.terminal.drawing", "textual.drivers.linux_driver"])
def test_while_the_playground_starts(at_start, module):
    at_start(WHEN_IMPORTED.format(module=module, number=2, times=2))
    with OnTerminal() as app:
        assert app.code() == 130 and app.clean()
        assert b"Traceback" not in app.seen


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("end, said", [(LoadError("no such model"), "specdeck: no such model\n"), (Interrupted(signal.SIGINT), "")])
def test_what_ends_a_command_replaces_its_progress_line(monkeypatch, end, said):
    def load(*_: object) -> None:
        streams.ProgressLine().say("loading")
        raise end

    monkeypatch.setattr(cli, "_run", load)
    monkeypatch.setattr(sys, "stderr", shown := Terminal())
    monkeypatch.setattr(cli, "_open_streams", lambda: None)
    assert cli.main(["run", "hi"]) in (1, 130)
    assert shown.getvalue() == f"\r\x1b[Kloading\r\x1b[K{said}"


@pytest.mark.long
@pytest.mark.parametrize("seed", range(TRIES))
def test_at_any_moment(seed):
    tried = interrupts.attempt(Random(seed))
    assert tried.before_us or not tried.troubles(), tried
