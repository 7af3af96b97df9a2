"""Cache entries that can be rolled back. Says which kinds can rewind, takes snapshots of the others, and has a sliding window with slack. The ring
buffer of mlx-lm for sliding windows overwrites what a rewind needs. `SlidingCache` replaces it and keeps the window and SLACK more tokens."""

from typing import Any, Callable, Iterator

import mlx.core as mx
from mlx.utils import tree_flatten, tree_map
from mlx_lm.models.base import create_causal_mask
from mlx_lm.models.cache import ArraysCache, CacheList, KVCache, QuantizedKVCache, RotatingKVCache, make_prompt_cache

SLACK = 256  # tokens that a sliding window can rewind: more than the longest read, 2 (MAX_K + 1) unread tokens and MAX_K guesses


def make_entries(model: Any, kv_bits: int | None = None) -> list[Any]:
    """A fresh cache for `model`, one entry for each layer: ring buffers replaced, attention entries quantised if `kv_bits` is given."""
    return [_rewindable(entry, kv_bits) for entry in make_prompt_cache(model)]


def flat(entries: list[Any]) -> Iterator[Any]:
    """The entries, with those inside a CacheList in its place."""
    for entry in entries:
        if isinstance(entry, CacheList):
            yield from flat(list(entry.caches))
        else:
            yield entry


def can_rewind(entry: Any, to: int) -> bool:
    """Whether the entry can return to its state after `to` tokens by dropping the later ones."""
    return entry.can_rewind(to) if isinstance(entry, SlidingCache) else always_rewinds(entry)


def always_rewinds(entry: Any) -> bool:
    """Whether the entry can return to any earlier length. Every kind not listed here needs a snapshot."""
    return type(entry) in (KVCache, QuantisedCache)


def recurrent(entries: list[Any]) -> list[ArraysCache]:
    """The entries of recurrent layers, each a few arrays of fixed size."""
    return [entry for entry in flat(entries) if type(entry) is ArraysCache]


def rewind(entry: Any, to: int) -> None:
    """Drop everything after the first `to` tokens."""
    entry.trim(entry.offset - to)


def snapshot(entry: Any) -> Any:
    """The entry's attributes, their arrays as new mx.array objects without a copy of the data. A write through the entry leaves these as they are."""
    return _rebox(vars(entry))


def restore(entry: Any, attributes: Any) -> None:
    """Set the entry to a snapshot, which stays valid."""
    vars(entry).update(_rebox(attributes))


class Snapshot:
    """What a cache needs to return to its first `length` tokens: the state of every entry that cannot rewind there. `rewinds`: whether one can."""

    def __init__(self, entries: list[Any], length: int, rewinds: Callable[[Any], bool]) -> None:
        self.length = length
        self._states = [(entry, None if rewinds(entry) else snapshot(entry)) for entry in flat(entries)]
        self.kept = [entry for entry, state in self._states if state is not None]  # the entries whose states it has

    def restore(self, upto: int) -> None:
        """Set the entries to their states, and rewind the others to `upto`."""
        for entry, state in self._states:
            rewind(entry, upto) if state is None else restore(entry, state)


def arrays(entries: list[Any]) -> list[mx.array]:
    """Every array of these entries, to be evaluated together."""
    return [leaf for _, leaf in tree_flatten([entry.state for entry in flat(entries)]) if isinstance(leaf, mx.array)]


def keys_values(entry: Any, upto: int) -> tuple[mx.array, mx.array]:
    """The keys and values (1, heads, n, head_dim) of an attention entry for the first `upto` tokens. A sliding window gives the last `window` of
    them. Not for quantised or empty entries."""
    start, window = (entry.start, entry.window) if isinstance(entry, SlidingCache) else (0, upto)
    span = slice(max(start, upto - window) - start, upto - start)
    rows: Any = entry
    return rows.keys[..., span, :], rows.values[..., span, :]


