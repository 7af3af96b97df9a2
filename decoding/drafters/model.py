"""`model`: a second, smaller model that drafts token by token. Its cache may be of any kind, because its SequenceState rolls it back."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Iterator

import mlx.core as mx

from ..accept import NO_DRAFT, Draft
from ..checkpoints.vocabularies import Agreement, SharedStrings
from ..logits import spread_logits
from ..rules.draws import on_host
from ..target.sequence_state import SequenceState
from ..types import Settings
from ..weights import whole_model
from .base import LONG_READ, Drafter, DraftRequest, Loading
from .drafting import Guesses


class ModelDrafter(Drafter):
    """Draws each guess from the model's distribution, under the same penalties, filters, temperature and rule as the target.

    The guesses stay on the device: nothing here waits for them. `context` is the model's longest sequence in tokens, None if its config
    names none. Where its `vocabulary` differs from the target's, it reads the sequence translated to its own ids, and never guesses an id
    that differs: q is zero there, so the verdict stays exact.
    `width`: the length of the target's rows of logits. Its own may be shorter, as in families whose larger models have more padding (Qwen2.5).
    """

    stops_early = True

    def __init__(self, model: Any, name: str = "model", context: int | None = None, vocabulary: Agreement | None = None, width: int = 0) -> None:
        self.name = name
        self._model = model
        self.state = SequenceState(model)
        self._context = context
        self._checkpoint = -1
        self._unquantised = True
        self._vocabulary = vocabulary
        self._rows = self.state.width() if width else 0
        self._own_sequence = vocabulary is not None or self._rows < width  # whether its state cannot follow the loop's own list
        self._sequence: list[int] = []  # the loop's own
        self._silenced: mx.array | None = None
        self.remark = f"its vocabulary {vocabulary.words}" if vocabulary else None

    @classmethod
    def load(cls, loading: Loading) -> ModelDrafter:
        """Load the checkpoint's model, unless an earlier pair had it. Raises LoadError."""
        checkpoint = loading.checkpoint
        vocabulary: Any = loading.vocabulary  # its kind decided the class: see load() below
        model = whole_model(checkpoint.folder, bits=loading.bits) if loading.model is None else loading.model
        drafter = cls(model, loading.name, checkpoint.context, vocabulary, loading.width)
        drafter._unquantised = loading.bits is None
        return drafter

    @property
    def model(self) -> Any:
        """The model, for the next pair to take over as target or drafter; None if it was quantised for drafting."""
        return self._model if self._unquantised else None

    def begin(self, sequence: list[int], checkpoint: int) -> None:
        self._sequence = sequence
        self.state.follow(self._read(sequence) if self._own_sequence else sequence)
        self._checkpoint = checkpoint

    def join(self, settings: Settings) -> Iterator[int]:
        self._follow()
        end = len(self.state.sequence) - 1
        if not self._full(end) and end - self.state.length >= LONG_READ:
            yield self.state.length
            with self._forgets_on_failure():
                yield from self.state.prefill(end, self._checkpoint)

    def propose(self, request: DraftRequest) -> Draft:
        self._follow()
        if self._full(len(self.state.sequence) + request.room):
            return Draft(note=f"{self.name}: the drafter's context of {self._context} tokens is full")
        with self._forgets_on_failure():
            return self._draw(request) if request.room else NO_DRAFT

    @contextmanager
    def _forgets_on_failure(self) -> Iterator[None]:
        """A context in which the state reads: after a failure it does not know how far it came."""
        try:
            yield
        except Exception:
            self.state.forget()
            raise

    def observe(self, upto: int) -> None:
        self._follow()
        self.state.roll_back(upto)

    def reset(self) -> None:
        self.state.reset()
        self._sequence = []

    def _follow(self) -> None:
        """Append the loop's new tokens, translated, if its state follows a sequence of its own."""
        if self._own_sequence:
            self.state.sequence += self._read(self._sequence[len(self.state.sequence) :])

    def _read(self, tokens: list[int]) -> list[int]:
        """Its own ids for the target's. One beyond its rows, which no tokenizer has but a target's padding can emit, is read as its first:
        an embedding does not check its bounds."""
        own = self._vocabulary.read(tokens) if self._vocabulary else tokens
        return [token if token < self._rows else 0 for token in own] if self._rows else own

    def _silence(self, request: DraftRequest) -> DraftRequest:
        """The question with the ids on which the vocabularies differ suppressed too."""
        if not self._vocabulary or not self._vocabulary.silenced:
            return request
        if self._silenced is None:
            ours = [] if request.suppressed is None else on_host(request.suppressed)
            every = sorted({*ours, *(id_ for id_ in self._vocabulary.silenced if id_ < request.draws.width)})
            self._silenced = mx.array(every, mx.uint32) if every else None
        return replace(request, suppressed=self._silenced)

    def _catch_up(self) -> None:
        """Read a long backlog in chunks: that of a drafter which another one asks for the first time. End a read at the checkpoint too, so that
        a cache that cannot rewind need not read the prompt again in the next reply."""
        if len(self.state.unread) >= LONG_READ:
            upto = len(self.state.sequence) - 1
        elif self.state.length < self._checkpoint and not self.state.rewinds:
            upto = self._checkpoint
        else:
            return
        for _ in self.state.prefill(upto, self._checkpoint):
            pass

    def _draw(self, request: DraftRequest) -> Draft:
        self._catch_up()
        return Guesses(self._silence(request), self.name).chain(self.state.read(), self.state.step)

    def _full(self, tokens: int) -> bool:
        return self._context is not None and tokens > self._context


