"""`model`: a second, smaller model that drafts token by token. Its cache may be of any kind, because its Track rolls it back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Iterator

import mlx.core as mx

from ..accept import NO_DRAFT, Draft
from ..find.model_config import context
from ..find.vocabulary import Agreement
from ..rules.array_helpers import on_host
from ..track import Track
from ..types import Settings
from .base import LONG_READ, Ask, Drafter, remark_of
from .compiled_step import CompiledModel, of_model
from .drafter_record import Loading
from .frequent_head import FrequentHead
from .guesses import Guesses
from .weights import whole_model


class ModelDrafter(Drafter):
    """Draws each guess from the model's distribution, under the same penalties, filters, temperature and rule as the target.

    The guesses stay on the device: nothing here waits for them. `context` is the model's longest sequence in tokens, None if its config
    names none. `draft_vocab`: guess only so many of the most frequent tokens. `compiled`: as in Loading. Where its `vocabulary` differs
    from the target's, it reads the sequence translated to its own ids, and never guesses an id that differs: q is zero there, so the
    verdict stays exact.
    """

    stops = True

    def __init__(
        self, model: Any, name: str = "model", context: int | None = None, vocabulary: Agreement | None = None,
        draft_vocab: int | None = None, compiled: bool | None = None,
    ) -> None:  # fmt: skip
        self.name = name
        self._model, self._frequent = model, FrequentHead(model, draft_vocab) if draft_vocab else None
        fast, how = of_model(self._frequent.model if self._frequent else model, compiled)
        self.track = Track(fast)
        self._context = context
        self._checkpoint = -1
        self._unquantised = True
        self._vocabulary = vocabulary
        self._sequence: list[int] = []  # the loop's own
        self._silenced: mx.array | None = None
        self.remark = remark_of(vocabulary and f"its vocabulary {vocabulary.words}", self._frequent and self._frequent.words, how)

    @classmethod
    def load(cls, loading: Loading) -> ModelDrafter:
        """Load the checkpoint's model, unless an earlier pair had it. Raises LoadError."""
        checkpoint = loading.checkpoint
        vocabulary: Any = loading.vocabulary  # its kind decided the class, see model.py
        model = whole_model(checkpoint.folder, bits=loading.bits)[0] if loading.model is None else loading.model
        drafter = cls(model, loading.name, context(checkpoint.config), vocabulary, loading.draft_vocab, loading.compiled)
        drafter._unquantised = loading.bits is None
        return drafter

    @property
    def model(self) -> Any:
        """The model, for the next pair to take over as target or drafter; None if it was quantised for drafting."""
        return self._model if self._unquantised else None

    def begin(self, sequence: list[int], checkpoint: int) -> None:
        self._sequence = sequence
        self.track.follow(self._vocabulary.read(sequence) if self._vocabulary else sequence)
        self._checkpoint = checkpoint
        self._count_tokens()

    def join(self, settings: Settings) -> Iterator[int]:
        self._follow()
        end = len(self.track.sequence) - 1
        if not self._full(end) and end - self.track.length >= LONG_READ:
            yield self.track.length
            yield from self.track.prefill(end, self._checkpoint)

    def propose(self, ask: Ask) -> Draft:
        self._follow()
        if self._full(len(self.track.sequence) + ask.room):
            return Draft(note=f"{self.name}: the drafter's context of {self._context} tokens is full")
        try:
            return self._draw(ask) if ask.room else NO_DRAFT
        except Exception:
            self.track.forget()
            raise

    def observe(self, upto: int) -> None:
        self._follow()
        self.track.keep(upto)

    def reset(self) -> None:
        self.track.reset()
        self._sequence = []

    def _follow(self) -> None:
        """Append the loop's new tokens, translated, if the track follows a sequence of its own."""
        if self._vocabulary:
            self.track.sequence += self._vocabulary.read(self._sequence[len(self.track.sequence) :])

    def _count_tokens(self) -> None:
        if self._frequent:
            self._frequent.begin(self.track.sequence)
            if isinstance(self.track.model, CompiledModel):
                self.track.model.compiled.forget()  # the rows are constants of its graph

    def _silence(self, ask: Ask) -> Ask:
        """The question with the ids on which the vocabularies differ suppressed too."""
        if not self._vocabulary or not self._vocabulary.silenced:
            return ask
        if self._silenced is None:
            ours = [] if ask.suppressed is None else on_host(ask.suppressed)
            every = sorted({*ours, *(id_ for id_ in self._vocabulary.silenced if id_ < ask.draws.width)})
            self._silenced = mx.array(every, mx.uint32) if every else None
        return replace(ask, suppressed=self._silenced)

    def _reach_checkpoint(self) -> None:
        """End a read at the checkpoint too, so that a cache that cannot rewind need not read the prompt again in the next reply."""
        if self.track.length < self._checkpoint and not self.track.rewinds:
            for _ in self.track.prefill(self._checkpoint, self._checkpoint):
                pass

    def _draw(self, ask: Ask) -> Draft:
        self._reach_checkpoint()
        return Guesses(self._silence(ask), self.name).chain(self.track.read(), self.track.step)

    def _full(self, tokens: int) -> bool:
        return self._context is not None and tokens > self._context
