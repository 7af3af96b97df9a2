"""`specdeck doctor`: what a pass costs on this machine and what would make decoding faster. `--report FILE` measures more of the embedded pair and of
a real one, in one text for an issue. It adds the choice of auto, whether the text is plain decoding's, and adaptive beside fixed k. It also adds all
drafters beside mlx-lm, a long prompt, and the cost of drawing. A check that fails says why, and the others go on."""

from __future__ import annotations

import argparse
import json
import platform
import textwrap
import time
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, NamedTuple

from specdeck.decoding import RateEstimator, memory
from specdeck.decoding.drafters import NAMES
from specdeck.decoding.errors import LoadError, reason_of
from specdeck.decoding.types import ADAPTIVE_K, LOOKUP, MLX_LM, PLAIN, Round, Settings

from ..budget import MORE, SECONDS, Amounts, Budget, JobParts
from ..compare.race import Compared, Terms, TimedRun, race
from ..compare.result import Comparison
from ..compare.result_words import same_text_words
from ..compare.timed_replies import show_progress
from ..drawing.figures import duration, pace, size, times
from ..records import files
from ..terminal.signals import Interrupted, Signals, catching
from ..terminal.streams import ProgressLine, complain
from . import options
from .bench import as_table
from .bench_rows import Arm, Bench, BenchPlan, prompts
from .compare import compare_report
from .doctor_advice import WIDTH, examined, in_words
from .machine_properties import machine, property_lines
from .options import load_engine, with_drafter

if TYPE_CHECKING:
    from ..engine.engine import Engine

STORY, EDIT, ECHO = "story", "edit", "echo"  # workloads: a text to invent, one to change, one to copy
FIRST_TOKENS, LEAST_TOKENS = 12, 24  # of the first reply, by which the others' cost is estimated; of a measured reply
SAME_TOKENS = 500  # compared at temperature 0
CONTEXTS = (200, 1000, 4000)  # tokens of a prompt
LONGER = 5  # how much longer the next of them takes than those before it, about
AFTER = 32  # tokens that are written after each of them


def main(args: argparse.Namespace) -> int:
    """Check, load, examine, print; or write the report."""
    options.check(args)
    if args.report:
        return write_report(args)
    progress, budget = ProgressLine(), Budget(args.seconds)
    with catching() as signals:
        engine = load_engine(args, progress)
        said = json.dumps(examined(engine, budget, progress, args.context)) if args.json else in_words(engine, budget, progress, args.context)
        progress.clear()
        signals.raise_if_caught()
    print(said, flush=True)
    return 0


class Report:
    """The text so far, written after every part: what a signal leaves is a report too."""

    def __init__(self, path: str) -> None:
        self._place, self._text = files.free_place(path), ""

    def add(self, head: str, lines: list[str], sign: str = "-") -> None:
        """Append a part. The home folder's name is nobody's business."""
        text = "\n".join([head, sign * len(head), *lines, "", ""])
        self._text += text.replace(str(Path.home()), "~")
        files.overwrite(self._place, self._text, shared=True)


def write_report(args: argparse.Namespace) -> int:
    """Measure both pairs and write the report. Raises LoadError where its file cannot be written, and Interrupted; then the file holds what was
    measured before."""
    report = Report(args.report)
    seconds = SECONDS["report"] if "seconds" in args.defaulted else args.seconds
    line = ProgressLine()
    line.say("looking for a pair on this machine")
    inside = argparse.Namespace(**vars(args) | {"model": None, "drafter": None, "hosts": None, "hostfile": None})
    named = (args.model, args.drafter) if args.model or args.drafter else _pair_on_disk()
    subjects = {"the embedded pair": inside} | ({"the real pair": argparse.Namespace(**vars(args) | dict(zip(("model", "drafter"), named)))} if named else {})
    report.add("specdeck doctor --report", [f"{datetime.now():%Y-%m-%d %H:%M}, {platform.platform()}, budget {seconds:g} s"], "=")
    if not named:
        report.add("no real pair", ["none is on this machine that fits: --model and --drafter name one"])
    parts = JobParts(line, Budget(seconds), {f"{name}: {check.title}": check.seconds for name in subjects for check in CHECKS})
    with catching() as signals:
        try:
            failed = sum(_measure(name, subject, parts, report, line, signals) for name, subject in subjects.items())
        except Interrupted:
            line.clear()
            report.add("ended before its end", ["by whoever ran it"])
            complain(f"the report was ended: {args.report} holds what was measured")
            raise
    line.clear()
    if failed:
        complain(f"{failed} of {len(subjects) * len(CHECKS)} checks failed; the report says why")
    print(f"{args.report} is written: please put it into an issue", flush=True)
    return 0


