"""The result of a comparison: what the runs of two settings on one prompt add up to, in figures and in sentences.

What `specdeck compare` and the compare screen share. Knows token ids, stats and settings; measures nothing, draws nothing, and
loads neither mlx nor textual.
"""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass
from typing import Sequence

from specdeck.app.chat.reply import Reply
from specdeck.app.drawing.clean import one_line
from specdeck.decoding.common_prefix import common_prefix
from specdeck.decoding.rules import SAME_TEXT_RULE, texts_agree
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


# In words


def who(settings: Settings) -> str:
    """The drafter and, where they matter, k, temperature and rule."""
    name = "plain" if is_plain(settings) else f"{one_line(settings.drafter)}, k={settings.k}"
    return name if settings.temperature == 0 else f"{name}, T={settings.temperature:g}, {settings.rule}"


def pace(comparison: Comparison) -> str:
    """The speed-up with its spread."""
    runs, ratios = len(comparison.ratios), comparison.ratios
    spread = f" (median of {runs}, spread {min(ratios):.2f}-{max(ratios):.2f})" if runs > 1 else ""
    return f"{comparison.speedup:.2f}x{spread}"


def identity(comparison: Comparison) -> str:
    """Whether the texts are the same and, if not, whether they should be."""
    at = comparison.first_difference
    if at is None:
        return f"the same {len(comparison.a.ids)} tokens on both sides"
    if apart := by_design(comparison.a.settings, comparison.b.settings):
        return f"{apart[0]} (from token {at} on){apart[1]}"
    near = "" if comparison.gap is None else f"; side A's two best logits there are {comparison.gap:.2g} apart"
    return f"differs from token {at} on{near}"


def by_design(a: Settings, b: Settings) -> tuple[str, str] | None:
    """Why two texts may differ, and what would make them equal; None if they must be equal."""
    if a.temperature != b.temperature:
        return "different text: the temperatures differ", ""
    if not texts_agree({a.rule, b.rule}, b.temperature):
        return "same distribution, different text", f": rule {SAME_TEXT_RULE} makes them equal"
    return None


def drafts(comparison: Comparison, run: Run) -> str:
    """The share of guesses that was accepted, and the break-even."""
    stats, needed = run.stats, comparison.break_even(run)
    if stats.acceptance_rate is None:
        return "none"
    even = "" if needed is None else f"; break-even at {max(0.0, needed):.0%}"
    return f"{stats.acceptance_rate:.0%} accepted ({stats.accepted} of {stats.drafted}){even}"


def pays(comparison: Comparison, run: Run) -> bool:
    """Whether rounds yield more than the plain steps that they cost. The end-of-turn token costs plain decoding a step too."""
    end = run.reply.reason == "stop" and run.stats.rounds > 0
    return comparison.block_cost(run) < run.stats.tokens_per_round + (1 / run.stats.rounds if end else 0)


def verdict(comparison: Comparison, run: Run) -> str:
    """Whether drafting paid: what a round cost and what it yielded."""
    cost, yields = comparison.block_cost(run), run.stats.tokens_per_round
    costs = f"a round costs {cost:.2f} plain steps and yields {yields:.2f} tokens"
    if pays(comparison, run):
        return f"{costs}{'' if cost < yields else ', and the end'}: drafting pays"
    return f"{costs}: drafting is slower here, because {_why(comparison, run)}"


def _why(comparison: Comparison, run: Run) -> str:
    """Why it did not: even full acceptance would not earn the round's cost, too few guesses were accepted, or the two are nearly
    equal."""
    stats, needed = run.stats, comparison.break_even(run)
    if needed >= 1:
        most = stats.drafted / stats.rounds + 1
        return f"even with every guess accepted ({most:.1f} tokens per round) a round would cost too much; specdeck doctor says more"
    if stats.acceptance_rate < needed:
        return f"{stats.acceptance_rate:.0%} of the guesses are accepted and break-even is {needed:.0%}"
    return "the reply ended before its last draft was used up"
