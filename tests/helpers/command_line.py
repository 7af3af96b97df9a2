"""How tests run specdeck: in this process (conftest's `cli`), in one of its own, on a terminal of its own; and the laws of what `run --json` prints.

`python -m tests.helpers.command_line doctor …` runs doctor with few repeats, for tests of what no time decides.
"""

from __future__ import annotations

import io
import json
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable

import pytest

ROOT = Path(__file__).resolve().parents[2]
END = json.loads((ROOT / "assets/models/target/config.json").read_text())["eos_token_id"]
ENDLESS = ("--logit-bias", f"{END}=-1000")  # a reply that only max-tokens or a signal ends
PROMPT = "I need a bus from Fresno to San Diego"
KEYS = {"model", "model_path", "drafter", "drafter_path", "settings", "prompt_tokens", "text", "finish_reason", "tokens", "rounds", "stats"}
TOKEN = {"id", "text", "source", "drafter", "round", "p", "q"}
ROUND = {"drafter", "k", "temperature", "rule", "draft", "accepted", "read", "draft_seconds", "verify_seconds"}
STATS = {"rounds", "drafted", "accepted", "tested", "emitted", "acceptance_rate", "acceptance_per_tested", "tokens_per_round", "target_passes",
         "prompt_seconds", "decode_seconds", "tokens_per_second", "peak_memory_bytes", "draft_n", "draft_n_accepted"}  # fmt: skip

