"""Holds decoding between two rounds: paused, one round at a time, or slowed down. The screen's thread turns it, the engine's
thread waits in it. What it waits counts in no figure: the session takes it off."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

LOOK = 0.05  # seconds between two looks at whether the reply was stopped


@dataclass(frozen=True, slots=True)
class ReplyPace:
    """How fast rounds may follow each other: `share` of full speed, or `tokens_per_second` where that is given."""

    share: float = 1.0
    tokens_per_second: float | None = None

    @property
    def full(self) -> bool:
        return self.tokens_per_second is None and self.share >= 1

    @property
    def words(self) -> str:
        """How fast replies may be written."""
        if self.tokens_per_second is not None:
            return f"{self.tokens_per_second:g} tok/s"
        return "full speed" if self.full else f"{self.share:g} of full speed"

    @property
    def short(self) -> str:
        """The same for the header."""
        return self.words if self.tokens_per_second is not None else f"pace {self.share:g}"

    def wait(self, tokens: int, seconds: float) -> float:
        """Seconds to wait after a round that wrote `tokens` tokens in `seconds`."""
        if self.tokens_per_second is not None:
            return max(0.0, tokens / self.tokens_per_second - seconds)
        return seconds / self.share - seconds


class RoundGate:
    """`paused`, `pace`: what is asked for now; it holds from the next round on. A step lets one round through a closed gate."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self.paused = False
        self.pace = ReplyPace()
        self._clock = clock
        self._steps = 0
        self._held = 0.0  # seconds of the waits that are over, since the reply began
        self._waiting_since: float | None = None
        self._turned = threading.Condition()

    def begin(self) -> None:
        """A reply begins: nothing was held yet."""
        with self._turned:
            self._held = 0.0

    @property
    def held(self) -> float:
        """Seconds for which the reply was held so far; what waits now is counted."""
        with self._turned:
            return self._held + (0.0 if self._waiting_since is None else self._clock() - self._waiting_since)

    def pause(self) -> None:
        """Hold before the next round."""
        self._turn(paused=True)

    def go_on(self) -> None:
        """Let rounds through again."""
        self._turn(paused=False)

    def step(self) -> None:
        """Let one more round through while paused."""
        self._turn(paused=True, steps=1)

    def set_pace(self, pace: ReplyPace) -> None:
        """Change the pace; a wait that is under way goes on with it."""
        with self._turned:
            self.pace = pace
            self._turned.notify_all()

    def wait(self, tokens: int, seconds: float, halted: Callable[[], bool]) -> None:
        """Wait until the next round may begin, after one that wrote `tokens` tokens in `seconds`, or until `halted()` is true."""
        with self._turned:
            began = self._waiting_since = self._clock()
            while not halted() and (left := self._left(tokens, seconds, self._clock() - began)) > 0:
                self._turned.wait(min(left, LOOK))
            self._steps, self._waiting_since = 0, None
            self._held += self._clock() - began

    def _left(self, tokens: int, seconds: float, waited: float) -> float:
        if self.paused:
            return 0.0 if self._steps else LOOK
        return self.pace.wait(tokens, seconds) - waited

    def _turn(self, paused: bool, steps: int = 0) -> None:
        with self._turned:
            self.paused, self._steps = paused, steps
            self._turned.notify_all()
