"""The command line in the tests' own process."""

from __future__ import annotations

import signal
from typing import Callable

import pytest

import specdeck.decoding.loop
from specdeck.cli import main
from specdeck.decoding.types import Round
from tests.helpers.command_line import Outcome


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


@pytest.fixture
def signal_after(monkeypatch):
    """Raise a signal in this process after so many rounds of every reply."""

    def arrange(signum: int, rounds: int) -> None:
        real = specdeck.decoding.loop.decode

        def decode(*args, **options):
            for event in real(*args, **options):
                yield event
                if isinstance(event, Round) and event.index + 1 == rounds:
                    signal.raise_signal(signum)

        monkeypatch.setattr(specdeck.decoding.loop, "decode", decode)

    return arrange
