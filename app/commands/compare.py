"""`specdeck compare`: two to four settings on one prompt, the screen's race in this process."""

from __future__ import annotations

import argparse
import json
import shlex
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, Mapping, Sequence

from specdeck.decoding.checkpoints import KnownDrafter, find
from specdeck.decoding.drafters import DEFAULT_DRAFTER, NAMES, RECORDS
from specdeck.decoding.errors import PairError, SettingsError
from specdeck.decoding.types import MLX_LM, PLAIN, Settings

from ..budget import MORE, Budget
from ..chat.drafter_health import reply_health
from ..chat.reply import Reply
from ..compare.best import Best, elsewhere
from ..compare.best import options as best_options
from ..compare.cost_curve import cost_curve
from ..compare.race import (
    Compared,
    Cut,
    Explained,
    RaceEvent,
    Terms,
    TimedRun,
    explain,
    race,
    search,
)
from ..compare.result import LETTERS, Comparison, Run, Sides, headline, is_plain, runs_of, with_rule
from ..compare.result_words import (
    acceptance_words,
    comparison_card,
    doubt_words,
    looped_words,
    payoff_words,
    runs_words,
    same_text_words,
    side_words,
    speedup_words,
    why_undrafted,
)
from ..compare.timed_replies import JobProgress
from ..drawing.figures import counted, duration, rate
from ..engine.this_machine import load, machine_words
from ..models.disk import taken_elsewhere
from ..records import files
from ..records.export import comparison_json
from ..terminal.signals import Interrupted, Signals, catching
from ..terminal.streams import ProgressLine, complain
from . import options
from .command_table import ARM, Parser
from .options import load_engine, recommended, with_drafter
from .run import Notes

if TYPE_CHECKING:
    from specdeck.decoding import Pair

Fields = dict[str, Any]  # of Settings
PASSES = 0.1  # of the budget: for timing passes by width, for a page
COMES_WITH_FILES = {record.name for record in RECORDS if record.files}


class ComparisonRun:
    """Loads what both sides need, and compares them."""

    def __init__(self, args: argparse.Namespace, prompt: str, signals: Signals) -> None:
        self.args, self.prompt, self.signals, self.progress = args, prompt, signals, ProgressLine()
        self.notes, self.load_before = Notes(self.progress), load()
        asked = frozenset(name for name, dest in (("runs", "runs"), ("tokens", "max_tokens")) if dest not in args.defaulted)
        messages, budget = ({"role": "user", "content": prompt},), Budget(args.seconds)
        self.terms = Terms(messages, args.max_tokens, options.thinking_of(args), args.runs, budget, asked, MORE)

    def load(self, asked: Sequence[Fields], common: Settings) -> Sides:
        """One pair with the drafters of all sides, and the sides; the others keep the last --drafter. `asked`: what each side sets otherwise
        than the common options."""
        args = self.args
        named = [name for one in asked if (name := one.get("drafter", PLAIN)) not in (PLAIN, MLX_LM)]
        usual = args.drafter or ([_usual_drafter(args.model, self.progress)] if named else None)
        self.engine = load_engine(args, self.progress, self.signals, usual and [*named, *usual])
        self.pair = self.engine.pair
        common = with_drafter(recommended(common, self.pair, args), self.pair)
        return sides(asked, common, self.pair, args.rule, self.progress.say)

    def result(self, asked: Sequence[Fields], common: Settings) -> tuple[Compared, Compared | None, Best | None]:
        """Load, compare, and return the comparison. A search also returns the race and the best settings. After a signal, return the runs that every
        side has had, with a line on stderr. Raises Interrupted if there are none."""
        found = last = best = None
        try:
            loaded = self.load(asked, common)
            for event in self._shown(race(self.engine, self.terms, loaded)):
                if isinstance(event, TimedRun):
                    for written in (*event.run.reply.rounds, *filter(None, [event.run.reply.finish])):
                        self.notes.watch(written)
                elif isinstance(event, Compared):
                    found = event
            if found and self.args.best and self.signals.caught is None:
                last, best = self._best(found)
        except Interrupted:
            self.progress.clear()
        if found is None:
            complain(f"the comparison was ended before each side had a run: nothing was kept of the {counted(self.args.runs, 'run')} a side")
            self.signals.raise_if_caught()
            raise AssertionError("all sides have run")
        if self.signals.caught is not None:
            complain(f"the comparison was ended after {len(found.rates[0])} of {counted(found.wanted, 'run')} a side")
        return found, last, best

    def _best(self, found: Compared) -> tuple[Compared | None, Best | None]:
        """Race the fastest of all loaded drafters and their k on the comparison's prompt; returns the race and the best."""
        drafters = [drafter.name for drafter in self.pair.distinct]  # one may have two names
        terms, first = replace(self.terms, max_tokens=found.max_tokens), found.comparisons[0]
        events = [*self._shown(search(self.engine, terms, first, {first.b.settings: found.rates[0]}, drafters))]
        raced = next((event for event in reversed(events) if isinstance(event, Compared)), None)
        return raced, next((event for event in events if isinstance(event, Best)), None)

    def explained(self, found: Sequence[Comparison]) -> Mapping[int, Reply]:
        """The replies of all sides with the best tokens of each place."""
        *_, last = self._shown(explain(self.engine, self.terms, runs_of(found)))
        return last.replies if isinstance(last, Explained) else {}

    def passes(self) -> Mapping[int, float] | None:
        """Seconds of the target's passes by width; None after a signal."""
        from .examination import pass_seconds  # mlx

        if self.signals.caught is not None:
            return None
        self.progress.say("timing passes")
        timed = pass_seconds(self.pair, seconds=PASSES * self.args.seconds)
        self.progress.clear()
        return {int(width): seconds for width, seconds in timed.items()}

    def _shown(self, events: Iterable[RaceEvent]) -> Iterator[RaceEvent]:
        """These events, with their progress shown."""
        for event in events:
            if isinstance(event, JobProgress):
                self.progress.say(event.doing)
            elif isinstance(event, Cut):
                complain(event.words)
            yield event
        self.progress.clear()


