"""Arithmetic that rules share: draws in proportion to weights, and rows at tokens. Knows arrays only."""

from __future__ import annotations

import mlx.core as mx


def draw(weights: mx.array, numbers: mx.array) -> mx.array:
    """A token a row (n,), drawn in proportion to the weights (n, V), by where the row's number (n,) in [0, 1) falls among their sums.

    What weighs nothing is never drawn, even where sums made side by side are not quite in order; then the heaviest stands in.
    """
    sums = mx.cumsum(weights, axis=-1)
    hit = (sums > numbers[:, None] * sums[:, -1:]) & (weights > 0)
    return mx.argmax(mx.where(hit, mx.inf, weights), axis=-1)


def leading(agree: mx.array) -> mx.array:
    """How many leading trues (n,) has: scalar."""
    return mx.cumprod(agree.astype(mx.int32)).sum()


def at(rows: mx.array, tokens: mx.array) -> mx.array:
    """rows (n, V) at tokens (n,): (n,)."""
    return mx.take_along_axis(rows, tokens[:, None], axis=-1)[:, 0]
