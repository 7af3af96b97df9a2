"""A contest as the compare screen shows it: its two to four sides, current measurement, and results on one prompt."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Mapping

from specdeck.decoding.types import PLAIN, Settings

from ..chat.reply import Reply
from ..engine.this_machine import load
from .best import Best
from .race import Compared, RaceEvent, Rates, Terms, TimedRun, TimedTurn
from .result import (
    LETTERS,
    Comparison,
    Letter,
    Run,
    Speed,
    runs_of,
    with_rule,
)
from .timed_replies import FirstRun, JobProgress

if TYPE_CHECKING:
    from .sampling import Sampling

RUNS = (1, 3, 5)


class Contest:
    """`comparisons` are the result, of side A with each other side. `measured` holds other settings that were measured in alternation with side A."""

    def __init__(self) -> None:
        self.changes: dict[Letter, dict[str, Any]] = {"a": {"drafter": PLAIN}, "b": {}}
        self.prompt = ""
        self.runs = 3
        self.asked: set[str] = set()  # "runs", if a person named them: a budget leaves them as they are
        self.running = False
        self.now = JobProgress("", 0.0)
        self.first_runs: dict[Letter, Reply] = {}
        self.best: Best | None = None  # the end of a search
        self.sampling: Sampling | None = None  # the latest test of equal distributions
        self.forget()

    def forget(self) -> None:
        """Forget what was found on the last prompt."""
        self.comparisons: tuple[Comparison, ...] = ()
        self.names: Mapping[int, str] = {}  # the texts of the target's best tokens at the first difference
        self.terms = Terms((), 0)  # of the comparison
        self.rates: dict[Settings, list[Rates]] = {}
        self.measured: dict[Settings, Speed] = {}
        self.load: float | None = None  # of the machine, before the race
        self.sides: dict[Letter, Settings] = {}  # of the race that is running
        self.paces: dict[Letter, list[float]] = {}  # tokens per second of the timed runs so far

    def for_another_pair(self) -> Contest:
        """A contest for another pair: the prompt is kept, the sides and the result are not."""
        contest = Contest()
        contest.prompt, contest.runs, contest.asked = self.prompt, self.runs, self.asked
        return contest

    @property
    def letters(self) -> tuple[Letter, ...]:
        """The sides of the next comparison."""
        return tuple(self.changes)

    @property
    def comparison(self) -> Comparison | None:
        """Of sides A and B."""
        return self.comparisons[0] if self.comparisons else None

    @property
    def runs_shown(self) -> list[Run]:
        """Every side's run of median pace; [] before the first comparison."""
        return runs_of(self.comparisons)

    def side(self, letter: Letter, in_force: Settings) -> Settings:
        """A side's settings. With sampling the rule makes the texts equal, unless a rule was chosen."""
        changes = self.changes[letter]
        return with_rule(replace(in_force, **changes), changes.get("rule"))

    def change(self, letter: Letter, **fields: object) -> None:
        """Change a side for all further comparisons."""
        self.changes[letter] = self.changes[letter] | fields

    def add_side(self) -> Letter | None:
        """Another side, with the settings of the last one; None where there are as many as there can be."""
        if len(self.changes) == len(LETTERS):
            return None
        letter = LETTERS[len(self.changes)]
        self.changes[letter] = dict(self.changes[LETTERS[len(self.changes) - 1]])
        return letter

    def drop_side(self) -> Letter | None:
        """Leave the last side out; None where there are two."""
        return self.changes.popitem()[0] if len(self.changes) > 2 else None

    def begin(self, prompt: str, terms: Terms, in_force: Settings) -> dict[Letter, Settings]:
        """Begin a comparison; returns the sides."""
        self.forget()
        self.prompt, self.terms, self.first_runs, self.best, self.running, self.now = prompt, terms, {}, None, True, JobProgress("", 0.0)
        self.sides, self.load = {letter: self.side(letter, in_force) for letter in self.letters}, load()
        return self.sides

    def apply(self, event: RaceEvent) -> None:
        """Fold what a race, a sweep or a search reports."""
        if isinstance(event, JobProgress):
            self.now = event
        elif isinstance(event, FirstRun):
            self.first_runs.setdefault(event.letter, Reply(0)).apply(event.event)
        elif isinstance(event, TimedRun):
            self.paces.setdefault(event.letter, []).append(event.run.rate)
        elif isinstance(event, Compared):
            self.comparisons, self.names, self.terms = event.comparisons, event.names, replace(self.terms, max_tokens=event.max_tokens)
            for found, rates in zip(event.comparisons, event.rates):
                self.rates[found.b.settings] = [*rates]
                self.measured |= {found.b.settings: found.speed} if self.measured else {}
            if (raced := dict(zip(LETTERS, (run.settings for run in self.runs_shown)))) != self.sides:  # by the search, which chose them
                of_b, self.sides = self.changes["b"], raced
                chosen: dict[Letter, dict[str, Any]] = {letter: of_b | {name: getattr(settings, name) for name in ("drafter", "k", "adaptive_k")} for letter, settings in raced.items()}
                self.changes = {**chosen, "a": self.changes["a"]}
        elif isinstance(event, TimedTurn):
            turns = self.rates.setdefault(event.settings, [])
            turns.append(event.rates)
            self.measured[event.settings] = Speed.of(event.settings, turns)
        elif isinstance(event, Best):
            self.best = event

    @property
    def testing(self) -> bool:
        """Whether a test of equal distributions is running."""
        return self.sampling is not None and self.sampling.running

    def curve(self) -> list[Speed]:
        """The sweep: side B's speed at each k, the race's k among them; empty before the first."""
        if not self.comparison:
            return []
        b = self.comparison.b.settings
        swept = [speed for settings, speed in self.measured.items() if settings != b and replace(settings, k=b.k) == b]
        return sorted([*swept, self.comparison.speed], key=lambda speed: speed.settings.k) if swept else []
