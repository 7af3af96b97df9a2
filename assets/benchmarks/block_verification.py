"""How many more guesses block verification accepts than token by token: on the embedded pair's own drafts.

python -m assets.benchmarks.block_verification [--rounds N] [--k K] [--temperature T]

Every draft of a reply under the rule `block` is given to both rules' expectations: with r_i = p_i / q_i at its guesses, token by token
accepts sum over i of prod over j <= i of min(1, r_j) of them on average, block verification sum over i of w_i (decoding/rules/block.py).
Both are of one draft, so their difference has little noise; the interval is of its mean, 95 %.
"""

from __future__ import annotations

import argparse
import itertools
from dataclasses import replace
from statistics import fmean, stdev
from typing import Any, Iterator

import mlx.core as mx

from specdeck import assets
from specdeck.decoding import Settings, decode, load
from specdeck.decoding.rules.block import RULE
from specdeck.decoding.rules.draws import at
from specdeck.decoding.types import Round

from .measuring import of_every_verdict, rendered

TOKENS = 96  # of a reply


def main() -> None:
    """Prints one line: rounds, guesses a draft, the expectation of both rules, their difference, what was really accepted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=40_000)
    parser.add_argument("--k", type=int, default=4)
    parser.add_argument("--temperature", type=float, default=0.8)
    args = parser.parse_args()
    settings = Settings(k=args.k, temperature=args.temperature, rule=RULE.name)
    found = list(itertools.islice(rounds(load(str(assets.TARGET), str(assets.DRAFTER)), settings), args.rounds))
    by_token, by_block, accepted, guesses = (fmean(column) for column in zip(*found))
    gains = [block - token for token, block, *_ in found]
    error = 1.96 * stdev(gains) / len(gains) ** 0.5
    print(
        f"{len(found)} drafts of {guesses:.2f} guesses: token by token {by_token:.4f}, block {by_block:.4f}, "
        f"gain {fmean(gains):.4f} +- {error:.4f} (95 %); accepted under block {accepted:.4f}"
    )


def rounds(pair: Any, settings: Settings) -> Iterator[tuple[float, float, int, int]]:
    """(expected accepted token by token, by block, accepted, guesses) of every draft, without end."""
    prompts = [ids for workload in ("open", "qa", "edit") for ids in rendered(pair, workload, 0)]
    for seed, ids in enumerate(itertools.cycle(prompts)):
        with of_every_verdict(RULE, ratio) as ratios:
            for event in decode(pair, ids, replace(settings, seed=seed), max_tokens=TOKENS):
                if isinstance(event, Round) and event.draft:
                    yield *expected(ratios.pop(0).tolist()), event.accepted, len(event.draft)


def expected(ratios: list[float]) -> tuple[float, float]:
    """Guesses accepted on average of a draft with these p/q: token by token, by block."""
    product, weight, by_token, by_block = 1.0, 1.0, 0.0, 0.0
    for ratio in ratios:
        product, weight = product * min(1.0, ratio), min(1.0, weight * ratio)
        by_token, by_block = by_token + product, by_block + weight
    return by_token, by_block


def ratio(guesses: mx.array, q: mx.array, p: mx.array) -> mx.array:
    """p/q (n,) at the guesses of a draft."""
    return at(p[: guesses.size], guesses) / at(q, guesses)


if __name__ == "__main__":
    main()
