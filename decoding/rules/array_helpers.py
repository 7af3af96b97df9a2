"""What rules share: drawing tokens in proportion to weights, counting accepted guesses, picking values."""

from typing import Any

import mlx.core as mx

NO_TOKENS = mx.array([], mx.uint32)


def on_host(array: mx.array) -> list[Any]:
    """The values of an array of at least one dimension, as (nested) lists; waits for the device."""
    values = array.tolist()
    assert isinstance(values, list)
    return values


def draw(weights: mx.array, numbers: mx.array) -> mx.array:
    """One token for each row (n,), drawn in proportion to the weights (n, V) by inverting their cumulative sum at the row's number (n,) in
    [0, 1).

    A token of weight 0 is never drawn, even where a parallel cumulative sum is not quite monotonic; then the heaviest token is taken.
    """
    sums = mx.cumsum(weights, axis=-1)
    hit = (sums > numbers[:, None] * sums[:, -1:]) & (weights > 0)
    return mx.argmax(mx.where(hit, mx.inf, weights), axis=-1)


def draw_residual(residual: mx.array, p: mx.array, number: mx.array) -> mx.array:
    """The target's own token, a scalar: drawn from the residual (V,), or from p (V,) where the residual is all zero; `number` (1,)."""
    return draw(mx.where(residual.sum() > 0, residual, p)[None], number)[0]


def one_hot(guesses: mx.array, width: int) -> mx.array:
    """The q (n, V) of point guesses (n,): each was drawn with certainty."""
    return (mx.arange(width) == guesses[:, None]).astype(mx.float32)


def leading(agree: mx.array) -> mx.array:
    """The number of leading trues of a vector (n,), a scalar."""
    return mx.cumprod(agree.astype(mx.int32)).sum()


def at(rows: mx.array, tokens: mx.array) -> mx.array:
    """The values (n,) of rows (n, V) at tokens (n,)."""
    return mx.take_along_axis(rows, tokens[:, None], axis=-1)[:, 0]
