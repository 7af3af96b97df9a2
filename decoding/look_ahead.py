"""The pass of a plain round, queued one round early: without a draft the target can read its own token before the host knows it.

mlx-lm's generate_step does the same. Knows the target's track and verdicts; loop.py decides when a pass may be queued.
"""

from __future__ import annotations

import mlx.core as mx

from .accept import NO_DRAFT, Draft, Verdict, judge
from .random_draws import Draws
from .track import Track
from .types import Settings


class LookAhead:
    """Holds at most one queued pass: `queue` in one round, `take` in the next."""

    def __init__(self, target: Track, detail: int = 0) -> None:
        self._target, self._detail = target, detail
        self._queued: tuple[Settings, Verdict] | None = None

    def queue(self, verdict: Verdict, settings: Settings, draws: Draws, before: mx.array) -> None:
        """Queue the pass over the verdict's own token, and the verdict that follows it. `draws` are the next round's; `before` (m,) are
        the tokens that its penalties count, without that own token."""
        own = verdict.own
        before = mx.concatenate([before, own.astype(before.dtype)]) if before.size else before
        ahead = judge(NO_DRAFT, self._target.step(own, certain=True), settings, draws, before, self._detail)
        mx.async_eval(ahead.arrays())
        self._queued = settings, ahead

    def take(self, draft: Draft, settings: Settings) -> tuple[int, Verdict | None]:
        """How many passes were queued for this round, 0 or 1, and their verdict if it is valid: there is no draft and the settings
        are the same. Otherwise only the verdict is dropped; the pass has still read the round's first token."""
        queued, self._queued = self._queued, None
        if queued is None:
            return 0, None
        return 1, queued[1] if not len(draft) and queued[0] == settings else None
