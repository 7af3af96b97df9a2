"""Bar 1: plain decoding over mlx-lm's generate_step, on the same model and prompt, greedy and sampled."""

from __future__ import annotations

from dataclasses import replace
from typing import Iterator

from specdeck.decoding.types import MLX_LM

from .ask import PLAIN, Ask, Figure, ratios, rendered, reported_pace, take_turns


def measure(ask: Ask) -> Iterator[Figure]:
    """Both ignore ends of turn, so that both emit the same number of tokens."""
    ids, tokens = rendered(ask.pair, "open", 2)[1], ask.tokens or 128
    for temperature in (0.0, 0.8):
        settings = replace(PLAIN, temperature=temperature)
        we, they = take_turns(
            ask.turns or 15,
            lambda turn: reported_pace(ask.pair, ids, replace(settings, seed=turn), tokens).rate,
            lambda turn: reported_pace(ask.pair, ids, replace(settings, drafter=MLX_LM, seed=turn), tokens).rate,
        )
        yield Figure(f"plain over mlx-lm's generate_step, T={temperature:g}", ratios(we, they), 1.0)