def _usual_drafter(model: str | None, progress: ProgressLine) -> str:
    """Return the drafter in force where none is named. For a target with a usable head in its own folder, it is the head's kind."""
    from specdeck.decoding.checkpoints import objection, own_heads

    if model is None:
        return "model"
    target = find(model, progress.say)
    return next((head.kind for head in own_heads(target) if not objection(head, target)), DEFAULT_DRAFTER)


def main(args: argparse.Namespace) -> int:
    """Check the options, load, run all sides, and report. After a signal, report the runs that all sides have had. If a side had none, print nothing
    on stdout."""
    common = options.settings_of(args)
    asked = arms(args.arm, common) if args.arm else [_side_a(args), {}]
    a = replace(common, **asked[0])
    options.check(args)
    if args.arm and (named := next((name for name in ("best", "against", "a_drafter", "a_k", "a_rule") if name not in args.defaulted), None)):
        raise SettingsError(f"--arm names all sides: leave --{named.replace('_', '-')} out")
    if args.best and not is_plain(a):
        raise SettingsError("--best is against plain decoding: leave the options of side A out")
    for path in filter(None, (args.card, args.html)):
        files.free_place(path)
    with catching() as signals:
        runner = ComparisonRun(args, options.read_prompt(args.prompt), signals)
        compared, raced, best = runner.result(asked, common)
        shown = (raced or compared).comparisons
        explained, passes = (runner.explained(shown), runner.passes()) if args.html else ({}, None)
    told = {"runs": len(compared.rates[0]), "again": compared.again, "budget_seconds": args.seconds, "machine": {"load": runner.load_before}}
    found = comparison_json(compared.comparisons, runner.pair, shown if args.arm or raced else ()) | told
    if best:
        choice, speed = best.settings or Settings(drafter=PLAIN, k=0), best.speed
        figures = {"speedup": speed.times, "spread": list(speed.spread)} if speed else {"speedup": 1.0, "spread": []}
        found["best"] = {name: getattr(choice, name) for name in ("drafter", "k", "adaptive_k")} | figures | {"doubtful": best.doubtful, "lines": _best_lines(best, runner)}
    again = [f"again     {counted(compared.again, 'further turn')}, because a speed-up was doubtful"] if compared.again else []
    lines = [f"{'copy' if at else 'best':<10}{line}" for at, line in enumerate(_best_lines(best, runner))] if best else [] if args.arm or compared.comparisons[0].doubtful else best_k(compared.comparisons[0], passes)
    with ExitStack() as stack:  # each file is written even if another one, or stdout, cannot be
        if args.html:
            from ..records.html_page import RacePage  # with textual, which nothing else here needs

            page = RacePage(shown, runner.prompt, runner.pair.name, explained=explained, passes=passes, machine=machine_words(runner.load_before))
            stack.callback(lambda: files.save(args.html, page.whole(), shared=True))
        if args.card:
            card = comparison_card(headline(shown), runner.prompt, runner.pair.name, busy=runner.load_before)
            stack.callback(lambda: files.save(args.card, card.svg(), shared=True))
        print(json.dumps(found, allow_nan=False) if args.json else "\n".join([compare_report(compared.comparisons, runner.pair.known), f"machine   {machine_words(runner.load_before)}", *again, *lines]), flush=True)
    return signals.exit_code


