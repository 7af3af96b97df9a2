"""Operations that a device may have a faster form of: mlx's own, until `cpu.tune` installs another. Knows arrays only."""

from __future__ import annotations

from typing import Callable

import mlx.core as mx

Softmax = Callable[[mx.array], mx.array]


def softmax(rows: mx.array) -> mx.array:
    """Float32 logits (..., V) -> probabilities (..., V)."""
    return _softmax(rows)


def install_softmax(faster: Softmax) -> None:
    """Use this one from now on, in the whole process."""
    global _softmax
    _softmax = faster


def _mlx_softmax(rows: mx.array) -> mx.array:
    return mx.softmax(rows, axis=-1, precise=True)


_softmax: Softmax = _mlx_softmax
