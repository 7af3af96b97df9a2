"""`specdeck compare`: two settings on one prompt, the screen's trials run one after the other in this process."""

import argparse
import json
from collections import deque
from dataclasses import replace
from itertools import count
from typing import Iterable

from specdeck.decoding.drafters import BY_NAME, DEFAULT_DRAFTER, NAMES, RECORDS
from specdeck.decoding.errors import PairError, SettingsError
from specdeck.decoding.rules import SAME_TEXT_RULE
from specdeck.decoding.types import MLX_LM, PLAIN, Settings

from ..budget import MORE, Budget
from ..compare.best import Best, elsewhere
from ..compare.best import options as best_options
from ..compare.result import Comparison, is_plain
from ..compare.result_card import comparison_card
from ..compare.trials import Contest
from ..drawing.figures import counted
from ..engine.measuring import trial
from ..engine.messages import Counted, Trial, Tried
from ..models.disk import taken_elsewhere
from ..records.export import comparison_json
from ..terminal.signals import Interrupted, Signals, catching
from ..terminal.streams import ProgressLine, complain
from . import options, printed_results
from .load_and_decode import Notes, load_decoder, recommended, with_drafter
from .printed_results import compare_report

COMES_WITH_FILES = {record.name for record in RECORDS if record.files}


class TrialRunner:
    """Loads what both sides need, and runs the trials of a contest."""

    def __init__(self, args: argparse.Namespace, prompt: str, signals: Signals) -> None:
        self.args, self.prompt, self.signals, self.progress = args, prompt, signals, ProgressLine()
        self.contest = Contest(count(1).__next__, tuple(args.stop), check_by_design=True)
        self.contest.runs, self.contest.budget, self.contest.more = args.runs, Budget(args.seconds), MORE
        self.contest.wanted_runs = args.runs
        self.contest.asked = {name for name, dest in (("runs", "runs"), ("tokens", "max_tokens")) if dest not in args.defaulted}

    def load(self, a: Settings, b: Settings) -> None:
        """One pair with the drafters of both sides; the last --drafter stays side B's."""
        path = self.args.a_drafter if self.args.a_drafter not in (None, *NAMES) else None
        also = path or _not_asked_for(self.args)
        self.decoder = load_decoder(self.args, self.progress, self.signals, also and [also, *_side_b_drafters(self.args, self.progress)])
        self.pair = self.decoder.pair
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

    def result(self, a: Settings, b: Settings) -> tuple[Comparison, Best | None]:
        """All of it, from loading on; after a signal what both sides have had by then, with a line that says so. Raises Interrupted if that is
        nothing."""
        try:
            self.load(a, b)
            return self.run(), self.search() if self.args.best else None
        except Interrupted:
            self.progress.clear()
            found, wanted = self.contest.end(), counted(self.contest.wanted_runs, "run")
            if found is None:
                complain(f"the comparison was ended before each side had a run: nothing was kept of the {wanted} a side")
                raise
            left_out = "the search for the best drafter" if self.args.best else "the check of the first difference"
            had = len(found.ratios)
            complain(f"the comparison was ended after {had} of {wanted} a side" if had < self.contest.wanted_runs else f"{left_out} was ended")
            return found, None

    def run(self) -> Comparison:
        """Run all trials, and the further ones that their results call for. Raises Interrupted, or LoadError if the engine
        failed."""
        messages = ({"role": "user", "content": self.prompt},)
        self._run(self.contest.begin(self.prompt, messages, self.b, self.args.max_tokens, options.thinking_of(self.args)))
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
            tried = self._try(waiting.popleft())
            if self.signals.caught is not None:
                self.contest.apply(tried)  # it may have come to its end all the same
            self.signals.raise_if_caught()
            if self.contest.tasks[0].purpose != "sweep":
                notes = Notes(self.progress)
                for event in tried.events:
                    notes.watch(event)
                notes.raise_if_failed(tried.finish)
            waiting.extend(self.contest.apply(tried))
            if self.contest.cut:
                complain(self.contest.cut)
                self.contest.cut = ""
        self.progress.clear()

    def _try(self, asked: Trial) -> Tried:
        """One trial; its progress is shown."""
        self.progress.say(self.contest.doing)
        for report in trial(self.decoder, asked):
            if isinstance(report, Tried):
                return report
            if isinstance(report, Counted):
                self.contest.apply(report)
                self.progress.say(self.contest.doing)
        raise AssertionError("a trial's last report tells how it ended")


