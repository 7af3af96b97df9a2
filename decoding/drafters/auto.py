"""Auto: every round the drafter and width that are expected to yield the most tokens a second, plain decoding among them.

What a drafter is worth is learnt from its own rounds (pace.py). One that is not in force is tried again after a while: longer
after every time that it did not pay, and the longer the less it was worth; lookup is scored all the time, for what it would have
said can be compared with what was said. Every change says why, in the round's note.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import Iterator, Mapping

from ..accept import NO_DRAFT, Draft
from ..pace import PLAIN, Pace
from ..types import Round, Settings
from .base import Ask, Drafter

TRIAL = 2  # rounds that a drafter is tried for
PATIENCE = 24, 384  # rounds before the first try again, and at most
MARGIN = 1.05  # by which another must be faster: estimates swing by as much, and who takes over has first to read what it missed
LOOKUP = "lookup"


class AutoDrafter:
    """Made of the pair's other drafters, which the loop feeds; a round's draft names the one that guessed."""

    name = "auto"

    def __init__(self, drafters: Mapping[str, Drafter], pace: Pace) -> None:
        self._drafters, self._pace = drafters, pace
        self._arm = PLAIN
        self._trial = 0  # rounds left of a trial
        self._idle: dict[str, int] = {}  # rounds since an arm was in force
        self._patience: dict[str, int] = {}
        self._shadow: tuple[int, list[int]] | None = None  # a position, and what lookup would have said there
        self._fresh = True

    def begin(self, sequence: list[int], checkpoint: int) -> None:
        self._fresh = True

    def join(self, settings: Settings) -> Iterator[int]:
        names, self._fresh = (self._arms if self._fresh else [self._arm]), False
        return chain.from_iterable(self._drafters[name].join(settings) for name in names)

    def propose(self, ask: Ask) -> Draft:
        guess = self._lookup(ask)
        widths = {name: self._width(name, ask, guess) for name in self._arms}
        before, note = self._arm, self._choose(widths)
        if self._arm == LOOKUP and not guess:  # nothing to say is no reason to leave it
            return replace(NO_DRAFT, note=note)
        if not widths[self._arm]:
            return replace(NO_DRAFT, note=note)
        draft = self._drafters[self._arm].propose(replace(ask, room=widths[self._arm]))
        return replace(draft, note=note or draft.note) if before != self._arm or note else draft

    def learn(self, round_: Round) -> None:
        """Score what lookup would have said, and count who was idle."""
        if self._shadow and round_.drafter != LOOKUP:
            matched = _matching(self._shadow[1], round_.tokens)
            self._pace.score(LOOKUP, matched, min(matched + 1, len(self._shadow[1]), len(round_.tokens)))
        self._shadow = None
        for name in self._arms:
            self._idle[name] = 0 if name == self._arm else self._idle.get(name, 0) + 1

    def silent(self, settings: Settings) -> bool:
        return self._arm in (PLAIN, LOOKUP) and self._drafters[LOOKUP].silent(settings)

    def observe(self, upto: int) -> None: ...

    def reset(self) -> None:
        self._shadow = None

    @property
    def _arms(self) -> list[str]:
        """Who can be chosen: every loaded drafter once, and plain decoding."""
        found = {id(drafter): name for name, drafter in self._drafters.items() if name not in (self.name, "hybrid")}
        return list(found.values())

    def _lookup(self, ask: Ask) -> list[int]:
        """What lookup says here."""
        settings, lookup = ask.settings, self._drafters[LOOKUP]
        guess = lookup.guess(ask.sequence, min(ask.room, settings.lookup_max), settings.lookup_min)
        self._shadow = (len(ask.sequence), guess) if guess else None
        return guess

    def _width(self, name: str, ask: Ask, guess: list[int]) -> int:
        """How much this arm would draft now."""
        if name == PLAIN:
            return 0
        if name == LOOKUP:
            return len(guess)
        best = self._pace.best(name, ask.room)
        return best[0] if best else ask.room

    def _choose(self, widths: Mapping[str, int]) -> str | None:
        """Set the arm; why it changed, if it did."""
        if self._trial > 0:
            self._trial -= 1
            return None
        rates = {name: self._pace.rate(PLAIN if not width else name, width) for name, width in widths.items()}
        best = max(rates, key=lambda name: rates[name] or 0.0)
        due = next((name for name in widths if self._due(name, widths[name], rates[name], rates[best])), None)
        if due:
            return self._try(due, rates[due])
        if best == self._arm or (rates[best] or 0.0) < MARGIN * (rates[self._arm] or 0.0):
            return None
        left, self._arm = self._arm, best
        self._patience[best] = PATIENCE[0]
        return f"auto: {left} to {best}: {rates[best] or 0:.0f} tokens/s expected against {rates[left] or 0:.0f}"

    def _due(self, name: str, width: int, rate: float | None, best: float | None) -> bool:
        """Whether an arm is to be tried: never timed, or idle for as long as its patience, which is the longer the slower it was."""
        if name == self._arm or (name == LOOKUP and not width):
            return False
        patience = self._patience.get(name, PATIENCE[0])
        return rate is None or (name != LOOKUP and self._idle.get(name, 0) >= patience * (best / rate) ** 2)

    def _try(self, name: str, rate: float | None) -> str:
        idle, left = self._idle.get(name, 0), self._arm
        self._arm, self._trial = name, TRIAL - 1
        self._patience[name] = min(2 * self._patience.get(name, PATIENCE[0]), PATIENCE[1])
        return f"auto: {left} to {name}: " + ("never timed here" if rate is None else f"not tried for {idle} rounds")


def _matching(guess: list[int], said: tuple[int, ...]) -> int:
    """How many tokens of a guess were then said."""
    return next((i for i, (a, b) in enumerate(zip(guess, said)) if a != b), min(len(guess), len(said)))
