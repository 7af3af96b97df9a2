"""Replies that are timed one after the other, each from cold caches. Races, sweeps, benches and live recordings consist of them. They run on the
engine's thread."""

from __future__ import annotations

from dataclasses import dataclass, fields
from operator import attrgetter
from typing import TYPE_CHECKING, Generator, Iterable, Sequence

from specdeck.decoding.types import Event, Round, Settings

from ..budget import Budget, Sayer, progress_words
from ..chat.reply import Reply, reply_of
from ..drawing.figures import counted
from .result import Letter, Run

if TYPE_CHECKING:
    from ..engine.engine import Engine
    from ..engine.messages import Message

EVERY = 0.1  # seconds of a reply between two reports of its progress: what they take is taken from its pace
BUT_SEED_AND_BIAS = attrgetter(*(field.name for field in fields(Settings) if field.name not in ("seed", "logit_bias")))
ENDED = "stop"  # a reply that ended by itself: another run of it is no longer


@dataclass(frozen=True, slots=True)
class JobProgress:
    """What is written now, in words, and the finished share of the whole, 0 to 1. `left`: seconds until the end, about, or None before any trial."""

    doing: str
    share: float
    left: float | None = None


def show_progress(events: Iterable[object], progress: Sayer) -> None:
    """Let a job that reports these go on to its end."""
    for event in events:
        if isinstance(event, JobProgress):
            progress.say(event.doing)


@dataclass(frozen=True, slots=True)
class FirstRun:
    """An event of a side's first run, which is not timed."""

    letter: Letter
    event: Event


class Halted(Exception):
    """A reply was interrupted: nothing further is tried."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A reply to time, of at most `most` tokens. `words`: what it is for; `shown`: the side whose first run it is, if its events are reported."""

    words: str
    settings: Settings
    messages: tuple[Message, ...]
    most: int
    detail: int = 0
    shown: Letter | None = None

    @property
    def text(self) -> str:
        """The prompt."""
        return self.messages[-1]["content"] if self.messages else ""

    @property
    def kind(self) -> tuple[object, ...]:
        """What its cost is known by: all settings, but the seed, which is another one in each turn."""
        return *BUT_SEED_AND_BIAS(self.settings), *self.settings.logit_bias.items()


class Meter:
    """Times replies. What they took tells how long the others take, which are planned before they are timed. `budget`: seconds that all should take;
    `spent`: seconds since the first one began."""

    def __init__(self, engine: Engine, budget: Budget = Budget(0), thinking: bool | None = None) -> None:
        self.engine, self.budget, self.thinking = engine, budget, thinking
        self.spent = 0.0
        self.cut_to_budget = False  # what is planned will be cut to the budget
        self.least = 0.0  # seconds that what is planned and what follows it take at least
        self.most = 0  # replies of the whole job at most, where its plans follow from what was timed
        self._began: float | None = None
        self._plan: Sequence[Trial] = ()
        self._next = self._before = self._turns = 0  # in the plan; of the whole job: replies before the plan, and turns like it that follow
        self._at_most = False
        self._costs: dict[object, tuple[float, float]] = {}  # seconds a letter of the prompt and a token of the reply, when it was last written
        self._lengths: dict[tuple[object, str], int] = {}  # tokens of the replies that ended by themselves

    def plan(self, trials: Sequence[Trial], done: int = 0, turns: int = 0, at_most: bool = False) -> None:
        """Plan what is timed next, in this order. `done`: trials of the job before these; `turns`: further turns like this one. `at_most`: the
        job may end before."""
        self._plan, self._next, self._before, self._turns, self._at_most = [*trials], 0, done, turns, at_most

    @property
    def done(self) -> int:
        """The replies of the job that were timed or left out."""
        return self._before + self._next

    def time(self, trial: Trial) -> Generator[JobProgress | FirstRun, None, Run]:
        """Time a planned reply; what was planned before it is left out. Raises Halted if it is interrupted, and PairError."""
        self._next = self._plan.index(trial, self._next)
        later = self.seconds(self._plan[self._next + 1 :])
        events, tokens, told = list[Event](), 0, 0.0
        yield self._progress(trial, later, 0)
        if self.engine.halted():  # mlx-lm would read the whole prompt first
            raise Halted
        self.engine.pair.reset()
        for event in self.engine.decode(trial.messages, trial.settings, max_tokens=trial.most, thinking=self.thinking, detail=trial.detail):
            events.append(event)
            self._began = event.at if self._began is None else self._began
            self.spent = event.at - self._began
            if trial.shown:
                yield FirstRun(trial.shown, event)
            if isinstance(event, Round):
                tokens += len(event.tokens)
                if event.at - told >= EVERY:
                    told = event.at
                    yield self._progress(trial, later, tokens)
        run = Run(trial.settings, reply_of(events))
        if run.reply.reason == "interrupted":
            raise Halted
        run.reply.crowd, run.reply.probe = self.engine.crowd, self.engine.probe()
        self._next += 1
        self.learn(trial, run.reply)
        return run

    def learn(self, trial: Trial, reply: Reply) -> None:
        """What such a reply costs."""
        stats = reply.stats
        self._costs[trial.kind] = stats.prompt_seconds / max(1, len(trial.text)), stats.decode_seconds / max(1, stats.emitted)
        if reply.reason == ENDED and stats.emitted < trial.most:
            self._lengths[trial.kind, trial.text] = max(1, stats.emitted)

    def length(self, trial: Trial) -> int:
        """The tokens that it has at most."""
        return min(trial.most, self._lengths.get((trial.kind, trial.text), trial.most))

    def seconds(self, trials: Iterable[Trial]) -> float:
        """What these should take; each with settings that were not tried yet as long as the slowest of the others."""
        return sum(self._seconds(trial, self.length(trial)) for trial in trials)

    def turns_that_fit(self, trials: Sequence[Trial], most: int) -> int:
        """Return how many further times, at most `most`, the budget has time for these trials. A budget without a bound gives 0."""
        each = self.seconds(trials)
        return sum(self.spent + turns * each <= self.budget.seconds for turns in range(1, most + 1))

    def has_time_for(self, trials: Sequence[Trial]) -> bool:
        """Whether the budget has time for these once."""
        return self.turns_that_fit(trials, 1) > 0

    def _seconds(self, trial: Trial, tokens: int) -> float:
        letters, known = max(1, len(trial.text)), self._costs.get(trial.kind)
        return max((letters * letter + tokens * token for letter, token in ([known] if known else self._costs.values())), default=0.0)

    def _progress(self, trial: Trial, later: float, tokens: int) -> JobProgress:
        total, left = max(self.most, self._before + (1 + self._turns) * len(self._plan)), None
        if self._costs:
            planned, room = later + self._seconds(trial, self.length(trial)) - (self._seconds(trial, tokens) if tokens else 0.0), self.budget.without(self.spent).seconds
            left = planned + self._turns * self.seconds(self._plan)
            if room and (self.cut_to_budget or self._at_most):
                left = max(planned if self._at_most else 0.0, min(left, room))
            left = max(0.0, left, self.least - self.spent)
        words = progress_words(f"{trial.words}, {counted(tokens, 'token')}", self.done + 1, total, left, self._at_most or self.most > 0)
        return JobProgress(words, (self.done + min(1.0, tokens / trial.most)) / total, left)
