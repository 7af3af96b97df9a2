"""Cache entries that can be rolled back: which can rewind, how the others are snapshotted, and a sliding window with slack.

Knows mlx-lm's cache classes and nothing of tokens or rounds; only track.py uses it. mlx-lm's ring for sliding windows
overwrites what a rewind would need, so it is replaced by `SlidingCache`, which keeps the window and a little more.
"""

from __future__ import annotations

from typing import Any, Iterator

import mlx.core as mx
from mlx.utils import tree_map
from mlx_lm.models.base import create_causal_mask
from mlx_lm.models.cache import ArraysCache, CacheList, KVCache, QuantizedKVCache, RotatingKVCache, make_prompt_cache

SLACK = 256  # tokens a sliding window can rewind: two debts of the longest draft and that draft


def make_entries(model: Any, kv_bits: int | None = None) -> list[Any]:
    """A fresh cache for `model`, one entry a layer, rings replaced, attention entries quantised if `kv_bits` is given."""
    return [_rewindable(entry, kv_bits) for entry in make_prompt_cache(model)]


def flat(entries: list[Any]) -> Iterator[Any]:
    """The entries with nested lists opened."""
    for entry in entries:
        if isinstance(entry, CacheList):
            yield from flat(list(entry.caches))
        else:
            yield entry


def can_rewind(entry: Any, to: int) -> bool:
    """Whether the entry can go back to its state after `to` tokens by forgetting the later ones."""
    return entry.can_rewind(to) if isinstance(entry, SlidingCache) else always_rewinds(entry)


def always_rewinds(entry: Any) -> bool:
    """Whether the entry can go back to any earlier length. Every kind not listed is snapshotted."""
    return type(entry) in (KVCache, QuantisedCache)


def recurrent(entries: list[Any]) -> list[ArraysCache]:
    """The entries of recurrent layers, each a few arrays that do not grow."""
    return [entry for entry in flat(entries) if type(entry) is ArraysCache]


def rewind(entry: Any, to: int) -> None:
    """Forget everything after the first `to` tokens."""
    entry.trim(entry.offset - to)


def snapshot(entry: Any) -> Any:
    """The entry's state. Arrays are boxed anew: a write through the entry replaces what its own box holds, not what ours does."""
    return _rebox(entry.state)


def restore(entry: Any, state: Any) -> None:
    """Put a snapshot back; it stays good for another time."""
    entry.state = _rebox(state)


def arrays(entries: list[Any]) -> list[mx.array]:
    """Every array the entries hold, to be evaluated together."""
    return [leaf for entry in flat(entries) for leaf in _leaves(entry.state)]


def keys_values(entry: Any, upto: int) -> tuple[mx.array, mx.array]:
    """What an attention entry holds of the first `upto` tokens, of a sliding window the last `window` of them; not quantised."""
    start = entry.start if isinstance(entry, SlidingCache) else 0
    first = max(start, upto - entry.window) if isinstance(entry, SlidingCache) else 0
    span = slice(first - start, upto - start)
    return entry.keys[..., span, :], entry.values[..., span, :]


