"""Is what comes out of a verdict distributed as the target is? Counts against exact probabilities, with a bound.

One round at a time: fixed target and drafter logits on a vocabulary of six, thousands of seeds, every draw as the engine makes it.
A misfit is the chi-square statistic over its 1 - 1e-6 quantile: below 1 fits. Seeds are fixed, so a verdict never flickers.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import count as count_from
from itertools import islice
from typing import Any, Callable, Iterable, Iterator, Mapping

import mlx.core as mx

from specdeck.decoding import accept
from specdeck.decoding.adaptive import RateEstimator
from specdeck.decoding.rules.draws import Draws
from specdeck.decoding.types import Settings
from tests.helpers import kinds, toys  # first: they load the fast matrix product

WIDTH = 6
BEFORE = mx.array([1, 4, 1], mx.uint32)
TARGET = mx.array([[2.0, 1.1, 0.3, -0.5, 0.9, -3.0], [0.1, 1.9, -0.7, 1.2, 0.4, 0.3], [0.5, 0.2, 1.6, -1.0, 1.1, 0.7]])
DRAFTER = mx.array([[0.3, 1.8, 0.9, 0.2, -0.4, 0.5], [1.4, 0.2, 0.6, -0.3, 1.0, -1.2]])
NORMAL = 4.753  # the normal distribution's 1 - 1e-6 quantile


@dataclass(frozen=True)
class Sample:
    """What many rounds gave: first tokens, (first, second) where the first was accepted, (guess, own) where it was not, accepted
    first guesses, accepted guesses, rounds."""

    firsts: Counter
    seconds: Counter
    recovered: Counter
    accepted: int
    total_accepted: int
    rounds: int


def sample(settings: Settings, rounds: int = 2500, target: mx.array = TARGET) -> Sample:
    """So many rounds of two guesses, each of another seed."""
    firsts, seconds, recovered, accepted, total = Counter(), Counter(), Counter(), 0, 0
    for count, own, *guesses in evaluated(drafted_round(settings, seed, target) for seed in range(rounds)):
        emitted = [*guesses[:count], own]
        firsts[emitted[0]] += 1
        accepted += count > 0
        total += count
        if count:
            seconds[emitted[0], emitted[1]] += 1
        elif guesses:
            recovered[guesses[0], own] += 1
    return Sample(firsts, seconds, recovered, accepted, total, rounds)


def evaluated(arrays: Iterable[mx.array]) -> Iterator[list[int]]:
    """What verdicts hold: few at a time, for each has a graph of its own until then."""
    arrays = iter(arrays)
    while some := list(islice(arrays, 100)):
        mx.eval(some)
        yield from ([0, *array.tolist()] if array.size == 1 else array.tolist() for array in some)  # a plain verdict holds its own token alone


def drafted_round(settings: Settings, seed: int, target: mx.array) -> mx.array:
    """(accepted, own, guesses…) of one verdict."""
    draws, tokens, q = Draws(seed, 5, 40, WIDTH), [], []
    for i in range(2):
        seen = mx.concatenate([BEFORE, *tokens]) if tokens else BEFORE
        row = accept.shape(DRAFTER[i : i + 1], settings, seen)
        q.append(accept.chances(row))
        tokens.append(accept.choose(row, q[-1], settings, draws, i).astype(mx.uint32))
    draft = accept.Draft("toy", mx.concatenate(tokens), mx.concatenate(q))
    return accept.judge(draft, target, settings, draws, BEFORE).integers


def chain_misfits(rule: str, count: int, estimator: RateEstimator | None = None, drafter: Callable[[mx.array], Any] = kinds.Chain) -> tuple[float, float]:
    """Of neighbours and of threes, in a reply of so many tokens over a vocabulary of five. With a `estimator`, k is adaptive by it. `drafter`
    makes the drafter "model", or its model, from its logits (5, 5) after each token."""
    width, tables = 5, [mx.random.normal((5, 5), key=mx.random.key(seed)) for seed in (1, 2)]
    settings = Settings(temperature=0.9, rule=rule, min_p=0.1, seed=7, lookup_min=2, adaptive_k=estimator is not None)
    pair, rounds = toys.make_pair(kinds.Chain(tables[0]), {"model": drafter(0.6 * tables[0] + 0.4 * tables[1])}, width), count_from(0)
    pair.estimator = estimator or pair.estimator

    def ask() -> Settings:
        i = next(rounds)
        name = ("model", "hybrid", "model", "none", "none", "model")[i % 6]  # the second plain round was queued in the first
        return replace(settings, drafter=name, k=0 if name == "none" else 1 + i % 5)

    reply = toys.reply(pair, [0], ask, count)
    assert reply.finish.error is None and reply.finish.stats.drafted > count / 4
    said = reply.tokens
    row = {seen: law(settings, 0, [], tables[0][seen : seen + 1]) for seen in range(width)}
    pairs, threes = Counter(zip(said, said[1:])), Counter(zip(said, said[1:], said[2:]))
    before, two_before = Counter(said[:-1]), Counter(zip(said[:-1], said[1:-1]))
    return (
        misfit(pairs, {(a, b): n * row[a][b] for a, n in before.items() for b in range(width)}),
        misfit(threes, {(*ab, c): n * row[ab[1]][c] for ab, n in two_before.items() for c in range(width)}),
    )


def law(settings: Settings, row: int, seen: list[int], logits: mx.array = TARGET) -> list[float]:
    """What plain decoding would draw from at a row after `seen`: by mlx-lm's own functions (toys.distribution)."""
    return mx.softmax(toys.distribution(logits[row : row + 1], [*BEFORE.tolist(), *seen], settings), axis=-1)[0].tolist()


