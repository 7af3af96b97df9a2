"""A plain round's pass, queued one round early: with no draft the target can read its own token before the host has seen it.

As mlx-lm's generator does. Knows the target's track and verdicts; when a pass may be queued is loop.py's business.
"""

from __future__ import annotations

import mlx.core as mx

from .accept import NO_DRAFT, Draft, Verdict, judge
from .draws import Draws
from .track import Track
from .types import Settings


class LookAhead:
    """At most one pass: queued in one round, taken in the next."""

    def __init__(self, target: Track, detail: int = 0) -> None:
        self._target, self._detail = target, detail
        self._queued: tuple[Settings, Verdict] | None = None

    def queue(self, verdict: Verdict, settings: Settings, draws: Draws, before: mx.array) -> None:
        """Read the verdict's own token and judge what follows; `draws` are the next round's, `before` what its penalties see but
        for that token."""
        own = verdict.own
        before = mx.concatenate([before, own.astype(before.dtype)]) if before.size else before
        ahead = judge(NO_DRAFT, self._target.step(own, certain=True), settings, draws, before, self._detail)
        mx.async_eval(ahead.arrays())
        self._queued = settings, ahead

    def take(self, draft: Draft, settings: Settings) -> tuple[int, Verdict | None]:
        """How many passes were made ahead for this round, 0 or 1, and the verdict where it holds: no draft, the same settings. Else
        the pass was still of use: the round's first token is read."""
        queued, self._queued = self._queued, None
        if queued is None:
            return 0, None
        return 1, queued[1] if not len(draft) and queued[0] == settings else None
