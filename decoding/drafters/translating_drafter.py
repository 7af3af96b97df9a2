"""`model` with a drafter of another family: it reads the text in its own tokens and guesses the tokens that both vocabularies have.

Its q is its distribution over those tokens, renormalised, and 0 for all others: the distribution that each guess is really drawn from, so
every rule stays exact (find/shared_strings.py names the paper).
"""

from __future__ import annotations

from typing import Any

import mlx.core as mx

from ..accept import Draft
from ..find.shared_strings import SharedStrings
from ..logits import placed
from .base import Ask, remark_of
from .guesses import Guesses
from .model_drafter import ModelDrafter


class TranslatingDrafter(ModelDrafter):
    """The track follows a sequence of its own, in the drafter's tokens: `_ends[i]` of them are the first i of the target's."""

    def __init__(
        self, model: Any, name: str, context: int | None, shared: SharedStrings, draft_vocab: int | None = None, compiled: bool | None = None
    ) -> None:
        super().__init__(model, name, context, draft_vocab=draft_vocab, compiled=compiled)
        self._shared, self._ends = shared, [0]
        self._ours = self._theirs = None  # the ids (n,) of the shared tokens, in the same order, once the rows' widths are known
        self.remark = remark_of(f"its vocabulary {shared.words}", self.remark)

    def begin(self, sequence: list[int], checkpoint: int) -> None:
        self._sequence, self._ends, own = sequence, [0], []
        self._translate(own)
        self.track.follow(own)
        self._checkpoint = self._ends[checkpoint] if checkpoint > 0 else checkpoint
        self._count_tokens()

    def observe(self, upto: int) -> None:
        self._follow()
        self.track.keep(self._ends[upto])

    def reset(self) -> None:
        super().reset()
        self._ends = [0]
        self._ours = self._theirs = None

    def _follow(self) -> None:
        self._translate(self.track.sequence)

    def _translate(self, own: list[int]) -> None:
        """Append the tokens of the sequence that are not in `own` yet."""
        for token in self._sequence[len(self._ends) - 1 :]:
            own += self._shared.read(token)
            self._ends.append(len(own))

    def _draw(self, ask: Ask) -> Draft:
        self._reach_checkpoint()
        first = self._translated(self.track.read(), ask.draws.width)
        return Guesses(ask, self.name).chain(first, lambda token: self._translated(self.track.step(self._own(token)), ask.draws.width))

    def _own(self, token: mx.array) -> mx.array:
        """The drafter's id (1,) of a guess (1,)."""
        assert self._ours is not None and self._theirs is not None, "_translated() came before"
        return self._theirs[mx.argmax(self._ours == token)][None]

    def _translated(self, row: mx.array, width: int) -> mx.array:
        """The drafter's logits (1, V') as logits (1, V) of the target's tokens; -inf for those that it does not have."""
        if self._ours is None or self._theirs is None:
            both = [(ours, theirs) for ours, theirs in self._shared.guesses.items() if ours < width and theirs < row.shape[-1]]
            self._ours, self._theirs = (mx.array(ids, mx.uint32) for ids in zip(*both))
        return placed(row[:, self._theirs], self._ours, width)
