"""The two ends of a target, for drafters that have none of their own: tokens in, logits out.

Both run the target's own code, so that embedding scales, tied heads, soft caps and whatever a family does there need no table:
for the way in the first layer is replaced by one that gives back what it was given, for the way out the whole trunk is.
The target itself is not touched.
"""

from __future__ import annotations

import copy
from typing import Any

import mlx.core as mx
import mlx.nn as nn

from specdeck.decoding.errors import PairError
from specdeck.decoding.trunk import find_trunk


class TargetEnds:
    """The ends of `model`: `embed` as its first layer sees tokens, `logits` as it reads its last hidden states."""

    def __init__(self, model: Any) -> None:
        trunk = find_trunk(model)
        if trunk is model:
            raise PairError("this target's output head cannot be used alone: mlx-lm builds it into the trunk")
        self._way_in = copy.copy(trunk)
        self._way_in.layers = [_CaptureEmbedding(trunk.layers[0]), *trunk.layers[1:]]
        self._way_out = _with(model, trunk, _Identity(trunk))

    def embed(self, tokens: mx.array) -> mx.array:
        """Tokens (n,) -> (n, H), scaled as the target scales them."""
        try:
            self._way_in(tokens[None])
        except _EmbeddingCaptured as here:
            return here.hidden[0]
        raise PairError("this target's embedding cannot be used alone: its trunk does not begin with its first layer")

    def logits(self, hidden: mx.array) -> mx.array:
        """Hidden states after the last norm (n, H) -> logits (n, V)."""
        return self._way_out(hidden[None])[0]


class _EmbeddingCaptured(Exception):
    def __init__(self, hidden: mx.array) -> None:
        self.hidden = hidden


class _StandIn(nn.Module):
    """Stands in for a part and has its attributes."""

    def __init__(self, inner: Any) -> None:
        super().__init__()
        self.inner = inner

    def __getattr__(self, name: str) -> Any:
        if name in self or "inner" not in self:
            return super().__getattr__(name)
        return getattr(self["inner"], name)


class _CaptureEmbedding(_StandIn):
    def __call__(self, hidden: mx.array, *args: Any, **kwargs: Any) -> Any:
        raise _EmbeddingCaptured(hidden)


class _Identity(_StandIn):
    def __call__(self, hidden: mx.array, *args: Any, **kwargs: Any) -> mx.array:
        return hidden


def _with(part: Any, old: Any, new: Any) -> Any:
    """A shallow copy of `part` in which `new` stands for `old`; None if it does not hold it."""
    if part is old:
        return new
    for name, child in part.items():
        replaced = _with(child, old, new) if isinstance(child, nn.Module) else None
        if replaced is not None:
            shell = copy.copy(part)
            setattr(shell, name, replaced)
            return shell
    return None
