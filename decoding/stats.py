"""Computes figures from the Stats of replies. The functions pool several replies, give block cost and break-even, and leave out a reply's loop.

One reply's counts, and the rates that derive from them, are types.Stats.
"""

import statistics
from dataclasses import dataclass, fields, replace
from itertools import zip_longest
from typing import Iterable, Sequence

from .types import Round, Stats

SUDDEN, SHARE = 10.0, 0.1  # kernels were built if rounds SUDDEN times the median, at new widths, took SHARE of the whole time


def pooled(replies: Iterable[Stats]) -> Stats:
    """The stats of several replies as one: counts and seconds are added, the peak of memory is the highest one."""
    whole = Stats()
    for stats in replies:
        added = {field.name: getattr(whole, field.name) + getattr(stats, field.name) for field in fields(Stats)}
        peak = max(whole.peak_memory_bytes, stats.peak_memory_bytes)
        pairs = zip_longest(whole.by_position, stats.by_position, fillvalue=(0, 0))
        whole = Stats(**added | {"peak_memory_bytes": peak, "by_position": tuple((a + c, d + e) for (a, d), (c, e) in pairs)})
    return whole


def block_cost(round_seconds: float, plain_step_seconds: float) -> float:
    """Time of one round over the time of one plain step. A round pays if tokens per round exceeds this."""
    return round_seconds / plain_step_seconds


def break_even(cost: float, mean_drafted: float) -> float | None:
    """The acceptance rate at which the speed-up is 1: (block cost - 1) / mean drafted a round. None if nothing was drafted."""
    return (cost - 1) / mean_drafted if mean_drafted > 0 else None


def built_kernels(rounds: Sequence[Round]) -> bool:
    """Whether kernels were built during these rounds. A kernel is built when mlx first needs it. So the first pass of a width waits and takes
    many times as long."""
    seconds = [round_.draft_seconds + round_.verify_seconds for round_ in rounds]
    if len(seconds) < 3:
        return False
    usual, widths, waited = statistics.median(seconds), set(), 0.0
    for round_, taken in zip(rounds, seconds):
        if round_.read not in widths and taken > SUDDEN * usual:
            waited += taken - usual
        widths.add(round_.read)
    return waited > SHARE * sum(seconds)


# A loop: the end of a reply that only repeats itself. A drafter guesses it without effort, so its pace says nothing of other text.

# A loop goes round at least so often, and has at least so many tokens. A refrain and a row of a table are no loop.
PASSES, LEAST_LOOP = 3, 48
SEARCHED = 4096  # last tokens in which a loop is looked for


@dataclass(frozen=True, slots=True)
class Loop:
    """The end of a reply that goes round: the same `period` tokens again and again. `start`: index of the first token that repeats one; `end`: the
    number of tokens of the reply."""

    start: int
    period: int
    end: int

    @property
    def tokens(self) -> int:
        """How many tokens only repeat earlier ones."""
        return self.end - self.start


def find_loop(ids: Sequence[int]) -> Loop | None:
    """The loop in which these token ids end, with the shortest period; None if they end in none."""
    tail = list(ids[: -SEARCHED - 1 : -1])
    for period, alike in enumerate(_alike(tail)[: len(tail) // PASSES + 1]):
        if period and alike + period >= max(PASSES * period, LEAST_LOOP):
            start = len(ids) - alike
            while start > period and ids[start - 1] == ids[start - 1 - period]:
                start -= 1
            return Loop(start, period, len(ids))
    return None


def _alike(ids: Sequence[int]) -> list[int]:
    """For each shift, how many ids from there on are those at the beginning (the Z-function)."""
    found, left, right = [len(ids)] + [0] * (len(ids) - 1), 0, 0
    for at in range(1, len(ids)):
        same = min(right - at, found[at - left]) if at < right else 0
        while at + same < len(ids) and ids[same] == ids[at + same]:
            same += 1
        found[at] = same
        if at + same > right:
            left, right = at, at + same
    return found


def before_loop(stats: Stats, rounds: Sequence[Round], start: int | None) -> Stats:
    """A reply's stats without the rounds that wrote a token of its loop. The loop begins at the token with index `start`; None: there is no loop.
    `stats` are those of all these rounds, and their decode_seconds are shared out by the time that each round took."""
    if start is None:
        return stats
    kept, tokens = Stats(prompt_seconds=stats.prompt_seconds, peak_memory_bytes=stats.peak_memory_bytes), 0
    for round_ in rounds:
        tokens += len(round_.tokens)
        if tokens > start:
            break
        kept = kept.add(round_)
    share = sum(one.seconds for one in rounds[: kept.rounds]) / (sum(one.seconds for one in rounds) or 1.0)
    return replace(kept, decode_seconds=stats.decode_seconds * share)
