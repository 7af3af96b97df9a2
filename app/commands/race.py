"""A race of two settings on one prompt, from the command line: the runs. What follows from them is the comparison's to say."""

from __future__ import annotations

import argparse
from dataclasses import replace

from specdeck.app.compare.result import WARM_UP_TOKENS, Comparison, Run, first_difference, is_plain, median, ratio, two_best
from specdeck.decoding.drafters import NAMES
from specdeck.decoding.errors import PairError
from specdeck.decoding.types import Settings

from .load_and_decode import decode_into, open_pair, with_drafter
from .reply import Reply
from .signals import Signals
from .terminal import Progress


class Race:
    """Runs both sides in turn on one loaded pair."""

    def __init__(self, args: argparse.Namespace, prompt: str, signals: Signals) -> None:
        self.args, self.prompt, self.signals, self.progress = args, prompt, signals, Progress()
        self.runs: list[tuple[Run, Run]] = []

    def load(self, a: Settings, b: Settings) -> None:
        """One pair with the drafters of both sides; the last --drafter stays side B's."""
        path = self.args.a_drafter if self.args.a_drafter not in (None, *NAMES) else None
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

    def result(self) -> Comparison:
        """The median runs, and what only a further look can tell."""
        a, b = (median(side) for side in zip(*self.runs))
        at = first_difference(a.ids, b.ids)
        best = () if at is None else two_best(self._side(self.a, at + 1, detail=2).reply.rounds, at)
        return Comparison(a, b, tuple(ratio(b, a) for a, b in self.runs), self._plain_step(a), best)

    def _side(self, settings: Settings, max_tokens: int | None = None, detail: int = 0) -> Run:
        """One reply from cold caches."""
        self.pair.reset()
        args = self.args if max_tokens is None else argparse.Namespace(**vars(self.args) | {"max_tokens": max_tokens})
        reply = Reply(args.stop)
        decode_into(reply, self.pair, self.prompt, settings, args, self.signals, self.progress, detail=detail)
        self.signals.raise_if_caught()
        return Run(settings, reply)

    def _plain_step(self, a: Run) -> float:
        """Seconds of one plain step: side A's own where that is plain, else a plain run's."""
        plain = a if is_plain(a.settings) else self._side(replace(a.settings, drafter="none", k=0))
        return plain.round_seconds


def _side_b_drafters(args: argparse.Namespace) -> list[str]:
    """Side B's drafters, spelt out: beside another model, "model" and the default would mean that one."""
    from specdeck import assets

    own = str(assets.DRAFTER) if args.model is None else "lookup"
    return [own if name == "model" else name for name in args.drafter or [own]]
