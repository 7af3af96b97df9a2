"""The seconds of one round, taken at the host's waits for the device, and when to wait for the draft.

A GPU takes the whole queue, so the draft is waited for when the target's pass is queued behind it. On a CPU a long queue blocks, and
a pass begins while it is built (cpu/eager_layers.py): there the draft is waited for first.
"""

from __future__ import annotations

import time

import mlx.core as mx

from .accept import Draft, Verdict


class RoundClock:
    """Started when it is made; then `drafted`, `queued`, `verified` and `seconds`, once each, in this order."""

    def __init__(self) -> None:
        self._queues = mx.default_device().type == mx.DeviceType.gpu
        self._start = time.perf_counter()

    def drafted(self, draft: Draft) -> None:
        """The draft is queued, and on a CPU waited for."""
        self._drafted = time.perf_counter() if self._queues else wait_for(draft)

    def queued(self, draft: Draft, verdict: Verdict) -> None:
        """The target's pass is queued too; on a GPU the draft is waited for now."""
        if self._queues and len(draft):
            mx.async_eval(verdict.arrays())
            self._drafted = wait_for(draft)

    def verified(self) -> None:
        """The verdict is on the host."""
        self._verified = time.perf_counter()

    def seconds(self) -> dict[str, float]:
        """The Round's fields of seconds; the host's last until now."""
        return {
            "draft_seconds": self._drafted - self._start,
            "verify_seconds": self._verified - self._drafted,
            "host_seconds": time.perf_counter() - self._verified,
        }


def wait_for(draft: Draft) -> float:
    """When the draft is there. It alone is waited for: mx.eval would queue behind the pass."""
    if len(draft):
        draft.tokens.tolist()
    return time.perf_counter()
