"""What a pass of the target costs by width, and what a draft step costs, on a loaded pair.

Knows tracks and drafters; nothing of the use of the figures. Seconds are medians, because a shared machine has slow moments.
"""

from __future__ import annotations

import statistics
import time
from collections import Counter
from dataclasses import replace
from typing import Any, Callable

import mlx.core as mx
from mlx.utils import tree_flatten

from specdeck.decoding import decode
from specdeck.decoding.errors import LoadError
from specdeck.decoding.types import Round, Settings

WIDTHS = (1, 2, 3, 4, 5, 8, 12, 16)
CONTEXT = 64  # tokens read before the timed pass
REPEATS = 15
FEWEST, LONG = 5, 30.0  # so many repeats are enough where all of them would take longer than so many seconds
STEPS = 4  # guesses of a timed draft


def pass_seconds(pair: Any, widths: tuple[int, ...] = WIDTHS) -> dict[str, float]:
    """Seconds of one pass of the target over so many tokens."""
    sequence = _sequence(pair)
    pair.target.follow(sequence)
    for _ in pair.target.prefill(CONTEXT - 1, checkpoint=CONTEXT - 1):
        pass

    def read(width: int) -> None:
        draft = mx.array(sequence[: width - 1], mx.uint32) if width > 1 else None
        mx.eval(pair.target.read(draft))
        pair.target.keep(CONTEXT - 1)

    times = _medians([lambda width=width: read(width) for width in widths])
    return dict(zip(map(str, widths), times))


def draft_seconds(pair: Any, settings: Settings) -> float:
    """Seconds per guess of the drafter in force, in drafts of STEPS; per call if it guesses nothing. Taken from rounds, because a
    drafter that uses hidden states guesses only while the target reads. Raises LoadError if it fails."""
    asked = replace(settings, k=STEPS, seed=0)
    *events, finish = decode(pair, _sequence(pair), asked, max_tokens=REPEATS * (STEPS + 1), ignore_end=True)
    if finish.error:
        raise LoadError(finish.error)
    rounds = [event for event in events if isinstance(event, Round)][2:]
    steps = [round_.draft_seconds / STEPS for round_ in rounds if len(round_.draft) == STEPS]
    return statistics.median(steps or [round_.draft_seconds for round_ in rounds])


def dtype(pair: Any) -> str:
    """The type of most of the target's numbers, as "float32"; with "4-bit" if its matrices are quantised."""
    counts: Counter[str] = Counter()
    for name, array in tree_flatten(pair.target.model.parameters()):
        counts[str(array.dtype).removeprefix("mlx.core.")] += array.size
    bits = {getattr(part, "bits", None) for part in pair.target.model.modules()} - {None}
    kind = max((name for name in counts if "float" in name), key=counts.__getitem__, default="unknown")
    return f"{min(bits)}-bit, {kind}" if bits else kind


def _sequence(pair: Any) -> list[int]:
    """Any tokens will do; these repeat nothing, so that lookup has no guess and hybrid asks its other drafter."""
    pair.reset()
    return [(i * 37 + 11) % pair.width for i in range(CONTEXT)]


def _medians(acts: list[Callable[[], None]]) -> list[float]:
    """Median seconds of REPEATS calls of each, of fewer where they are slow, in turn so that a bad moment hits all alike; two turns more
    go untimed."""
    times: list[list[float]] = [[] for _ in acts]
    begun = time.perf_counter()
    for turn in range(-2, REPEATS):
        if turn >= FEWEST and time.perf_counter() - begun > LONG:
            break
        for act, taken in zip(acts, times):
            start = time.perf_counter()
            act()
            if turn >= 0:
                taken.append(time.perf_counter() - start)
    return [statistics.median(taken) for taken in times]
