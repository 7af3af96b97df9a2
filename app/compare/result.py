"""The result of a comparison: what the runs of two settings on one prompt add up to, in figures."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from statistics import median_low
from typing import Literal, Mapping, Sequence

from specdeck.decoding import block_cost, break_even, common_prefix
from specdeck.decoding.rules import SAME_TEXT_RULE
from specdeck.decoding.types import MLX_LM, PLAIN, Round, Settings, Stats, Top

from ..chat.reply import Reply
from ..drawing.figures import quotient
from ..engine.this_machine import doubt

Letter = Literal["a", "b", "c", "d"]
LETTERS: tuple[Letter, ...] = ("a", "b", "c", "d")
Sides = Mapping[Letter, Settings]  # the first two to four letters; A is what the others are held against
WARM_UP_TOKENS = 8  # decoded first and not counted: the first pass of a width is slow on every machine


@dataclass(frozen=True, slots=True)
class Run:
    """One reply under one setting, from cold caches."""

    settings: Settings
    reply: Reply

    @property
    def ids(self) -> Sequence[int]:
        return self.reply.ids

    @property
    def stats(self) -> Stats:
        """Of the reply without its loop."""
        return self.reply.telling

    @property
    def rate(self) -> float:
        """Tokens per second."""
        return self.stats.tokens_per_second

    @property
    def round_seconds(self) -> float:
        """Mean seconds per round, the host's work included."""
        return self.stats.decode_seconds / max(1, self.stats.rounds)

    @property
    def worth(self) -> float:
        """The plain steps that would write what a round does. The end-of-turn token costs plain decoding a step too."""
        end = self.reply.reason == "stop" and self.stats.rounds > 0
        return self.stats.tokens_per_round + (1 / self.stats.rounds if end else 0)


@dataclass(frozen=True, slots=True)
class Speed:
    """The speed of a setting beside side A. It holds the median tokens per second of both, which alternated, and their ratio in each turn."""

    settings: Settings
    rate: float
    rate_a: float
    ratios: tuple[float, ...]

    @classmethod
    def of(cls, settings: Settings, pairs: Sequence[tuple[float, float]]) -> Speed:
        """From the rates of side A and of the setting, turn by turn."""
        rates_a, rates = ([*side] for side in zip(*pairs))
        return cls(settings, median_low(rates), median_low(rates_a), tuple(ratio(b, a) for a, b in pairs))

    @property
    def times(self) -> float:
        """The speed-up: the quotient of the two rates as they are shown. As a quotient of medians it lies within the ratios."""
        return quotient(self.rate, self.rate_a)

    @property
    def at_least_as_fast(self) -> bool:
        """Whether the speed-up is 1 or more in the two decimals that are shown."""
        return round(self.times, 2) >= 1

    @property
    def spread(self) -> tuple[float, ...]:
        """The least and the most ratio; () for a single turn."""
        return (min(*self.ratios, self.times), max(*self.ratios, self.times)) if len(self.ratios) > 1 else ()

    @property
    def unclear(self) -> bool:
        """Whether some turns were faster than side A and others slower, so that either may be the faster one."""
        return bool(self.spread) and min(self.spread) < 1 < max(self.spread)


