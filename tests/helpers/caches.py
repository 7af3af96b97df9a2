"""What a model's cache holds, to compare."""

from __future__ import annotations

import mlx.core as mx

from specdeck.decoding.target import cache


def state(followed) -> list:
    """Every array of a sequence state's cache, keys and values cut to what is in use and as they are read."""
    return [array for entry in cache.flat(followed._entries) for array in _arrays(entry)]


def near(ours: mx.array, theirs: mx.array, kind: str) -> bool:
    """Equal within float32's rounding, which grows with the numbers (a toy's Mamba state holds 200 and more) and may lift a few quantised
    numbers over the edge between two of their steps."""
    off, bound = mx.abs(ours - theirs), max(2e-4, 1e-5 * mx.abs(theirs).max().item())
    return ours.shape == theirs.shape and (mx.mean(off > 2e-4).item() < 0.01 and off.max() < 0.1 if kind == "quantised" else off.max() < bound)


def _arrays(entry) -> list:
    if isinstance(entry, cache.QuantisedCache):
        return [mx.dequantize(*part, group_size=entry.group_size, bits=entry.bits) for part in entry.keys_and_values()]
    if isinstance(entry, cache.SlidingCache):  # what the next read will attend to, whatever the last one was
        span = slice(max(0, entry.offset - entry.window + 1) - entry.start, entry.offset - entry.start)
        return [entry.keys[..., span, :], entry.values[..., span, :]]
    return list(entry.keys_and_values()) if hasattr(entry, "keys_and_values") else entry.cache