PATIENCE = 90  # seconds until waiting is given up; nothing is measured
SCREEN = b"\x1b[?1049h"
LEFT = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1000l", b"\x1b[?1003l", b"\x1b[?2004l", b"\x1b[<u")  # screen, cursor, mouse, paste, keys


@dataclass(frozen=True)
class Outcome:
    """What a command did."""

    code: int
    out: str
    err: str

    def refused(self, said: str = "", code: int = 1) -> bool:
        """Whether it printed nothing and ended with this code and one line, in which this is said."""
        return (self.code, self.out) == (code, "") and self.err.startswith("specdeck") and self.err.count("\n") == 1 and said in self.err

    @property
    def json(self) -> Any:
        """The one object on stdout."""
        assert self.out, f"nothing on stdout, exit code {self.code}: {self.err}"
        return json.loads(self.out)


def spawn(*words: str, **options: Any) -> subprocess.Popen:
    """Start a command in a process of its own."""
    return subprocess.Popen([sys.executable, "-m", "specdeck", *words], cwd=ROOT, **options)


def check_laws(run: dict) -> None:
    """The laws of every run object, whatever drafted and ended it."""
    tokens, rounds, stats = run["tokens"], run["rounds"], run["stats"]
    assert set(run) - {"loop"} == KEYS and set(stats) == STATS
    assert all(set(token) - {"name"} == TOKEN for token in tokens) and all(set(round_) == ROUND for round_ in rounds)
    assert "".join(token["text"] for token in tokens) == run["text"]
    assert stats["emitted"] == len(tokens) and stats["rounds"] == len(rounds)
    assert stats["accepted"] == sum(round_["accepted"] for round_ in rounds)
    assert stats["drafted"] == sum(len(round_["draft"]) for round_ in rounds)
    assert stats["accepted"] <= stats["tested"] <= stats["drafted"]
    assert all(round_["accepted"] <= len(round_["draft"]) <= round_["k"] for round_ in rounds)
    assert stats["acceptance_rate"] == (stats["accepted"] / stats["drafted"] if stats["drafted"] else None)
    assert stats["tokens_per_round"] == pytest.approx(stats["emitted"] / max(1, stats["rounds"]))
    assert stats["target_passes"] >= stats["rounds"] and sum(round_["read"] for round_ in rounds) >= stats["rounds"]
    for index, round_ in enumerate(rounds):
        own = [token for token in tokens if token["round"] == index]
        guessed = [token["id"] for token in own if token["source"] == "accepted"]
        assert guessed == round_["draft"][: len(guessed)] and len(own) <= round_["accepted"] + 1
        assert [token["source"] for token in own[:-1]] == ["accepted"] * (len(own) - 1)
        assert (round_["drafter"] == "none") == (not round_["draft"])
    for token in tokens:
        assert (token["drafter"] is None) == (token["source"] != "accepted")
        assert 0 <= token["p"] <= 1.0001 and (token["q"] is None or 0 <= token["q"] <= 1.0001)


def until(so: Callable[[], bool], otherwise: str, app: "OnTerminal", ended: bool = False) -> None:
    """Wait until something is so, while the app writes; `ended`: or has been ended."""
    end = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < end and (ended or app.process.poll() is None), f"{otherwise}: {app.seen[-2000:]!r}"
        app._read()


class SaidTerminal(io.StringIO):
    """A stream that says it is a terminal."""

    reconfigure = lambda self, **_: None  # noqa: E731

    def isatty(self) -> bool:
        return True


class OnTerminal:
    """A running `specdeck WORDS`. `seen`: all that it has written."""

    def __init__(self, *words: str, environ: dict[str, str | None] | None = None, **options: Any) -> None:
        self._ours, self.theirs = pty.openpty()
        self.found = termios.tcgetattr(self.theirs)
        self.seen = b""
        environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "100", "LINES": "30"} | (environ or {})
        environment = {name: value for name, value in environment.items() if value is not None}  # None: unset
        streams = dict.fromkeys(("stdin", "stdout", "stderr"), self.theirs) | options
        self.process = subprocess.Popen([sys.executable, "-m", "specdeck", *words], cwd=ROOT, env=environment, start_new_session=True, **streams)

    def __enter__(self) -> OnTerminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for handle in (self._ours, self.theirs):
            os.close(handle)

    def type(self, keys: str | bytes) -> None:
        """As from a keyboard."""
        os.write(self._ours, keys if isinstance(keys, bytes) else keys.encode())

    def wait_for(self, text: str, since: int = 0) -> int:
        """Read until this has been written after `since`; where it ends in what was written."""
        until(lambda: text.encode() in self.seen[since:], f"{text!r} never came", self)
        return self.seen.index(text.encode(), since) + len(text.encode())

    def tell(self, number: signal.Signals) -> None:
        """Send it a signal."""
        self.process.send_signal(number)

    def code(self) -> int:
        """Its exit code, once it has ended."""
        until(lambda: self.process.poll() is not None, "it goes on", self, ended=True)
        while self._read():
            pass
        return self.process.returncode

    def wait_after_its_end(self, text: str) -> None:
        """Read until this has been written after the process has ended, by a process that it left."""
        self.code()
        until(lambda: text.encode() in self.seen, f"{text!r} never came", self, ended=True)

    def clean(self) -> bool:
        """Whether the terminal is as it was found, and all that was switched on has been switched off at last."""
        now = termios.tcgetattr(self.theirs)
        if SCREEN not in self.seen:  # it was never taken
            return now == self.found and b"\x1b" not in self.seen
        off = all(self.seen.rfind(code) > self.seen.rfind(code[:-1] + {b"l": b"h", b"h": b"l"}.get(code[-1:], b"?")) for code in LEFT)
        return now == self.found and off

    def _read(self) -> bool:
        if not select.select([self._ours], [], [], 0.1)[0]:
            return False
        new = os.read(self._ours, 1 << 16)
        self.seen += new
        return bool(new)  # nothing comes from a window that is closed


def on_a_terminal(*words: str, **environ: str) -> str:
    """Everything that a command writes there, where it succeeds."""
    with OnTerminal(*words, environ=environ) as app:
        assert app.code() == 0
    return app.seen.decode()


def make_small(put: Callable[[Any, str, Any], None] = setattr) -> None:
    """Let doctor time four passes in place of 15, compare ten greedy choices in place of 200, count ten guesses, and decode little. `put`: sets
    an attribute, as pytest's monkeypatch does, which takes it back."""
    from specdeck.budget import Amounts
    from specdeck.commands import examination, prediction

    for name, count in (("REPEATS", 4), ("CHOICES", 10), ("ENOUGH", 10)):
        put(examination, name, count)
    put(examination.pass_seconds, "__defaults__", ((1, 2, 5), *(examination.pass_seconds.__defaults__ or ())[1:]))
    for module in (examination, prediction):
        for name in ("AMOUNTS", "LOOKUP_AMOUNTS"):
            put(module, name, Amounts(prompts=1, runs=1, tokens=4))
    put(prediction, "CALIBRATED", (1, 4))
    put(prediction, "MEASURED", (2,))


if __name__ == "__main__":
    from specdeck.cli import main

    make_small()
    sys.exit(main(sys.argv[1:]))
