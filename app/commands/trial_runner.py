"""A comparison from the command line: the screen's trials, run one after the other in this process."""

from __future__ import annotations

import argparse
import time
from collections import deque
from dataclasses import replace
from itertools import count
from typing import Iterable

from specdeck.decoding.drafters import NAMES, STAND_IN
from specdeck.decoding.errors import PairError
from specdeck.decoding.rules import SAME_TEXT_RULE
from specdeck.decoding.types import MLX_LM, Settings

from ..compare.best import Best
from ..compare.result import Comparison
from ..compare.trials import Contest
from ..engine.messages import Trial, Tried
from ..engine.reporter import collect, reporter_of
from ..terminal.signals import Signals
from ..terminal.streams import ProgressLine
from . import options
from .load_and_decode import Notes, open_pair, recommended, reply_events, with_drafter


class TrialRunner:
    """Loads what both sides need, and runs the trials of a contest."""

    def __init__(self, args: argparse.Namespace, prompt: str, signals: Signals) -> None:
        self.args, self.prompt, self.signals, self.progress = args, prompt, signals, ProgressLine()
        self.contest = Contest(count(1).__next__, tuple(args.stop), check_by_design=True)
        self.contest.runs = args.runs

    def load(self, a: Settings, b: Settings) -> None:
        """One pair with the drafters of both sides; the last --drafter stays side B's."""
        path = self.args.a_drafter if self.args.a_drafter not in (None, *NAMES) else None
        self.pair = open_pair(self.args, self.progress, path and [path, *_side_b_drafters(self.args)])
        rules = self.args.a_rule or self.args.rule, self.args.rule
        a, b = (_with_rule(recommended(side, self.pair, self.args), rule) for side, rule in zip((a, b), rules, strict=True))
        self.b = with_drafter(b, self.pair)
        if path:  # the first drafter that was loaded from files
            a = replace(a, drafter=next(iter(self.pair.paths)))
        elif self.args.against:
            a = replace(a, k=self.b.k if "model" in self.pair.drafters else 0)
        elif self.args.a_drafter is None and a.k:
            a = replace(a, drafter=self.b.drafter)
        if a.drafter not in (*self.pair.drafters, MLX_LM):
            raise PairError(self.pair.unavailable[a.drafter])
        self.contest.changes = {"a": {"drafter": a.drafter, "k": a.k, "rule": a.rule}, "b": {"rule": self.b.rule}}

    def run(self) -> Comparison:
        """Run all trials, and the further ones that their results call for. Raises Interrupted, or LoadError if the engine
        failed."""
        system = ({"role": "system", "content": self.args.system},) if self.args.system else ()
        messages = (*system, {"role": "user", "content": self.prompt})
        force, thinking = self.b, options.thinking_of(self.args)
        self._run(self.contest.begin(self.prompt, messages, force, self.args.max_tokens, thinking))
        assert self.contest.comparison, "all trials have run"
        return self.contest.comparison

    def search(self) -> Best:
        """The fastest of all loaded drafters and its k, on the prompt of the comparison."""
        distinct = {id(drafter): drafter.name for drafter in self.pair.drafters.values()}  # one may have two names
        self._run(self.contest.begin_search(tuple(distinct.values())))
        assert self.contest.best, "the search has ended"
        return self.contest.best

    def _run(self, trials: Iterable[Trial]) -> None:
        waiting = deque(trials)
        while waiting:
            self.progress.say(self.contest.doing)
            waiting.extend(self.contest.apply(self._try(waiting.popleft())))
        self.progress.clear()

    def _try(self, trial: Trial) -> Tried:
        """One reply from cold caches."""
        self.pair.reset()
        events = reply_events(self.pair, trial.messages, trial.settings, self.args, self.signals, trial.max_tokens, trial.detail)
        reports = collect(reporter_of(self.pair.tokenizer, trial.job), events, time.perf_counter)
        self.signals.raise_if_caught()
        notes = Notes(self.progress)
        for report in reports if self.contest.tasks[0].purpose != "sweep" else ():
            notes.tell(report.event)
        return Tried(trial.job, trial.settings, reports)


def _with_rule(settings: Settings, asked: str | None) -> Settings:
    """The settings with the rule that was asked for, else above temperature 0 with one that gives plain decoding's text."""
    usual = SAME_TEXT_RULE if settings.temperature > 0 else settings.rule
    return replace(settings, rule=asked or usual)


def _side_b_drafters(args: argparse.Namespace) -> list[str]:
    """Side B's drafters by path: beside another model, "model" and the default would mean that one."""
    from specdeck import assets

    own = str(assets.DRAFTER) if args.model is None else STAND_IN
    return [own if name == "model" else name for name in args.drafter or [own]]