def misfit(counts: Mapping, expected: Mapping) -> float:
    """Chi-square over its bound; a count where the law has none is infinitely wrong. Cells below five are pooled."""
    if any(counts[key] and not expected.get(key) for key in counts):
        return float("inf")
    cells = [(counts.get(key, 0), want) for key, want in expected.items() if want > 0]
    big = [cell for cell in cells if cell[1] >= 5]
    small = [cell for cell in cells if cell[1] < 5]
    if small:
        big.append((sum(seen for seen, _ in small), sum(want for _, want in small)))
    statistic = sum((seen - want) ** 2 / want for seen, want in big)
    return statistic / quantile(max(1, len(big) - 1))


def quantile(freedom: int) -> float:
    """Chi-square's 1 - 1e-6 quantile, by Wilson and Hilferty's approximation (1931)."""
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + NORMAL * spread**0.5) ** 3


def first_misfit(found: Sample, settings: Settings, target: mx.array = TARGET) -> float:
    """Of the first token's distribution."""
    return misfit(found.firsts, {token: found.rounds * p for token, p in enumerate(law(settings, 0, [], target))})


def second_misfit(found: Sample, settings: Settings, target: mx.array = TARGET) -> float:
    """Of the second token's, given an accepted first one."""
    starts = Counter()
    for (first, _), count in found.seconds.items():
        starts[first] += count
    expected = {
        (first, token): count * p for first, count in starts.items() for token, p in enumerate(law(settings, 1, [first], target))
    }
    return misfit(found.seconds, expected)


def recovered_misfit(found: Sample, settings: Settings) -> float:
    """Of the own token's distribution given the guess that was rejected, under `probabilistic`: what p has over q, whatever the guess."""
    residual = [max(0.0, p - q) for p, q in zip(law(settings, 0, []), drafter_law(settings))]
    rejected = Counter()
    for (guess, _), count in found.recovered.items():
        rejected[guess] += count
    share = {token: part / sum(residual) for token, part in enumerate(residual)}
    return misfit(found.recovered, {(guess, token): count * p for guess, count in rejected.items() for token, p in share.items()})


def drafter_law(settings: Settings) -> list[float]:
    """q at the first position."""
    return mx.softmax(toys.distribution(DRAFTER[:1], BEFORE.tolist(), settings), axis=-1)[0].tolist()
