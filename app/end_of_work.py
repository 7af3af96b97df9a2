"""Long work that ends while the window has no focus: the terminal's notification or bell, and "done" in the window's title."""

import os
import time
from typing import Callable, Mapping

from .deck import Deck
from .drawing.clean_text import one_line

LONG = 5.0  # seconds from which work is long
BELL = "\a"
OSC_9 = ("iTerm.app", "WezTerm", "ghostty")  # terminals, by TERM_PROGRAM, that show a notification for it; kitty too
OSC_777 = ("foot", "rxvt-unicode")  # and those, by the beginning of TERM, that show one for this


class EndOfWork:
    """Watches what the deck does. `clock`: seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since: dict[str, float] = {}

    def ended(self, deck: Deck) -> str:
        """What has ended since the last call and took long, in words; empty where nothing has."""
        now, running = self._clock(), works(deck)
        over = [name for name, began in self._since.items() if name not in running and now - began >= LONG]
        self._since = {name: self._since.get(name, now) for name in running}
        return ", ".join(over)


def works(deck: Deck) -> set[str]:
    """What is done now that a person waits for, in words."""
    download = deck.catalogue.download
    doing = {
        "reply": deck.writing, "comparison": deck.contest.running, "measurement": deck.speed.measuring and not deck.speed.unasked,
        "test of sampling": deck.contest.sampling is not None and deck.contest.sampling.running, "lesson's example": deck.lesson.live is not None,
        "download": download is not None and download.live, "loading": deck.engine.loading is not None,
    }  # fmt: skip
    return {name for name, is_done in doing.items() if is_done}


def notification(words: str, environ: Mapping[str, str] = os.environ) -> str:
    """What has this terminal show a notification; the bell where it shows none, or tmux or screen stands between."""
    line = one_line(words, 80).replace(";", ",")
    if environ.get("TMUX") or environ.get("STY"):
        return BELL
    if environ.get("TERM_PROGRAM") in OSC_9 or environ.get("KITTY_WINDOW_ID"):
        return f"\x1b]9;{line}\a"
    return f"\x1b]777;notify;specdeck;{line}\a" if environ.get("TERM", "").startswith(OSC_777) else BELL


def window_title(deck: Deck, done: str = "") -> str:
    """The window's title: the model, and what is done while nobody looked."""
    return " · ".join(filter(None, (done and f"done: {done}", deck.pair.target if deck.pair else "", "specdeck")))
