"""Pace: what drafting pays here and now, learnt from the rounds themselves.

A draft of n guesses is expected to yield 1 + a1 + a1 a2 + … tokens, where ai is the share of guesses accepted at position i
of those tested there; it costs the drafting, one pass n + 1 wide, and the host's own work. All are measured as the reply
goes, old rounds counting less and less, so that a change of text or of machine shows; the next reply goes on from there. The
best width is where tokens a second are most, plain decoding being width 1. `specdeck doctor` predicts with the same
arithmetic. Knows rounds and arithmetic; nothing of mlx.

Nothing else is remembered. Recorded greedy replies at written prices (auto at k=4 over the best single drafter, the median of
8 turns over the workloads, 4 seeds): the first two prompts, as bar 4 has them, echo 1.04, edit 1.12, open 0.97, qa 1.00, and
the same with a memory of what stood after like prompts; all prompts 1.03, 1.04, 1.04, 1.03 and with it 1.03, 1.07, 1.11,
1.06, which is from prompts that are asked again, for on the first turn it is 0.99, 1.05, 1.05, 1.01 and with it 0.99, 0.99,
1.00, 0.97.
"""

from __future__ import annotations

import math
import statistics
from bisect import bisect_left
from collections import deque

from specdeck.decoding.types import PLAIN, Round

from .acceptance_counts import Outcomes

MEMORY = 9  # timings of one width that are remembered: their median counts, for any machine has bad moments
FADING = 0.96  # what a round's outcome still counts after another of the same drafter
PRIOR = 0.5, 2.0  # acceptance that is assumed, and how many tests that is worth
UCB_WEIGHT = 0.2  # how much better than its estimate a drafter may be that was seldom tested; qa is 0.06 slower at 0 and 0.1
RETRY_AFTER = 16  # rounds of a draft that does not pay before it is tried again


class Curve:
    """Seconds by size, straight between the sizes measured. Beyond them: on in the last direction, or in proportion."""

    def __init__(self, memory: int | None = MEMORY) -> None:
        self._times: dict[int, deque[float]] = {}
        self._medians: dict[int, float] = {}  # of those sizes that were asked for since they were measured
        self._answers: dict[tuple[int, bool], float | None] = {}  # since the last measurement: many drafters ask the same
        self._memory = memory

    def learn(self, size: int, seconds: float) -> None:
        """One measurement."""
        self._times.setdefault(size, deque(maxlen=self._memory)).append(seconds)
        self._medians.pop(size, None)
        self._answers.clear()

    def at(self, size: int, through_zero: bool = False) -> float | None:
        """Seconds at this size, None before the first measurement."""
        if (size, through_zero) not in self._answers:
            self._answers[size, through_zero] = self._at(size, through_zero)
        return self._answers[size, through_zero]

    def _at(self, size: int, through_zero: bool) -> float | None:
        for new in self._times.keys() - self._medians.keys():
            self._medians[new] = statistics.median(self._times[new])
        points = self._medians
        if not points or size in points:
            return points.get(size)
        points = {0: 0.0} | points if through_zero else points
        sizes = sorted(points)
        if len(sizes) == 1:
            return points[sizes[0]]
        right = min(max(1, bisect_left(sizes, size)), len(sizes) - 1)
        x, y = sizes[right - 1], sizes[right]
        return max(points[x], points[x] + (points[y] - points[x]) * (size - x) / (y - x))


class Costs:
    """Seconds of the parts of a round: drafting by drafter and guesses; pass and host by how many tokens the target reads."""

    def __init__(self, memory: int | None = MEMORY) -> None:
        self.passes, self.host = Curve(memory), Curve(memory)
        self._drafting: dict[tuple[str, bool], Curve] = {}
        self._memory = memory

    def drafting(self, drafter: str, reads: bool = False) -> Curve:
        """A drafter's curve; `reads`: of drafts before which it had to read, which counts only while there is no other."""
        if (drafter, reads) not in self._drafting:
            self._drafting[drafter, reads] = Curve(self._memory)
        return self._drafting[drafter, reads]

    def draft(self, drafter: str, guesses: int) -> float | None:
        """Seconds of a draft; None before the first one was measured."""
        if not guesses:
            return 0.0
        seconds = self.drafting(drafter).at(guesses, through_zero=True)
        return self.drafting(drafter, reads=True).at(guesses, through_zero=True) if seconds is None else seconds

    def round(self, drafter: str, guesses: int) -> float | None:
        """Seconds of a whole round; None before its parts are known."""
        draft, verify = self.draft(drafter, guesses), self.passes.at(guesses + 1)
        return None if draft is None or verify is None else draft + verify + (self.host.at(guesses + 1) or 0.0)