def best_k(comparison: Comparison, passes: Mapping[int, float] | None = None) -> list[str]:
    """The best k for side B on this machine by the race's cost curve, in a line. Return no line where each round chose its k. Drafters without files
    get no line either: they do not guess in every round."""
    name = comparison.b.settings.drafter
    predicted = next((one for one in cost_curve([comparison.a, comparison.b], passes).predicted if one.side == 1), None)
    if predicted is None or predicted.live is None or name.partition(":")[0] not in COMES_WITH_FILES:
        return []
    most, speed_up = max(predicted.rates), predicted.rates[predicted.knee] * comparison.plain_step_seconds
    found = f"k={predicted.knee} should be best of 1 to {most} here, about {speed_up:.1f}x" if speed_up > 1 else f"no k up to {most} should pay here"
    return [f"k         {found}; that differs by drafter, chip and text: --best measures it"]


def _best_lines(best: Best, runner: ComparisonRun) -> list[str]:
    """Return the fastest settings in words, their options, and another tool's equivalents. If the result is doubtful, return the reason alone."""
    if best.doubtful:
        return [best.line]
    other = elsewhere(best.settings, taken_elsewhere(runner.pair.paths.get(best.settings.drafter) if best.settings else None))
    return [*filter(None, (best.line, f"specdeck: {best_options(best.settings)}", other))]


def _side_a(args: argparse.Namespace) -> Fields:
    """Return what side A sets differently from the common options: plain decoding with the changes of --a-…. The option --a-k alone keeps side
    B's drafter."""
    changed = {name: value for name in ("drafter", "k", "rule") if (value := getattr(args, f"a_{name}")) is not None}
    if args.against and changed:
        raise SettingsError("--against already chooses side A: leave --a-drafter, --a-k and --a-rule out")
    if args.against:
        return {"drafter": args.against}
    if "drafter" in changed:
        changed["drafter"] = options.check_drafter(changed["drafter"])
    return changed if changed.keys() - {"rule"} else {"drafter": PLAIN, "k": 0} | changed


def compare_report(comparisons: Sequence[Comparison], known: Mapping[str, KnownDrafter]) -> str:
    """Return the lines of all sides and of the drafters' health. Each side but A has its speed-up, whether its text is the same, and why drafting
    paid or not."""
    runs = runs_of(comparisons)
    longest = max(run.stats.decode_seconds for run in runs)
    letters = [letter.upper() for letter in LETTERS]
    lines = [_side(letter, run, longest) for letter, run in zip(letters, runs)]
    for letter, one in zip(letters[1:], comparisons):
        lines += ["", *([f"{letter}  {side_words(one.b.settings)}"] if len(runs) > 2 else []), *_beside_a(letter, one, len(runs))]
    found = [one.of(name) for run in runs for name, one in reply_health(known, run.reply.rounds, run.reply.thinking > 0).items()]
    return "\n".join([*lines, *(f"health    {line}" for line in dict.fromkeys(found))])


