"""The budget of a long job in seconds. From the time of the first part it follows how much work fits. The progress and the remaining time are put in
words. Knows neither models nor screens."""

from __future__ import annotations

import time
from bisect import bisect_right
from dataclasses import dataclass, replace
from typing import Callable, Iterator, Mapping, Protocol, Sequence, TypeVar

SECONDS = {"bench": 240, "doctor": 40, "compare": 40, "test": 60, "lesson": 30, "report": 600}  # by job, where a person names none
COURSE_MINUTES, MORE_MINUTES = 15, 15  # minutes of the lesson's course and of its other pages, read aloud; a test holds them against course.seconds
DRAWS, DRAWN_TOKENS = 800, 2  # of an equality test: continuations a side at most, and their tokens

MORE = "--seconds N for more"  # how a command's job gets a larger budget

Plan = TypeVar("Plan")


@dataclass(frozen=True, slots=True)
class Amounts:
    """How much is measured: prompts, runs of each, and tokens of a reply at most."""

    prompts: int
    runs: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Budget:
    """`seconds` that a job may take, about; 0 is no bound."""

    seconds: float

    def first_fitting(self, plans: Sequence[Plan], cost: Callable[[Plan], float]) -> Plan:
        """Return the first of these plans, from the largest to the smallest, that fits the budget. Return the last plan if all cost more."""
        return next((plan for plan in plans if not self.seconds or cost(plan) <= self.seconds), plans[-1])

    def amounts(self, wanted: Amounts, least: Amounts, cost: Callable[[Amounts], float]) -> Amounts:
        """Return the largest fitting amounts up to `wanted`, but no less than `least`. `least` is lowered where less is wanted; `cost` must grow with
        the tokens."""
        least = Amounts(min(least.prompts, wanted.prompts), min(least.runs, wanted.runs), min(least.tokens, wanted.tokens))
        found = self.first_fitting([*rungs(wanted, least)], cost)
        more = range(found.tokens + 1, wanted.tokens + 1)
        room = bisect_right(more, self.seconds or float("inf"), key=lambda tokens: cost(replace(found, tokens=tokens)))
        return replace(found, tokens=found.tokens + room)

    def without(self, seconds: float) -> Budget:
        """What is left of it after so many seconds: never nothing, which would be no bound."""
        return Budget(max(self.seconds - seconds, 1e-3)) if self.seconds else self


def rungs(wanted: Amounts, least: Amounts) -> Iterator[Amounts]:
    """From most to least. First the prompts decrease, then the runs, with replies of half the tokens or more. Two runs stay to show a spread. Then
    shorter replies; last a single run."""
    half, two = max(least.tokens, wanted.tokens // 2), max(least.runs, min(2, wanted.runs))
    for prompts in range(wanted.prompts, least.prompts, -1):
        yield Amounts(prompts, wanted.runs, half)
    for runs in range(wanted.runs, two - 1, -1):
        yield Amounts(least.prompts, runs, half)
    yield Amounts(least.prompts, two, least.tokens)
    yield least


class Sayer(Protocol):
    """Where the progress of a job is shown."""

    def say(self, text: str) -> None:
        """Show this in place of what was shown before."""


class JobParts:
    """The parts of a job, one after the other, shown while they last. `wanted`: the seconds of each part without a budget. A part that begins gets a
    share of the remaining time; its unused time goes to the other parts."""

    def __init__(self, progress: Sayer, budget: Budget, wanted: Mapping[str, float], clock: Callable[[], float] = time.perf_counter) -> None:
        self._progress, self._budget, self._clock = progress, budget, clock
        self._waiting = dict(wanted)  # parts that have not begun
        self._now, self._until = "", clock()
        self._began = clock()

    def begin(self, name: str) -> Budget:
        """The budget of the part that begins now."""
        self._until = self._clock()
        share = self._share
        seconds, self._now = self._waiting.pop(name), name
        self._until += seconds * share
        self.say()
        return Budget(seconds * share) if self._budget.seconds else self._budget

    @property
    def _share(self) -> float:
        """The share of their wanted seconds that the waiting parts get."""
        wanted, left = sum(self._waiting.values()), self._budget.without(max(self._clock(), self._until) - self._began).seconds
        return min(1.0, left / wanted) if wanted and self._budget.seconds else 1.0

    @property
    def left(self) -> float:
        """Seconds until the job is over, about."""
        return max(0.0, self._until - self._clock()) + sum(self._waiting.values()) * self._share

    def say(self, text: str = "") -> None:
        """Show what is measured now and how long all takes, whatever a part of it says."""
        self._progress.say(progress_words(self._now, left=self.left))


def progress_words(what: str, number: int | None = None, total: int | None = None, left: float | None = None, at_most: bool = False) -> str:
    """Say what a job does, how far it is, and for how long. An example is "3 of 8: side B, about 20 s left". The words are "3 of at most 8: " if it
    may end before. What is not known is not said."""
    place, about = f"{number} of {'at most ' * at_most}{total}: " if total else "", "at most" if at_most else "about"
    ends = "" if left is None else f", {about} {left / 60:.0f} min left" if left >= 90 else f", {about} {max(1, round(left))} s left"
    return f"{place}{what}{ends}"


def cut_words(amounts: Amounts, wanted: Amounts, budget: Budget, more: str = MORE, besides: Sequence[str] = ()) -> str:
    """Say what of a job fits its budget, and how to ask for `more`. An example is "1 of 3 prompts, 2 of 3 runs in 240 s (--seconds N for more)".
    Return "" if all of it fits. `besides`: what else is cut, in words."""
    names = {"prompts": "prompts", "runs": "runs", "tokens": "tokens a reply"}
    pairs = [(getattr(amounts, field), getattr(wanted, field), words) for field, words in names.items()]
    less = [*besides, *(f"{some} of {all_} {words}" for some, all_, words in pairs if some < all_)]
    return f"{', '.join(less)} in {round(budget.seconds, 1):g} s ({more})" if less else ""
