"""Is what comes out of a verdict distributed as the target is? Counts against exact probabilities, with a bound.

One round at a time: fixed target and drafter logits on a vocabulary of six, thousands of seeds, every draw as the engine makes it.
A misfit is the chi-square statistic over its 1 - 1e-6 quantile: below 1 fits. Seeds are fixed, so a verdict never flickers.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import count as count_from
from itertools import islice
from typing import Any, Callable, Iterable, Mapping, Sequence

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


Row = tuple[int, tuple[int, ...], tuple[int, ...]]  # of a verdict: how many guesses were accepted, what was emitted, what was guessed


def sample(settings: Settings, rounds: int = 2500, target: mx.array = TARGET) -> list[Row]:
    """So many rounds of two guesses, each of another seed."""
    return rows(drafted_round(settings, seed, target) for seed in range(rounds))


def rows(verdicts: Iterable[mx.array]) -> list[Row]:
    """What the integers of verdicts say. Few are computed at a time, for each has a graph of its own until then."""
    verdicts, found = iter(verdicts), []
    while some := list(islice(verdicts, 100)):
        mx.eval(some)
        for verdict in some:
            count, own, *guesses = verdict.tolist() if verdict.size > 1 else (0, verdict.item())  # a plain one holds its own token alone
            found.append((count, (*guesses[:count], own), tuple(guesses)))
    return found


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


def chain_misfits(rule: str, count: int, estimator: RateEstimator | None = None) -> tuple[float, float]:
    """Of neighbours and of threes, in a reply of so many tokens over a vocabulary of five. With a `estimator`, k is adaptive by it."""
    width, tables = 5, [mx.random.normal((5, 5), key=mx.random.key(seed)) for seed in (1, 2)]
    settings = Settings(temperature=0.9, rule=rule, min_p=0.1, seed=7, lookup_min=2, adaptive_k=estimator is not None)
    pair, rounds = toys.make_pair(kinds.Chain(tables[0]), {"model": kinds.Chain(0.6 * tables[0] + 0.4 * tables[1])}, width), count_from(0)
    pair.estimator = estimator or pair.estimator

    def ask() -> Settings:
        i = next(rounds)
        name = ("model", "hybrid", "model", "none", "none", "model")[i % 6]  # the second plain round was queued in the first
        return replace(settings, drafter=name, k=0 if name == "none" else 1 + i % 5)

    reply = toys.reply(pair, [0], ask, count)
    assert reply.finish.error is None and reply.finish.stats.drafted > count / 4
    said = reply.tokens
    row = [law(settings, 0, [], tables[0][seen : seen + 1]) for seen in range(width)]
    return conditional(zip(said, said[1:]), row.__getitem__), conditional(zip(zip(said, said[1:]), said[2:]), lambda two: row[two[1]])


def law(settings: Settings, row: int, seen: list[int], logits: mx.array = TARGET) -> list[float]:
    """What plain decoding would draw from at a row after `seen`: by mlx-lm's own functions (toys.distribution)."""
    return mx.softmax(toys.distribution(logits[row : row + 1], [*BEFORE.tolist(), *seen], settings), axis=-1)[0].tolist()


def conditional(pairs: Iterable[tuple[Any, int]], law_after: Callable[[Any], Sequence[float]]) -> float:
    """The misfit of tokens, each beside what it follows, with what it is drawn from there."""
    counts = Counter(pairs)
    given = Counter(before for before, _ in counts.elements())
    return misfit(counts, {(before, token): n * p for before, n in given.items() for token, p in enumerate(law_after(before))})


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


def first_misfit(found: list[Row], settings: Settings, target: mx.array = TARGET) -> float:
    """Of the first token's distribution."""
    return conditional(((None, emitted[0]) for _, emitted, _ in found), lambda _: law(settings, 0, [], target))


def second_misfit(found: list[Row], settings: Settings, target: mx.array = TARGET) -> float:
    """Of the second token's, given an accepted first one."""
    return conditional((emitted[:2] for count, emitted, _ in found if count), lambda first: law(settings, 1, [first], target))


def bonus_misfit(found: list[Row], settings: Settings) -> float:
    """Of the own token's after two guesses that stood, for settings without penalties."""
    return conditional(((None, emitted[2]) for count, emitted, _ in found if count == 2), lambda _: law(settings, 2, []))


def recovered_misfit(found: list[Row], settings: Settings) -> float:
    """Of the own token's distribution given the guess that was rejected, under `probabilistic`: what p has over q, whatever the guess."""
    residual = [max(0.0, p - q) for p, q in zip(law(settings, 0, []), drafter_law(settings))]
    share = [part / sum(residual) for part in residual]
    return conditional(((guesses[0], emitted[0]) for count, emitted, guesses in found if guesses and not count), lambda guess: share)


def drafter_law(settings: Settings, row: int = 0) -> list[float]:
    """q at the first position; at the second one for settings without penalties."""
    return mx.softmax(toys.distribution(DRAFTER[row : row + 1], BEFORE.tolist(), settings), axis=-1)[0].tolist()
