"""`hybrid`: lookup's draft where lookup has a match, else another drafter's."""

from dataclasses import replace
from typing import Mapping, Sequence

from ..accept import Draft
from ..types import LOOKUP, PLAIN, Settings
from .base import Drafter, DraftRequest


class HybridDrafter(Drafter):
    """Asks the pair's other drafters, which the loop keeps up to date; the draft names the drafter that guessed.

    `settings.fallback` names the drafter to ask where lookup has no match. If that one is not loaded, the first loaded drafter with a
    model is asked.
    """

    name = "hybrid"
    composed = True

    def __init__(self, drafters: Mapping[str, Drafter]) -> None:
        self._drafters = drafters

    def joining(self, settings: Settings) -> Sequence[Drafter]:
        fallback = self.delegate(settings)
        return (self._drafters[fallback],) if fallback else ()

    def propose(self, request: DraftRequest) -> Draft:
        lookup = self._drafters[LOOKUP]
        draft = lookup.propose(_paying(request, lookup))
        if len(draft):
            return draft
        fallback = self.delegate(request.settings)
        if fallback is None:
            return replace(draft, note=f"hybrid: there is no drafter {request.settings.fallback!r} here to fall back on")
        asked = _paying(request, self._drafters[fallback])
        other = request.ask(self._drafters[fallback], asked) if asked.room else None
        return draft if other is None else other

    def delegate(self, settings: Settings) -> str | None:
        if settings.fallback in self._drafters and settings.fallback != self.name:
            return settings.fallback
        return next((name for name, drafter in self._drafters.items() if name not in (PLAIN, LOOKUP) and not drafter.composed), None)


def _paying(request: DraftRequest, drafter: Drafter) -> DraftRequest:
    """The request with as much room as pays with this drafter, where the draft length is adaptive."""
    if request.estimator is None:
        return request
    return replace(request, room=request.estimator.draft_length(drafter.name, request.room, drafter.stops_early))
