"""Attention on a CPU, where a wide pass far into a text is mostly the exponentials of its softmax. Knows arrays, and the function of
mlx-lm that it replaces."""

from __future__ import annotations

from typing import Any

import mlx.core as mx
from mlx_lm.models import base

from .exps import MANY, pays, weigh

AT_ONCE = 2**18  # scores made at a time: they and their exponentials stay in a core's cache, and take no memory to speak of
FEWEST = 16  # rows of a product: fewer would not pay for packing the keys
NEVER = -1e38  # a score that a mask forbids: finite, as mlx's is, so that a fully masked row is not NaN


def attention(queries, keys, values, cache: Any, scale: float, mask: mx.array | str | None, sinks: mx.array | None = None) -> mx.array:
    """mlx-lm's scaled_dot_product_attention: queries (B, H, n, D), keys and values (B, H', T, D), H a multiple of H' -> (B, H, n, D)."""
    batch, heads, width, _ = queries.shape
    groups, length = keys.shape[1:3] if isinstance(keys, mx.array) else (0, 0)  # quantised ones are three arrays
    plain = groups and sinks is None and queries.dtype == keys.dtype == mx.float32
    if not plain or not pays(batch * heads * width * length, MANY):
        return base.scaled_dot_product_attention(queries, keys, values, cache, scale=scale, mask=mask, sinks=sinks)
    rows = max(FEWEST, AT_ONCE // (batch * heads * length))
    parts = []
    for start in range(0, width, rows):
        stop = min(start + rows, width)
        seen = length - width + stop if isinstance(mask, str) else length  # what no row of these may see is not worked out
        parts.append(_attend(queries[:, :, start:stop] * scale, keys[:, :, :seen], values[:, :, :seen], _part(mask, start, stop, seen)))
    return parts[0] if len(parts) == 1 else mx.concatenate(parts, axis=2)


def _attend(queries: mx.array, keys: mx.array, values: mx.array, mask: mx.array | None) -> mx.array:
    """The same of scaled queries, under a mask (..., n, T) of booleans or to be added. Queries that share keys are one product's rows."""
    batch, heads, width, depth = queries.shape
    groups, length = keys.shape[1:3]
    scores = queries.reshape(batch, groups, -1, depth) @ keys.swapaxes(-1, -2)
    scores = scores.reshape(batch, heads, width, length)
    if mask is not None:
        scores = mx.where(mask, scores, NEVER) if mask.dtype == mx.bool_ else scores + mask
    weights, total = weigh(scores)
    mixed = weights.reshape(batch, groups, -1, length) @ values
    return mixed.reshape(batch, heads, width, -1) / total  # after the product: so much less to divide


def _part(mask: mx.array | str | None, start: int, stop: int, length: int) -> mx.array | None:
    """The rows of a mask from `start` to `stop`, which see `length` keys."""
    if isinstance(mask, str):
        return mx.arange(length - (stop - start), length)[:, None] >= mx.arange(length)
    return mask if mask is None or mask.shape[-2] == 1 else mask[..., start:stop, :]
