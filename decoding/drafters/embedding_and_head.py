"""The target's embedding and output head as functions, for drafters that have none of their own.

Both run the target's own code, so that embedding scales, tied heads, soft caps and other peculiarities of a family need no table here. To
embed, a shallow copy of the backbone is run whose first layer captures its input; to get logits, a copy of the model whose backbone returns its
input. The target itself is not changed.
"""

from __future__ import annotations

import copy
from typing import Any

import mlx.core as mx

from ..errors import PairError
from ..target.backbone import ForwardingModule, find_backbone, with_part


class EmbeddingAndHead:
    """The embedding and the output head of `model`, a target. Raises PairError where they cannot be run alone."""

    def __init__(self, model: Any) -> None:
        backbone = find_backbone(model)
        if backbone is model:
            raise PairError("this target's output head cannot be used alone: mlx-lm builds it into the backbone")
        self._way_in = copy.copy(backbone)
        self._way_in.layers = [_CaptureEmbedding(backbone.layers[0]), *backbone.layers[1:]]
        self._way_out = with_part(model, backbone, _Identity(backbone))

    def embed(self, tokens: mx.array) -> mx.array:
        """Tokens (n,) -> their embeddings (n, H) as the target's first layer gets them, scaled."""
        try:
            self._way_in(tokens[None])
        except _EmbeddingCaptured as here:
            return here.hidden[0]
        raise PairError("this target's embedding cannot be used alone: its backbone does not begin with its first layer")

    def logits(self, hidden: mx.array) -> mx.array:
        """Hidden states (n, H) after the last norm -> logits (n, V)."""
        return self._way_out(hidden[None])[0]


class _EmbeddingCaptured(Exception):
    def __init__(self, hidden: mx.array) -> None:
        self.hidden = hidden


class _CaptureEmbedding(ForwardingModule):
    def __call__(self, hidden: mx.array, *args: Any, **kwargs: Any) -> Any:
        raise _EmbeddingCaptured(hidden)


class _Identity(ForwardingModule):
    def __call__(self, hidden: mx.array, *args: Any, **kwargs: Any) -> mx.array:
        return hidden
