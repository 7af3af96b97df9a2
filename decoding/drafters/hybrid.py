"""Hybrid: lookup where it has a guess, else another drafter."""

from __future__ import annotations

from dataclasses import replace
from typing import Iterator, Mapping

from ..accept import Draft
from ..types import Settings
from .base import Ask, Drafter


class HybridDrafter:
    """Made of the pair's other drafters, which the loop feeds; a round's draft names the one that guessed.

    `settings.fallback` names the one to ask where lookup has no guess.
    """

    name = "hybrid"

    def __init__(self, drafters: Mapping[str, Drafter]) -> None:
        self._drafters = drafters

    def begin(self, sequence: list[int], checkpoint: int) -> None: ...

    def join(self, settings: Settings) -> Iterator[int]:
        fallback = self._fallback(settings)
        return fallback.join(settings) if fallback else iter(())

    def propose(self, ask: Ask) -> Draft:
        draft = self._drafters["lookup"].propose(ask)
        if len(draft):
            return draft
        fallback = self._fallback(ask.settings)
        if fallback is None:
            return replace(draft, note=f"hybrid: there is no drafter {ask.settings.fallback!r} here to fall back on")
        return fallback.propose(ask)

    def observe(self, upto: int) -> None: ...

    def reset(self) -> None: ...

    def _fallback(self, settings: Settings) -> Drafter | None:
        found = self._drafters.get(settings.fallback)
        return None if found is self else found
