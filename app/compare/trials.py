"""A contest: two settings on one prompt, the order of the trials, and their result. Trials run one after the other, so that the sides do not
share the chip."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Literal, Mapping, Sequence

from specdeck.decoding.rules import SAME_TEXT_RULE
from specdeck.decoding.types import PLAIN, Settings

from ..budget import SECONDS, Amounts, Budget, ReplyCost, cut_words, progress_words
from ..chat.reply import Reply, reply_of
from ..chat.wording import choice_words
from ..drawing.figures import counted
from ..engine.messages import Counted, Message, Replied, Trial, Tried
from .best import LESS, Best, Effort, best_of, next_to_measure
from .result import (
    WARM_UP_TOKENS,
    ComparedPair,
    Comparison,
    ComparisonFigures,
    Run,
    Speed,
    StoredComparison,
    is_plain,
    median,
    middle,
    ratio,
    step_at,
    two_best,
)
from .result_words import why_texts_differ

if TYPE_CHECKING:
    from .sampling import Sampling

Letter = Literal["a", "b"]
LETTERS: tuple[Letter, ...] = ("a", "b")
Purpose = Literal["warm", "run", "plain", "difference", "sweep"]
KS, FEW_KS = (1, 2, 3, 4, 5, 6, 8), (2, 4, 8)  # of a sweep
RUNS = (1, 3, 5)
SHOWN_TOKENS = 64  # of a side's first run, if it is shown while it is written
LEAST_TOKENS = 32  # of a timed reply: fewer tell little of a text
FIRST_RUNS = 0.25  # of the budget: what both first runs may take, where the machine's pace is known before
LATE = 1.25  # of its budget: a search that has taken so much ends with what it has
ENDED = "stop"  # a reply that ended by itself: another run of it is no longer


@dataclass(frozen=True, slots=True)
class Task:
    purpose: Purpose
    letter: Letter
    trial: Trial


class Contest:
    """`comparison` is the result; `measured`: other settings that were measured in alternation with side A. `stop`: strings that
    end every text. `check_by_design`: check the first difference also where the texts may differ by design. `shown`: each side's
    first run, which is not counted, is longer and its text is reported as it is written, in `first_runs`."""

    def __init__(
        self, next_job: Callable[[], int], stop: tuple[str, ...] = (), check_by_design: bool = False, shown: bool = False
    ) -> None:
        self._next_job = next_job
        self.shown = shown
        self.first_runs: dict[Letter, Reply] = {}
        self.stop = stop
        self.check_by_design = check_by_design
        self.changes: dict[Letter, dict[str, Any]] = {"a": {"drafter": PLAIN}, "b": {}}
        self.prompt = ""
        self.runs = 3
        self.wanted_runs = 3  # as many of them as the budget allows
        self.asked: set[str] = set()  # "runs", "tokens": what a person named, which a budget leaves as it is
        self.budget = Budget(SECONDS["compare"])  # of a comparison, a sweep and a search, each
        self.more = "/seconds N for more"  # how a person asks for more
        self.cut = ""  # what of the last job fits its budget, in words; "" where all does
        self.origin: ComparedPair | None = None  # the pair of a stored comparison; None for one that was made in this session
        self.path: Path | None = None  # the file that holds the comparison
        self.comparison: Comparison | None = None
        self.names: dict[int, str] = {}  # the texts of the target's best tokens at the first difference
        self.measured: dict[Settings, Speed] = {}
        self._pairs: dict[Settings, list[tuple[float, float]]] = {}  # the rates behind `measured`: side A's and the setting's, by turn
        self.tasks: list[Task] = []  # the first one is running
        self.best: Best | None = None  # the end of a search
        self.sampling: Sampling | None = None  # the latest test of equal distributions
        self._searched: tuple[str, ...] = ()  # the drafters of a search that is not over
        self.tokens = 0  # of the running trial
        self._finished: list[tuple[Task, Reply]] = []  # of the trials that were started together
        self._costs: dict[Settings, ReplyCost] = {}  # what a reply cost under these settings, when it was last written
        self._longest: dict[Settings, int] = {}  # tokens of a reply that ended by itself
        self._planned = self._spent = 0.0  # seconds of a search, and what it, or the comparison, has taken
        self._effort, self._search_tokens = LESS[0], 0
        self._messages: tuple[Message, ...] = ()
        self._options: dict[str, Any] = {}

    def for_another_pair(self) -> Contest:
        """A contest for another pair: the prompt is kept, the sides and the result are not."""
        contest = Contest(self._next_job, self.stop, self.check_by_design, self.shown)
        contest.prompt, contest.runs, contest.asked, contest.budget, contest.more = self.prompt, self.runs, self.asked, self.budget, self.more
        return contest

    @property
    def result(self) -> Comparison:
        """`comparison`, where it is known that there is one."""
        assert self.comparison, "both sides have run"
        return self.comparison

    # What to try

    def side(self, letter: Letter, in_force: Settings) -> Settings:
        """A side's settings. With sampling the rule is one that makes the texts equal, unless a rule was chosen."""
        changes = self.changes[letter]
        settings = replace(in_force, **changes)
        return replace(settings, rule=SAME_TEXT_RULE) if settings.temperature > 0 and "rule" not in changes else settings

    def change(self, letter: Letter, **fields: object) -> None:
        """Change a side for all further comparisons."""
        self.changes[letter] = self.changes[letter] | fields

    def begin(
        self, prompt: str, messages: tuple[Message, ...], in_force: Settings, max_tokens: int, thinking: bool | None, pace: float | None = None
    ) -> list[Trial]:  # fmt: skip
        """The first trials of a comparison, a warm-up per side; `apply` returns the others, as many and as long as the budget allows by what
        these took: both sides in turn, and plain decoding if side A is not plain. `pace`: tokens a second that are expected, if known."""
        self.prompt, self._messages = prompt, messages
        self._options = {"max_tokens": max_tokens, "thinking": thinking}
        self.comparison, self.names, self.measured, self._pairs, self.origin, self.path = None, {}, {}, {}, None, None
        self.first_runs, self.best, self._searched, self._costs, self._longest, self.cut = {}, None, (), {}, {}, ""
        sides: dict[Letter, Settings] = {letter: self.side(letter, in_force) for letter in LETTERS}
        first = min(max_tokens, self._first_tokens(pace) if self.shown else WARM_UP_TOKENS)
        warm = [self._task("warm", letter, settings, first, shown=self.shown) for letter, settings in sides.items()]
        self.wanted_runs, self._planned, self._spent = self.runs, 0.0, 0.0
        self._start([*warm, *self._race(sides, self.runs)])
        return [task.trial for task in warm]

    def _first_tokens(self, pace: float | None) -> int:
        """The tokens of a first run: no more than a reader wants to see, and than its share of the budget."""
        seconds = self.budget.seconds * FIRST_RUNS / 2
        return max(WARM_UP_TOKENS, min(SHOWN_TOKENS, int(seconds * pace))) if pace and seconds else SHOWN_TOKENS

    def _race(self, sides: Mapping[Letter, Settings], runs: int) -> list[Task]:
        plain = [] if is_plain(sides["a"]) else [self._task("plain", "a", replace(sides["a"], drafter=PLAIN, k=0))]
        return plain + [self._task("run", letter, settings) for _ in range(runs) for letter, settings in sides.items()]

    def _race_within_budget(self) -> list[Trial]:
        """After both first runs: the runs of a comparison, as many and as long as fit."""
        sides: dict[Letter, Settings] = {task.letter: task.trial.settings for task, _ in self._finished}
        plain, most = not is_plain(sides["a"]), int(self._options["max_tokens"])
        wanted = Amounts(1, self.runs, most)
        least = Amounts(1, self.runs if "runs" in self.asked else 1, most if "tokens" in self.asked else min(most, LEAST_TOKENS))

        def cost(amounts: Amounts) -> float:
            a, b = (self._seconds(settings, amounts.tokens) for settings in sides.values())
            return amounts.runs * (a + b) + plain * a

        found = self.budget.without(self._spent).amounts(wanted, least, cost)
        longest = max(self._longest.get(settings, most) for settings in sides.values())  # a text that ended is not cut
        self.cut = cut_words(found, replace(wanted, tokens=min(most, max(longest, found.tokens))), self.budget, self.more)
        self._options["max_tokens"] = found.tokens
        self.tasks, self.wanted_runs = self._race(sides, found.runs), found.runs
        return [task.trial for task in self.tasks]

    def _seconds(self, settings: Settings, tokens: int) -> float:
        """What a reply of so many tokens should take; under settings that were not tried yet, as long as the slowest of the others."""
        costs = [self._costs[settings]] if settings in self._costs else [*self._costs.values()]
        return max((cost.seconds(min(tokens, self._longest.get(settings, tokens))) for cost in costs), default=0.0)

    def begin_sweep(self) -> list[Trial]:
        """The trials of a sweep: side B at every other k, as often as the race ran; each further sweep adds a turn. Where the budget does not
        allow that, fewer turns, then a few ks, then shorter replies."""
        b, self.best = self.result.b, None
        self._learn(self.result.a, b)
        tokens, turns = self._options["max_tokens"], 1 if self.measured else self.runs
        plans = [(KS, few, tokens) for few in range(turns, 0, -1)] + [(FEW_KS, 1, max(most, min(tokens, LEAST_TOKENS))) for most in (tokens, tokens // 2, 0)]
        ks, few, most = self.budget.first_fitting(plans, lambda plan: plan[1] * sum(k != b.settings.k for k in plan[0]) * self._pair_seconds(plan[2]))
        few_ks = [f"k {', '.join(map(str, FEW_KS))} alone"] * (ks is not KS)
        self.cut = cut_words(Amounts(1, few, most), Amounts(1, turns, tokens), self.budget, self.more, few_ks)
        return self.begin_measuring([replace(b.settings, k=k) for k in ks if k != b.settings.k], few, most)

    def begin_search(self, drafters: Sequence[str]) -> list[Trial]:
        """The first trials of the search for the fastest of these drafters and its k; `apply` returns the further ones."""
        b, self.best, self._searched = self.result.b, None, tuple(drafters)
        self._learn(self.result.a, b)
        if not is_plain(b.settings):
            self.measured.setdefault(b.settings, self.result.speed)
        tokens = self._options["max_tokens"]
        least = min(tokens, LEAST_TOKENS)
        plans = [(effort, tokens) for effort in LESS[:3]] + [(effort, max(least, tokens // 2)) for effort in LESS[2:]] + [(effort, least) for effort in LESS[2:]]

        def cost(plan: tuple[Effort, int]) -> float:
            return plan[0].pairs(drafters) * self._pair_seconds(plan[1])

        plan = self._effort, self._search_tokens = self.budget.first_fitting(plans, cost)
        self._planned, self._spent = cost(plan), 0.0
        self.cut = cut_words(Amounts(1, self._effort.turns, plan[1]), Amounts(1, LESS[0].turns, tokens), self.budget, self.more)
        return self._search_on()

    def _pair_seconds(self, tokens: int) -> float:
        """What a run of each side takes."""
        return sum(self._seconds(run.settings, tokens) for run in (self.result.a, self.result.b))

    def _learn(self, *runs: Run) -> None:
        """What these runs cost, where the contest did not see it."""
        for run in runs:
            self._costs.setdefault(run.settings, ReplyCost.of(run.stats.prompt_seconds, run.stats.decode_seconds, run.stats.emitted))

    def _search_on(self) -> list[Trial]:
        """The next turn of the search; at its end, or where it has taken much longer than it should, `best`."""
        late = self.budget.seconds and self._spent > LATE * self.budget.seconds
        further = [] if late else next_to_measure(self.result.b.settings, self._searched, self.measured, self._effort)
        if not further:
            self.best, self._searched = best_of([self.measured[settings] for settings in self.measured], self._effort.turns), ()
        return self.begin_measuring(further, most=self._search_tokens) if further else []

    def begin_measuring(self, settings: Sequence[Settings], turns: int = 1, most: int | None = None) -> list[Trial]:
        """The trials that measure these settings on the prompt of the last comparison, each after a run of side A: so many turns, every
        other one backwards, replies of `most` tokens. The results are in `measured`, beside those of earlier turns."""
        a = self.result.a.settings
        order = [b for turn in range(turns) for b in settings[:: -1 if turn % 2 else 1]]
        return self._start([task for b in order for task in (self._task("sweep", "a", a, most), self._task("sweep", "b", b, most))])

    def _task(self, purpose: Purpose, letter: Letter, settings: Settings, most: int | None = None, detail: int = 0, shown: bool = False) -> Task:
        options: dict[str, Any] = self._options | ({} if most is None else {"max_tokens": most})
        return Task(purpose, letter, Trial(self._next_job(), self._messages, settings, detail=detail, shown=shown, **options))

    def _start(self, tasks: list[Task]) -> list[Trial]:
        self.tasks, self.tokens, self._finished = tasks, 0, []
        return [task.trial for task in tasks]

    # What happened

    @property
    def running(self) -> bool:
        return bool(self.tasks)

    @property
    def total(self) -> int:
        """The number of trials that were started together."""
        return len(self._finished) + len(self.tasks)

    @property
    def share(self) -> float:
        """The share of the trials that is done, 0 to 1; the running one counts by its tokens."""
        if not self.tasks:
            return 1.0
        return (len(self._finished) + self.tokens / self.tasks[0].trial.max_tokens) / self.total

    @property
    def left(self) -> float | None:
        """Seconds until all is tried, about; None before anything was."""
        if not self._costs or not self.tasks:
            return None
        done = self._seconds(self.tasks[0].trial.settings, self.tokens) if self.tokens else 0.0
        left = sum(self._seconds(task.trial.settings, task.trial.max_tokens) for task in self.tasks) - done
        if self.tasks[0].purpose == "warm" and self.budget.seconds:  # what follows is cut to the budget
            left = min(left, self.budget.without(self._spent + done).seconds)
        return max(0.0, left, self._planned - self._spent if self._searched else 0.0)

    @property
    def doing(self) -> str:
        if not self.tasks:
            return ""
        task = self.tasks[0]
        what = {"warm": "first runs, not timed" if self.shown else "warming up", "plain": "plain decoding, to measure the block cost", "difference": "checking the first difference"}
        words = what.get(task.purpose) or f"side {task.letter.upper()}" + (f", {choice_words(task.trial.settings)}" if task.purpose == "sweep" else "")
        return progress_words(f"{words}, {counted(self.tokens, 'token')}", len(self._finished) + 1, self.total, self.left)

    def apply(self, report: Counted | Tried) -> list[Trial]:
        """Fold a report; returns the further trials that it calls for."""
        if not self.tasks or report.job != self.tasks[0].trial.job:
            return []
        if isinstance(report, Counted):
            self.tokens = report.tokens
            return []
        task, reply, self.tokens = self.tasks.pop(0), reply_of(report.events), 0
        if stopped := reply.reason == "interrupted":
            self.tasks = []
        else:
            self._finished.append((task, reply))
            self._count(task, reply)
            if task.purpose == "warm":
                return [] if self.tasks and self.tasks[0].purpose == "warm" else self._race_within_budget()
        return self._update_result(task.purpose, stopped)

    def _count(self, task: Task, reply: Reply) -> None:
        """Learn what this reply cost, and how long its text is."""
        settings, stats = task.trial.settings, reply.stats
        self._spent += stats.prompt_seconds + stats.decode_seconds
        self._costs[settings] = ReplyCost.of(stats.prompt_seconds, stats.decode_seconds, stats.emitted)
        if reply.reason == ENDED and stats.emitted < task.trial.max_tokens:
            self._longest[settings] = max(1, stats.emitted)

    def add_first_run(self, report: Replied) -> bool:
        """Add what a first run wrote to `first_runs`; False for a report that is not of one."""
        if not (self.tasks and report.job == self.tasks[0].trial.job):
            return False
        reply = self.first_runs.setdefault(self.tasks[0].letter, Reply(report.job))
        reply.apply(report.event)
        self.tokens = len(reply.tokens)
        return True

    def cancel(self) -> None:
        self.tasks, self._searched = [], ()

    def end(self) -> Comparison | None:
        """Cancel what was not done; returns the comparison of the runs that both sides have had, None if one had none."""
        self.cancel()
        self._compare()
        return self.comparison

    def _update_result(self, purpose: Purpose, stopped: bool) -> list[Trial]:
        """Update the result; a first difference that should not be there calls for one more trial."""
        if stopped:
            self._searched = ()
        if purpose == "sweep" and not stopped:
            self._add_measured()
            return self._search_on() if self._searched and not self.tasks else []
        elif purpose == "difference" and not stopped:
            self._keep_best_tokens()
        elif purpose in ("plain", "run") and not self.tasks and self._compare() and not stopped:
            return self._check_difference()
        return []

    def _runs(self, purpose: Purpose, letter: Letter) -> list[Run]:
        return [Run(task.trial.settings, reply) for task, reply in self._finished if (task.purpose, task.letter) == (purpose, letter)]

    def _compare(self) -> bool:
        """Make the comparison, if both sides have at least one run."""
        pairs = list(zip(self._runs("run", "a"), self._runs("run", "b")))
        if pairs:
            a, b = (median(side) for side in zip(*pairs))
            step = next(iter(self._runs("plain", "a")), a).round_seconds
            self.comparison = Comparison(a, b, tuple(ratio(b.rate, a.rate) for a, b in pairs), step)
            self._pairs[b.settings] = [(a.rate, b.rate) for a, b in pairs]
        return bool(pairs)

    def _check_difference(self) -> list[Trial]:
        """Run side A once more with the target's best tokens, if texts that should be equal differ."""
        a, at = self.result.a, self.result.first_difference
        if at is None or (why_texts_differ(a.settings, self.result.b.settings) and not self.check_by_design):
            return []
        return self._start([self._task("difference", "a", a.settings, at + 1, detail=2)])

    def _keep_best_tokens(self) -> None:
        reply = self._finished[-1][1]
        self.names = {token: text for round_ in reply.rounds for token, text in round_.names.items()}
        at = self.result.first_difference
        assert at is not None, "_check_difference() started this trial"
        self.comparison = replace(self.result, best=two_best(reply.rounds, at), step=step_at(reply.rounds, at))

    def _add_measured(self) -> None:
        """Add the last setting's rate beside that of side A's run before it."""
        if self._finished[-1][0].letter == "b":
            base, tried = (Run(task.trial.settings, reply) for task, reply in self._finished[-2:])
            pairs = self._pairs.setdefault(tried.settings, [])
            pairs.append((base.rate, tried.rate))
            self.measured[tried.settings] = Speed.of(tried.settings, pairs)

    # What is stored

    def figures(self, paths: Mapping[str, str]) -> ComparisonFigures:
        """What is stored of the comparison beside its replies."""
        found = self.result
        rates, measured = (found.a.rate, found.b.rate), tuple(self.measured.values())
        return ComparisonFigures(found.ratios, found.plain_step_seconds, found.best, self.names, paths=paths, measured=measured, rates=rates, step=found.step)

    def recall(self, compared: StoredComparison, path: Path) -> None:
        """Show a stored comparison in place of the present one."""
        self.prompt, self.comparison, self.origin, self.path, self.best = compared.prompt, compared.comparison, compared.origin, path, None
        self.names = dict(compared.figures.names)
        b, older = self.comparison.b.settings, compared.figures.sweep.items()
        measured = compared.figures.measured + tuple(Speed(replace(b, k=k), middle(ratios), 1.0, ratios) for k, ratios in older if k != b.k)
        self.measured = {speed.settings: speed for speed in measured}

    # Figures

    def raced(self, letter: Letter) -> Settings | None:
        """What a side's runs are written with; None where no comparison is running."""
        tasks = [*self.tasks, *(task for task, _ in self._finished)]
        return next((task.trial.settings for task in tasks if task.letter == letter and task.purpose == "run"), None)

    def paces(self, letter: Letter) -> list[float]:
        """Tokens per second of a side's runs so far."""
        return [run.rate for run in self._runs("run", letter)]

    def curve(self) -> list[Speed]:
        """The sweep: side B's speed at each k, that of the race among them; empty before the first."""
        if not self.comparison:
            return []
        b = self.comparison.b.settings
        swept = [speed for settings, speed in self.measured.items() if settings != b and replace(settings, k=b.k) == b]
        return sorted([*swept, self.comparison.speed], key=lambda speed: speed.settings.k) if swept else []