def _pair_on_disk() -> tuple[str, list[str] | None] | None:
    """Return the folders of the largest target that fits together with a drafter, and of its smallest such drafter. Without such a pair, return the
    largest target alone."""
    from ..engine.engine import machine
    from ..models.disk import Item, NamedFolders, scan_disk
    from ..models.fit import draft_fit, plan
    from ..settings import paths

    def fit(*items: Item) -> bool:
        return plan(items, (), (), machine(None), memory()).word == "fits"

    items = [item for item in scan_disk(NamedFolders(paths.named_folders()).names).items if item.origin != "embedded" and not item.trouble]
    targets = sorted((item for item in items if item.is_target and fit(item)), key=lambda item: -item.size)
    for target in targets:
        drafters = [item for item in items if 2 * item.size < target.size and draft_fit(item, target).ok and fit(target, item)]
        if drafters:
            return str(target.folder), [str(min(drafters, key=lambda item: item.size).folder)]
    return (str(targets[0].folder), None) if targets else None


def _measure(name: str, args: argparse.Namespace, parts: JobParts, report: Report, line: ProgressLine, signals: Signals) -> int:
    """Load the pair and make every check; returns how many failed."""
    failed, measured = 0, None
    try:
        measured = Checks(load_engine(args, line), args, parts, signals)
        report.add(name, measured.head(), "=")
    except Exception as error:
        report.add(name, [f"could not be loaded: {reason_of(error)}"], "=")
    for check in CHECKS:
        budget, began = parts.begin(f"{name}: {check.title}"), time.perf_counter()
        if measured is None:
            failed += 1
            continue
        try:
            lines = check.lines(measured, budget)
        except Exception as error:
            lines, failed = [f"failed: {reason_of(error)}"], failed + 1
        signals.raise_if_caught()  # where it came while something else would swallow it
        report.add(f"{check.title} ({time.perf_counter() - began:.0f} s)", lines)
    return failed


