"""Benchmark 2: `model` at k=4 over mlx-lm's speculative_generate_step: the same pair, prompts, k and number of tokens."""

from __future__ import annotations

from dataclasses import replace
from typing import Iterator, Sequence

from specdeck.decoding import Settings
from specdeck.decoding.types import MLX_LM

from .measuring import Figure, Options, Throughput, pooled, prompts_and_lengths, ratios, reported_throughput, take_turns

K = 4
WORKLOADS = ("echo", "edit", "open", "qa")
WANTED = {0.0: 1.1, 0.8: 1.4}


def measure(options: Options) -> Iterator[Figure]:
    """Prompts of all workloads, each decoded to the length of its plain reply. The target is for all of them, pooled in each turn; the figures
    of single workloads show where the drafter helps."""
    texts = {workload: list(prompts_and_lengths(options.pair, (workload,), options.tokens or 96)) for workload in WORKLOADS}
    for temperature, wanted in WANTED.items():
        turns = {workload: _turns(options, texts[workload], temperature) for workload in WORKLOADS}
        what = f"model, k={K}, T={temperature:g}, over mlx-lm's speculative_generate_step"
        both = [[pooled(turn).rate for turn in zip(*throughputs)] for throughputs in zip(*turns.values())]
        yield Figure(what, ratios(*both), wanted)
        for workload, (we, they) in turns.items():
            yield Figure(f"{what}: {workload}", ratios([one.rate for one in we], [one.rate for one in they]))


def _turns(options: Options, texts: Sequence[tuple[list[int], int]], temperature: float) -> list[list[Throughput]]:
    """The throughput of specdeck and of mlx-lm, by turn."""
    settings = Settings(k=K, temperature=temperature)
    return take_turns(
        options.turns or 7,
        lambda turn: pooled(reported_throughput(options.pair, ids, replace(settings, seed=turn), tokens) for ids, tokens in texts),
        lambda turn: pooled(reported_throughput(options.pair, ids, replace(settings, drafter=MLX_LM, seed=turn), tokens) for ids, tokens in texts),
    )
