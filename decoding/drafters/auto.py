"""Auto: every round the drafter and width that are expected to yield the most tokens a second, plain decoding among them.

What a drafter is worth is learnt from its own rounds (draft_length.py), and a little hope is given to those that were seldom tested,
so that each is tried again where it may have become the best. Lookup is scored all the time, for what it would have said can
be compared with what was said. Every change says why, in the round's note.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Iterator, Mapping, NamedTuple

from specdeck.decoding.adaptive.draft_length import Pace
from specdeck.decoding.common_prefix import common_prefix
from specdeck.decoding.types import PLAIN

from .base import Ask, Drafter
from .record import DrafterRecord

if TYPE_CHECKING:
    from specdeck.decoding.accept import Draft
    from specdeck.decoding.types import Round, Settings

MARGIN = 1.05  # by which another must be faster: estimates swing by as much, and who takes over has first to read what it missed
LOOKUP = "lookup"


class Offer(NamedTuple):
    """Guesses that an arm would make, and tokens a second; None if it is to be tried first."""

    width: int
    rate: float | None


class AutoDrafter(Drafter):
    """Made of the pair's other drafters, which the loop feeds; a round's draft names the one that guessed."""

    name = "auto"
    composed = True

    def __init__(self, drafters: Mapping[str, Drafter], pace: Pace) -> None:
        self._drafters, self._pace = drafters, pace
        self._arm = PLAIN
        self._shadow: tuple[int, list[int]] | None = None  # a position, and what lookup would have said there
        self._fresh = self._opening = True  # before the reply's first reading, and its first choice

    def begin(self, sequence: list[int], checkpoint: int) -> None:
        self._fresh = self._opening = True

    def join(self, settings: Settings) -> Iterator[int]:
        names, self._fresh = (self._arms if self._fresh else [self._arm]), False
        return chain.from_iterable(self._drafters[name].join(settings) for name in names)

    def propose(self, ask: Ask) -> Draft:
        guess = self._lookup(ask)
        offers = {name: self._offer(name, ask, guess) for name in self._arms}
        note = self._choose(offers)
        if not offers[self._arm].width:
            return ask.point_draft(PLAIN, (), note)
        if self._arm == LOOKUP:  # asked again, it would have spent the opening's match
            return ask.point_draft(LOOKUP, guess, note)
        draft = self._drafters[self._arm].propose(replace(ask, room=offers[self._arm].width))
        return replace(draft, note=note or draft.note)

    def learn(self, round_: Round) -> None:
        """Score what lookup would have said."""
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
        """Who can be chosen: every loaded drafter once, and plain decoding."""
        distinct = {id(drafter): name for name, drafter in self._drafters.items() if not drafter.composed}
        return list(distinct.values())

    def _lookup(self, ask: Ask) -> list[int]:
        """What lookup says here."""
        settings, lookup = ask.settings, self._drafters[LOOKUP]
        guess = lookup.guess(ask.sequence, min(ask.room, settings.lookup_max), settings.lookup_min)
        self._shadow = (len(ask.sequence), guess) if guess else None
        return guess

    def _offer(self, name: str, ask: Ask, guess: list[int]) -> Offer:
        """How much this arm would draft now, and the tokens a second that may be hoped for."""
        if name == PLAIN or (name == LOOKUP and not guess):
            return Offer(0, self._pace.rate(PLAIN, 0))
        if name == LOOKUP:
            return Offer(len(guess), self._pace.rate(name, len(guess)))
        best = self._pace.best(name, ask.room, hopeful=True)
        return Offer(*best) if best else Offer(ask.room, None)

    def _choose(self, offers: Mapping[str, Offer]) -> str | None:
        """Set the arm; why it changed, if it did. As a reply begins any that is faster will do."""
        untried = [name for name, offer in offers.items() if offer.rate is None]
        best = untried[0] if untried else max(offers, key=lambda name: offers[name].rate)
        left, rate, before = self._arm, offers[best].rate, offers[self._arm].rate or 0.0
        margin, self._opening = 1.0 if self._opening else MARGIN, False
        if best == left or (rate is not None and rate < margin * before):
            return None
        self._arm = best
        why = "not tried yet" if rate is None else f"{rate:.0f} tokens/s expected instead of {before:.0f}"
        return f"auto: {left} to {best}: {why}"


RECORD = DrafterRecord(
    name=AutoDrafter.name,
    words="measures and picks the fastest of the others",
    hue="#cc79a7",
    make=AutoDrafter,
    composed=True,
    learns=True,
)
