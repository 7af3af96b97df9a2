"""Bar 1: plain decoding over mlx-lm's generate_step, on the same model and prompt, greedy and sampled."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Iterator, Sequence

import mlx.core as mx
from mlx_lm.generate import generate_step
from mlx_lm.sample_utils import make_sampler

from .ask import PLAIN, Ask, Figure, Pace, measured_pace, pace_of, ratios, rendered, take_turns
from .rival import built


def measure(ask: Ask) -> Iterator[Figure]:
    """Both ignore ends of turn, so that both emit the same number of tokens."""
    ids, tokens = rendered(ask.pair, "open", 2)[1], ask.tokens or 128
    for temperature in (0.0, 0.8):
        settings = replace(PLAIN, temperature=temperature)
        we, they = take_turns(
            ask.turns or 15,
            lambda turn: measured_pace(ask.pair, ids, replace(settings, seed=turn), tokens).rate,
            lambda turn: theirs(ask.pair, ids, temperature, tokens, turn).rate,
        )
        yield Figure(f"plain over mlx-lm's generate_step, T={temperature:g}", ratios(we, they), 1.0)


def theirs(pair: Any, ids: Sequence[int], temperature: float, tokens: int, seed: int) -> Pace:
    """The pace of mlx-lm's generator, on the models as it builds them."""
    mx.random.seed(seed)
    steps = generate_step(mx.array(ids), built(pair.target_path), max_tokens=tokens, sampler=make_sampler(temp=temperature))
    return pace_of(1 for _ in steps)
