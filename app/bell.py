"""When to ring the terminal's bell, which most show as a notification: long work has ended, and the window has no focus."""

import time
from typing import Callable

from .deck import Deck

LONG = 5.0  # seconds from which work is long


class EndOfWork:
    """Watches what the deck does. `clock`: seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since: dict[str, float] = {}

    def ended(self, deck: Deck) -> bool:
        """Whether something has ended since the last call that took long."""
        now, running = self._clock(), works(deck)
        over = any(name not in running and now - began >= LONG for name, began in self._since.items())
        self._since = {name: self._since.get(name, now) for name in running}
        return over


def works(deck: Deck) -> set[str]:
    """What is done now that a person waits for."""
    doing = {
        "reply": deck.writing, "comparison": deck.contest.running, "measurement": deck.speed.measuring and not deck.speed.unasked,
        "test": deck.contest.testing, "example": deck.lesson.live is not None,
        "download": deck.catalogue.download.live, "loading": deck.engine.loading is not None,
    }  # fmt: skip
    return {name for name, is_done in doing.items() if is_done}
