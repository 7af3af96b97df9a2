"""Benchmark 10: peak memory over weights and caches, and no growth over 200 turns."""

from __future__ import annotations

import gc
import os
import resource
import sys
from pathlib import Path
from typing import Any, Iterator

import mlx.core as mx
import mlx.nn as nn
from mlx.utils import tree_flatten

from specdeck.decoding import Settings, decode
from specdeck.decoding.target import cache
from specdeck.decoding.types import Finish

from .measuring import Figure, Options, rendered

TURNS = 200
SETTLED = 40  # turns after which nothing may grow
SLACK = 8.0  # MiB by which the process may grow: an allocator keeps pages. Arrays may not, not by a byte
DRAFTERS = ("model", "lookup", "hybrid", "auto", "none")


def measure(options: Options) -> Iterator[Figure]:
    """Growth is measured over `turns` replies, the peak on a reply to a long prompt."""
    peaks = [peak_over_live(options.pair, ids) for ids in rendered(options.pair, "edit", 0)]
    yield Figure("peak memory over weights and caches", peaks, 1.15, sign="<=")
    turns = options.turns or TURNS
    arrays, process = growth(options.pair, turns, options.tokens or 24)
    yield Figure(f"growth of mlx's memory over {turns} turns", [arrays], 0.0, sign="<=", unit=" MiB")
    yield Figure("growth of the process over them", [process], SLACK, sign="<=", unit=" MiB")


def peak_over_live(pair: Any, ids: list[int]) -> float:
    """The peak of bytes in use during a reply, prefill included, over the bytes of weights and caches at its end."""
    pair.reset()
    gc.collect()
    mx.clear_cache()
    mx.reset_peak_memory()
    *_, finish = decode(pair, ids, Settings(), max_tokens=96)
    assert isinstance(finish, Finish)
    states = [pair.target, pair.drafters["model"].state]
    models = [state.model for state in states] + list(_heads(pair))
    live = sum(array.nbytes for model in models for array in dict(tree_flatten(model.parameters())).values()) + sum(array.nbytes for state in states for array in cache.arrays(state.entries))
    return finish.stats.peak_memory_bytes / live


def _heads(pair: Any) -> Iterator[nn.Module]:
    """The networks of the drafters that read the target's hidden states, whose weights are in memory too."""
    for drafter in pair.hidden_state_readers:
        yield from (part for part in vars(drafter).values() if isinstance(part, nn.Module))


def growth(pair: Any, turns: int, tokens: int) -> tuple[float, float]:
    """MiB that mlx's arrays and the process gained between turn SETTLED (or a fifth of the turns) and the last one. Every turn has another
    prompt, drafter and k."""
    prompts = [ids for workload in ("open", "qa") for ids in rendered(pair, workload, 6)]
    settled, looks = min(SETTLED, turns // 5), list[tuple[float, float]]()
    for turn in range(turns):
        name = DRAFTERS[turn % len(DRAFTERS)]
        settings = Settings(drafter=name if name in pair.drafters else "none", k=1 + turn % 8, temperature=0.8 * (turn % 2), seed=turn)
        list(decode(pair, prompts[turn % len(prompts)], settings, max_tokens=tokens))
        if turn in (settled, turns - 1):
            looks.append(_memory(pair, prompts[0]))
    before, after = looks[0], looks[-1]
    return after[0] - before[0], after[1] - before[1]


def _memory(pair: Any, ids: list[int]) -> tuple[float, float]:
    """MiB of live arrays and of the process, the caches holding the same in every call. No buffer is reused meanwhile: one that is
    counts for all its length, however little is in it, and which are to be had is chance."""
    pair.reset()
    gc.collect()
    limit = mx.set_cache_limit(0)
    mx.clear_cache()
    list(decode(pair, ids, Settings(seed=0), max_tokens=8))
    mx.set_cache_limit(limit)
    gc.collect()
    return mx.get_active_memory() / 2**20, _resident() / 2**20


def _resident() -> int:
    """Bytes of the process in memory now; the most there ever were, where the system does not tell."""
    table = Path("/proc/self/statm")
    if table.exists():
        return int(table.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 2**10)