# `model` with a drafter of another family: it reads the text in its own tokens and guesses the tokens that both vocabularies have. Its q is its
# distribution over those tokens, renormalised, and 0 for all others: the distribution that each guess is really drawn from, so every rule stays exact
# (checkpoints/vocabularies.py names the paper).

class TranslatingDrafter(ModelDrafter):
    """Its state follows a sequence of its own, in the drafter's tokens: `_own_lengths[i]` of them are the first i of the target's."""

    def __init__(self, model: Any, name: str, context: int | None, shared: SharedStrings, width: int = 0) -> None:
        super().__init__(model, name, context)
        self._shared, self._own_lengths = shared, [0]
        self._ours = self._theirs = None  # the ids (n,) of the shared tokens, in the same order, once the rows' widths are known
        self.remark = f"its vocabulary {shared.words}"

    def begin(self, sequence: list[int], checkpoint: int) -> None:
        self._sequence, self._own_lengths, own = sequence, [0], []
        self._translate(own)
        self.state.follow(own)
        self._checkpoint = self._own_lengths[checkpoint] if checkpoint > 0 else checkpoint

    def observe(self, upto: int) -> None:
        self._follow()
        self.state.roll_back(self._own_lengths[upto])

    def reset(self) -> None:
        super().reset()
        self._own_lengths = [0]
        self._ours = self._theirs = None

    def _follow(self) -> None:
        self._translate(self.state.sequence)

    def _translate(self, own: list[int]) -> None:
        """Append the tokens of the sequence that are not in `own` yet."""
        for token in self._sequence[len(self._own_lengths) - 1 :]:
            own += self._shared.read(token)
            self._own_lengths.append(len(own))

    def _draw(self, request: DraftRequest) -> Draft:
        self._catch_up()
        first = self._translated(self.state.read(), request.draws.width)
        return Guesses(request, self.name).chain(first, lambda token: self._translated(self.state.step(self._own(token)), request.draws.width))

    def _own(self, token: mx.array) -> mx.array:
        """The drafter's id (1,) of a guess (1,)."""
        assert self._ours is not None and self._theirs is not None, "_translated() came before"
        return self._theirs[mx.argmax(self._ours == token)][None]

    def _translated(self, row: mx.array, width: int) -> mx.array:
        """The drafter's logits (1, V') as logits (1, V) of the target's tokens; -inf for those that it does not have."""
        if self._ours is None or self._theirs is None:
            both = [(ours, theirs) for ours, theirs in self._shared.guesses.items() if ours < width and theirs < row.shape[-1]]
            self._ours, self._theirs = (mx.array(ids, mx.uint32) for ids in zip(*both))
        return spread_logits(row[:, self._theirs], self._ours, width)


def load(loading: Loading) -> Drafter:
    """A drafter of the target's family, or one that translates between two vocabularies."""
    return (TranslatingDrafter if isinstance(loading.vocabulary, SharedStrings) else ModelDrafter).load(loading)
