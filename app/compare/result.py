"""The result of a comparison: what the runs of two settings on one prompt add up to, in figures. result_words.py
puts them into words.

What `specdeck compare` and the compare screen share. Knows token ids, stats and settings; measures nothing, draws nothing, and
loads neither mlx nor textual.
"""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass
from typing import Sequence

from specdeck.app.chat.reply import Reply
from specdeck.decoding.common_prefix import common_prefix
from specdeck.decoding.stats import block_cost, break_even
from specdeck.decoding.types import PLAIN, Round, Settings, Stats, Top

WARM_UP_TOKENS = 8  # decoded once per side and not counted: a process's first pass is slow on every machine


@dataclass(frozen=True, slots=True)
class Run:
    """One reply under one setting, from cold caches."""

    settings: Settings
    reply: Reply

    @property
    def ids(self) -> Sequence[int]:
        """The token ids of the reply."""
        return self.reply.ids

    @property
    def stats(self) -> Stats:
        """The reply's counts and seconds."""
        return self.reply.stats

    @property
    def rate(self) -> float:
        """Tokens per second."""
        return self.stats.tokens_per_second

    @property
    def round_seconds(self) -> float:
        """Mean seconds per round, the host's work included."""
        return self.stats.decode_seconds / max(1, self.stats.rounds)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The median run of each side, the ratio of their paces run by run, the seconds of one plain step, and the target's two best
    tokens (id and probability) where side A's text first differs from B's, if that was checked."""

    a: Run
    b: Run
    ratios: tuple[float, ...]
    plain_step_seconds: float
    best: Top = ()

    @property
    def speedup(self) -> float:
        """Median of the ratios."""
        return statistics.median(self.ratios)

    @property
    def first_difference(self) -> int | None:
        """The first position at which the token ids differ; a text that ends earlier differs at its length."""
        return first_difference(self.a.ids, self.b.ids)

    @property
    def gap(self) -> float | None:
        """The difference between side A's two best logits at the first difference; None if there is none, or a filter left one
        token."""
        if len(self.best) < 2 or self.best[1][1] <= 0:
            return None
        return math.log(self.best[0][1] / self.best[1][1]) * (self.a.settings.temperature or 1.0)

    def block_cost(self, run: Run) -> float:
        """The time of a run's round over that of one plain step."""
        return block_cost(run.round_seconds, self.plain_step_seconds)

    def break_even(self, run: Run) -> float | None:
        """The acceptance rate at which a run is as fast as plain decoding."""
        return break_even(self.block_cost(run), run.stats.drafted / max(1, run.stats.rounds))


def is_plain(settings: Settings) -> bool:
    """Whether nothing is drafted under these settings."""
    return settings.k == 0 or settings.drafter == PLAIN


def first_difference(a: Sequence[int], b: Sequence[int]) -> int | None:
    """The first index at which two token lists differ. If one list begins with the other, the length of the shorter; None if they
    are equal."""
    same = common_prefix(a, b)
    return None if same == len(a) == len(b) else same


def ratio(b: Run, a: Run) -> float:
    """B's pace over A's. For two empty replies, A's time over B's."""
    if a.rate and b.rate:
        return b.rate / a.rate
    return a.stats.decode_seconds / max(b.stats.decode_seconds, 1e-9)


def median(runs: Sequence[Run]) -> Run:
    """The run of median pace; of an even number, the slower of the middle two."""
    return sorted(runs, key=lambda run: run.rate)[(len(runs) - 1) // 2]


def two_best(rounds: Sequence[Round], at: int) -> Top:
    """The target's best tokens at a position of a reply that was decoded with detail; () if the reply ended before it."""
    best = [top for event in rounds for top in event.top_p[: max(1, len(event.tokens))]]
    return best[at][:2] if at < len(best) else ()


def pays(comparison: Comparison, run: Run) -> bool:
    """Whether rounds yield more than the plain steps that they cost. The end-of-turn token costs plain decoding a step too."""
    end = run.reply.reason == "stop" and run.stats.rounds > 0
    return comparison.block_cost(run) < run.stats.tokens_per_round + (1 / run.stats.rounds if end else 0)
