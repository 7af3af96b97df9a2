"""What all benchmarks share: their options, their figures, alternating measurements."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass, field
from typing import Any, Callable, Iterable, Iterator, Literal, NamedTuple, Sequence, TypeVar

from specdeck.commands.bench_rows import prompts
from specdeck.decoding import Settings, decode
from specdeck.decoding.mlx_lm_generators import decode_with
from specdeck.decoding.text.prompt import render
from specdeck.decoding.types import Event, Finish, Round

Value = TypeVar("Value")
BURST = 0.0002  # seconds: tokens that come quicker than this are of one pass
PLAIN = Settings(drafter="none", k=0)


@dataclass(frozen=True)
class Options:
    """The options of a benchmark. `turns` and `tokens` None: its own default; `pld`: a checkout of benjamin-levin/mlx-lm."""

    pair: Any
    turns: int | None = None
    tokens: int | None = None
    pld: str | None = None


@dataclass(frozen=True)
class Figure:
    """One measured figure: the values of all turns, of which the median counts. `wanted`: the value to reach, None for a figure that only explains one.
    `sign`: whether the target is a minimum (>=), a maximum (<=) or a distance from 1 (1 ±)."""

    what: str
    values: Sequence[float]
    wanted: float | None = None
    sign: Literal[">=", "<=", "1 ±"] = ">="
    interval: tuple[float, float] | None = None  # None: the least and the most
    unit: str = ""
    note: str = field(default="", kw_only=True)

    @property
    def value(self) -> float:
        """The median."""
        return statistics.median(self.values)

    @property
    def spread(self) -> tuple[float, float]:
        """The interval, or the least and the most."""
        return self.interval or (min(self.values), max(self.values))

    @property
    def met(self) -> bool | None:
        """Whether the median reaches the target; None where there is none."""
        if self.wanted is None:
            return None
        return {">=": self.value >= self.wanted, "<=": self.value <= self.wanted, "1 ±": abs(self.value - 1) <= self.wanted}[self.sign]


class Throughput(NamedTuple):
    """A number of tokens and the seconds they took, both without the prompt."""

    tokens: int
    seconds: float

    @property
    def rate(self) -> float:
        return self.tokens / self.seconds


def observed_throughput(counts: Iterable[int]) -> Throughput:
    """The throughput of a generator that yields numbers of new tokens: of the tokens after its first burst, from then on. More is not known of
    other projects' generators. It is rough for short replies, because first bursts cover different numbers of passes."""
    stamps = [(time.perf_counter(), count) for count in counts]
    first = stamps[0][0]
    later, last = 0, first
    for at, count in stamps:
        later += count if at - first > BURST else 0
        first = at if at - first <= BURST else first
        last = at
    return Throughput(later, last - first)


def pooled(throughputs: Iterable[Throughput]) -> Throughput:
    """The throughput of several replies together."""
    throughputs = list(throughputs)
    return Throughput(sum(one.tokens for one in throughputs), sum(one.seconds for one in throughputs))


def measured_throughput(pair: Any, ids: Sequence[int], settings: Settings, tokens: int) -> Throughput:
    """The throughput of decode(), measured from outside like other projects' generators."""
    return observed_throughput(len(event.tokens) for event in events(pair, ids, settings, tokens) if isinstance(event, Round))


def reported_throughput(pair: Any, ids: Sequence[int], settings: Settings, tokens: int) -> Throughput:
    """The throughput of decode() by its own stats, as in `specdeck bench`: all tokens, from the end of the prefill. For comparisons among drafters."""
    *_, finish = events(pair, ids, settings, tokens)
    assert isinstance(finish, Finish)
    return Throughput(finish.stats.emitted, finish.stats.decode_seconds)


def events(pair: Any, ids: Sequence[int], settings: Settings, tokens: int) -> Iterator[Event]:
    """decode() from empty caches, ignoring ends of turn."""
    pair.reset()
    return decode_with(pair, list(ids), settings, max_tokens=tokens, ignore_end=True)


def rendered(pair: Any, workload: str, count: int = 2) -> list[list[int]]:
    """Token ids of the first `count` prompts of a workload; 0: all."""
    return [render(pair.tokenizer, text).tokens for text in prompts(workload, count)]


def take_turns(turns: int, *arms: Callable[[int], Value]) -> list[list[Value]]:
    """The values of each arm by turn. One more turn goes first and is not counted; odd turns run the arms in reversed order."""
    values: list[list[Value]] = [[] for _ in arms]
    for turn in range(-1, turns):
        order = list(zip(arms, values))
        for arm, collected in order[:: -1 if turn % 2 else 1]:
            value = arm(turn + 1)
            if turn >= 0:
                collected.append(value)
    return values


def ratios(a: Sequence[float], b: Sequence[float]) -> list[float]:
    """The ratios a / b, turn by turn."""
    return [x / y for x, y in zip(a, b, strict=True)]


def median_interval(values: Sequence[float]) -> tuple[float, float]:
    """A distribution-free 95 % interval of the median, from order statistics (binomial); for fewer than 6 values the least and the most."""
    n, ranked = len(values), sorted(values)
    low = max(0, int((n - 1.96 * n**0.5) / 2))
    return ranked[low], ranked[n - 1 - low]


def prompts_and_lengths(pair: Any, workloads: Iterable[str], most: int, count: int = 2) -> Iterator[tuple[list[int], int]]:
    """The first `count` prompts of each workload (0: all), each with the length of its plain greedy reply, its end-of-turn token included, at most `most`."""
    for workload in workloads:
        for ids in rendered(pair, workload, count):
            pair.reset()
            *_, finish = decode(pair, list(ids), PLAIN, max_tokens=most)
            assert isinstance(finish, Finish)
            yield ids, min(most, finish.stats.emitted + 1)
