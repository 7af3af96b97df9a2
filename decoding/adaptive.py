"""Chooses draft lengths by expected tokens per second, learnt from the rounds. Ends a draft where one more guess does not pay."""

from __future__ import annotations

import math
import statistics
from bisect import bisect_left, bisect_right
from collections import Counter, deque
from itertools import accumulate
from operator import mul
from typing import Any, Callable, Mapping, Sequence

from .types import PLAIN, Round

MEMORY = 9  # timings kept for one size; their median is used, because single timings are disturbed by other work
FADING = 0.96  # a round's outcome counts by this factor less after each later round of the same drafter
PRIOR, WORTH = 0.5, 2.0  # the acceptance assumed at first, and how many tests that assumption is worth
UCB_WEIGHT = 0.2  # weight of the optimism for drafters with few trials; qa is 0.06 slower at 0 and at 0.1
RETRY_AFTER = 16  # plain rounds after which adaptive k tries a draft again
RECENT, ENOUGH = 5, 3  # passes whose median is the machine's slowdown; before so many it is 1
# Timings of a width before its passes count for the slowdown. With fewer, a few slow ones would move the width's own median first.
KNOWN = 5
DEPTH_STEP = 64  # tokens by which a cache grows before the estimates are moved
# Timings at less than this depth (tokens) count together, as do timings up to twice, four times, … this depth. Nearer ones vary as
# much by themselves.
DEPTH_CLASS = 1024
EDGES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97)  # of the classes of a guess's own probability in which acceptance is counted


class Conditions:
    """The conditions of a pass. `depth`: about how many tokens the cache holds. `slowdown`: the factor by which passes now take longer than when
    the kept timings began.

    A pass of some width is timed only while that width is used. If the machine was slow then, the width would seem slow ever after: other widths in
    use are timed anew. If the cache was short then, the width would seem cheap. So a timing is kept with its depth and divided by its slowdown. An
    estimate is moved to the present depth and multiplied by the present slowdown.
    """

    def __init__(self) -> None:
        self.slowdown, self.depth = 1.0, 0
        self._ratios: deque[float] = deque(maxlen=RECENT)

    def learn(self, seconds: float, expected: float | None) -> None:
        """Count one pass of `seconds`. `expected`: the seconds of its width under the present conditions, None where they are not known well."""
        if expected:
            self._ratios.append(self.slowdown * seconds / expected)
            if len(self._ratios) >= ENOUGH:
                self.slowdown = statistics.median(self._ratios)


class Timings:
    """The timings of one size at about one depth: how many there were, and the medians of those kept. `memory`: how many are kept, all if None."""

    def __init__(self, memory: int | None) -> None:
        self._kept: deque[tuple[int, float]] = deque(maxlen=memory)
        self.count, self.depth, self.seconds = 0, 0.0, 0.0

    def add(self, depth: int, seconds: float) -> None:
        """One more. A first timing that is slower than the second is dropped, unless all are kept. It may be slow on any machine."""
        self.count += 1
        if self.count == 2 and self._kept.maxlen and seconds < self.seconds:
            self._kept.clear()
        self._kept.append((depth, seconds))
        self.depth, self.seconds = map(statistics.median, zip(*self._kept))


