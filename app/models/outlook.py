"""How fast a model and a pair are on this machine. The pace is measured here, or expected from the bytes that a pass reads and this machine's matrix
products. Known before anything is downloaded; loads nothing."""

from dataclasses import dataclass, field, replace
from itertools import accumulate
from statistics import median
from typing import Callable, Iterable, Mapping, NamedTuple, Sequence

from specdeck.decoding import Curve, may_unpack
from specdeck.decoding.checkpoints import (
    Elsewhere,
    PassWeights,
    PublishedAcceptance,
    lost_elsewhere,
    published_acceptance,
    published_speeds,
)
from specdeck.decoding.drafters import BY_NAME

from ..drawing import figures
from ..engine.messages import FLOAT32, HALF, PACKED, Machine, MatrixSpeed
from .disk import Item
from .measurements import Measurements
from .published import SCALES

FAST_ENOUGH = 5.0  # tokens per second: people read some four words a second
MOST = 8  # guesses of a draft, where its drafter does not say
OVERHEAD = 0.5e-3  # seconds of a pass that do not depend on its weights: hundreds of operations of some microseconds each
REACHED = {FLOAT32: 1.0, HALF: 0.75, PACKED: 0.75}  # the share of a bare product's speed that a whole pass reaches; of a GPU's as others measured
LATEST = 5  # measurements whose median counts
AS_LARGE = 0.9  # of the target's pass, from which a guess saves nothing
NEARLY_ALL = 0.99  # of the guesses

Seconds = Callable[[int], float]  # of a pass by its width in tokens, or of a draft by its guesses


@dataclass(frozen=True, slots=True)
class Pace:
    """Plain decoding with a target, in tokens per second: measured here, or expected. `most`: the pace that the memory's speed allows if each token
    reads the weights once. It is None if the memory's speed was not timed. `doubtful`: why what is expected cannot be believed."""

    rate: float
    measured: bool = False
    most: float | None = None
    doubtful: str | None = None

    @property
    def fast_enough(self) -> bool:
        """Whether it is about as fast as people read, or faster."""
        return self.rate >= FAST_ENOUGH

    @property
    def short(self) -> str:
        """25.3; ~25 where it is expected, ~25? where that is doubtful."""
        return figures.pace(self.rate) if self.measured else f"~{figures.about(self.rate)}{_mark(self.doubtful)}"

    @property
    def words(self) -> str:
        return f"{figures.rate(self.rate)} measured here" if self.measured else f"about {figures.about(self.rate)} tok/s{_because(self.doubtful)}"

    @property
    def beside_most(self) -> str:
        """The pace in words, with its share of the pace that memory allows. A pace above that limit gets no share: the memory was then timed at a
        bad moment."""
        return self.words + (f", {figures.share(self.rate / self.most)} of the {figures.about(self.most)} that memory allows" if self.most and self.rate <= self.most else "")


class Length(NamedTuple):
    """A draft length: its speed-up over plain decoding, its guesses, and the tokens of a round."""

    times: float
    k: int
    tokens: float

    @property
    def words(self) -> str:
        """About 1.6x at k=5, 2.9 tokens a round."""
        return f"about {figures.about(self.times)}x at k={self.k}, {self.tokens:.1f} tokens a round"


@dataclass(frozen=True, slots=True)
class Gain:
    """A pair's speed-up over plain decoding. It is measured here, or expected from a published acceptance of the drafter's guesses, else None.
    `pays_from`: the share of tested guesses that must be accepted for a speed-up above 1. It is None if even full acceptance is too little, or if
    nothing is known. `reason`: why it cannot win, or why that share is high. `expected`: the draft length with the highest expected speed-up.
    `elsewhere`: what others measured. `doubtful`: why the expectation cannot be believed."""

    speed_up: float | None = None
    measured: bool = False
    pays_from: float | None = None
    reason: str = ""
    expected: Length | None = None
    elsewhere: tuple[Elsewhere, ...] = ()
    doubtful: str | None = None

    @property
    def loses(self) -> bool:
        """Whether it is slower than plain decoding, as far as is known; what others measured counts where nothing else is."""
        if self.speed_up is not None:
            return self.speed_up <= 1
        return bool(self.reason) and self.pays_from is None or lost_elsewhere(self.elsewhere)

    @property
    def known(self) -> float:
        """The best known speed-up: measured here, expected, or the highest that others measured. It is 0 if nothing is known."""
        return self.speed_up if self.speed_up is not None else max((one.times for one in self.elsewhere), default=0.0)

    @property
    def short(self) -> str:
        """1.52x; ~1.5x where it is expected, ~1.5x? where that is doubtful; ? where it is unknown; "slower" where it cannot win."""
        if self.speed_up is None:
            return f"slower{_mark(self.doubtful)}" if self.loses else "?"
        return figures.times(self.speed_up) if self.measured else f"~{figures.about(self.speed_up)}x{_mark(self.doubtful)}"

    @property
    def words(self) -> str:
        """The speed-up in words, of an unknown one what it depends on; and what others measured."""
        others = f"others measured {', '.join(one.words for one in self.elsewhere)}" if self.elsewhere else ""
        return "; ".join(filter(None, (self._words + _because(self.doubtful), others)))

    @property
    def _words(self) -> str:
        if self.measured and self.speed_up:
            return f"{figures.times(self.speed_up)} measured here" + (f", {self.expected.words} expected" if self.expected else "")
        if self.speed_up is not None:
            return (self.expected.words if self.expected else f"about {figures.about(self.speed_up)}x") + (f": {self.reason}" if self.reason else "")
        if self.reason and self.pays_from is None:
            return f"slower than plain decoding here: {self.reason}"
        if self.pays_from is None:
            return "its speed-up is unknown"
        needed = "nearly all" if self.pays_from > NEARLY_ALL else f"more than {figures.share(self.pays_from)}"
        return f"its speed-up is unknown; it pays where {needed} of its guesses are accepted" + (f": {self.reason}" if self.reason else "")


