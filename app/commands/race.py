"""A race of two settings on one prompt: the runs, and what follows from them. Knows decoding and arithmetic; prints nothing."""

from __future__ import annotations

import argparse
import math
import statistics
from dataclasses import dataclass, replace
from typing import Any

from app.commands import options
from app.commands.engine import decode_into, open_pair, with_drafter
from app.commands.reply import Reply, as_json
from app.commands.signals import Signals
from app.commands.terminal import Progress
from decoding.errors import PairError
from decoding.stats import block_cost, break_even
from decoding.types import Settings

WARM_UP_TOKENS = 8  # decoded once a side and not counted: the first pass of a process is slow on every machine


@dataclass(frozen=True)
class Side:
    """One run of one side."""

    settings: Settings
    reply: Reply

    @property
    def rate(self) -> float:
        """Tokens a second."""
        return self.reply.stats.tokens_per_second

    @property
    def round_seconds(self) -> float:
        """Mean time of a round, all of the host's work included."""
        return self.reply.stats.decode_seconds / max(1, self.reply.stats.rounds)


@dataclass(frozen=True)
class Result:
    """What a comparison found."""

    pair: Any
    a: Side
    b: Side
    ratios: list[float]  # B's tokens a second over A's, run by run
    plain_step_seconds: float
    gap: float | None

    @property
    def speedup(self) -> float:
        """Median of the ratios."""
        return statistics.median(self.ratios)

    @property
    def first_difference(self) -> int | None:
        """The first position at which the token ids differ; a text that ends earlier differs at its length."""
        return first_difference(self.a.reply.ids, self.b.reply.ids)

    @property
    def block_cost(self) -> float:
        """A round of side B over one plain step."""
        return block_cost(self.b.round_seconds, self.plain_step_seconds)

    @property
    def break_even(self) -> float | None:
        """The acceptance rate at which the speed-up is 1."""
        stats = self.b.reply.stats
        return break_even(self.block_cost, stats.drafted / max(1, stats.rounds))

    def as_json(self) -> dict[str, Any]:
        """The object of `compare --json`."""
        return {
            "a": as_json(self.a.reply, self.a.settings, self.pair),
            "b": as_json(self.b.reply, self.b.settings, self.pair),
            "speedup": self.speedup,
            "spread": [min(self.ratios), max(self.ratios)],
            "identical": self.first_difference is None,
            "first_difference": self.first_difference,
            "gap": self.gap,
            "block_cost": self.block_cost,
            "break_even": self.break_even,
        }


class Race:
    """Runs both sides in turn on one loaded pair."""

    def __init__(self, args: argparse.Namespace, prompt: str, signals: Signals) -> None:
        self.args, self.prompt, self.signals, self.progress = args, prompt, signals, Progress()
        self.runs: list[tuple[Side, Side]] = []

    def load(self, a: Settings, b: Settings) -> None:
        """One pair with the drafters of both sides; the last --drafter stays side B's."""
        path = self.args.a_drafter if self.args.a_drafter not in (None, *options.NAMES) else None
        self.pair = open_pair(self.args, self.progress, path and [path, *_side_b_drafters(self.args)])
        self.b = with_drafter(b, self.pair)
        if path:  # the first model that was loaded
            a = replace(a, drafter=next(iter(self.pair.paths)))
        elif self.args.a_drafter is None and a.k:
            a = replace(a, drafter=self.b.drafter)
        if a.drafter not in self.pair.drafters:
            raise PairError(self.pair.unavailable[a.drafter])
        self.a = a

    def run(self) -> None:
        """Warm up, then A and B alternately."""
        for settings in (self.a, self.b):
            self._side(settings, WARM_UP_TOKENS)
        for number in range(self.args.runs):
            self.progress.say(f"run {number + 1} of {self.args.runs}")
            self.runs.append((self._side(self.a), self._side(self.b)))
        self.progress.clear()

    def result(self) -> Result:
        """The median runs, and what only a further look can tell."""
        ratios = [_ratio(b, a) for a, b in self.runs]
        a, b = (sorted(sides, key=lambda side: side.rate)[(len(sides) - 1) // 2] for sides in zip(*self.runs))
        at = first_difference(a.reply.ids, b.reply.ids)
        gap = None if at is None else self._gap(at)
        return Result(self.pair, a, b, ratios, self._plain_step(a), gap)

    def _side(self, settings: Settings, max_tokens: int | None = None, detail: int = 0) -> Side:
        """One reply from cold caches."""
        self.pair.reset()
        args = self.args if max_tokens is None else argparse.Namespace(**vars(self.args) | {"max_tokens": max_tokens})
        reply = Reply(args.stop)
        decode_into(reply, self.pair, self.prompt, settings, args, self.signals, self.progress, detail=detail)
        self.signals.raise_if_caught()
        return Side(settings, reply)

    def _plain_step(self, a: Side) -> float:
        """Seconds of one plain step: side A's own where that is plain, else a plain run's."""
        plain = a.settings.k == 0 or a.settings.drafter == "none"
        return (a if plain else self._side(replace(a.settings, drafter="none", k=0))).round_seconds

    def _gap(self, at: int) -> float | None:
        """Between side A's two best logits at a position; None where a filter left only one."""
        again = self._side(self.a, at + 1, detail=2).reply
        best = [top for event in again.rounds for top in event.top_p[: max(1, len(event.tokens))]]
        if at >= len(best) or len(best[at]) < 2 or best[at][1][1] <= 0:
            return None
        return math.log(best[at][0][1] / best[at][1][1]) * (self.a.temperature or 1.0)


def _side_b_drafters(args: argparse.Namespace) -> list[str]:
    """Side B's drafters, spelt out: beside another model, "model" and the default would mean that one."""
    import assets

    own = str(assets.DRAFTER) if args.model is None else "lookup"
    return [own if name == "model" else name for name in args.drafter or [own]]


def first_difference(a: list[int], b: list[int]) -> int | None:
    """The first index at which two token lists differ, the shorter one's length if it is the other's head; None if equal."""
    if a == b:
        return None
    return next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))


def _ratio(b: Side, a: Side) -> float:
    """B's speed over A's; of two empty replies, by the time they took to be empty."""
    if a.rate and b.rate:
        return b.rate / a.rate
    return a.reply.stats.decode_seconds / max(b.reply.stats.decode_seconds, 1e-9)
