"""The command line in the tests' own process."""

from __future__ import annotations

import os
import signal
from itertools import count
from typing import Callable

import pytest

import specdeck.decoding.loop
from specdeck.cli import main
from specdeck.decoding import Pair, pair_loading
from specdeck.decoding.types import Round
from tests.helpers.command_line import Outcome


@pytest.fixture(scope="session")
def read_once() -> Pair:
    """The embedded pair. Commands take its models and tokenizer over, as the playground does where a pair takes another's place."""
    return pair_loading.load()


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, read_once: Pair) -> Callable[..., Outcome]:
    """Run a command in this process."""
    load = pair_loading.load
    monkeypatch.setattr(pair_loading, "load", lambda *names, **options: load(*names, **{"beside": read_once} | options))

    def run(*words: str) -> Outcome:
        try:
            code = main(words)
        except SystemExit as exit:
            code = int(exit.code or 0)
        return Outcome(code, *capsys.readouterr())

    return run


@pytest.fixture
def umask():
    """Sets the umask for the rest of the test."""
    before = os.umask(0o022)
    yield os.umask
    os.umask(before)


@pytest.fixture
def signal_after(monkeypatch):
    """Raise a signal in this process after so many rounds of every reply, or of the one of this number."""

    def arrange(signum: int, rounds: int, reply: int | None = None) -> None:
        real, replies = specdeck.decoding.loop.decode, count(1)

        def decode(*args, **options):
            raises = next(replies) == reply or reply is None
            for event in real(*args, **options):
                yield event
                if raises and isinstance(event, Round) and event.index + 1 == rounds:
                    signal.raise_signal(signum)

        monkeypatch.setattr(specdeck.decoding.loop, "decode", decode)

    return arrange