class Curve:
    """Seconds as a function of a size, at the present depth. The curve is linear between the measured sizes and extrapolated beyond them. It is
    constant where only one size was measured. A size that was timed at another depth is moved from there by `slopes`. `memory`: timings kept for one
    size at one depth; None keeps all, and takes each size's median as it is. `conditions`: the present ones, those of several curves."""

    def __init__(self, memory: int | None = MEMORY, conditions: Conditions | None = None) -> None:
        self._timings: dict[int, dict[int, Timings]] = {}  # by size and class of depth; the next class begins at twice the depth
        self.slopes: dict[int, float] = {}  # seconds that each token of depth adds, by size, of the sizes that were timed at two depths
        self._points: dict[int, dict[int, float]] = {}  # by the last depth that was asked for: seconds by size; a measurement empties it
        self._memory, self.conditions = memory, conditions or Conditions()

    def learn(self, size: int, seconds: float) -> None:
        """Add one measurement."""
        timings = self._timings.setdefault(size, {})
        timings.setdefault(self._class(), Timings(self._memory)).add(self.conditions.depth, seconds / self.conditions.slowdown)
        if len(timings) > 1 and len(known := self._certain(size)) > 1:
            near, *_, deep = sorted(known, key=lambda some: some.depth)
            self.slopes[size] = max(0.0, deep.seconds - near.seconds) / (deep.depth - near.depth)
        self._points.clear()

    def at(self, size: int, through_zero: bool = False) -> float | None:
        """Seconds at this size, None before the first measurement. `through_zero`: size 0 takes 0 seconds."""
        depth = self.conditions.depth
        if depth not in self._points:
            self._points = {depth: self._known_points()}
        points = self._points[depth]
        if not points:
            return None
        seconds = points[size] if size in points else _between({0: 0.0} | points if through_zero else points, size)
        return seconds * self.conditions.slowdown

    def kept(self) -> dict[int, float]:
        """Seconds by size at its least depth, on a machine that is not slowed down: what `recall` takes."""
        return {size: timings[min(timings)].seconds for size, timings in self._timings.items()}

    def recall(self, seconds: Mapping[Any, float], slopes: Mapping[Any, float]) -> None:
        """Begin with these seconds by size, each of which counts as measured, and these slopes."""
        for size, time in seconds.items():
            self.learn(int(size), float(time))
            self._timings[int(size)][self._class()].count = 2
        self.slopes |= {int(size): float(slope) for size, slope in slopes.items()}

    def well_measured(self, size: int) -> float | None:
        """Seconds at this size, None if it was measured fewer than KNOWN times at about this depth."""
        here = self._timings.get(size, {}).get(self._class())
        return self.at(size) if here and here.count >= KNOWN else None

    def _class(self) -> int:
        """That of the present depth; where all timings are kept, each depth is one."""
        return self.conditions.depth if self._memory is None else (self.conditions.depth // DEPTH_CLASS).bit_length()

    def _certain(self, size: int) -> list[Timings]:
        """The timings of this size by depth. Single ones, which may be disturbed, are left out where there are others."""
        timings = [*self._timings[size].values()]
        return [some for some in timings if some.count > 1 or not self._memory] or timings

    def _known_points(self) -> dict[int, float]:
        """Seconds by size at the present depth. With a memory none are longer than a larger size's. A longer timing was disturbed, like the first
        pass of a process. The largest size, if timed once, takes no longer than better timed sizes suggest. Otherwise it would never be tried again.
        Without a memory the sizes were measured on purpose, and a report of these figures must not contradict them."""
        points = {size: self._moved(size, timings) for size, timings in self._timings.items()}
        if self._memory is None:
            return points
        once = [size for size, timings in self._timings.items() if sum(some.count for some in timings.values()) == 1]
        well = {size: seconds for size, seconds in points.items() if size not in once}
        points |= {size: min(points[size], _between(well, size)) for size in once if len(well) > 1 and size > max(well)}
        sizes = sorted(points, reverse=True)
        return dict(zip(sizes, accumulate((points[size] for size in sizes), min)))

    def _moved(self, size: int, timings: Mapping[int, Timings]) -> float:
        """Seconds at this size, moved to the present depth from the nearest depth at which it was timed. They shrink no more than the depth does."""
        if not self.slopes and len(timings) == 1:
            return next(iter(timings.values())).seconds
        depth = self.conditions.depth
        near = min(self._certain(size), key=lambda some: abs(some.depth - depth))
        added = _between({0: 0.0} | self.slopes, size) * (depth - near.depth)
        return max(near.seconds + added, near.seconds * min(1.0, (depth + DEPTH_CLASS) / (near.depth + DEPTH_CLASS)))


def _between(points: Mapping[int, float], size: int) -> float:
    """The value at a size, linear between the points' sizes and beyond them; constant where there is one point."""
    sizes = sorted(points)
    if len(sizes) == 1:
        return points[sizes[0]]
    right = min(max(1, bisect_left(sizes, size)), len(sizes) - 1)
    x, y = sizes[right - 1], sizes[right]
    return max(min(points[x], points[y]), points[x] + (points[y] - points[x]) * (size - x) / (y - x))


class Costs:
    """Seconds of the parts of a round. Drafting is kept by drafter and number of guesses. The target's pass and the host's work are kept by how many
    tokens the target reads. `memory`: timings kept for one size, None keeps all."""

    def __init__(self, memory: int | None = MEMORY) -> None:
        self.conditions = Conditions()
        self._memory = memory
        self.curves: dict[str, Curve] = {}  # by name: "pass", "host", "draft NAME" and "draft NAME reads"
        self.passes, self.host = self.curve("pass"), self.curve("host")

    def curve(self, name: str) -> Curve:
        """The curve of this name, a new one where there is none."""
        if name not in self.curves:
            self.curves[name] = Curve(self._memory, self.conditions)
        return self.curves[name]

    def drafting(self, drafter: str, reads: bool = False) -> Curve:
        """A drafter's curve. `reads`: the curve of drafts for which it first had to read missed tokens, used until there is another."""
        return self.curve(f"draft {drafter}{' reads' * reads}")

    def draft(self, drafter: str, guesses: int) -> float | None:
        """Expected seconds of a draft; None before the first measurement."""
        if not guesses:
            return 0.0
        seconds = self.drafting(drafter).at(guesses, through_zero=True)
        return self.drafting(drafter, reads=True).at(guesses, through_zero=True) if seconds is None else seconds

    def round(self, drafter: str, guesses: int) -> float | None:
        """Expected seconds of a whole round with this number of guesses; None before its parts were measured."""
        draft, verify = self.draft(drafter, guesses), self.passes.at(guesses + 1)
        return None if draft is None or verify is None else draft + verify + (self.host.at(guesses + 1) or 0.0)


class RateEstimator:
    """Learns from every round; estimates what a drafter yields at a width, a number of guesses. With `fading` 1 and `memory` None all
    rounds count alike.

    A draft of n guesses should yield 1 + a1 + a1 a2 + … tokens. Here ai is the acceptance at draft position i, accepted / tested. It costs the
    drafting, one pass of the target over n + 1 tokens, and the host's own work. All of these are measured during the reply, and the next reply starts
    with them. Older rounds count less, so that the estimates follow a change of text or of machine. The best draft length ("width" here, in guesses)
    has the most expected tokens per second; 0 is plain decoding. `specdeck doctor` predicts with the same arithmetic.
    """

    def __init__(self, fading: float = FADING, memory: int | None = MEMORY) -> None:
        self.costs = Costs(memory)
        self._fading = fading
        self.outcomes, self._trusts = Outcomes(), Outcomes()  # by draft position; by class of a guess's own probability
        self._reached = 0.0, 0.0  # tokens, and the expected seconds of their rounds on a machine that is not slowed down
        self._rounds = 0
        self._last: str | None = None  # the drafter of the last draft in this reply
        self._resting: Counter[str] = Counter()  # by drafter: the rounds in which it was not asked because plain decoding is faster
        self._prompt = self._emitted = 0  # tokens before and of this reply
        self.recalled = ""  # what it was taught by, "earlier replies" or "bench", until this process's first round
        # By drafter: the name under which its present outcomes are counted, if not its own. The number is the acceptance assumed at first.
        self.present: dict[str, tuple[str, float]] = {}

    def begin(self, depth: int = 0) -> None:
        """A reply begins after a prompt of so many tokens. Estimates stay."""
        self._last, self._emitted, self._prompt = None, 0, depth
        self._move()
        self._resting.clear()

    def _move(self) -> None:
        """To the depth that the reply has reached."""
        self.costs.conditions.depth = (self._prompt + self._emitted) // DEPTH_STEP * DEPTH_STEP

    def kept(self) -> dict[str, Any]:
        """What it learnt, as plain data for `recall`."""
        curves = {name: curve.kept() for name, curve in self.costs.curves.items()}
        slopes = {name: curve.slopes for name, curve in self.costs.curves.items()}
        return {"seconds": curves, "slopes": slopes, "outcomes": self.outcomes.tallies, "trusts": self._trusts.tallies}

    def recall(self, kept: Mapping[str, Any]) -> None:
        """Begin with what an earlier RateEstimator `kept`. Raises KeyError, TypeError, ValueError or AttributeError for other data."""
        for name, seconds in kept["seconds"].items():
            self.costs.curve(name).recall(seconds, kept["slopes"].get(name, {}))
        self.outcomes.recall(kept["outcomes"])
        self._trusts.recall(kept["trusts"])
        self.recalled = "bench" if kept.get("by") == "bench" else "earlier replies"

    def learn(self, round_: Round) -> None:
        """Update costs and acceptance with one round."""
        drafted, emitted = len(round_.draft), len(round_.tokens)
        self._rounds, self.recalled = self._rounds + 1, ""
        if round_.passes == 1:
            self.costs.conditions.learn(round_.verify_seconds, self.costs.passes.well_measured(round_.read))
            self.costs.passes.learn(round_.read, round_.verify_seconds)
            self.costs.host.learn(round_.read, round_.host_seconds)
        if drafted:
            # a drafter's first draft in a reply, or after another's, includes reading the tokens that it missed
            self.costs.drafting(round_.drafter, reads=round_.drafter != self._last).learn(drafted, round_.draft_seconds)
            self._last = round_.drafter
            # a reply that ended within its accepted guesses emitted no own token: only the emitted ones count as tested
            tested = round_.tested if emitted > round_.accepted else emitted
            self.score(round_.drafter, round_.accepted, tested)
            self._trusts.fade(round_.drafter, self._fading**0.25)  # what a probability is worth changes less than the text
            for position, probability in enumerate(round_.draft_q[:tested]):
                if probability is not None:  # as a point guess's is
                    self._trusts.count(round_.drafter, confidence(probability), position < round_.accepted)
        seconds = self.costs.round(round_.drafter, drafted) or 0.0
        seconds /= self.costs.conditions.slowdown
        self._reached = self._fading * self._reached[0] + emitted, self._fading * self._reached[1] + seconds
        self._emitted += emitted
        self._move()

    def score(self, drafter: str, accepted: int, tested: int) -> None:
        """Count the outcome of a draft, or of guesses that were only compared with the emitted tokens. Of the first `tested` guesses the
        first `accepted` were accepted."""
        kind, _ = self._kind(drafter)
        self.outcomes.fade(kind, self._fading)
        for position in range(tested):
            self.outcomes.count(kind, position, position < accepted)

    def _kind(self, drafter: str) -> tuple[str, float]:
        return self.present.get(drafter, (drafter, PRIOR))

    def acceptance(self, drafter: str, most: int, hopeful: bool = False) -> list[float]:
        """The estimated acceptance at each of the first `most` draft positions. Where few guesses were tested, it stays near the acceptance over all
        positions. `hopeful`: its upper confidence bound (UCB, Auer et al. 2002)."""
        kind, prior = self._kind(drafter)
        overall, hope = _blend(self.outcomes.of(kind), prior), hopeful * UCB_WEIGHT * math.sqrt(math.log(1 + self._rounds))
        found = []
        for position in range(most):
            counts = self.outcomes.at(kind, position)
            share = _blend(counts, overall)
            found.append(min(1.0, share + hope * math.sqrt(share * (1 - share) / (counts[1] + WORTH + 1))))
        return found

    def expected(self, drafter: str, most: int, hopeful: bool = False) -> list[float]:
        """Expected tokens of a round with 0, 1, … `most` guesses, the target's own token included."""
        return list(accumulate(accumulate(self.acceptance(drafter, most, hopeful), mul), initial=1.0))

    def rounds(self, drafter: str, width: int, tokens: int) -> float:
        """Expected rounds of a text of `tokens` tokens at this width. The last rounds draft fewer guesses, because fewer tokens are left."""
        shares = self.acceptance(drafter, width)
        expected = [0.0]  # rounds, by the number of tokens left
        for left in range(1, tokens + 1):
            emitted, alive = 1, 1.0
            expected.append(1.0)
            for share in shares[: left - 1]:
                expected[left] += alive * (1 - share) * expected[left - emitted]
                emitted, alive = emitted + 1, alive * share
            expected[left] += alive * expected[left - emitted]
        return expected[tokens]

    def rate(self, drafter: str, width: int) -> float | None:
        """Expected tokens per second; None before the costs are known."""
        seconds = self.costs.round(drafter, width)
        return None if seconds is None else self.expected(drafter, width)[width] / max(seconds, 1e-9)

    def best(self, drafter: str, most: int, hopeful: bool = False) -> tuple[int, float] | None:
        """The width from 1 to `most` with the highest expected rate, and that rate; None before the costs are known."""
        expected = self.expected(drafter, most, hopeful)
        costs = [(width, self.costs.round(drafter, width)) for width in range(1, most + 1)]
        rates = [(expected[width] / max(seconds, 1e-9), width) for width, seconds in costs if seconds is not None]
        rate, width = max(rates, default=(0.0, 0))
        return (width, rate) if rates else None

    def draft_length(self, drafter: str, most: int, stops_early: bool = False) -> int:
        """How many guesses to ask for now, for adaptive k: at most `most`. It is 0 while plain decoding is faster, but for no more than RETRY_AFTER
        rounds in a row. `stops_early`: the drafter ends a draft by itself (early_stop), so it is asked for all that there is room for."""
        best, plain = self.best(drafter, most), self.rate(PLAIN, 0)
        if best is None or plain is None or best[1] >= plain or self._resting[drafter] >= RETRY_AFTER:
            self._resting[drafter] = 0
            return best[0] if best and not stops_early else most
        self._resting[drafter] += 1
        return 0

    def early_stop(self, drafter: str, most: int) -> EarlyStop | None:
        """When the draft that this drafter now makes, of at most `most` guesses, should end. None while that is not known, or where
        one guess is all."""
        best, plain = self.best(drafter, most), self.rate(PLAIN, 0)
        costs = [self.costs.round(drafter, guesses) for guesses in range(most + 1)]
        seconds = [cost for cost in costs if cost is not None]
        if most < 2 or best is None or plain is None or len(seconds) < len(costs):
            return None
        tokens, spent = self._reached[0], self._reached[1] * self.costs.conditions.slowdown
        rate, acceptance = max(tokens / spent if spent else best[1], plain), self.acceptance(drafter, most)
        return EarlyStop(stop_thresholds(seconds, acceptance, rate), lambda own: _blend(self._trusts.at(drafter, confidence(own)), own), acceptance)


def _blend(counts: tuple[float, float], share: float) -> float:
    """The acceptance of (accepted, tested) guesses, with `share` as its prior."""
    return (counts[0] + share * WORTH) / (counts[1] + WORTH)


class Outcomes:
    """Counts of accepted and tested guesses; old ones can be made to count less."""

    def __init__(self) -> None:
        self.tallies: dict[str, list[list[float]]] = {}  # accepted and tested, by position: plain data for `recall`

    def recall(self, tallies: Mapping[str, Sequence[Sequence[float]]]) -> None:
        """Begin with these counts. Raises TypeError, ValueError or AttributeError for other data."""
        for drafter, counts in tallies.items():
            self.tallies[str(drafter)] = [[float(accepted), float(tested)] for accepted, tested in counts]

    def count(self, drafter: str, position: int, accepted: bool) -> None:
        """Count one tested guess at this position."""
        tallies = self.tallies.setdefault(drafter, [])
        tallies += [[0.0, 0.0] for _ in range(position + 1 - len(tallies))]
        tallies[position][0] += accepted
        tallies[position][1] += 1

    def fade(self, drafter: str, share: float) -> None:
        """Multiply all counts of this drafter by `share`."""
        for tally in self.tallies.get(drafter, []):
            tally[:] = (count * share for count in tally)

    def at(self, drafter: str, position: int) -> tuple[float, float]:
        """How many guesses were accepted and how many tested at a draft position, counted from 0."""
        tallies = self.tallies.get(drafter, [])
        return (tallies[position][0], tallies[position][1]) if position < len(tallies) else (0.0, 0.0)

    def of(self, drafter: str) -> tuple[float, float]:
        """How many guesses were accepted and how many tested at all positions together."""
        tallies = self.tallies.get(drafter, [])
        return sum(tally[0] for tally in tallies), sum(tally[1] for tally in tallies)


class EarlyStop:
    """Follows one draft. `thresholds[i]`: how likely the first i + 1 guesses must be accepted for another guess to pay. `trust`: how often guesses of
    a probability are accepted. `acceptance`: how often guesses at each draft position are accepted. `known`: how many guesses were seen."""

    def __init__(self, thresholds: Sequence[float], trust: Callable[[float], float], acceptance: Sequence[float] = ()) -> None:
        self._thresholds, self._trust, self._acceptance = thresholds, trust, acceptance
        self.known, self._alive = 0, 1.0

    def see(self, probability: float) -> None:
        """The next guess was drawn with this probability."""
        self.known += 1
        self._alive *= self._trust(probability)

    def ends(self, made: int) -> bool:
        """Whether the draft ends with its first `made` guesses. Those that were not seen count by the acceptance at their positions."""
        return made > len(self._thresholds) or self._alive * math.prod(self._acceptance[self.known : made]) < self._thresholds[made - 1]


def confidence(probability: float) -> int:
    """The class of a guess's own probability, counted from 0."""
    return bisect_right(EDGES, probability)


def stop_thresholds(seconds: Sequence[float], acceptance: Sequence[float], rate: float) -> list[float]:
    """The thresholds after 1, 2, … guesses. `seconds`: the seconds of rounds with 0, 1, … guesses. `acceptance`: the acceptance at each draft
    position. `rate`: the tokens per second that a second is worth.

    After i guesses the draft goes on while the chance that all of them are accepted is above threshold i. Let r be the rate of decoding here, in
    tokens per second. Let C(n) be the seconds of a round with n guesses. More guesses up to n bring `alive` times the sum of the products of their
    acceptance. They cost r (C(n) - C(i)); at threshold i the best n just pays. The chance is a product over the guesses so far. Each factor is how
    often guesses of such a probability were accepted, at first the probability itself.

    Decoding stays exact under every rule. Whether guess i + 1 is drawn depends on the guesses before it, never on that guess. At each prefix the next
    token is either drawn from q and tested, or drawn from p. Both give p. Block verification judges prefixes from their ends. Its proof holds at each
    prefix by itself, whether a branch ends there or goes on.
    """
    found = []
    for made in range(1, len(acceptance)):
        gains = accumulate(accumulate(acceptance[made:], mul))  # expected accepted guesses among the next 1, 2, …
        found.append(min(rate * (seconds[n] - seconds[made]) / max(gain, 1e-9) for n, gain in enumerate(gains, made + 1)))
    return found
