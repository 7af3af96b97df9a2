"""Tokens per second over a window, and none where the span is too short to mean anything.

Knows times (seconds, of any one clock) and counts; nothing of rounds or screens.
"""

from __future__ import annotations

from collections import deque

WINDOW = 1.0  # seconds that the running rate covers
LEAST = 0.5  # seconds before there is a rate at all: tokens come in bursts


class Rate:
    """Tokens per second, from counts and the times at which they arrived."""

    def __init__(self, began: float) -> None:
        self.began = began
        self.total = 0
        self.last = began
        self._recent: deque[tuple[float, int]] = deque()
        self._held = 0  # tokens in `_recent`

    def add(self, tokens: int, at: float) -> None:
        """Count tokens that arrived at a time."""
        self.total += tokens
        self.last = at
        self._recent.append((at, tokens))
        self._held += tokens
        self._forget(at)

    def now(self, at: float) -> float | None:
        """Tokens per second over the last WINDOW; None before LEAST seconds."""
        self._forget(at)
        elapsed = at - self.began
        return self._held / min(WINDOW, elapsed) if elapsed >= LEAST else None

    def overall(self) -> float | None:
        """Tokens per second from the beginning to the last token; None before LEAST seconds."""
        elapsed = self.last - self.began
        return self.total / elapsed if elapsed >= LEAST else None

    def _forget(self, at: float) -> None:
        while self._recent and self._recent[0][0] <= at - WINDOW:
            self._held -= self._recent.popleft()[1]
