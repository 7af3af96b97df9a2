"""The seconds of one round, taken where the host waits for the device; decides when it waits for the draft.

On a GPU everything can be queued, so the host waits for the draft after it queued the target's pass behind it. On a CPU a long queue
blocks the host, and a pass starts to compute while it is built (cpu/eager_layers.py), so there the host waits for the draft first.
"""

from __future__ import annotations

import time

import mlx.core as mx

from .accept import Draft, Verdict


class RoundClock:
    """Starts when it is created. Then call `drafted`, `queued`, `verified` and `seconds` once each, in this order."""

    def __init__(self) -> None:
        self._queues = mx.default_device().type == mx.DeviceType.gpu
        self._start = time.perf_counter()

    def drafted(self, draft: Draft) -> None:
        """Call when the draft is queued. On a CPU, waits for it."""
        self._drafted = time.perf_counter() if self._queues else wait_for(draft)

    def queued(self, draft: Draft, verdict: Verdict) -> None:
        """Call when the target's pass is queued. On a GPU, starts it and waits for the draft."""
        if self._queues and len(draft):
            mx.async_eval(verdict.arrays())
            self._drafted = wait_for(draft)

    def verified(self) -> None:
        """Call when the verdict is on the host."""
        self._verified = time.perf_counter()

    def seconds(self) -> dict[str, float]:
        """draft_seconds, verify_seconds and host_seconds of the Round; the last of them ends now."""
        return {
            "draft_seconds": self._drafted - self._start,
            "verify_seconds": self._verified - self._drafted,
            "host_seconds": time.perf_counter() - self._verified,
        }


def wait_for(draft: Draft) -> float:
    """Wait for the draft's tokens and return the time. Not by mx.eval, which would wait for the pass queued behind them too."""
    if len(draft):
        draft.tokens.tolist()
    return time.perf_counter()
