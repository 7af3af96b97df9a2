"""Two settings on one prompt: what the runs of both add up to, in figures and in sentences. What `specdeck compare` and the compare
screen share.

Knows token ids, stats and settings; measures nothing, draws nothing, and loads neither mlx nor textual.
"""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass
from typing import Sequence

from specdeck.app.chat.conversation import Reply
from specdeck.app.drawing.clean import one_line
from specdeck.decoding.common_prefix import common_prefix
from specdeck.decoding.rules import SAME_TEXT_RULE, texts_agree
from specdeck.decoding.stats import block_cost, break_even
from specdeck.decoding.types import Round, Settings, Stats, Top

WARM_UP_TOKENS = 8  # decoded once a side and not counted: the first pass of a process is slow on every machine


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
        """Its counts and seconds."""
        return self.reply.stats

    @property
    def rate(self) -> float:
        """Tokens a second."""
        return self.stats.tokens_per_second

    @property
    def round_seconds(self) -> float:
        """Mean time of a round, all of the host's work included."""
        return self.stats.decode_seconds / max(1, self.stats.rounds)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The median run of both sides, the ratio of their paces run by run, seconds of one plain step, and the target's two best
    tokens (id and probability) where side A's text first differs from B's, if that was looked at."""

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
        """Between side A's two best logits at the first difference; None where there is none, or a filter left only one."""
        if len(self.best) < 2 or self.best[1][1] <= 0:
            return None
        return math.log(self.best[0][1] / self.best[1][1]) * (self.a.settings.temperature or 1.0)

    def block_cost(self, run: Run) -> float:
        """A round of a run over one plain step."""
        return block_cost(run.round_seconds, self.plain_step_seconds)

    def break_even(self, run: Run) -> float | None:
        """The acceptance rate at which a run would be as fast as plain decoding."""
        return break_even(self.block_cost(run), run.stats.drafted / max(1, run.stats.rounds))


def is_plain(settings: Settings) -> bool:
    """Nobody drafts."""
    return settings.k == 0 or settings.drafter == "none"


def first_difference(a: Sequence[int], b: Sequence[int]) -> int | None:
    """The first index at which two token lists differ, the shorter one's length if it is the other's head; None if equal."""
    same = common_prefix(a, b)
    return None if same == len(a) == len(b) else same


def ratio(b: Run, a: Run) -> float:
    """B's pace over A's; of two empty replies, by the time they took to be empty."""
    if a.rate and b.rate:
        return b.rate / a.rate
    return a.stats.decode_seconds / max(b.stats.decode_seconds, 1e-9)


def median(runs: Sequence[Run]) -> Run:
    """The run of median pace; the slower one of an even number."""
    return sorted(runs, key=lambda run: run.rate)[(len(runs) - 1) // 2]


def two_best(rounds: Sequence[Round], at: int) -> Top:
    """The target's best tokens at a place of a reply that was decoded with detail; () if it ended before."""
    best = [top for event in rounds for top in event.top_p[: max(1, len(event.tokens))]]
    return best[at][:2] if at < len(best) else ()


# In words


def who(settings: Settings) -> str:
    """Who drafts, and how, where that matters."""
    name = "plain" if is_plain(settings) else f"{one_line(settings.drafter)}, k={settings.k}"
    return name if settings.temperature == 0 else f"{name}, T={settings.temperature:g}, {settings.rule}"


def pace(comparison: Comparison) -> str:
    """The speed-up, and what it is worth."""
    runs, ratios = len(comparison.ratios), comparison.ratios
    spread = f" (median of {runs}, spread {min(ratios):.2f}-{max(ratios):.2f})" if runs > 1 else ""
    return f"{comparison.speedup:.2f}x{spread}"


def identity(comparison: Comparison) -> str:
    """Whether the texts are the same; where they are not, whether they had to be."""
    at = comparison.first_difference
    if at is None:
        return f"the same {len(comparison.a.ids)} tokens on both sides"
    if apart := by_design(comparison.a.settings, comparison.b.settings):
        return f"{apart[0]} (from token {at} on){apart[1]}"
    near = "" if comparison.gap is None else f"; side A's two best logits there are {comparison.gap:.2g} apart"
    return f"differs from token {at} on{near}"


def by_design(a: Settings, b: Settings) -> tuple[str, str] | None:
    """What there is to say of two texts that need not be the same, and how they could be; None where they must be."""
    if a.temperature != b.temperature:
        return "different text: the temperatures differ", ""
    if not texts_agree({a.rule, b.rule}, b.temperature):
        return "same distribution, different text", f": rule {SAME_TEXT_RULE} makes them equal"
    return None


def drafts(comparison: Comparison, run: Run) -> str:
    """How many guesses the target let stand, and how many it takes."""
    stats, needed = run.stats, comparison.break_even(run)
    if stats.acceptance_rate is None:
        return "none"
    even = "" if needed is None else f"; break-even at {max(0.0, needed):.0%}"
    return f"{stats.acceptance_rate:.0%} accepted ({stats.accepted} of {stats.drafted}){even}"


def pays(comparison: Comparison, run: Run) -> bool:
    """A round yields more than the plain steps it costs. The end of the reply is a step of plain decoding's too."""
    end = run.reply.reason == "stop" and run.stats.rounds > 0
    return comparison.block_cost(run) < run.stats.tokens_per_round + (1 / run.stats.rounds if end else 0)


def verdict(comparison: Comparison, run: Run) -> str:
    """Whether drafting paid, from what a round of a run that drafted costs and what it yields."""
    cost, yields = comparison.block_cost(run), run.stats.tokens_per_round
    costs = f"a round costs {cost:.2f} plain steps and yields {yields:.2f} tokens"
    if pays(comparison, run):
        return f"{costs}{'' if cost < yields else ', and the end'}: drafting pays"
    return f"{costs}: drafting is slower here, because {_why(comparison, run)}"


def _why(comparison: Comparison, run: Run) -> str:
    """The nearest way to lose: no acceptance could earn the round's cost, too few guesses stand, or the two are as good as equal."""
    stats, needed = run.stats, comparison.break_even(run)
    if needed >= 1:
        most = stats.drafted / stats.rounds + 1
        return f"even with every guess accepted ({most:.1f} tokens per round) a round would cost too much; specdeck doctor says more"
    if stats.acceptance_rate < needed:
        return f"{stats.acceptance_rate:.0%} of the guesses are accepted and break-even is {needed:.0%}"
    return "the reply ended before its last draft was used up"
