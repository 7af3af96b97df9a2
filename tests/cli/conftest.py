"""Signals of the tests' own process, in which commands run."""

from __future__ import annotations

import signal
from itertools import count

import pytest

import specdeck.decoding.loop
from specdeck.decoding.types import Round


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