class Checks:
    """The checks of one loaded pair. Each returns its lines, in about the seconds of its budget."""

    def __init__(self, engine: Engine, args: argparse.Namespace, parts: JobParts, signals: Signals) -> None:
        self.engine, self.args, self.parts, self.signals = engine, args, parts, signals
        self.settings = with_drafter(Settings(seed=1), engine.pair)
        self.workload = EDIT if self.settings.drafter == LOOKUP else STORY  # a workload that the drafter in force drafts for

    def head(self) -> list[str]:
        """The machine and the pair."""
        from ..engine.engine import device

        pair = self.engine.pair
        more = {"device": device(), "drafters": ", ".join(pair.drafters), "in force": self.settings.drafter, "context": pair.context, "remarks": "; ".join(pair.remarks) or None}
        return property_lines(machine(pair) | more, WIDTH)

    def costs(self, budget: Budget) -> list[str]:
        """Passes by width, drafts by k, what is exact, what is predicted: as doctor shows it."""
        return in_words(self.engine, budget, self.parts).splitlines()

    def auto(self, budget: Budget) -> list[str]:
        """What auto drafted in every round, as it learns."""
        texts = {name: prompts(name, 1)[0] for name in (STORY, EDIT)}
        tokens, lines = self._tokens(budget, 2 * len(texts), 96), ["each round of auto: a drafter's first letters, its guesses and how many were accepted; - is plain"]
        self.engine.pair.estimator = RateEstimator()
        for name, text in texts.items():
            _, plain = self.engine.whole_reply(text, replace(self.settings, drafter=PLAIN, k=0), tokens)
            self.parts.say()
            rounds, drafted = self.engine.whole_reply(text, replace(self.settings, drafter="auto", k=ADAPTIVE_K, adaptive_k=True), tokens)
            speed = drafted.stats.tokens_per_second / (plain.stats.tokens_per_second or 1.0)
            undrafted = sum(not round_.draft for round_ in rounds)
            lines.append(f"{name}: {times(speed)} of plain's {pace(plain.stats.tokens_per_second)} tok/s, {undrafted} of {len(rounds)} rounds plain")
            lines += textwrap.wrap(" ".join(map(_choice, rounds)), WIDTH, initial_indent="  ", subsequent_indent="  ")
        return lines

    def same_text(self, budget: Budget) -> list[str]:
        """The first difference from plain's text at temperature 0, on so many prompts that SAME_TOKENS are compared."""
        lines, total, began = [], 0, time.perf_counter()
        for text in prompts(self.workload, 0):
            found = self._compared({"drafter": PLAIN}, self.settings, text, 1, SAME_TOKENS - total, budget.without(time.perf_counter() - began))
            total += len(found.a.ids)
            lines.append(f"{len(found.a.ids):4} tokens: {same_text_words(found)}")
            if total >= SAME_TOKENS or budget.seconds and time.perf_counter() - began > budget.seconds / 2:
                break
        return [*lines, f"{total} tokens with drafter {self.settings.drafter}, k={self.settings.k}, against plain decoding"]

    def adaptive(self, budget: Budget) -> list[str]:
        """Adaptive k beside the usual k, which waits for no guess."""
        adaptive = replace(self.settings, k=ADAPTIVE_K, adaptive_k=True)
        found = self._compared({"adaptive_k": False, "k": self.settings.k}, adaptive, prompts(self.workload, 1)[0], 2, 96, budget)
        guesses = [f"{letter}: {duration(run.stats.draft_seconds / run.stats.drafted)} a guess" for letter, run in (("A", found.a), ("B", found.b)) if run.stats.drafted]
        return [*compare_report([found], self.engine.pair.known).splitlines(), f"drafting  {', '.join(guesses) or 'nothing was drafted'}"]

    def bench(self, budget: Budget) -> list[str]:
        """All drafters beside plain decoding and mlx-lm's generators."""
        plan = BenchPlan(self.settings, (STORY, EDIT, ECHO), (2, 4, 8), (0.0,), NAMES, Amounts(2, 2, 64), against=MLX_LM, budget=budget)
        bench = Bench(self.engine, plan)
        show_progress(bench.run(), self.parts)
        self.engine.pair.estimator = RateEstimator()
        return as_table({"machine": {"method": bench.method}, "rows": bench.table.rows()}).splitlines()

    def long_prompt(self, budget: Budget) -> list[str]:
        """Reading and writing at a short and at a long context."""
        pair, text = self.engine.pair, "\n\n".join(prompts("qa", 0) + prompts("open", 0) + prompts(EDIT, 0))
        ids = pair.tokenizer.encode(text)
        ids = ids * (1 + CONTEXTS[-1] // len(ids))
        rivals = [Settings(drafter=MLX_LM, k=k) for k in ((0, self.settings.k) if "model" in pair.drafters else (0,))]
        arms, lines, began = [replace(self.settings, drafter=PLAIN, k=0), self.settings, *rivals], [], time.perf_counter()
        room = max(CONTEXTS[0], (pair.context or CONTEXTS[-1]) - 2 * AFTER)
        for length in sorted({min(length, room) for length in CONTEXTS}):
            if budget.seconds and LONGER * (time.perf_counter() - began) > budget.seconds:
                lines.append(f"a prompt of {length} tokens does not fit the budget: {MORE}")
                break
            lines.append(f"after a prompt of {length} tokens:")
            for settings in arms:
                self.parts.say()
                stats = self.engine.whole_reply(ids[:length], settings, AFTER, ignore_end=True)[1].stats
                lines.append(f"  {str(Arm(settings.drafter, settings.k)):18} read in {duration(stats.prompt_seconds)}, {pace(stats.tokens_per_second)} tok/s, peak {size(stats.peak_memory_bytes)}")
        return lines

    def app(self, budget: Budget) -> list[str]:
        """The same reply without a screen, and in the app, which loads the pair anew. The last check: the pair is given up."""
        from ..engine.session import Session, real_engine
        from ..offscreen import reply_while_drawn

        text = prompts(self.workload, 1)[0]
        tokens = self._tokens(budget, 5, 96)
        alone = max(self.engine.whole_reply(text, self.settings, tokens)[1].stats.tokens_per_second for _ in range(2))
        self.engine.unload()
        session = Session(self.settings, lambda: real_engine(**options.loading_of(self.args)))
        drawn = reply_while_drawn(session, self.args.model, tuple(self.args.drafter or ()), text, tokens, lambda: self.signals.caught is not None)
        rate = drawn.stats.tokens_per_second
        return [f"without a screen {pace(alone)} tok/s, in the app {pace(rate)} tok/s, {times(rate / (alone or 1.0))}; {tokens} tokens at most"]

    def _tokens(self, budget: Budget, replies: int, most: int) -> int:
        """So many tokens that these replies fit the budget, by what a first plain one costs."""
        stats = self.engine.whole_reply(prompts(self.workload, 1)[0], replace(self.settings, drafter=PLAIN, k=0), FIRST_TOKENS)[1].stats
        token = stats.decode_seconds / max(1, stats.emitted)
        return budget.amounts(Amounts(1, 1, most), Amounts(1, 1, LEAST_TOKENS), lambda some: replies * (stats.prompt_seconds + some.tokens * token)).tokens

    def _compared(self, a: dict[str, Any], b: Settings, text: str, runs: int, tokens: int, budget: Budget) -> Comparison:
        """Side B against one with these changes, as compare does it. Raises LoadError if a drafter or the target fails."""
        terms = Terms(({"role": "user", "content": text},), tokens, None, runs, budget)
        found = None
        for event in race(self.engine, terms, {"a": replace(b, **a), "b": b}):
            self.parts.say()
            if isinstance(event, TimedRun) and event.run.reply.failure:
                raise LoadError(event.run.reply.failure)
            found = event.comparisons[0] if isinstance(event, Compared) else found
        assert found, "both sides have run"
        return found


def _choice(round_: Round) -> str:
    return f"{round_.drafter[:2]}{len(round_.draft)}/{round_.accepted}" if round_.draft else "-"


class Check(NamedTuple):
    """`seconds`: how long it may take beside the others, if there is time for all."""

    title: str
    seconds: float
    lines: Callable[[Checks, Budget], list[str]]


CHECKS = (
    Check("costs and prediction", 80, Checks.costs),
    Check("auto's choices", 30, Checks.auto),
    Check("the same text at temperature 0", 60, Checks.same_text),
    Check("adaptive k beside fixed k", 40, Checks.adaptive),
    Check("drafters beside mlx-lm", 120, Checks.bench),
    Check("a long prompt", 60, Checks.long_prompt),
    Check("the app beside run", 40, Checks.app),
)
