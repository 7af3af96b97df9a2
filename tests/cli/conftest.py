"""The command line as tests call it: in this process where it can be, in one of its own where that is the point."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable

import pytest

from specdeck.cli import main

ROOT = Path(__file__).resolve().parents[2]
END = json.loads((ROOT / "assets/models/target/config.json").read_text())["eos_token_id"]
ENDLESS = ("--logit-bias", f"{END}=-1000")  # a reply that only max-tokens or a signal ends


@dataclass(frozen=True)
class Outcome:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one object on stdout."""
        return json.loads(self.out)


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """Run a command in this process."""

    def run(*words: str) -> Outcome:
        try:
            code = main(words)
        except SystemExit as exit:
            code = int(exit.code or 0)
        return Outcome(code, *capsys.readouterr())

    return run


def spawn(*words: str, **options: Any) -> subprocess.Popen:
    """Start a command in a process of its own."""
    return subprocess.Popen([sys.executable, "-m", "specdeck", *words], cwd=ROOT, **options)