def _with_rule(settings: Settings, asked: str | None) -> Settings:
    """The settings with the rule that was asked for, else above temperature 0 with one that gives plain decoding's text."""
    usual = SAME_TEXT_RULE if settings.temperature > 0 else settings.rule
    return replace(settings, rule=asked or usual)


def _not_asked_for(args: argparse.Namespace) -> str | None:
    """The name of side A's drafter where it comes with the target, and only others are asked for, of which none takes its name; else None."""
    named = args.a_drafter in COMES_WITH_FILES and args.drafter and args.a_drafter not in args.drafter
    return args.a_drafter if named and all(name in NAMES for name in args.drafter) else None


def _side_b_drafters(args: argparse.Namespace, progress: ProgressLine) -> list[str]:
    """Side B's drafters by path: beside side A's, "model" and the default would mean that one. Raises PairError for a "model" that there is not."""
    from specdeck import assets

    if args.model is None:
        own = str(assets.DRAFTER)
        return [own if name == "model" else name for name in args.drafter or [own]]
    if "model" in (args.drafter or ()):
        raise PairError(BY_NAME["model"].unavailable)
    return args.drafter or [_own_head(args.model, progress) or DEFAULT_DRAFTER]


def _own_head(model: str, progress: ProgressLine) -> str | None:
    """The kind of the drafter in this target's own folder that is taken where none is named; None if there is none."""
    from specdeck.decoding.checkpoints import model_folder, objection, own_heads, recognise

    target = recognise(model_folder.find(model, progress.say))
    return next((head.kind for head in own_heads(target) if not objection(head, target)), None)


def main(args: argparse.Namespace) -> int:
    """Check, load, run both sides, report; after a signal report the runs that both sides have had, and nothing on stdout if one had none."""
    b = options.settings_of(args)
    a = _side_a(args, b)
    options.check(args)
    if args.best and not is_plain(a):
        raise SettingsError("--best is against plain decoding: leave the options of side A out")
    printed_results.check("card", args.card)
    with catching() as signals:
        runner = TrialRunner(args, options.read_prompt(args.prompt), signals)
        result, best = runner.result(a, b)
    found = comparison_json(result, runner.pair) | {"runs": len(result.ratios), "budget_seconds": args.seconds} | (_best_json(best, runner) if best else {})
    lines = [f"{'copy' if at else 'best':<10}{line}" for at, line in enumerate(_best_lines(best, runner))] if best else []
    try:
        print(json.dumps(found, allow_nan=False) if args.json else "\n".join([compare_report(result, runner.pair.known), *lines]), flush=True)
    finally:  # each is written even if the other cannot be
        if args.card:
            printed_results.write("card", args.card, comparison_card(result, runner.prompt, runner.pair.name).svg())
    return signals.exit_code


def _best_lines(best: Best, runner: TrialRunner) -> list[str]:
    """What is fastest, the options that choose it, and what does the same elsewhere."""
    other = elsewhere(best.settings, taken_elsewhere(runner.pair.paths.get(best.settings.drafter) if best.settings else None))
    return [*filter(None, (best.line, f"specdeck: {best_options(best.settings)}", other))]


def _best_json(best: Best, runner: TrialRunner) -> dict[str, object]:
    settings, speed = best.settings, best.speed
    choice = {"drafter": settings.drafter, "k": settings.k, "adaptive_k": settings.adaptive_k} if settings else {"drafter": PLAIN, "k": 0, "adaptive_k": False}
    figures = {"speedup": speed.times, "spread": list(speed.spread)} if speed else {"speedup": 1.0, "spread": []}
    return {"best": choice | figures | {"lines": _best_lines(best, runner)}}


def _side_a(args: argparse.Namespace, b: Settings) -> Settings:
    """Side A's settings: plain decoding with the changes of --a-…. --a-k alone keeps side B's drafter."""
    if args.against:
        if (args.a_drafter, args.a_k, args.a_rule) != (None, None, None):
            raise SettingsError("--against already chooses side A: leave --a-drafter, --a-k and --a-rule out")
        return replace(b, drafter=args.against)
    if args.a_drafter is not None:
        options.check_drafter(args.a_drafter)
    plain = args.a_drafter is None and args.a_k is None
    drafter = args.a_drafter or (PLAIN if plain else b.drafter)
    k = 0 if plain else b.k if args.a_k is None else args.a_k
    return replace(b, drafter=drafter, k=k, rule=args.a_rule or b.rule)
