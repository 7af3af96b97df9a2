"""`model`: a second, smaller model that drafts token by token. Its cache may be of any kind, because its SequenceState rolls it back."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Iterator

import mlx.core as mx

from ..accept import Draft
from ..checkpoints.vocabularies import Agreement, SharedStrings, Vocabulary
from ..logits import spread_logits, suppress
from ..target.sequence_state import SequenceState
from ..types import Settings
from ..weights import whole_model
from .base import LONG_READ, Drafter, DraftRequest, Loading
from .drafting import chained_draft


class ModelDrafter(Drafter):
    """Draws each guess from the model's distribution, under the same penalties, filters, temperature and rule as the target.

    The guesses stay on the device: nothing here waits for them. `context` is the model's longest sequence in tokens, None if its config names none.
    Where its `vocabulary` differs from the target's, it reads the sequence translated to its own ids. It guesses only tokens that both have. Its q is
    its distribution over these tokens, renormalised, and 0 for all others. Each guess is really drawn from this distribution, so every rule stays
    exact (checkpoints/vocabularies.py names the paper). `width`: the length of the target's rows of logits. Its own may be shorter, as in families
    whose larger models have more padding (Qwen2.5).
    """

    stops_early = True

    def __init__(self, model: Any, name: str = "model", context: int | None = None, vocabulary: Vocabulary | None = None, width: int = 0) -> None:
        self.name, self.model, self.state = name, model, SequenceState(model)
        self._context, self._vocabulary, self._checkpoint = context, vocabulary, -1
        self._rows = self.state.width()
        self._translates = vocabulary is not None or self._rows < width  # else its state follows the loop's own list
        silenced = [id_ for id_ in vocabulary.silenced if id_ < self._rows] if isinstance(vocabulary, Agreement) else None
        self._silenced = mx.array(silenced, mx.uint32) if silenced else None
        self._shared: list[mx.array] = []  # of another family's: the ids (n,) here and there of the tokens that both have, once the width is known
        self._sequence: list[int] = []  # the loop's own
        self._ends = [0]  # [i]: how many of its own tokens the first i of the target's are
        self.remark = f"its vocabulary {vocabulary.words}" if vocabulary else None

    def begin(self, sequence: list[int], checkpoint: int) -> None:
        self._sequence, self._ends, self._checkpoint = sequence, [0], checkpoint
        if not self._translates:
            self.state.follow(sequence)
            return
        self.state.follow(self._translated([]))
        self._checkpoint = self._ends[checkpoint] if checkpoint > 0 else checkpoint

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
        width = request.draws.width
        with self._forgets_on_failure():
            self._catch_up()
            first = self._targets(self.state.read(), width)
            return chained_draft(request, self.name, first, lambda token: self._targets(self.state.step(self._own(token)), width))

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
        self.state.roll_back(self._ends[upto] if self._translates else upto)

    def reset(self) -> None:
        self.state.reset()
        self._sequence, self._ends, self._shared = [], [0], []

    def _follow(self) -> None:
        """Append the loop's new tokens, translated, if its state follows a sequence of its own."""
        if self._translates:
            self._translated(self.state.sequence)

    def _translated(self, own: list[int]) -> list[int]:
        """Its own tokens for the target's so far, extended by the new ones. A token beyond its rows, which only a target's padding can emit, is read
        as its first. An embedding does not check its bounds."""
        for token in self._sequence[len(self._ends) - 1 :]:
            read = self._vocabulary.read(token) if self._vocabulary else [token]
            own += [id_ if id_ < self._rows else 0 for id_ in read]
            self._ends.append(len(own))
        return own

    def _targets(self, row: mx.array, width: int) -> mx.array:
        """Its logits (1, V') as logits of the target's `width` tokens: -inf for tokens that its vocabulary lacks. Where it has ids of its own
        they are logits (1, width)."""
        if not isinstance(self._vocabulary, SharedStrings):
            return suppress(row, self._silenced)
        if not self._shared:
            both = [(ours, theirs) for ours, theirs in self._vocabulary.guesses.items() if ours < width and theirs < self._rows]
            self._shared = [mx.array(ids, mx.uint32) for ids in zip(*both)]
        ours, theirs = self._shared
        return spread_logits(row[:, theirs], ours, width)

    def _own(self, token: mx.array) -> mx.array:
        """Its id (1,) of a guess (1,)."""
        if not self._shared:
            return token
        ours, theirs = self._shared
        return theirs[mx.argmax(ours == token)][None]

    def _catch_up(self) -> None:
        """Read a long backlog in chunks, as of a drafter that another one asks for the first time. End a read at the checkpoint too. So a cache that
        cannot rewind need not read the prompt again in the next reply."""
        if len(self.state.unread) >= LONG_READ:
            upto = len(self.state.sequence) - 1
        elif self.state.length < self._checkpoint and not self.state.rewinds:
            upto = self._checkpoint
        else:
            return
        for _ in self.state.prefill(upto, self._checkpoint):
            pass

    def _full(self, tokens: int) -> bool:
        return self._context is not None and tokens > self._context


def load(loading: Loading) -> ModelDrafter:
    """Load the checkpoint's model. Raises LoadError."""
    checkpoint = loading.checkpoint
    model = whole_model(checkpoint.folder, bits=loading.bits)
    drafter = ModelDrafter(model, loading.name, checkpoint.context, loading.vocabulary, loading.width)
    if loading.bits is not None:
        drafter.model = None  # quantised for drafting: mlx-lm is measured with its own
    return drafter
