"""Benchmark 6: acceptance under `probabilistic` over its optimum: accepted / tested, over the mean of sum(min(p, q)) at the tested positions.

p and q are the engine's complete distributions, intercepted in the verdict; nothing is estimated from the likeliest tokens.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any, Iterator

import mlx.core as mx

from specdeck.decoding import Settings, decode
from specdeck.decoding.rules.acceptance_rule import RuleVerdict
from specdeck.decoding.rules.draws import Draws
from specdeck.decoding.rules.probabilistic import RULE
from specdeck.decoding.types import Round

from .measuring import Figure, Options, rendered

TURNS, POSITIONS = 40, 1000  # positions a turn
SETTINGS = Settings(k=4, temperature=0.8, rule="probabilistic")


def measure(options: Options) -> Iterator[Figure]:
    """One ratio over all positions, with its standard error; `tokens` bounds a reply."""
    positions = (options.turns or TURNS) * POSITIONS
    tested, accepted, optimum, variance = 0, 0, 0.0, 0.0
    prompts = [ids for workload in ("open", "qa", "edit") for ids in rendered(options.pair, workload, 0)]
    for seed, ids in enumerate(itertools.cycle(prompts)):
        if tested >= positions:
            break
        for round_, overlaps in rounds(options.pair, ids, replace(SETTINGS, seed=seed), options.tokens or 96):
            tested, accepted = tested + round_.tested, accepted + round_.accepted
            here = overlaps[: round_.tested]
            optimum, variance = optimum + sum(here), variance + sum(o * (1 - o) for o in here)
    ratio, error = accepted / optimum, variance**0.5 / optimum
    note = f"{tested} positions, accepted {accepted / tested:.4f}, optimum {optimum / tested:.4f}, standard error of the ratio {error:.4f}"
    interval = (ratio - 1.96 * error, ratio + 1.96 * error)
    yield Figure("acceptance per tested position over its optimum, T=0.8", [ratio], 0.01, "1 ±", interval, note=note)


def rounds(pair: Any, ids: list[int], settings: Settings, tokens: int) -> Iterator[tuple[Round, list[float]]]:
    """Every drafted round of a reply, with sum(min(p, q)) at each of its positions."""
    overlaps: list[mx.array] = []

    def judge(guesses: mx.array, q: mx.array | None, shaped: mx.array, p: mx.array, draws: Draws) -> RuleVerdict:
        assert q is not None, "a drafter that gives no distribution"
        overlaps.append(mx.minimum(p[: guesses.size], q).sum(axis=-1))
        return type(RULE).judge(RULE, guesses, q, shaped, p, draws)

    RULE.judge = judge
    try:
        for event in decode(pair, ids, settings, max_tokens=tokens):
            if isinstance(event, Round) and event.draft:
                yield event, [float(overlap) for overlap in overlaps.pop(0)]
    finally:
        del RULE.judge
    assert not overlaps, "a verdict without its round"
