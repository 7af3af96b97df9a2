"""Replies that are timed one after the other, each from cold caches: a race, a sweep, a bench and a live recording are made of them. For the engine's
thread."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generator, Iterable, Sequence

from specdeck.decoding.types import Event, Round, Settings

from ..budget import Budget, Sayer, progress_words
from ..chat.reply import Reply, reply_of
from ..drawing.figures import counted
from ..engine.this_machine import Crowd
from .result import Letter, Run

if TYPE_CHECKING:
    from ..engine.engine import Engine
    from ..engine.messages import Message

EVERY = 0.1  # seconds of a reply between two reports of its progress: what they take is taken from its pace
ENDED = "stop"  # a reply that ended by itself: another run of it is no longer


@dataclass(frozen=True, slots=True)
class JobProgress:
    """What is written now, in words; the share of all that is done, 0 to 1; the seconds until all is, about, None before anything was tried."""

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
        """What its cost is known by."""
        settings = self.settings
        return settings.drafter, settings.k, settings.adaptive_k, settings.temperature, settings.rule


class Meter:
    """Times replies. What they took tells how long the others take, which are planned before they are timed. `budget`: seconds that all should take;
    `spent`: seconds since the first one began."""

    def __init__(self, engine: Engine, budget: Budget = Budget(0), thinking: bool | None = None) -> None:
        self.engine, self.budget, self.thinking = engine, budget, thinking
        self.spent = 0.0
        self.cut_to_budget = False  # what is planned will be cut to the budget
        self.least = 0.0  # seconds that what is planned and what follows it take at least
        self._began: float | None = None
        self._plan: Sequence[Trial] = ()
        self._next = self._done = self._total = 0  # in the plan; of the whole job
        self._costs: dict[object, tuple[float, float]] = {}  # seconds a letter of the prompt and a token of the reply, when it was last written
        self._lengths: dict[tuple[object, str], int] = {}  # tokens of the replies that ended by themselves
        self._crowd = Crowd()

    def plan(self, trials: Sequence[Trial], done: int = 0, further: int = 0) -> None:
        """What is timed next, in this order, after so many others of the same job and before so many further ones."""
        self._plan, self._next, self._done, self._total = [*trials], 0, done, done + len(trials) + further

    def time(self, trial: Trial) -> Generator[JobProgress | FirstRun, None, Run]:
        """Time a planned reply; what was planned before it is left out. Raises Halted if it is interrupted, and PairError."""
        self._next = self._plan.index(trial, self._next)
        later, events, tokens, told = self.seconds(self._plan[self._next + 1 :]), list[Event](), 0, 0.0
        yield self._progress(trial, later, 0)
        self.engine.pair.reset()
        self._crowd.share()
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
        run.reply.crowd, run.reply.probe = self._crowd.share(), self.engine.probe()
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

    def has_time_for(self, trials: Iterable[Trial]) -> bool:
        """Whether the budget has so many seconds left; one without a bound has none to give away."""
        return self.spent + self.seconds(trials) <= self.budget.seconds

    def _seconds(self, trial: Trial, tokens: int) -> float:
        letters, known = max(1, len(trial.text)), self._costs.get(trial.kind)
        return max((letters * letter + tokens * token for letter, token in ([known] if known else self._costs.values())), default=0.0)

    def _progress(self, trial: Trial, later: float, tokens: int) -> JobProgress:
        number, left = self._done + self._next, None
        if self._costs:
            left = later + self._seconds(trial, self.length(trial)) - (self._seconds(trial, tokens) if tokens else 0.0)
            left = min(left, self.budget.without(self.spent).seconds) if self.cut_to_budget and self.budget.seconds else left
            left = max(0.0, left, self.least - self.spent)
        words = progress_words(f"{trial.words}, {counted(tokens, 'token')}", number + 1, self._total, left)
        return JobProgress(words, (number + min(1.0, tokens / trial.most)) / self._total, left)
