"""Figures computed from the Stats of replies: several replies pooled into one, block cost, break-even.

One reply's counts, and the rates that derive from them, are types.Stats.
"""

import statistics
from itertools import zip_longest
from typing import Iterable, Sequence

from .types import Round, Stats

SUDDEN, SHARE = 10.0, 0.1  # kernels were built if rounds SUDDEN times the median, at new widths, took SHARE of the whole time


def pooled(replies: Iterable[Stats]) -> Stats:
    """The stats of several replies as one: counts and seconds are added, the peak of memory is the highest one."""
    whole = Stats()
    for stats in replies:
        added = {name: getattr(whole, name) + getattr(stats, name) for name in _ADDITIVE}
        peak = max(whole.peak_memory_bytes, stats.peak_memory_bytes)
        pairs = zip_longest(whole.by_position, stats.by_position, fillvalue=(0, 0))
        whole = Stats(**added, peak_memory_bytes=peak, by_position=tuple((a + c, d + e) for (a, d), (c, e) in pairs))
    return whole


_ADDITIVE = ("rounds", "drafted", "accepted", "tested", "emitted", "target_passes", "prompt_seconds", "decode_seconds",
             "draft_seconds", "verify_seconds")  # fmt: skip


def block_cost(round_seconds: float, plain_step_seconds: float) -> float:
    """Time of one round over the time of one plain step. A round pays if tokens per round exceeds this."""
    return round_seconds / plain_step_seconds


def break_even(cost: float, mean_drafted: float) -> float | None:
    """The acceptance rate at which the speed-up is 1: (block cost - 1) / mean drafted a round. None if nothing was drafted."""
    return (cost - 1) / mean_drafted if mean_drafted > 0 else None


def built_kernels(rounds: Sequence[Round]) -> bool:
    """Whether kernels were built during these rounds: mlx builds one when it first needs it, so the first pass of a width waits for
    it and takes many times as long as the others."""
    seconds = [round_.draft_seconds + round_.verify_seconds for round_ in rounds]
    if len(seconds) < 3:
        return False
    usual, widths, waited = statistics.median(seconds), set(), 0.0
    for round_, taken in zip(rounds, seconds):
        if round_.read not in widths and taken > SUDDEN * usual:
            waited += taken - usual
        widths.add(round_.read)
    return waited > SHARE * sum(seconds)