@dataclass(frozen=True, slots=True)
class LogitStep:
    """The type of the target's logits, as "bfloat16", and its step at the best logit. Logits that are closer are the same number."""

    type: str
    size: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Each side's run of median pace, the ratio of their paces by turn, and the seconds of a plain step. `best`: the target's two best tokens (id and
    probability) where the texts first differ, if that was checked. `step`: the step of their logits. The speed-up is the quotient of these two runs'
    paces, which are shown and raced."""

    a: Run
    b: Run
    ratios: tuple[float, ...]
    plain_step_seconds: float
    best: Top = ()
    step: LogitStep | None = None
    crowds: tuple[float | None, ...] = field(default=(), compare=False)  # what other programs took of the processors in each run; (): known of the two shown at most

    @property
    def speedup(self) -> float:
        """The quotient of the two runs' paces, in all digits."""
        return ratio(self.b.rate, self.a.rate)

    @property
    def speed(self) -> Speed:
        """Side B's speed."""
        return Speed(self.b.settings, self.b.rate, self.a.rate, self.ratios)

    @property
    def doubtful(self) -> str | None:
        """Why the speed-up cannot be believed: the machine was busy, or the figure is impossibly high. None if nothing speaks against it."""
        over_plain = self.speed.times if is_plain(self.a.settings) else None
        return doubt((self.a.reply.probe, self.b.reply.probe), over_plain, self.b.stats.tokens_per_round, self.ratios, self.crowds or (self.a.reply.crowd, self.b.reply.crowd))

    @property
    def only_loops(self) -> bool:
        """Whether a side has too little text before its loop, so that the figures tell nothing of other text."""
        return self.a.reply.only_loops or self.b.reply.only_loops

    @property
    def first_difference(self) -> int | None:
        """The first position at which the token ids differ; a text that ends earlier differs at its length."""
        return first_difference(self.a.ids, self.b.ids)

    @property
    def gap(self) -> float | None:
        """The difference between side A's two best logits at the first difference. None if there is none, or if a filter left one token."""
        if len(self.best) < 2 or self.best[1][1] <= 0:
            return None
        return math.log(self.best[0][1] / self.best[1][1]) * (self.a.settings.temperature or 1.0)

    @property
    def gap_steps(self) -> int | None:
        """The gap in steps of the logits' type; 0 is an exact tie."""
        return None if self.gap is None or self.step is None else round(self.gap / self.step.size)

    def block_cost(self, run: Run) -> float:
        """The time of a run's round over the time of a plain step."""
        return block_cost(run.round_seconds, self.plain_step_seconds)

    def break_even(self, run: Run) -> float | None:
        """The acceptance rate at which a run is as fast as plain decoding."""
        return break_even(self.block_cost(run), run.stats.drafted / max(1, run.stats.rounds))

    def pays(self, run: Run) -> bool:
        """Whether a run's rounds yield more than the plain steps that they cost."""
        return self.block_cost(run) < run.worth

    def is_even(self, run: Run) -> bool:
        """Whether they yield as much as they cost, in the two decimals of a speed-up."""
        cost = self.block_cost(run)
        return cost > 0 and round(run.worth / cost, 2) == 1

    def unclear_over_plain(self, run: Run) -> tuple[float, float] | None:
        """The lowest and highest speed-up of a run over plain decoding, where the turns leave open whether drafting pays. None where they decide it.
        None also for a single turn, or if the other side drafts."""
        is_b = run is self.b
        if not self.speed.unclear or not is_plain((self.a if is_b else self.b).settings):
            return None
        least, most = self.speed.spread
        return (least, most) if is_b else (1 / most, 1 / least)


def runs_of(comparisons: Sequence[Comparison]) -> list[Run]:
    """Of comparisons of one side A: its run, then each other side's."""
    return [*(found.a for found in comparisons[:1]), *(found.b for found in comparisons)]


def headline(comparisons: Sequence[Comparison]) -> Comparison:
    """The comparison that heads a card and a page: the fastest credible one if there is any."""
    return max(comparisons, key=lambda found: (not (found.only_loops or found.doubtful), found.speed.times))


def is_plain(settings: Settings) -> bool:
    """Whether specdeck decodes plainly under these settings."""
    return (settings.k == 0 or settings.drafter == PLAIN) and settings.drafter != MLX_LM


def with_rule(settings: Settings, asked: str | None) -> Settings:
    """Return a side's settings with the rule that was asked for. Without such a rule, temperatures above 0 get a rule that gives plain
    decoding's text."""
    return replace(settings, rule=asked or (SAME_TEXT_RULE if settings.temperature > 0 else settings.rule))


def first_difference(a: Sequence[int], b: Sequence[int]) -> int | None:
    """The first index at which two token lists differ. If one list begins with the other, the length of the shorter; None if they
    are equal."""
    same = common_prefix(a, b)
    return None if same == len(a) == len(b) else same


def ratio(b: float, a: float) -> float:
    """A rate over another; 1 if the other is 0, as of an empty reply."""
    return b / a if a else 1.0


def median(runs: Sequence[Run]) -> Run:
    """The run of median pace; of an even number, the slower of the middle two."""
    return sorted(runs, key=lambda run: run.rate)[(len(runs) - 1) // 2]


def best_two(rounds: Sequence[Round], at: int) -> tuple[Top, LogitStep | None]:
    """The target's two best tokens at a position of a reply with detail, and the step of their logits. () and None if the reply ended before it;
    no step where specdeck did not decode."""
    for event in rounds:
        if at < (written := max(1, len(event.tokens))):
            step = LogitStep(event.logit_type, event.logit_steps[at]) if event.logit_steps else None
            return event.top_p[at][:2] if event.top_p else (), step
        at -= written
    return (), None
