"""Benchmark 1: plain decoding over mlx-lm's generate_step, on the same model and prompt, greedy and sampled."""

from __future__ import annotations

from dataclasses import replace
from typing import Iterator

from specdeck.decoding.types import MLX_LM

from .measuring import PLAIN, Figure, Options, ratios, rendered, reported_throughput, take_turns


def measure(options: Options) -> Iterator[Figure]:
    """Both ignore ends of turn, so that both emit the same number of tokens."""
    ids, tokens = rendered(options.pair, "open", 2)[1], options.tokens or 128
    for temperature in (0.0, 0.8):
        settings = replace(PLAIN, temperature=temperature)
        we, they = take_turns(
            options.turns or 15,
            lambda turn: reported_throughput(options.pair, ids, replace(settings, seed=turn), tokens).rate,
            lambda turn: reported_throughput(options.pair, ids, replace(settings, drafter=MLX_LM, seed=turn), tokens).rate,
        )
        yield Figure(f"plain over mlx-lm's generate_step, T={temperature:g}", ratios(we, they), 1.0)
