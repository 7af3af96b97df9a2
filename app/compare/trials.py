"""A contest: two settings on one prompt, the order of the trials, and their result. Trials run one after the other, so that the sides do not
share the chip."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Literal, Mapping, Sequence

from specdeck.decoding.rules import SAME_TEXT_RULE
from specdeck.decoding.types import PLAIN, Settings

from ..chat.reply import Reply, reply_of
from ..chat.wording import choice_words
from ..drawing.figures import counted
from ..engine.messages import Counted, Message, Report, Trial, Tried
from ..engine.reply_reports import Ended, PromptRead, Wrote
from .best import Best, best_of, next_to_measure
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
KS = (1, 2, 3, 4, 5, 6, 8)  # of a sweep
RUNS = (1, 3, 5)
SHOWN_TOKENS = 64  # of a side's first run, if it is shown while it is written


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
        self.total = 0  # number of trials that were started together
        self._finished: list[tuple[Task, Reply]] = []
        self._messages: tuple[Message, ...] = ()
        self._options: dict[str, Any] = {}

    def for_another_pair(self) -> Contest:
        """A contest for another pair: the prompt is kept, the sides and the result are not."""
        contest = Contest(self._next_job, self.stop, self.check_by_design, self.shown)
        contest.prompt, contest.runs = self.prompt, self.runs
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

    def begin(self, prompt: str, messages: tuple[Message, ...], in_force: Settings, max_tokens: int, thinking: bool | None) -> list[Trial]:
        """The trials of a comparison: a warm-up per side, both sides in turn, and plain decoding if side A is not plain."""
        self.prompt, self._messages = prompt, messages
        self._options = {"max_tokens": max_tokens, "thinking": thinking}
        self.comparison, self.names, self.measured, self._pairs, self.origin, self.path = None, {}, {}, {}, None, None
        self.first_runs, self.best, self._searched = {}, None, ()
        sides: dict[Letter, Settings] = {letter: self.side(letter, in_force) for letter in LETTERS}
        first = min(max_tokens, SHOWN_TOKENS) if self.shown else WARM_UP_TOKENS
        tasks = [self._task("warm", letter, settings, first, shown=self.shown) for letter, settings in sides.items()]
        if not is_plain(sides["a"]):
            tasks.append(self._task("plain", "a", replace(sides["a"], drafter=PLAIN, k=0)))
        tasks += [self._task("run", letter, settings) for _ in range(self.runs) for letter, settings in sides.items()]
        return self._start(tasks)

    def begin_sweep(self) -> list[Trial]:
        """The trials of a sweep: side B at every other k, as often as the race ran; each further sweep adds a turn."""
        b, self.best = self.result.b.settings, None
        return self.begin_measuring([replace(b, k=k) for k in KS if k != b.k], 1 if self.measured else self.runs)

    def begin_search(self, drafters: Sequence[str]) -> list[Trial]:
        """The first trials of the search for the fastest of these drafters and its k; `apply` returns the further ones."""
        self.best, self._searched = None, tuple(drafters)
        if not is_plain(self.result.b.settings):
            self.measured.setdefault(self.result.b.settings, self.result.speed)
        return self._search_on()

    def _search_on(self) -> list[Trial]:
        """The next turn of the search; at its end `best`."""
        further = next_to_measure(self.result.b.settings, self._searched, self.measured)
        if not further:
            self.best, self._searched = best_of([self.measured[settings] for settings in self.measured]), ()
        return self.begin_measuring(further) if further else []

    def begin_measuring(self, settings: Sequence[Settings], turns: int = 1) -> list[Trial]:
        """The trials that measure these settings on the prompt of the last comparison, each after a run of side A: so many turns, every
        other one backwards. The results are in `measured`, beside those of earlier turns."""
        a = self.result.a.settings
        order = [b for turn in range(turns) for b in settings[:: -1 if turn % 2 else 1]]
        return self._start([task for b in order for task in (self._task("sweep", "a", a), self._task("sweep", "b", b))])

    def _task(self, purpose: Purpose, letter: Letter, settings: Settings, most: int | None = None, detail: int = 0, shown: bool = False) -> Task:
        options: dict[str, Any] = self._options | ({} if most is None else {"max_tokens": most})
        return Task(purpose, letter, Trial(self._next_job(), self._messages, settings, detail=detail, shown=shown, **options))

    def _start(self, tasks: list[Task]) -> list[Trial]:
        self.tasks, self.total, self.tokens, self._finished = tasks, len(tasks), 0, []
        return [task.trial for task in tasks]

    # What happened

    @property
    def running(self) -> bool:
        return bool(self.tasks)

    @property
    def share(self) -> float:
        """The share of the trials that is done, 0 to 1; the running one counts by its tokens."""
        if not self.tasks:
            return 1.0
        return (self.total - len(self.tasks) + self.tokens / self.tasks[0].trial.max_tokens) / self.total

    @property
    def doing(self) -> str:
        if not self.tasks:
            return ""
        task, number = self.tasks[0], self.total - len(self.tasks) + 1
        what = {"warm": "first runs, not timed" if self.shown else "warming up", "plain": "plain decoding, to measure the block cost", "difference": "checking the first difference"}
        words = what.get(task.purpose) or f"side {task.letter.upper()}" + (f", {choice_words(task.trial.settings)}" if task.purpose == "sweep" else "")
        return f"{number} of {self.total}: {words}, {counted(self.tokens, 'token')}"

    def apply(self, report: Counted | Tried) -> list[Trial]:
        """Fold a report; returns the further trials that it calls for."""
        if not self.tasks or report.job != self.tasks[0].trial.job:
            return []
        if isinstance(report, Counted):
            self.tokens = report.tokens
            return []
        task, reply, self.tokens = self.tasks.pop(0), reply_of(report.reports, self.stop), 0
        if stopped := reply.reason == "interrupted":
            self.tasks = []
        else:
            self._finished.append((task, reply))
        return self._update_result(task.purpose, stopped)

    def add_first_run(self, report: Report) -> bool:
        """Add what a first run wrote to `first_runs`; False for a report that is not of one."""
        if not (isinstance(report, (PromptRead, Wrote, Ended)) and self.tasks and report.job == self.tasks[0].trial.job):
            return False
        reply = self.first_runs.setdefault(self.tasks[0].letter, Reply(report.job))
        reply.apply(report)
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
        elif purpose in ("warm", "plain", "run") and not self.tasks and self._compare() and not stopped:
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
        self.names = {token: text for step in reply.steps for token, text in step.names.items()}
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
