"""Finds the trunk of an mlx-lm model: embedding, layers and last norm. Knows the names that models give
them; nothing of what they do."""

from __future__ import annotations

from typing import Any, Iterator

import mlx.nn as nn

from .errors import PairError

_NORMS = ("norm", "final_norm", "final_layernorm", "ln_f", "norm_f", "embedding_norm")


def find_trunk(model: Any) -> Any:
    """The part of an mlx-lm model that owns the embedding, the layers and the last norm. Raises PairError if none has these names."""
    for part in _parts(model):
        if "layers" in part and any(name in part for name in _NORMS):
            return part
    raise PairError("this target's hidden states cannot be read: mlx-lm's class for it keeps its layers under unknown names")


def norm_name(trunk: Any) -> str:
    """The attribute under which this trunk keeps its last norm."""
    return next(name for name in _NORMS if name in trunk)


def _parts(model: Any) -> Iterator[Any]:
    yield model
    for name in ("language_model", "model", "backbone", "transformer"):
        if isinstance(model, nn.Module) and name in model:
            yield from _parts(model[name])
