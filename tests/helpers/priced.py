"""Rounds at costs that a test chooses."""

from __future__ import annotations

from dataclasses import replace

from specdeck.decoding import Round, Settings
from specdeck.decoding.adaptive.draft_length import RateEstimator

PLAIN = Settings(drafter="none", k=0)


class Priced(RateEstimator):
    """Rounds cost what is written here: a guess of each drafter, what it reads before its first draft, and a pass by its width."""

    def __init__(self, guess: dict[str, float], wider: float = 0.05, reads: float = 0.0) -> None:
        super().__init__()
        self.guess, self.wider, self.reads = guess, wider, reads

    def learn(self, round_: Round) -> None:
        drafted = len(round_.draft)
        reading = self.reads if round_.drafter != self._last else 0.0
        seconds = {"draft_seconds": reading + drafted * self.guess.get(round_.drafter, 0.0), "verify_seconds": 1 + self.wider * (round_.read - 1)}
        super().learn(replace(round_, **seconds))


def round_of(drafted: int, accepted: int, tokens: int | None = None, passes: int = 1) -> Round:
    """A round that drafted and accepted so many, in 1 s of drafting and 2 s of verifying."""
    emitted = accepted + 1 if tokens is None else tokens
    return Round(
        0, Settings(), "model" if drafted else "none", tuple(range(drafted)), accepted, tuple(range(emitted)), ("accepted",) * emitted,
        (0.5,) * emitted, (0.5,) * emitted, (), read=drafted + 1, draft_seconds=1.0, verify_seconds=2.0,
        draft_p=(0.5,) * min(drafted, accepted + 1), passes=passes,
    )  # fmt: skip
