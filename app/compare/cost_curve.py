"""The cost curve of a race. It gives the cost of a target pass by width, and each side's expected tokens a second at every k. The arithmetic is
decoding/adaptive.py's, with the acceptance of the race."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from statistics import median_high
from typing import Mapping, Sequence

from specdeck.decoding import RateEstimator
from specdeck.decoding.types import MLX_LM, PLAIN

from .result import Run

MOST_K = 8  # that is predicted, if no side drafts more
WARM = 2  # a reply's first rounds, whose draft times count only if there are no others


@dataclass(frozen=True, slots=True)
class Predicted:
    """Tokens a second by k, of a side (0 is A). `live`: the k of the race and its pace. It is None where the length was chosen in each round."""

    side: int
    rates: Mapping[int, float]
    live: tuple[int, float] | None

    @property
    def knee(self) -> int:
        """The k from which a longer draft no longer pays."""
        return max(self.rates, key=lambda k: self.rates[k])


@dataclass(frozen=True, slots=True)
class CostCurve:
    """Seconds of a pass by width; what is predicted of the sides that draft."""

    passes: Mapping[int, float]
    predicted: Sequence[Predicted]


def cost_curve(runs: Sequence[Run], passes: Mapping[int, float] | None = None) -> CostCurve:
    """`passes`: seconds by width, timed alone and scaled to the race's pace, because the machine's speed may have changed. Without them, the race's
    rounds give the seconds. No k is predicted that reads more than the widest."""
    rounds = [round_ for run in runs if run.settings.drafter != MLX_LM for round_ in run.reply.rounds]
    seen = _medians([(round_.read, round_.verify_seconds) for round_ in rounds if round_.passes == 1])
    if passes:
        pace = seen[1] / passes[1] if 1 in seen and 1 in passes else 1.0
        seen = {width: pace * seconds for width, seconds in passes.items()}
    most = max([MOST_K, *(run.settings.k for run in runs)])
    predicted: list[Predicted] = []
    for side, run in enumerate(runs):
        if seen and (rates := _rates(run, seen, min(most, max(seen) - 1))):
            predicted.append(Predicted(side, rates, None if run.settings.adaptive_k else (run.settings.k, run.rate)))
    return CostCurve(seen, predicted)


def _rates(run: Run, passes: Mapping[int, float], most: int) -> Mapping[int, float]:
    """Tokens a second of a side at each k up to `most`; empty if it drafted nothing. Rounds without a draft stay as frequent as they were."""
    rounds, estimator = run.reply.rounds, RateEstimator(fading=1.0, memory=None)
    drafters = Counter(round_.drafter for round_ in rounds if round_.draft and round_.drafter not in (PLAIN, MLX_LM))
    if not drafters:
        return {}
    [(drafter, _)], costs, share = drafters.most_common(1), estimator.costs, drafters.total() / len(rounds)
    for width, seconds in passes.items():
        costs.passes.learn(width, seconds)
    for round_ in rounds:
        if round_.draft:
            costs.drafting(drafter, reads=round_.index < WARM).learn(len(round_.draft), round_.draft_seconds)
            estimator.score(drafter, round_.accepted, round_.tested)
    rest = run.reply.stats.decode_seconds - sum(round_.draft_seconds + round_.verify_seconds for round_ in rounds)
    costs.host.learn(1, max(0.0, rest) / len(rounds))
    plain = costs.round(PLAIN, 0) or 0.0
    tokens = {k: share * count + 1 - share for k, count in enumerate(estimator.expected(drafter, most)) if k}
    if not run.settings.adaptive_k and (expected := tokens.get(run.settings.k)):  # the end of a reply cuts its last draft
        tokens = {k: count * run.reply.stats.tokens_per_round / expected for k, count in tokens.items()}
    return {k: count / (share * (costs.round(drafter, k) or 0.0) + (1 - share) * plain) for k, count in tokens.items()}


def _medians(timed: Sequence[tuple[int, float]]) -> Mapping[int, float]:
    """Seconds by width, of the widths that were read more than once."""
    by_width: dict[int, list[float]] = {}
    for width, seconds in timed:
        by_width.setdefault(width, []).append(seconds)
    return {width: median_high(all_) for width, all_ in sorted(by_width.items()) if len(all_) > 1}
