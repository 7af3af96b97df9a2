"""Do two samples of short continuations come from one distribution? A permutation test, exact for any number of tokens, and the samples
that it is made on.

The distance of two samples is the total variation distance of the tokens that they have at a position, averaged over the positions.
Two samples of one distribution are never quite alike, so the distance is held against what it is when all continuations are shuffled
and dealt out to two sides anew: under equality each dealing is as likely as the one that was seen.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING, Callable, Generator, Iterator, Literal, Mapping, Sequence

from specdeck.decoding.types import PLAIN, SEEDS, Event, Round, Settings

from ..budget import DRAWN_TOKENS as TOKENS
from ..budget import DRAWS, MOST_TIMES, Budget, progress_words
from ..drawing.figures import probability

if TYPE_CHECKING:
    from ..engine.engine import Engine
    from ..engine.messages import Message

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


@dataclass(frozen=True, slots=True)
class Drawn:
    """A continuation of each side; the drafted one also with its whole first draft accepted without a test; the texts of their tokens; and the
    seconds since the drawing began."""

    plain: Continuation
    tested: Continuation
    untested: Continuation
    names: Mapping[int, str]
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class More:
    """The result is doubtful: so many continuations a side are drawn in all."""

    draws: int


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The results: of the drafted side and of the planted fault."""

    tested: EqualityTest
    untested: EqualityTest


@dataclass(frozen=True, slots=True)
class DrawTerms:
    """What is drawn: `draws` continuations a side at first, of `tokens` tokens, with seeds from `seed` on, in `seconds`; 0 is no bound."""

    drafted: Settings
    draws: int
    tokens: int
    seed: int
    seconds: float = 0.0


class Sampling:
    """`plain`, `tested`: the continuations of plain decoding and of the drafted side; `untested`: the latter as if every guess had been
    accepted, the planted fault that the test must find."""

    def __init__(self, prompt: str, drafted: Settings, seed: int, draws: int = DRAWS, tokens: int = TOKENS, budget: Budget = Budget(0)) -> None:
        self.prompt, self.draws, self.seed = prompt, draws, seed
        self.drafted = replace(drafted, temperature=drafted.temperature or WARM)
        self.tokens = max(1, min(tokens, self.drafted.k))
        self.running = True
        self.names: dict[int, str] = {ENDED: "(end)"}
        self.plain: list[Continuation] = []
        self.tested: list[Continuation] = []
        self.untested: list[Continuation] = []
        self.budget = budget
        self._seconds = 0.0
        self._results: Verdicts | None = None

    def apply(self, event: Drawn | More | Verdicts | None) -> None:
        """Fold what `draw` reports; None: it has ended."""
        if isinstance(event, More):
            self.draws = event.draws
        elif isinstance(event, Verdicts):
            self._results = event
        elif event is None:
            self.running = False
        else:
            self._seconds = event.seconds
            self.names.update(event.names)
            self.plain.append(event.plain)
            self.tested.append(event.tested)
            self.untested.append(event.untested)

    @property
    def terms(self) -> DrawTerms:
        """What is drawn."""
        return DrawTerms(self.drafted, self.draws, self.tokens, self.seed, self.budget.seconds)

    @property
    def drawn(self) -> int:
        """Continuations of both sides."""
        return len(self.plain) + len(self.tested)

    @property
    def left(self) -> float | None:
        """Seconds until all are drawn, or as many as there is time for; None before the first."""
        if not self._seconds:
            return None
        each = self._seconds / self.drawn
        allowed = max(self.budget.without(self._seconds).seconds, (2 * LEAST_DRAWS - self.drawn) * each) if self.budget.seconds else float("inf")
        return min((2 * self.draws - self.drawn) * each, allowed)

    @property
    def share(self) -> float:
        """The share that is drawn, 0 to 1: of the continuations, or of the time for them."""
        left = self.left
        return max(self.drawn / (2 * self.draws), self._seconds / (self._seconds + left) if left and self.budget.seconds else 0.0)

    @property
    def doing(self) -> str:
        """What is drawn and how far it is, in words."""
        return progress_words("continuations drawn", self.drawn, 2 * self.draws, self.left)

    @property
    def cut(self) -> str:
        """What of the draws its budget had time for, in words; "" where for all, or where something else ended them."""
        late = not self.running and 0 < self.budget.seconds <= self._seconds
        return f"{len(self.tested)} of {self.draws} draws a side in {self.budget.seconds:g} s" if late and len(self.tested) < self.draws else ""

    def result(self, drafted: Drafted = "tested") -> EqualityTest | None:
        """The test of all continuations; None while they are drawn, or if there are too few."""
        return None if self.running or self._results is None else getattr(self._results, drafted)

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


def draw(engine: Engine, terms: DrawTerms, messages: Sequence[Message], thinking: bool | None, clock: Callable[[], float] = perf_counter) -> Iterator[Drawn | More | Verdicts]:
    """Short continuations of a prompt under both settings in turn, each with a seed of its own, so that the sides are independent. While the result
    is doubtful, as many again. Past its budget, or halted, it ends with what there is. Caches are used again: nothing is timed."""
    sides, draws, seconds = (replace(terms.drafted, drafter=PLAIN, k=0), terms.drafted), terms.draws, terms.seconds
    most = MOST_TIMES * draws
    plain, tested, untested, known, began = [], [], [], set(), clock()
    while True:
        while len(plain) < draws and not (0 < seconds < clock() - began and len(plain) >= LEAST_DRAWS):
            seeds = [(terms.seed + 2 * len(plain) + side) % SEEDS for side in (0, 1)]
            options = {"max_tokens": terms.tokens + 1, "thinking": thinking}
            pair = [continuation(engine.decode(messages, replace(side, seed=seed), **options), terms.tokens) for side, seed in zip(sides, seeds)]
            if engine.halted():
                break
            (a, _), (b, b_untested) = pair
            for made, ids in ((plain, a), (tested, b), (untested, b_untested)):
                made.append(ids)
            new = {*a, *b, *b_untested} - known
            known |= new
            yield Drawn(a, b, b_untested, {token: engine.pair.token_texts[token] for token in new}, clock() - began)
        if len(plain) < LEAST_DRAWS:
            return
        found = equality_test(plain, tested)
        if found.verdict != "doubtful" or len(plain) < draws or draws >= most:
            yield Verdicts(found, equality_test(plain, untested))
            return
        draws *= 2
        yield More(draws)


def continuation(events: Generator[Event], most: int) -> tuple[Continuation, Continuation]:
    """The first `most` tokens of these events, and the same with the whole first draft accepted without a test."""
    ids: list[int] = []
    draft: tuple[int, ...] = ()
    before = 0  # tokens before that draft
    for event in events:
        if isinstance(event, Round):
            draft, before = (draft, before) if draft else (event.draft, len(ids))
            ids += event.tokens
        if len(ids) >= most:
            break
    events.close()
    return tuple(ids[:most]), (*ids[:before], *draft, *ids[before + len(draft) :])[:most]
