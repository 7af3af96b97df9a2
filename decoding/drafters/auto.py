"""`auto`: in each round, asks the drafter and draft length with the highest expected tokens per second; plain decoding is one choice.

The expectation is learnt from the rounds of each drafter (adaptive/draft_length.py), plus an optimism for drafters with few trials (UCB),
so that each is tried again when it may have become the best. Lookup is scored in every round, because its guess can be compared with the
tokens that were emitted even if another drafter was asked. Of a drafter that can end its drafts itself, drafts of a fixed length are
measured too (adaptive/early_or_fixed.py). The round's note says why the drafter was taken, with the figures that were compared: at the first
draft of a reply, and at every change.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Iterator, Mapping, NamedTuple

from specdeck.decoding.adaptive.draft_length import Pace
from specdeck.decoding.adaptive.early_or_fixed import EarlyOrFixed
from specdeck.decoding.common_prefix import common_prefix
from specdeck.decoding.types import PLAIN

from .auto_reasons import Yield, took, tries
from .base import Ask, Drafter
from .drafter_record import DrafterRecord

if TYPE_CHECKING:
    from specdeck.decoding.accept import Draft
    from specdeck.decoding.types import Round, Settings

MARGIN = 1.05  # factor by which another drafter must be faster: estimates vary by as much, and a switch first costs a prefill
TRIAL = 3  # rounds that a new drafter has to make a draft for which it reads no missed tokens: the first one says too much of its cost
LOOKUP = "lookup"


class Offer(NamedTuple):
    """What one arm of the bandit offers: how many guesses, and its expected tokens per second, None before it was tried."""

    width: int
    rate: float | None


class AutoDrafter(Drafter):
    """Passes the question on to the pair's other drafters, which the loop keeps up to date; the draft names the one that guessed."""

    name = "auto"
    composed = True

    def __init__(self, drafters: Mapping[str, Drafter], pace: Pace) -> None:
        self._drafters, self._pace = drafters, pace
        self._arm, self._since = PLAIN, 0  # since: rounds for which this arm was taken
        self._shadow: tuple[int, list[int]] | None = None  # a position, and lookup's guesses there
        self._fresh = self._opening = True  # before the reply's first prefill; before its first choice
        self._ways: dict[str, EarlyOrFixed] = {}  # by drafter
        self._asked: tuple[str, bool] | None = None  # the drafter that was asked in this round, and whether for a fixed length
        self._news: str | None = None  # for the next note

    def begin(self, sequence: list[int], checkpoint: int) -> None:
        self._fresh = self._opening = True

    def join(self, settings: Settings) -> Iterator[int]:
        names, self._fresh = (self._arms if self._fresh else [self._arm]), False
        return chain.from_iterable(self._drafters[name].join(settings) for name in names)

    def propose(self, ask: Ask) -> Draft:
        guess = self._lookup(ask)
        offers = {name: self._offer(name, ask, guess) for name in self._arms}
        note, self._news = self._choose(offers) or self._news, None
        if not offers[self._arm].width:
            return ask.point_draft(PLAIN, (), note)
        if self._arm == LOOKUP:  # not asked a second time: its exception for a reply's opening holds only once
            return ask.point_draft(LOOKUP, guess, note, self._drafters[LOOKUP].copied_from)
        draft = self._ask(ask, offers[self._arm].width)
        return replace(draft, note=note or draft.note)

    def _ask(self, ask: Ask, width: int) -> Draft:
        """The draft of the drafter that was taken; `width`: the best fixed length."""
        drafter = self._drafters[self._arm]
        fixed = not drafter.stops or self._ways.setdefault(self._arm, EarlyOrFixed()).fixed
        self._asked = (self._arm, fixed) if drafter.stops else None
        return drafter.propose(replace(ask, room=width, pace=None) if fixed else replace(ask, pace=self._pace))

    def learn(self, round_: Round) -> None:
        """Score lookup's guesses against the round's tokens, if another drafter was asked; count the way in which a draft ended."""
        if self._asked and round_.draft:
            (name, fixed), seconds = self._asked, self._pace.costs.round(round_.drafter, len(round_.draft))
            if seconds and self._ways[name].learn(fixed, len(round_.tokens), seconds / self._pace.costs.slowdown.factor):
                self._news = self._why_it_ends(name)
        self._asked = None
        if self._shadow and round_.drafter != LOOKUP:
            matched = common_prefix(self._shadow[1], round_.tokens)
            self._pace.score(LOOKUP, matched, min(matched + 1, len(self._shadow[1]), len(round_.tokens)))
        self._shadow = None

    def will_not_draft(self, settings: Settings) -> bool:
        return self._arm in (PLAIN, LOOKUP) and self._drafters[LOOKUP].will_not_draft(settings)

    def reset(self) -> None:
        self._shadow = None

    @property
    def _arms(self) -> list[str]:
        """The names to choose from: every loaded drafter once, plain decoding included."""
        distinct = {id(drafter): name for name, drafter in self._drafters.items() if not drafter.composed}
        return list(distinct.values())

    def _lookup(self, ask: Ask) -> list[int]:
        """Lookup's guesses, kept to be scored later."""
        settings, lookup = ask.settings, self._drafters[LOOKUP]
        guess = lookup.guess(ask.sequence, min(ask.room, settings.lookup_max), settings.lookup_min)
        self._shadow = (len(ask.sequence), guess) if guess else None
        return guess

    def _offer(self, name: str, ask: Ask, guess: list[int]) -> Offer:
        """How many guesses this arm would make now, and its expected tokens per second."""
        if name == PLAIN or (name == LOOKUP and not guess):
            return Offer(0, self._pace.rate(PLAIN, 0))
        if name == LOOKUP:
            return Offer(len(guess), self._pace.rate(name, len(guess)))
        best = self._pace.best(name, ask.room, hopeful=True)
        return Offer(*best) if best else Offer(ask.room, None)

    def _choose(self, offers: Mapping[str, Offer]) -> str | None:
        """Choose the arm; returns the reason if it changed or a reply begins. The first choice of a reply needs no margin."""
        self._since += 1
        if self._on_trial(offers):
            return None
        untried = [name for name, offer in offers.items() if offer.rate is None]
        best = untried[0] if untried else max(offers, key=lambda name: offers[name].rate)
        rate, before, opening = offers[best].rate, offers[self._arm].rate or 0.0, self._opening
        margin, self._opening = 1.0 if opening else MARGIN, False
        better = best != self._arm and (rate is None or rate >= margin * before)
        if better:
            self._arm, self._since = best, 0
        return self._why(offers) if better or opening else None

    def _on_trial(self, offers: Mapping[str, Offer]) -> bool:
        """Whether this arm drafts once more because its cost is not known yet, whatever the others offer."""
        drafts = offers[self._arm].width and self._arm != LOOKUP
        return bool(drafts) and self._since < TRIAL and not self._pace.costs.timed_alone(self._arm)

    def _why(self, offers: Mapping[str, Offer]) -> str:
        """Why the arm was taken: its figures beside those of the best other one."""
        if offers[self._arm].rate is None:
            return tries(self._arm)
        others = {name: offer for name, offer in offers.items() if name != self._arm and offer.rate and (offer.width or name == PLAIN)}
        best = max(others, key=lambda name: others[name].rate, default=None)
        other = best and self._yield(best, others[best])
        return took(self._yield(self._arm, offers[self._arm]), other, self._pace.costs.round(PLAIN, 0))

    def _yield(self, name: str, offer: Offer) -> Yield:
        seconds = self._pace.costs.round(name, offer.width)
        return Yield(name, offer.rate * seconds, seconds)

    def _why_it_ends(self, name: str) -> str:
        """Why drafts of this drafter end in another way than before."""
        ways, words = self._ways[name], {True: "fixed length", False: "early end"}
        here, there = (Yield(words[fixed], *ways.mean(fixed)) for fixed in (ways.in_use, not ways.in_use))
        plain = self._pace.costs.round(PLAIN, 0) / self._pace.costs.slowdown.factor
        return took(here._replace(name=f"{name}, {here.name}"), there, plain)


RECORD = DrafterRecord(
    name=AutoDrafter.name,
    words="measures and picks the fastest of the others",
    hue="#cc79a7",
    make=AutoDrafter,
    composed=True,
    learns=True,
)