def _beside_a(letter: str, comparison: Comparison, sides: int) -> list[str]:
    b, plain = comparison.b, is_plain(comparison.a.settings)
    verdict = f"nothing was drafted: side {letter} is plain decoding{'' if comparison.a.stats.drafted else ' too'}" if is_plain(b.settings) else why_undrafted(b)
    if b.stats.drafted:
        verdict = doubt_words(comparison) or ("" if plain else "against plain decoding, ") + payoff_words(comparison, b)
    return [
        f"speed-up  {speedup_words(comparison.speed, bool(comparison.doubtful))}{'' if plain else ' over side A'}; {runs_words(comparison.speed)}",
        f"text      {same_text_words(comparison, sides)}",
        *([f"loop      {looped}"] if (looped := looped_words(comparison)) else []),
        f"drafts    {acceptance_words(comparison, b)}",
        *([f"seed      {b.settings.seed}, the same on {'both sides' if sides == 2 else 'all sides'}"] if b.settings.temperature else []),
        f"verdict   {verdict}",
    ]


def _side(letter: str, run: Run, longest: float) -> str:
    stats = run.stats
    return (
        f"{letter}  {side_words(run.settings):28} {rate(stats.tokens_per_second):>13} {duration(stats.decode_seconds, longest):>8} "
        f"{stats.emitted:5d} tokens {stats.rounds:5d} rounds"
    )


# The sides that --arm asks for, as 'drafter=lookup k=8'. The keys are the options of specdeck run. The common options supply what an arm leaves out.

def arm(text: str, common: Settings) -> Fields:
    """What an arm sets otherwise than the common options, each key an option of its own. Raises SettingsError, and SystemExit as argparse does."""
    try:
        words = [f"-{word}" if len(word.partition("=")[0]) == 1 else f"--{word}" for word in shlex.split(text)]
    except ValueError as error:
        raise SettingsError(f"arm {text!r}: {error}") from None
    fields = options.fields_of(Parser(ARM, words).parse_args(words))
    if not fields:  # empty, as a shell makes one of a variable that is not set, or "help"
        raise SettingsError(f"arm {text!r} names no setting: write it like 'drafter=lookup k=8'")
    if (drafter := fields.get("drafter")) not in (None, MLX_LM):
        fields["drafter"] = options.check_drafter(drafter)
    if drafter == PLAIN:
        fields["k"] = 0
    replace(common, **fields)
    return fields


def arms(texts: Sequence[str], common: Settings) -> list[Fields]:
    """All sides: plain decoding is the first of them, beside four others only if it is one of these. Raises SettingsError."""
    if len(texts) > len(LETTERS):
        raise SettingsError(f"{len(texts)} arms are too many: a race has up to {len(LETTERS)}")
    found = [arm(text, common) for text in texts]
    plain = [one for one in found if is_plain(replace(common, **one))][:1]
    others = [one for one in found if one not in plain]
    return [*(plain or ([{"drafter": PLAIN, "k": 0}] if len(found) < len(LETTERS) else [])), *others]


def sides(found: Sequence[Fields], common: Settings, pair: Pair, rule: str | None, tell: Callable[[str], None]) -> Sides:
    """The sides on the pair that was loaded for them. `common`: the settings that arms change; `rule`: the rule that an option named. Raises
    PairError for a drafter that is not there."""
    return {letter: _loaded(with_rule(replace(common, **fields), fields.get("rule", rule)), pair, tell) for letter, fields in zip(LETTERS, found)}


def _loaded(settings: Settings, pair: Pair, tell: Callable[[str], None]) -> Settings:
    """The settings with the name under which their drafter is loaded."""
    name = settings.drafter
    if name == MLX_LM:
        return settings if "model" in pair.drafters else replace(settings, k=0)
    if name not in pair.drafters and name not in NAMES:
        folder = str(find(name, tell).folder)
        name = next((known for known, path in pair.paths.items() if path == folder), name)
    if name not in pair.drafters:
        raise PairError(pair.unavailable.get(name, f"drafter {name}: it is not loaded"))
    return options.with_drafter(settings, pair, name)