class Pace:
    """Learns from every round; answers what a drafter and a width are expected to yield. `fading` 1 and `memory` None: all rounds
    count alike."""

    def __init__(self, fading: float = FADING, memory: int | None = MEMORY) -> None:
        self.costs = Costs(memory)
        self._fading = fading
        self._outcomes = Outcomes()
        self._rounds = 0
        self._last: str | None = None  # who drafted last in this reply
        self._resting = 0

    def begin(self) -> None:
        """A reply begins: what was learnt stays."""
        self._resting, self._last = 0, None

    def learn(self, round_: Round) -> None:
        """What a round took and what it yielded."""
        drafted = len(round_.draft)
        self._rounds += 1
        if round_.passes == 1:
            self.costs.passes.learn(round_.read, round_.verify_seconds)
            self.costs.host.learn(round_.read, round_.host_seconds)
        if drafted:
            # who begins a reply, or takes over, has first to read what it missed: that says little of its next drafts
            self.costs.drafting(round_.drafter, reads=round_.drafter != self._last).learn(drafted, round_.draft_seconds)
            self._last = round_.drafter
            emitted = len(round_.tokens)
            # who guessed the end of a reply saved no more than who missed it
            self.score(round_.drafter, round_.accepted, round_.tested if emitted > round_.accepted else emitted)

    def score(self, drafter: str, accepted: int, tested: int) -> None:
        """The outcome of a draft, also of one that was only compared with what was said."""
        self._outcomes.fade(self._fading, drafter)
        self._outcomes.add(drafter, accepted, tested)

    def acceptance(self, drafter: str, position: int, hopeful: bool = False) -> float:
        """The share accepted at a draft position (from 0): what was seen there, and at all positions where that was little.
        `hopeful`: as good as it may be where little was seen (UCB, Auer et al. 2002)."""
        return self._share_at(drafter, position, self._share_overall(drafter), hopeful)

    def _share_overall(self, drafter: str) -> float:
        """The share accepted at all positions."""
        (accepted, tested), (share, worth) = self._outcomes.of(drafter), PRIOR
        return (accepted + share * worth) / (tested + worth)

    def _share_at(self, drafter: str, position: int, share: float, hopeful: bool) -> float:
        """The share accepted at a position, given that at all of them."""
        (accepted, tested), worth = self._outcomes.at(drafter, position), PRIOR[1]
        share = (accepted + share * worth) / (tested + worth)
        if not hopeful:
            return share
        error = math.sqrt(share * (1 - share) / (tested + worth + 1))
        return min(1.0, share + UCB_WEIGHT * math.sqrt(math.log(1 + self._rounds)) * error)

    def expected(self, drafter: str, width: int, hopeful: bool = False) -> float:
        """Tokens that a round with so many guesses is expected to emit, the target's own included."""
        return self._expectations(drafter, width, hopeful)[width]

    def rounds(self, drafter: str, width: int, tokens: int) -> float:
        """Rounds that a text of so many tokens is expected to take: the last may say more than is left, and drafts less."""
        shares = [self.acceptance(drafter, position) for position in range(width)]
        expected = [0.0]  # by how many tokens are left
        for left in range(1, tokens + 1):
            emitted, alive = 1, 1.0
            expected.append(1.0)
            for share in shares[: left - 1]:
                expected[left] += alive * (1 - share) * expected[left - emitted]
                emitted, alive = emitted + 1, alive * share
            expected[left] += alive * expected[left - emitted]
        return expected[tokens]

    def rate(self, drafter: str, width: int, hopeful: bool = False) -> float | None:
        """Expected tokens a second; None before the costs are known."""
        seconds = self.costs.round(drafter, width)
        return None if seconds is None else self.expected(drafter, width, hopeful) / max(seconds, 1e-9)

    def best(self, drafter: str, most: int, hopeful: bool = False) -> tuple[int, float] | None:
        """The width from 1 to `most` with the highest expected rate, and that rate; None before the costs are known."""
        expected = self._expectations(drafter, most, hopeful)
        costs = [(width, self.costs.round(drafter, width)) for width in range(1, most + 1)]
        known = [(expected[width] / max(seconds, 1e-9), width) for width, seconds in costs if seconds is not None]
        return max(known)[::-1] if known else None

    def _expectations(self, drafter: str, most: int, hopeful: bool) -> list[float]:
        """What a round with no guess, one, and so on up to `most` is expected to emit."""
        alive, totals, share = 1.0, [1.0], self._share_overall(drafter)
        for position in range(most):
            alive *= self._share_at(drafter, position, share, hopeful)
            totals.append(totals[-1] + alive)
        return totals

    def width(self, drafter: str, most: int) -> int:
        """How much to draft now, for adaptive k: 0 where plain decoding is faster, but never for more than RETRY_AFTER rounds."""
        best, plain = self.best(drafter, most), self.rate(PLAIN, 0)
        if best is None or plain is None or best[1] >= plain or self._resting >= RETRY_AFTER:
            self._resting = 0
            return best[0] if best else most
        self._resting += 1
        return 0
