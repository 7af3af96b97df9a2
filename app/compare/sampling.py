"""Do two samples of short continuations come from one distribution? A permutation test, exact for any number of tokens, and the samples
that it is made on.

The distance of two samples is the total variation distance of the tokens that they have at a position, averaged over the positions.
Two samples of one distribution are never quite alike, so the distance is held against what it is when all continuations are shuffled
and dealt out to two sides anew: under equality each dealing is as likely as the one that was seen.
"""

import random
from collections import Counter
from dataclasses import dataclass, replace
from typing import Literal, Sequence

from specdeck.decoding.types import Settings

from ..budget import DRAWN_TOKENS as TOKENS
from ..budget import DRAWS, MOST_TIMES, Budget, progress_words
from ..drawing.figures import probability
from ..engine.messages import DrawContinuations, DrawingEnded, Drawn, Message

Continuation = tuple[int, ...]  # token ids; one that ended early has fewer than the others
ENDED = -1  # stands for a position after the end
SHUFFLES = 1000
CLEAR, DOUBTFUL = 0.005, 0.05  # p-values below which the sides differ, and below which more should be drawn


@dataclass(frozen=True, slots=True)
class EqualityTest:
    """`distance` and `expected` are total variation distances (0 to 1): the observed one, and the mean under equality. `p_value`:
    the share of shuffles at least as far apart. `draws`: continuations of the smaller side."""

    distance: float
    expected: float
    p_value: float
    draws: int

    @property
    def verdict(self) -> str:
        """"equal", "different" or "doubtful"; equal means that no difference was found."""
        return "different" if self.p_value < CLEAR else "doubtful" if self.p_value < DOUBTFUL else "equal"

    @property
    def sentence(self) -> str:
        """What was found, and the p-value as a number of tests."""
        found = {"equal": "the two histograms agree", "different": "the distributions differ", "doubtful": f"not settled by {self.draws} draws a side"}
        return f"{found[self.verdict]}: differences this large come by chance in {_often(self.p_value)} tests"

    @property
    def statistic(self) -> str:
        """The figures behind the sentence."""
        p = "p <.001" if self.p_value < 0.001 else f"p {probability(self.p_value)}" if self.p_value >= 0.005 else f"p {self.p_value:.3f}".replace("0.", ".")
        return f"total variation distance {probability(self.distance)}, equal distributions give {probability(self.expected)}; {p}"


def equality_test(a: Sequence[Continuation], b: Sequence[Continuation], shuffles: int = SHUFFLES, seed: int = 0) -> EqualityTest:
    """Test two samples, neither of them empty. `seed` fixes the shuffles, so the same samples give the same result."""
    cells, rows = _cells([*a, *b])
    first, rng = len(a), random.Random(seed)
    totals = _counted(rows, cells)
    seen = _distance(_counted(rows[:first], cells), totals, first, len(b))
    dealt = [_distance(_counted(rng.sample(rows, first), cells), totals, first, len(b)) for _ in range(shuffles)]
    positions = max(1, len(rows[0]))
    at_least = sum(distance >= seen - 1e-12 for distance in dealt)
    return EqualityTest(seen / positions, sum(dealt) / shuffles / positions, (1 + at_least) / (1 + shuffles), min(first, len(b)))


def tokens_at(sample: Sequence[Continuation], position: int) -> Counter[int]:
    """How often each token stands at a position, counted from 0; ENDED where a continuation is shorter."""
    return Counter(ids[position] if position < len(ids) else ENDED for ids in sample)


def _cells(sample: Sequence[Continuation]) -> tuple[int, list[list[int]]]:
    """The number of different (position, token) pairs, and each continuation as numbers of its pairs."""
    longest, numbers = max(map(len, sample)), {}
    rows = [[numbers.setdefault(cell, len(numbers)) for cell in enumerate((*ids, *(ENDED,) * (longest - len(ids))))] for ids in sample]
    return len(numbers), rows


def _counted(rows: Sequence[Sequence[int]], cells: int) -> list[int]:
    counts = [0] * cells
    for row in rows:
        for cell in row:
            counts[cell] += 1
    return counts


def _distance(counts: Sequence[int], totals: Sequence[int], first: int, second: int) -> float:
    """Total variation distance summed over the positions, of one side's counts and the remainder of the totals."""
    return sum(abs(count / first - (total - count) / second) for count, total in zip(counts, totals)) / 2


def widest(a: Sequence[Continuation], b: Sequence[Continuation]) -> int:
    """The position, from 0, at which the two samples are furthest apart."""
    def apart(position: int) -> float:
        one, other = tokens_at(a, position), tokens_at(b, position)
        return sum(abs(one[token] / len(a) - other[token] / len(b)) for token in one | other)

    return max(range(max(map(len, [*a, *b]), default=1)), key=apart) if a and b else 0


def _often(p_value: float) -> str:
    """4 of 10, 2 of 100, fewer than 1 of 100."""
    if p_value >= 0.095:
        return f"{round(10 * p_value)} of 10"
    return f"{round(100 * p_value)} of 100" if p_value >= 0.0095 else f"fewer than 1 of {1000 if p_value < 0.001 else 100}"


LEAST_DRAWS = 20  # draws per side below which there is no result
WARM = 0.8  # the temperature if the settings have 0, where the texts themselves can be compared
Drafted = Literal["tested", "untested"]


