"""Bar 2: `model` at k=4 over mlx-lm's speculative_generate_step: the same pair, prompts, k and number of tokens."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Iterator, Sequence

import mlx.core as mx
from mlx_lm.generate import speculative_generate_step
from mlx_lm.sample_utils import make_sampler

from specdeck.decoding import Settings

from .ask import Ask, Figure, Pace, measured_pace, pace_of, pooled, prompts_and_lengths, ratios, take_turns
from .rival import built

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
        lambda turn: pooled(measured_pace(ask.pair, ids, replace(settings, seed=turn), tokens) for ids, tokens in texts),
        lambda turn: pooled(theirs(ask.pair, ids, temperature, tokens, turn) for ids, tokens in texts),
    )


def theirs(pair: Any, ids: Sequence[int], temperature: float, tokens: int, seed: int) -> Pace:
    """mlx-lm's own generator on the same two models, as it builds them."""
    mx.random.seed(seed)
    steps = speculative_generate_step(
        mx.array(ids), built(pair.target_path), built(pair.paths["model"]), num_draft_tokens=K, max_tokens=tokens,
        sampler=make_sampler(temp=temperature),
    )  # fmt: skip
    return pace_of(1 for _ in steps)