def _mark(doubtful: str | None) -> str:
    return "?" if doubtful else ""


def _because(doubtful: str | None) -> str:
    return f"? ({doubtful})" if doubtful else ""


def drafted(pace: Pace | None, gain: Gain) -> Pace | None:
    """The pace with the drafter: plain decoding's where a speed-up is unknown, or there is none."""
    return pace and Pace(pace.rate * max(1.0, gain.speed_up or 1.0), pace.measured and (gain.measured or not gain.speed_up), doubtful=pace.doubtful or gain.doubtful)


def pass_seconds(weights: PassWeights, speed: MatrixSpeed, wide: bool, width: int) -> float:
    """Expected seconds of a pass over `width` tokens of a short text. `wide`: the weights are held in float32. An expert's matrices meet one
    row or two, whatever the width."""
    form = _form(weights, wide)
    per_gb, (dense, experts) = _curve(speed.seconds[form]), weights.parts(width)
    return OVERHEAD + weights.bytes(wide) / 1e9 * (dense * per_gb(width) + experts * per_gb(1)) / REACHED[form]


def token_bytes(weights: PassWeights, wide: bool) -> float:
    """The bytes of the weights that a pass over one token reads. What memory reads in a second, over this, is the most plain tokens a second."""
    return weights.bytes(wide) * sum(weights.parts(1))


def _form(weights: PassWeights, wide: bool) -> str:
    return FLOAT32 if wide else PACKED if weights.packed else HALF


def best_length(passes: Sequence[float], drafts: Sequence[float], accepted: Sequence[float]) -> Length:
    """The draft length with the highest expected speed-up over plain decoding, at most the length of `accepted`. `passes`: seconds of the target's
    passes over 1, 2, … tokens. `drafts`: seconds of drafts of 1, 2, … guesses. `accepted`: for each position 1, 2, …, the share of all drafts that
    are accepted up to it."""
    tokens = accumulate(accepted, initial=1.0)
    next(tokens)
    return max(Length(many * passes[0] / (draft + verify), k, many) for k, (many, draft, verify) in enumerate(zip(tokens, drafts, passes[1:]), 1))


def pays_from(passes: Sequence[float], drafts: Sequence[float]) -> float | None:
    """Return the lowest acceptance of each tested guess with a speed-up above 1. Return None if even full acceptance gives no speed-up."""
    low, high = 0.0, 1.0
    if best_length(passes, drafts, [1.0] * len(drafts)).times <= 1:
        return None
    for _ in range(12):  # to a quarter of a thousandth
        middle = (low + high) / 2
        gains = best_length(passes, drafts, [middle**guess for guess in range(1, len(drafts) + 1)]).times > 1
        low, high = (low, middle) if gains else (middle, high)
    return high


def gain(passes: Sequence[float], drafts: Sequence[float], published: PublishedAcceptance | None, why: str) -> Gain:
    """What drafting can be expected to bring; seconds as in `speed_up`. `why`: the property of the target for which wide passes are dear, "" if
    there is none."""
    needed = pays_from(passes, drafts)
    expected = best_length(passes, drafts, published.at(len(drafts))) if published else None
    if needed is None and drafts[0] >= AS_LARGE * passes[0]:
        why = "its pass is as slow as the target's: a guess costs as much as a token"
    elif needed is None or (expected is not None and expected.times <= 1):
        why = why or "drafting costs more than it saves"
    return Gain(expected and expected.times, False, needed, why, expected=expected)


def timed_passes(expected: Seconds, timed: Mapping[int, float]) -> Seconds:
    """Return the seconds of a pass by width. They are the times taken here if narrow and wide passes were timed. Otherwise the expectation is scaled
    to the narrowest time."""
    if not timed:
        return expected
    if 1 not in timed or max(timed) < 4:
        width = min(timed)
        return lambda tokens: expected(tokens) * timed[width] / expected(width)
    return _curve(timed)