class SlidingCache:
    """The last `window` tokens of keys and values in temporal order, and up to SLACK more to rewind into.

    Stands in for mlx-lm's RotatingKVCache: same `offset`, `update_and_fetch`, `make_mask`, `state`. A read of n tokens sees the
    window - 1 tokens before it and itself, so that each of its positions sees exactly `window`.
    """

    step = 256

    def __init__(self, window: int) -> None:
        self.window = self.max_size = window
        self.keys: mx.array | None = None  # (B, heads, capacity, head_dim), slot 0 is token `start`
        self.values: mx.array | None = None
        self.start = 0
        self.offset = 0  # tokens read so far

    def update_and_fetch(self, keys: mx.array, values: mx.array) -> tuple[mx.array, mx.array]:
        """Append n tokens (B, heads, n, head_dim); returns the keys and values that they attend to."""
        n = keys.shape[2]
        first = self.offset - self._past()
        if self.keys is None or self.offset - self.start + n > self.keys.shape[2]:
            self._make_room(keys, values)
        at = self.offset - self.start
        self.keys[..., at : at + n, :] = keys
        self.values[..., at : at + n, :] = values
        self.offset += n
        span = slice(first - self.start, at + n)
        return self.keys[..., span, :], self.values[..., span, :]

    def make_mask(self, N: int, window_size: int | None = None, return_array: bool = False) -> mx.array | str | None:
        """The mask for a read of N tokens over what `update_and_fetch` will return; a model may ask for a narrower window."""
        past, window = self._past(), min(window_size or self.window, self.window)
        if past + N <= window and not return_array:
            return None if N == 1 else "causal"
        if N == 1 and window == self.window:
            return None
        return create_causal_mask(N, past, window_size=window)

    def can_rewind(self, to: int) -> bool:
        return self.start <= max(0, to - (self.window - 1)) and to <= self.offset

    def is_trimmable(self) -> bool:
        return self.can_rewind(self.offset - 1)

    def trim(self, n: int) -> int:
        self.offset -= n
        return n

    def size(self) -> int:
        return min(self.offset, self.window)

    def empty(self) -> bool:
        return self.keys is None

    @property
    def nbytes(self) -> int:
        return 0 if self.keys is None else self.keys.nbytes + self.values.nbytes

    @property
    def state(self) -> tuple:
        return self.keys, self.values, self.start, self.offset

    @state.setter
    def state(self, state: tuple) -> None:
        self.keys, self.values, self.start, self.offset = state

    def _past(self) -> int:
        return min(self.offset, self.window - 1)

    def _make_room(self, keys: mx.array, values: mx.array) -> None:
        """Move what may still be needed into a buffer with room for n more tokens and the next `step` ones."""
        start = max(self.start, self.offset - (self.window - 1) - SLACK)  # what lay before `start` is gone, also after a rewind
        held, n = self.offset - start, keys.shape[2]
        room = (n + self.step - 1) // self.step * self.step
        self.keys = self._moved(self.keys, keys, start, held, room)
        self.values = self._moved(self.values, values, start, held, room)
        self.start = start

    def _moved(self, old: mx.array | None, like: mx.array, start: int, held: int, room: int) -> mx.array:
        space = mx.zeros((*like.shape[:2], room, like.shape[3]), like.dtype)
        if old is None or held == 0:
            return space
        at = start - self.start
        return mx.concatenate([old[..., at : at + held, :], space], axis=2)


class QuantisedCache(QuantizedKVCache):
    """Keys and values in `bits` bits, in groups that fit the heads. mlx-lm's asks for heads of one size and cannot lay out 3 or 6 bits."""

    def update_and_fetch(self, keys: mx.array, values: mx.array) -> tuple:
        """Append n tokens (B, heads, n, head_dim); returns all keys and all values, each as mx.quantize gives them."""
        if self.keys is None:
            self.group_size = _group(keys.shape[-1], values.shape[-1])
        fresh = [mx.quantize(rows, self.group_size, self.bits) for rows in (keys, values)]
        end = self.offset + keys.shape[2]
        if self.keys is None or end > self.keys[0].shape[2]:
            held = [None] * 2 if self.keys is None else tree_map(lambda rows: rows[..., : self.offset, :], [self.keys, self.values])
            self.keys, self.values = map(self._with_room, held, fresh)
        for rows, new in zip((*self.keys, *self.values), (*fresh[0], *fresh[1])):
            rows[..., self.offset : end, :] = new
        self.offset = end
        return self.keys_and_values()

    def _with_room(self, held: tuple | None, new: tuple) -> tuple:
        """Buffers with room for n more tokens and the next `step` ones."""
        room = (new[0].shape[2] // self.step + 1) * self.step
        empty = tuple(mx.zeros((*rows.shape[:2], room, rows.shape[3]), rows.dtype) for rows in new)
        return tuple(map(lambda old, space: mx.concatenate([old, space], axis=2), held, empty)) if held else empty


def _group(*sizes: int) -> int:
    """The largest group of numbers with a scale of their own that heads of these sizes fall into. Raises ValueError."""
    for group in (64, 32):
        if not any(size % group for size in sizes):
            return group
    raise ValueError(f"its heads of {max(sizes)} numbers do not fall into groups of 32")


def _rewindable(entry: Any, kv_bits: int | None) -> Any:
    if type(entry) is RotatingKVCache and entry.keep == 0:
        return SlidingCache(entry.max_size)
    if type(entry) is KVCache and kv_bits is not None:
        return QuantisedCache(bits=kv_bits)
    if isinstance(entry, CacheList):
        entry.caches = tuple(_rewindable(inner, kv_bits) for inner in entry.caches)
    return entry


def _rebox(state: Any) -> Any:
    if isinstance(state, mx.array):
        return mx.array(state)
    if isinstance(state, (list, tuple)):
        return type(state)(_rebox(part) for part in state)
    return state


def _leaves(state: Any) -> Iterator[mx.array]:
    if isinstance(state, mx.array):
        yield state
    elif isinstance(state, (list, tuple)):
        for part in state:
            yield from _leaves(part)