class SlidingCache:
    """Keys and values of the last `window` tokens, in order. It keeps up to SLACK tokens before them, so that it can rewind.

    Replaces mlx-lm's RotatingKVCache, with the same `offset`, `update_and_fetch`, `keys_and_values` and `make_mask`. A read of n tokens gets the
    window - 1 tokens before it and itself. The mask limits each position to its `window` tokens.
    """

    step = 256

    def __init__(self, window: int) -> None:
        self.window = self.max_size = window
        self.keys: mx.array | None = None  # (B, heads, capacity, head_dim), slot 0 is token `start`
        self.values: mx.array | None = None
        self.start = 0
        self.offset = 0  # tokens read so far
        self._first = 0  # the first token that the last read attends to

    def update_and_fetch(self, keys: mx.array, values: mx.array) -> tuple[mx.array, mx.array]:
        """Append keys and values of n tokens (B, heads, n, head_dim); returns all that the n tokens attend to."""
        n = keys.shape[2]
        self._first = self.offset - self._past()
        if self.keys is None or self.offset - self.start + n > self.keys.shape[2]:
            self._make_room(keys, values)
        assert self.keys is not None and self.values is not None
        at = self.offset - self.start
        self.keys[..., at : at + n, :] = keys
        self.values[..., at : at + n, :] = values
        self.offset += n
        return self.keys_and_values()

    def keys_and_values(self) -> tuple[mx.array, mx.array]:
        """What the last read attends to, also for later layers that share it, as Gemma 3n's do. Not before the first read."""
        assert self.keys is not None and self.values is not None, "something was read"
        span = slice(self._first - self.start, self.offset - self.start)
        return self.keys[..., span, :], self.values[..., span, :]

    def make_mask(self, N: int, window_size: int | None = None, return_array: bool = False) -> mx.array | str | None:
        """The mask of a read of N tokens over what `update_and_fetch` will return. As for mlx-lm's attention, it is an array, "causal" or None. A
        model may ask for a narrower window."""
        past, window = self._past(), min(window_size or self.window, self.window)
        if past + N <= window and not return_array:
            return None if N == 1 else "causal"
        if N == 1 and window == self.window:
            return None
        return create_causal_mask(N, past, window_size=window)

    def can_rewind(self, to: int) -> bool:
        return self.start <= max(0, to - (self.window - 1))

    def trim(self, n: int) -> int:
        self.offset -= n
        return n

    @property
    def state(self) -> tuple[mx.array | None, mx.array | None]:
        """Keys and values, from token `start` on, with the room after them."""
        return self.keys, self.values

    def _past(self) -> int:
        return min(self.offset, self.window - 1)

    def _make_room(self, keys: mx.array, values: mx.array) -> None:
        """Move the tokens that may still be needed into buffers with room for the new ones, rounded up to `step`."""
        start = max(self.start, self.offset - (self.window - 1) - SLACK)  # tokens before `start` are gone, also after a rewind
        span, room = slice(start - self.start, self.offset - self.start), -(-keys.shape[2] // self.step) * self.step

        def moved(old: mx.array | None, new: mx.array) -> mx.array:
            space = mx.zeros((*new.shape[:2], room, new.shape[3]), new.dtype)
            return space if old is None else mx.concatenate([old[..., span, :], space], axis=2)

        self.keys, self.values, self.start = moved(self.keys, keys), moved(self.values, values), start


class QuantisedCache(QuantizedKVCache):
    """mlx-lm's cache of keys and values in `bits` bits, in groups that divide the heads' sizes."""

    def update_and_fetch(self, keys: mx.array, values: mx.array) -> tuple:
        """Append keys and values of n tokens (B, heads, n, head_dim). Returns all keys and all values, each as mx.quantize returns them:
        packed numbers, scales, biases."""
        if self.keys is None:
            self.group_size = _group(keys.shape[-1], values.shape[-1])
        return super().update_and_fetch(keys, values)


def _group(*sizes: int) -> int:
    """The largest group size, numbers that share a scale, that divides heads of these sizes. Raises ValueError if none does."""
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
    return tree_map(lambda part: mx.array(part) if isinstance(part, mx.array) else part, state)