def _curve(seconds: Mapping[int, float]) -> Seconds:
    curve = Curve(memory=None)
    for size, time in seconds.items():
        curve.learn(size, time)
    return lambda size: curve.at(size) or 0.0


@dataclass(frozen=True, slots=True)
class Outlook:
    """What follows for models here. `budget`: bytes that models may use; `timed`: target -> tokens -> seconds of a pass."""

    machine: Machine
    budget: int
    measurements: Measurements
    timed: Mapping[str, Mapping[int, float]]
    _expected: dict[tuple[object, ...], Gain] = field(default_factory=dict)

    def pace(self, target: Item) -> Pace | None:
        """Plain decoding with this target: as measured here, else as expected; None where neither is known."""
        measured = _latest(one.plain for one in self.measurements.of(target.name))
        passes = self._passes(target)
        if measured is not None:
            return Pace(measured, True, self.most(target))
        timed = 1 in self.timed.get(target.name, ())
        return Pace(1 / passes(1), timed, self.most(target), None if timed else self._doubtful) if passes else None

    def most(self, target: Item) -> float | None:
        """The highest pace of plain decoding, in tokens per second, that memory speed allows for a short text. None if it is not known for sure."""
        speed, reads = self.machine.speed, target.reads
        if not speed or speed.doubtful or not speed.bandwidth or not reads or not reads.numbers or self.machine.hosts > 1:
            return None
        return speed.bandwidth / token_bytes(reads, self._wide(reads))

    def gain(self, target: Item, drafter: Item | None, kind: str) -> Gain:
        """What drafting for this target brings, with this drafter of that kind, or with a drafter without files."""
        name = drafter.name if drafter else kind
        measured = _latest(one.speed_up for one in self.measurements.of(target.name, name))
        of = target.name, target.reads, name, drafter and drafter.reads, kind
        if of not in self._expected:  # lists ask for it whenever they are drawn
            self._expected[of] = self._gain(target, drafter, kind)
        return self._expected[of] if measured is None else replace(self._expected[of], speed_up=measured, measured=True, doubtful=None)

    def _gain(self, target: Item, drafter: Item | None, kind: str) -> Gain:
        """As expected, and as others measured it."""
        passes, step = self._passes(target), self._step(target, drafter)
        others = published_speeds(drafter.name, target.name) if drafter else ()
        if passes is None or step is None:
            return Gain(elsewhere=others)
        published, at_once = published_acceptance(drafter.name) if drafter else None, BY_NAME[kind].in_one_pass
        lengths = range(1, (published.k if at_once and published else MOST) + 1)
        drafts = [step(guesses) if at_once else guesses * step(1) for guesses in lengths]
        found = gain([passes(width) for width in range(1, len(lengths) + 2)], drafts, published, self._dear(target))
        return replace(found, elsewhere=others, doubtful=self._doubtful)

    @property
    def _doubtful(self) -> str | None:
        """Why what follows from the speed of matrix products here cannot be believed."""
        return self.machine.speed.doubtful if self.machine.speed else None

    def _passes(self, target: Item) -> Seconds | None:
        timed = self.timed.get(target.name, {})
        if expected := self._seconds(target.reads):
            return timed_passes(expected, timed)
        return _curve(timed) if timed else None

    def _step(self, target: Item, drafter: Item | None) -> Seconds | None:
        """Seconds of a pass of the drafter over so many places."""
        if drafter is None:
            return lambda places: 0.0
        own, bits = drafter.reads, self.machine.draft_bits
        if own and bits and not own.packed and not self.machine.wide:
            own = replace(own, stored=int(own.numbers * (bits + SCALES) / 8))
        return self._seconds(own and target.reads and own.with_head_of(target.reads))

    def _seconds(self, reads: PassWeights | None) -> Seconds | None:
        """Return the expected seconds of a pass by its width. Return None if nothing was timed here, the model is unknown, or it is sharded."""
        speed, wide = self.machine.speed, self._wide(reads)
        if speed is None or reads is None or not reads.numbers or self.machine.hosts > 1 or not speed.seconds.get(_form(reads, wide)):
            return None
        return lambda width: pass_seconds(reads, speed, wide, width)

    def _wide(self, reads: PassWeights | None) -> bool:
        """Whether these weights are held in float32: on a CPU, packed ones where they fit."""
        return self.machine.wide and reads is not None and (not reads.packed or may_unpack(reads.bytes(True), self.budget, self.machine.unpack))

    def _dear(self, target: Item) -> str:
        """The property of a target for which wide passes are dear here; "" if it has none."""
        if self.machine.wide and target.reads and not self._wide(target.reads):
            return "quantised matrices on a CPU cost as much for every token of a pass"
        return "a mixture of experts reads more experts with every guess" if target.reads and target.reads.experts else ""


def _latest(figures: Iterable[float | None]) -> float | None:
    """The median of the first few figures that are known, the newest first; None if there is none."""
    found = [figure for figure in figures if figure][:LATEST]
    return median(found) if found else None
