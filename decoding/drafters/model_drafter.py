"""A second, smaller model drafts token by token. Its cache may be of any kind: the Track sees to it."""

from __future__ import annotations

from typing import Any, Iterator

from specdeck.decoding.accept import NO_DRAFT, Draft
from specdeck.decoding.find.source import context
from specdeck.decoding.track import Track
from specdeck.decoding.types import Settings

from .base import LONG_READ, Ask, Drafter
from .guesses import Guesses
from .record import Loading
from .weights import whole_model


class ModelDrafter(Drafter):
    """Draws each guess from the drafter's distribution under the same penalties, filters, temperature and rule as the target's.

    The guesses stay on the device: nothing here waits for them. `context` is the drafter's longest sequence, None if unbounded.
    """

    def __init__(self, model: Any, name: str = "model", context: int | None = None) -> None:
        self.name = name
        self.track = Track(model)
        self._context = context
        self._checkpoint = -1

    @classmethod
    def load(cls, loading: Loading) -> ModelDrafter:
        """The model in this folder. Raises LoadError."""
        found = loading.found
        model = whole_model(found.folder)[0] if loading.model is None else loading.model
        return cls(model, loading.name, context(found.config))

    @property
    def model(self) -> Any:
        """The model that drafts."""
        return self.track.model

    def begin(self, sequence: list[int], checkpoint: int) -> None:
        self.track.follow(sequence)
        self._checkpoint = checkpoint

    def join(self, settings: Settings) -> Iterator[int]:
        end = len(self.track.sequence) - 1
        if not self._full(end) and end - self.track.length >= LONG_READ:
            yield self.track.length
            yield from self.track.prefill(end, self._checkpoint)

    def propose(self, ask: Ask) -> Draft:
        if self._full(len(ask.sequence) + ask.room):
            return Draft(note=f"{self.name}: the drafter's context of {self._context} tokens is full")
        try:
            return self._draw(ask) if ask.room else NO_DRAFT
        except Exception:
            self.track.forget()
            raise

    def observe(self, upto: int) -> None:
        self.track.keep(upto)

    def reset(self) -> None:
        self.track.reset()

    def _reach_checkpoint(self) -> None:
        """A short read stops at the prompt's end too, where the cache could not come back to it: else it would be read again."""
        if self.track.length < self._checkpoint and not self.track.rewinds:
            for _ in self.track.prefill(self._checkpoint, self._checkpoint):
                pass

    def _draw(self, ask: Ask) -> Draft:
        self._reach_checkpoint()
        rows, guesses = self.track.read(), Guesses(ask)
        for i in range(ask.room):
            token = guesses.draw(rows)
            if i + 1 < ask.room:
                rows = self.track.step(token)
        return guesses.draft(self.name)

    def _full(self, tokens: int) -> bool:
        return self._context is not None and tokens > self._context