class Sampling:
    """`drawn`: the continuations of plain decoding and of the drafted side; `untested`: the latter as if every guess had been
    accepted, the planted fault that the test must find."""

    def __init__(
        self, job: int, prompt: str, drafted: Settings, seed: int, draws: int = DRAWS, tokens: int = TOKENS, budget: Budget = Budget(0)
    ) -> None:  # fmt: skip
        self.job, self.prompt, self.draws, self.seed = job, prompt, draws, seed
        self.drafted = replace(drafted, temperature=drafted.temperature or WARM)
        self.tokens = max(1, min(tokens, self.drafted.k))
        self.running = True
        self.names: dict[int, str] = {ENDED: "(end)"}
        self.plain: list[Continuation] = []
        self.tested: list[Continuation] = []
        self.untested: list[Continuation] = []
        self.most = MOST_TIMES * draws
        self.budget = budget  # of all drawings
        self._before = self._now = 0.0  # seconds of the drawings that are over, and of the present one
        self._had = 0  # continuations of both sides when the present one began
        self._results: dict[Drafted, EqualityTest] = {}
        self._command: DrawContinuations | None = None

    def command(self, messages: tuple[Message, ...], thinking: bool | None) -> DrawContinuations:
        sides = replace(self.drafted, drafter="none", k=0), self.drafted
        self._command = DrawContinuations(self.job, messages, sides, self.draws, self.tokens, self.seed, thinking, self.budget.seconds, LEAST_DRAWS)
        return self._command

    def further(self) -> DrawContinuations | None:
        """After a drawing that was not stopped and left the result doubtful, the command that draws as many again; None if it is settled
        or the bound is reached."""
        found, drawn = self.result(), len(self.plain)
        if found is None or found.verdict != "doubtful" or drawn < self.draws or self.draws >= self.most or self._command is None:
            return None
        self.running, self._results, self.draws = True, {}, 2 * self.draws
        self._before, self._now, self._had = self._before + self._now, 0.0, 2 * drawn
        left = self.budget.without(self._before).seconds
        return replace(self._command, draws=self.draws - drawn, seed=self.seed + 2 * drawn, seconds=left, least=1)

    def apply(self, report: Drawn | DrawingEnded) -> None:
        if report.job != self.job:
            return
        if isinstance(report, DrawingEnded):
            self.running = False
            return
        self._now = report.seconds
        self.names.update(report.names)
        (self.tested if report.side else self.plain).append(report.ids)
        if report.side:
            self.untested.append(report.untested)

    @property
    def drawn(self) -> int:
        """Continuations of both sides."""
        return len(self.plain) + len(self.tested)

    @property
    def left(self) -> float | None:
        """Seconds until all are drawn, or as many as there is time for; None before the first."""
        if not self._now:
            return None
        each = self._now / (self.drawn - self._had)
        allowed = max(self.budget.without(self._before + self._now).seconds, (2 * LEAST_DRAWS - self.drawn) * each) if self.budget.seconds else float("inf")
        return min((2 * self.draws - self.drawn) * each, allowed)

    @property
    def share(self) -> float:
        """The share that is drawn, 0 to 1: of the continuations, or of the time for them."""
        left, spent = self.left, self._before + self._now
        return max(self.drawn / (2 * self.draws), spent / (spent + left) if left and self.budget.seconds else 0.0)

    @property
    def doing(self) -> str:
        """What is drawn and how far it is, in words."""
        return progress_words("continuations drawn", self.drawn, 2 * self.draws, self.left)

    @property
    def cut(self) -> str:
        """What of the draws its budget had time for, in words; "" where for all, or where something else ended them."""
        late = not self.running and 0 < self.budget.seconds <= self._before + self._now
        return f"{len(self.tested)} of {self.draws} draws a side in {self.budget.seconds:g} s" if late and len(self.tested) < self.draws else ""

    def result(self, drafted: Drafted = "tested") -> EqualityTest | None:
        """The test of all continuations; None while they are drawn, or if there are too few."""
        if self.running or min(len(self.plain), len(self.tested)) < LEAST_DRAWS:
            return None
        if drafted not in self._results:
            self._results[drafted] = equality_test(self.plain, getattr(self, drafted))
        return self._results[drafted]

    def widest(self, drafted: Drafted = "tested") -> int:
        """The position at which the sides differ most."""
        return widest(self.plain, getattr(self, drafted))

    def why_unfound(self, fault: str, more: str) -> str:
        """Why the planted fault was not found. `fault`: how it is called here; `more`: how more is drawn."""
        if self.untested == self.tested:
            return "no guess was rejected in these draws, so there is no fault to find"
        return f"too few continuations to find {fault}: {more}"

    @property
    def finds_planted_fault(self) -> bool:
        """Whether the test found the planted fault; if not, more continuations are needed before equality means anything."""
        result = self.result("untested")
        return result is not None and result.verdict == "different"

    def shares(self, position: int, drafted: Drafted, most: int) -> list[tuple[str, float, float]]:
        """The likeliest tokens at a position over both sides: text, share of plain and of drafted continuations. The last row
        holds all others."""
        a, b = tokens_at(self.plain, position), tokens_at(getattr(self, drafted), position)
        of_a, of_b = max(1, a.total()), max(1, b.total())
        both = sorted(a + b, key=lambda token: (-(a + b)[token], token))
        rows = [(self.names.get(token, "?"), a[token] / of_a, b[token] / of_b) for token in both[:most]]
        rest = both[most:]
        if rest:
            rows.append((f"{len(rest)} others", sum(a[token] for token in rest) / of_a, sum(b[token] for token in rest) / of_b))
        return rows
