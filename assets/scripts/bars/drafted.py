"""Bar 2: `model` at k=4 over mlx-lm's speculative_generate_step: the same pair, prompts, k and number of tokens."""

from __future__ import annotations

from dataclasses import replace
from typing import Iterator, Sequence

from specdeck.decoding import Settings
from specdeck.decoding.types import MLX_LM

from .ask import Ask, Figure, Pace, pooled, prompts_and_lengths, ratios, reported_pace, take_turns

K = 4
WORKLOADS = ("echo", "edit", "open", "qa")
BARS = {0.0: 1.1, 0.8: 1.4}


def measure(ask: Ask) -> Iterator[Figure]:
    """Prompts of all workloads, each decoded to the length of its plain reply. The bar is for all of them, pooled in each turn; the figures
    of single workloads show where the drafter helps."""
    texts = {workload: list(prompts_and_lengths(ask.pair, (workload,), ask.tokens or 96)) for workload in WORKLOADS}
    for temperature, bar in BARS.items():
        turns = {workload: _turns(ask, texts[workload], temperature) for workload in WORKLOADS}
        what = f"model, k={K}, T={temperature:g}, over mlx-lm's speculative_generate_step"
        both = [[pooled(turn).rate for turn in zip(*paces)] for paces in zip(*turns.values())]
        yield Figure(what, ratios(*both), bar)
        for workload, (we, they) in turns.items():
            yield Figure(f"{what}: {workload}", ratios([pace.rate for pace in we], [pace.rate for pace in they]))


def _turns(ask: Ask, texts: Sequence[tuple[list[int], int]], temperature: float) -> list[list[Pace]]:
    """The paces of specdeck and of mlx-lm, by turn."""
    settings = Settings(k=K, temperature=temperature)
    return take_turns(
        ask.turns or 7,
        lambda turn: pooled(reported_pace(ask.pair, ids, replace(settings, seed=turn), tokens) for ids, tokens in texts),
        lambda turn: pooled(reported_pace(ask.pair, ids, replace(settings, drafter=MLX_LM, seed=turn), tokens) for ids, tokens in texts),
    )
