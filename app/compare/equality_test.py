"""Do two samples of short continuations come from one distribution? A permutation test, exact for any number of tokens.

At each position, the distance of two samples is the total variation distance of their tokens there. Rare tokens are counted together. Two samples of
one distribution are never quite alike. So each distance is compared with the distances after all continuations were shuffled and dealt out anew.
Under equality, each dealing is as likely as the observed one. The position that stands out most decides, or the mean of all, if that stands out more.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from statistics import fmean, pstdev
from typing import Sequence

from ..drawing.figures import probability

Continuation = tuple[int, ...]  # token ids; fewer where it ended early
ENDED = -1  # stands for a position after the end
SHUFFLES = 2000
LOOKS = (0.25, 0.375, 0.5, 0.75, 1.0)  # the shares of all draws after which a test is made
CLEAR, DOUBTFUL = 0.005, 0.01  # the chance that equal samples seem different, of all looks together; the p-value below which more should be drawn
CONFIRMED = 0.05  # the p-value below which draws that were made afterwards, by themselves, confirm a difference
SURE = 2.33  # standard deviations: what lies so far above the bound of chance is found in 99 of 100 tests
RARE = 0.04  # tokens of a smaller share of both samples count as one: each by itself is noise


@dataclass(frozen=True, slots=True)
class Apart:
    """The total variation distance (0 to 1) of two samples at a position. `distance` is observed, and `expected` is the mean under equality. `least`
    is the difference that 99 of 100 tests find."""

    distance: float
    expected: float
    least: float


@dataclass(frozen=True, slots=True)
class Fresh:
    """The draws a side since the first look that saw a difference, and the p-value of them alone."""

    draws: int = 0
    p_value: float = 1.0


@dataclass(frozen=True, slots=True)
class EqualityTest:
    """`at`: the distances at each position; `widest`: the position, from 0, that stands out most. `p_value`: the share of shuffles in which one,
    or the mean, stands out as much. `draws`: continuations of the smaller side. `fresh`: what has to confirm a difference; None where nothing has."""

    at: tuple[Apart, ...]
    widest: int
    p_value: float
    draws: int
    fresh: Fresh | None = None

    @property
    def stands_out(self) -> bool:
        """Whether there is a difference by this p-value alone. Each look has its part of the false alarms."""
        return self.p_value < CLEAR / len(LOOKS)

    @property
    def verdict(self) -> str:
        """"equal", "different" or "doubtful"; equal means that no difference was found."""
        if self.stands_out and (self.fresh is None or self.fresh.p_value < CONFIRMED):
            return "different"
        return "doubtful" if self.p_value < DOUBTFUL else "equal"

    @property
    def sure(self) -> bool:
        """Whether it is different, and by so much that another such test would find it too."""
        return self.verdict == "different" and self.at[self.widest].distance >= self.at[self.widest].least

    @property
    def sentence(self) -> str:
        """What was found, and the p-value as a number of tests."""
        found = {"equal": "the two histograms agree", "different": "the distributions differ", "doubtful": f"not settled by {self.draws} draws a side"}
        said = f"{found[self.verdict]}: differences this large come by chance in {_often(self.p_value)} tests"
        if self.fresh is None or not self.stands_out:
            return said
        if not self.fresh.draws:
            return f"{said}, but no fresh draws were made to confirm them"
        how = "confirm" if self.verdict == "different" else "do not confirm"
        return f"{said}; {self.fresh.draws} fresh draws a side {how} it ({_often(self.fresh.p_value)})"

    def statistic(self, position: int) -> str:
        """The figures behind the sentence, and what was certain to be seen."""
        here = self.at[position]
        seen = f"; a distance of {probability(here.least)} is seen in 99 of 100 tests" if here.least < 1 else ""
        return f"total variation distance {probability(here.distance)}, equal distributions give {probability(here.expected)}; p {probability(self.p_value, 3)}{seen}"


def equality_test(a: Sequence[Continuation], b: Sequence[Continuation], shuffles: int = SHUFFLES, seed: int = 0) -> EqualityTest:
    """Test two samples, neither of them empty. `seed` fixes the shuffles, so the same samples give the same result."""
    rows, rng = [*a, *b], random.Random(seed)
    places = [_masks(rows, position) for position in range(max(1, *map(len, rows)))]
    dealt = [_distances(places, deal, len(a), len(b)) for deal in ((1 << len(a)) - 1, *(_deal(rng, len(rows), len(a)) for _ in range(shuffles)))]
    means, spreads = zip(*((fmean(values), pstdev(values) or 1.0) for values in zip(*dealt)))
    heights = [[(distance - mean) / spread for distance, mean, spread in zip(row, means, spreads)] for row in dealt]
    tallest = [max(row) for row in heights]
    at_least = sum(height >= tallest[0] - 1e-9 for height in tallest)  # the observed dealing is among them
    bound = sorted(tallest)[-max(1, int(len(tallest) * CLEAR / len(LOOKS)))]
    some = min(len(a), len(b))
    noise = SURE * (1 / (2 * some)) ** 0.5  # the greatest standard deviation that a distance can have
    at = tuple(Apart(seen, mean, mean + bound * spread + noise) for seen, mean, spread in zip(dealt[0][:-1], means, spreads))
    *here, _ = heights[0]
    return EqualityTest(at, here.index(max(here)), at_least / len(dealt), some)


def tokens_at(sample: Sequence[Continuation], position: int) -> Counter[int]:
    """How often each token stands at a position, counted from 0; ENDED where a continuation is shorter."""
    return Counter(ids[position] if position < len(ids) else ENDED for ids in sample)


def _masks(rows: Sequence[Continuation], position: int) -> list[tuple[int, int]]:
    """Return a mask of rows and their count for each token at a position. A mask's bits are the rows with the token. Rare tokens share a mask."""
    masks: dict[int, int] = {}
    for row, ids in enumerate(rows):
        token = ids[position] if position < len(ids) else ENDED
        masks[token] = masks.get(token, 0) | 1 << row
    common = [(mask, count) for mask in masks.values() if (count := mask.bit_count()) >= RARE * len(rows)]
    rest = (1 << len(rows)) - 1 - sum(mask for mask, _ in common)
    return [*common, (rest, rest.bit_count())]


def _deal(rng: random.Random, rows: int, first: int) -> int:
    """Return a random choice of `first` rows as the bits of a number, each choice equally likely. A coin chooses each row; then random rows are
    changed until the number is right."""
    deal = rng.getrandbits(rows)
    while excess := deal.bit_count() - first:
        row = 1 << rng.randrange(rows)
        if bool(deal & row) is (excess > 0):
            deal ^= row
    return deal


def _distances(places: Sequence[Sequence[tuple[int, int]]], deal: int, first: int, second: int) -> list[float]:
    """The total variation distance of the dealt rows and the others at each position, and the mean of all."""
    found = [sum(abs((count := (mask & deal).bit_count()) / first - (total - count) / second) for mask, total in masks) / 2 for masks in places]
    return [*found, sum(found) / len(found)]


def _often(p_value: float) -> str:
    """4 of 10, 2 of 100, fewer than 1 of 100."""
    if p_value >= 0.095:
        return f"{round(10 * p_value)} of 10"
    return f"{round(100 * p_value)} of 100" if p_value >= 0.0095 else f"fewer than 1 of {1000 if p_value < 0.001 else 100}"
