"""`auto`: in each round, asks the drafter and draft length with the highest expected tokens per second. Plain decoding is one choice."""

from __future__ import annotations

from dataclasses import replace
from typing import Callable, Mapping, NamedTuple, Sequence

from ..accept import Draft
from ..adaptive import RateEstimator
from ..text.prompt import common_prefix
from ..types import LOOKUP, PLAIN, Round, Settings
from .base import Drafter, DraftRequest
from .lookup import LookupDrafter

MARGIN = 1.05  # factor by which another drafter must be faster: estimates vary by as much, and a switch first costs a prefill
# Rounds that a new drafter gets until a draft without missed tokens to read is timed. The first draft looks too slow.
TRIAL = 3
OTHER_TEXT = 0.25  # how much lookup's outcomes in the last reply count in the next: they are the text's more than the drafter's
SHORT_MATCH = "lookup, short match"  # counted apart: after a longer match more guesses are accepted


class Offer(NamedTuple):
    """What one arm of the bandit offers. `width`: how many guesses. `rate`: its expected tokens per second, None before it was tried."""

    width: int
    rate: float | None


class AutoDrafter(Drafter):
    """Asks the pair's other drafters, which the loop keeps up to date; the draft names the drafter that guessed.

    The expectation is learnt from the rounds of each drafter (adaptive.py). Drafters with few trials get an optimism (UCB). So each is tried again
    when it may have become the best. Lookup is scored in every round. Its guess can be compared with the emitted tokens even if another drafter was
    asked. At the first draft of a reply and at every change, the round's note says why the drafter was taken. It has the compared figures.
    """

    name = "auto"
    composed = True

    def __init__(self, drafters: Mapping[str, Drafter], estimator: Callable[[], RateEstimator]) -> None:
        """`estimator` gives the RateEstimator that learns now."""
        self._drafters, self._present_estimator = drafters, estimator
        self._chose_by: RateEstimator | None = None
        self._arm, self._since = PLAIN, 0  # since: rounds for which this arm was taken
        self._shadow: list[int] = []  # lookup's guesses of this round
        self._opening = True  # before the reply's first choice
        self._out: set[str] = set()  # the drafters that failed in this reply

    def begin(self, sequence: list[int], checkpoint: int) -> None:
        if self._estimator is not self._chose_by:  # as in a new process: an arm that other figures chose may never have been measured here
            self._chose_by, self._arm, self._since = self._estimator, PLAIN, 0
        self._opening = True
        self._out.clear()
        for kind in (LOOKUP, SHORT_MATCH):
            self._estimator.outcomes.fade(kind, OTHER_TEXT)

    def joining(self, settings: Settings) -> Sequence[Drafter]:
        return [self._drafters[name] for name in (self._arms if self._opening else [self._arm])]

    def propose(self, request: DraftRequest) -> Draft:
        guess = self._lookup(request)
        offers = {name: self._offer(name, request, guess) for name in self._arms}
        note = self._choose(offers)
        if not offers[self._arm].width:
            return request.point_draft(PLAIN, (), note)
        if self._arm == LOOKUP:  # not asked a second time: its exception for a reply's opening holds only once
            return request.point_draft(LOOKUP, guess[: offers[LOOKUP].width], note, self._of_lookup.copied_from)
        drafter = self._drafters[self._arm]  # a drafter that ends its drafts itself is asked for all that there is room for
        own = {"estimator": self._estimator} if drafter.stops_early else {"room": offers[self._arm].width, "estimator": None}
        draft = request.ask(drafter, replace(request, **own))
        if draft is None:
            self._out.add(self._arm)
            self._arm = PLAIN
            return request.point_draft(PLAIN, ())
        return replace(draft, note=note or draft.note)

    def learn(self, round_: Round) -> None:
        """Score lookup's guesses against the round's tokens, if another drafter was asked."""
        if self._shadow and round_.drafter != LOOKUP:
            matched = common_prefix(self._shadow, round_.tokens)
            self._estimator.score(LOOKUP, matched, min(matched + 1, len(self._shadow), len(round_.tokens)))
        self.reset()

    def will_not_draft(self, settings: Settings) -> bool:
        return self._arm in (PLAIN, LOOKUP) and self._drafters[LOOKUP].will_not_draft(settings)

    def reset(self) -> None:
        self._shadow = []
        self._estimator.present.pop(LOOKUP, None)  # it is the kind of one round's guesses

    @property
    def _estimator(self) -> RateEstimator:
        return self._present_estimator()

    @property
    def _arms(self) -> list[str]:
        """The names to choose from: plain decoding, and every loaded drafter once unless it failed."""
        distinct = {id(drafter): name for name, drafter in self._drafters.items() if not drafter.composed}
        return [name for name in distinct.values() if name not in self._out]

    @property
    def _of_lookup(self) -> LookupDrafter:
        lookup = self._drafters[LOOKUP]
        assert isinstance(lookup, LookupDrafter), "its name is its own"
        return lookup

    def _lookup(self, request: DraftRequest) -> list[int]:
        """Lookup's guesses, kept to be scored later."""
        settings, lookup = request.settings, self._of_lookup
        self._shadow = lookup.guess(request.sequence, min(request.room, settings.lookup_max), settings.lookup_min)
        kind = SHORT_MATCH if lookup.matched <= settings.lookup_min else LOOKUP
        self._estimator.present[LOOKUP] = kind, (lookup.matched + 1) / (lookup.matched + 2)  # the rule of succession: the copy has held so long
        return self._shadow

    def _offer(self, name: str, request: DraftRequest, guess: list[int]) -> Offer:
        """How many guesses this arm would make now, and its expected tokens per second."""
        if name == PLAIN or (name == LOOKUP and not guess):
            return Offer(0, self._estimator.rate(PLAIN, 0))
        room = len(guess) if name == LOOKUP else request.room
        best = self._estimator.best(name, room, hopeful=name != LOOKUP)
        return Offer(*best) if best else Offer(room, None)

    def _choose(self, offers: Mapping[str, Offer]) -> str | None:
        """Choose the arm; returns the reason if it changed or a reply begins. The first choice of a reply needs no margin."""
        self._since += 1
        drafts = offers[self._arm].width and self._arm != LOOKUP
        if drafts and self._since < TRIAL and self._estimator.costs.drafting(self._arm).at(1) is None:
            return None  # it drafts once more: none of its drafts was timed without missed tokens to read
        untried = [name for name, offer in offers.items() if offer.rate is None]
        best = untried[0] if untried else max(offers, key=lambda name: offers[name].rate or 0.0)
        rate, before, opening = offers[best].rate, offers[self._arm].rate or 0.0, self._opening
        margin, self._opening = 1.0 if opening else MARGIN, False
        better = best != self._arm and (rate is None or rate >= margin * before)
        if better:
            self._arm, self._since = best, 0
        return self._why(offers) if better or opening else None

    def _why(self, offers: Mapping[str, Offer]) -> str:
        """Why the arm was taken: its figures, and the figures of the best other arm. An example is
        `auto took lookup: 2.58x plain (3.1 tokens in the time of 1.2); next model: 1.60x plain (2.4 tokens in the time of 1.5)`."""
        if offers[self._arm].rate is None:
            return f"auto tries {_called(self._arm)}: it is not measured yet"
        others = {name: offer for name, offer in offers.items() if name != self._arm and offer.rate and (offer.width or name == PLAIN)}
        best = max(others, key=lambda name: others[name].rate or 0.0, default=None)
        beside = f"; next {self._figures(best, others[best])}" if best else ""
        recalled = f", by {self._estimator.recalled} on this machine" if self._estimator.recalled else ""
        return f"auto took {self._figures(self._arm, offers[self._arm])}{beside}{recalled}"

    def _figures(self, name: str, offer: Offer) -> str:
        """An arm's speed-up over plain decoding, the quotient of the two figures after it as they are written."""
        seconds, plain = self._estimator.costs.round(name, offer.width), self._estimator.costs.round(PLAIN, 0)
        assert seconds is not None and plain is not None and offer.rate is not None, "a rate is made from the round's seconds"
        if name == PLAIN:
            return f"{_called(name)}: 1.00x"
        tokens, passes = f"{offer.rate * seconds:.1f}", f"{seconds / max(plain, 1e-9):.1f}"
        return f"{name}: {float(tokens) / max(float(passes), 0.1):.2f}x plain ({tokens} tokens in the time of {passes})"


def _called(name: str) -> str:
    return "plain decoding" if name == PLAIN else name
