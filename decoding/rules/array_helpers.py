"""What rules share: drawing tokens in proportion to weights, counting accepted guesses, picking values. Knows arrays only."""

from __future__ import annotations

import mlx.core as mx


def draw(weights: mx.array, numbers: mx.array) -> mx.array:
    """One token for each row (n,), drawn in proportion to the weights (n, V) by inverting their cumulative sum at the row's number (n,) in
    [0, 1).

    A token of weight 0 is never drawn, even where a parallel cumulative sum is not quite monotonic; then the heaviest token is taken.
    """
    sums = mx.cumsum(weights, axis=-1)
    hit = (sums > numbers[:, None] * sums[:, -1:]) & (weights > 0)
    return mx.argmax(mx.where(hit, mx.inf, weights), axis=-1)


def leading(agree: mx.array) -> mx.array:
    """The number of leading trues of a vector (n,), a scalar."""
    return mx.cumprod(agree.astype(mx.int32)).sum()


def at(rows: mx.array, tokens: mx.array) -> mx.array:
    """The values (n,) of rows (n, V) at tokens (n,)."""
    return mx.take_along_axis(rows, tokens[:, None], axis=-1)[:, 0]
