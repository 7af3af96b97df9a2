"""Plain decoding as a drafter that never guesses."""

from __future__ import annotations

from typing import Iterator

from specdeck.decoding.accept import NO_DRAFT, Draft
from specdeck.decoding.types import Settings

from .base import Ask


class NoDrafter:
    """Never guesses."""

    name = "none"

    def begin(self, sequence: list[int], checkpoint: int) -> None: ...

    def join(self, settings: Settings) -> Iterator[int]:
        return iter(())

    def propose(self, ask: Ask) -> Draft:
        return NO_DRAFT

    def silent(self, settings: Settings) -> bool:
        return True

    def observe(self, upto: int) -> None: ...

    def reset(self) -> None: ...
