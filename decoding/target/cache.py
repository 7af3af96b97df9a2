"""Cache entries that can be rolled back: which kinds can rewind, snapshots of those that cannot, and a sliding window with
slack. mlx-lm's ring buffer for sliding windows overwrites what a rewind needs, so it is replaced by `SlidingCache`, which
keeps the window and SLACK more tokens."""

from typing import Any, Callable, Iterator

import mlx.core as mx
from mlx.utils import tree_map
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
    """The entry's state, in new mx.array objects without a copy of the data: a write through the entry leaves these as they are."""
    return _rebox(entry.state if _takes_state(entry) else vars(entry))


def restore(entry: Any, state: Any) -> None:
    """Set the entry to a snapshot, which stays valid."""
    if _takes_state(entry):
        entry.state = _rebox(state)
    else:
        vars(entry).update(_rebox(state))


def _takes_state(entry: Any) -> bool:
    """Whether the entry's state can be set. DeepSeek V4.1's cannot, so its attributes are its state."""
    state = getattr(type(entry), "state", None)
    return not isinstance(state, property) or state.fset is not None


class Snapshot:
    """What a cache needs to return to its first `length` tokens: the state of every entry that cannot rewind there. `rewinds`: whether one can."""

    def __init__(self, entries: list[Any], length: int, rewinds: Callable[[Any], bool]) -> None:
        self.length = length
        self._states = [(entry, None if rewinds(entry) else snapshot(entry)) for entry in flat(entries)]
        self.kept = [entry for entry, state in self._states if state is not None]  # the entries whose states it has

    def fits(self, upto: int) -> bool:
        """Whether every other entry can rewind to `upto`."""
        return all(state is not None or can_rewind(entry, upto) for entry, state in self._states)

    def restore(self, upto: int) -> None:
        """Set the entries to their states, and rewind the others to `upto`."""
        for entry, state in self._states:
            rewind(entry, upto) if state is None else restore(entry, state)


def arrays(entries: list[Any]) -> list[mx.array]:
    """Every array of these entries, to be evaluated together."""
    return [leaf for entry in flat(entries) for leaf in _leaves(entry.state)]


def keys_values(entry: Any, upto: int) -> tuple[mx.array, mx.array]:
    """The keys and values (1, heads, n, head_dim) of an attention entry for the first `upto` tokens, in a sliding window for the last
    `window` of them. Not for quantised or empty entries."""
    start, window = (entry.start, entry.window) if isinstance(entry, SlidingCache) else (0, upto)
    span = slice(max(start, upto - window) - start, upto - start)
    keys, values = entry.state[:2]
    return keys[..., span, :], values[..., span, :]


class SlidingCache:
    """Keys and values of the last `window` tokens, in order, and of up to SLACK tokens before them, so that it can rewind.

    Replaces mlx-lm's RotatingKVCache, with the same `offset`, `update_and_fetch`, `keys_and_values`, `make_mask` and `state`. A read of n tokens gets the
    window - 1 tokens before it and itself; the mask limits each position to its `window` tokens.
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
        """Append keys and values of n tokens (B, heads, n, head_dim); returns those that the n tokens attend to."""
        n = keys.shape[2]
        self._first = self.offset - self._past()
        all_keys, all_values = self._with_room(keys, values)
        at = self.offset - self.start
        all_keys[..., at : at + n, :] = keys
        all_values[..., at : at + n, :] = values
        self.offset += n
        return self.keys_and_values()

    def keys_and_values(self) -> tuple[mx.array, mx.array]:
        """What the last read attends to, also for later layers that share it, as Gemma 3n's do. Not before the first read."""
        assert self.keys is not None and self.values is not None, "something was read"
        span = slice(self._first - self.start, self.offset - self.start)
        return self.keys[..., span, :], self.values[..., span, :]

    def make_mask(self, N: int, window_size: int | None = None, return_array: bool = False) -> mx.array | str | None:
        """The mask of a read of N tokens over what `update_and_fetch` will return, as mlx-lm's attention takes it: an array, "causal" or
        None. A model may ask for a narrower window."""
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
        return sum(rows.nbytes for rows in (self.keys, self.values) if rows is not None)

    @property
    def state(self) -> tuple:
        return self.keys, self.values, self.start, self.offset

    @state.setter
    def state(self, state: tuple) -> None:
        self.keys, self.values, self.start, self.offset = state

    def _past(self) -> int:
        return min(self.offset, self.window - 1)

    def _with_room(self, keys: mx.array, values: mx.array) -> tuple[mx.array, mx.array]:
        """The buffers of keys and values with room for the new ones. Where there is none, the tokens that may still be needed move into
        new buffers, whose room is rounded up to `step`."""
        if self.keys is not None and self.values is not None and self.offset - self.start + keys.shape[2] <= self.keys.shape[2]:
            return self.keys, self.values
        start = max(self.start, self.offset - (self.window - 1) - SLACK)  # tokens before `start` are gone, also after a rewind
        retained, n = self.offset - start, keys.shape[2]
        room = (n + self.step - 1) // self.step * self.step
        moved = self._moved(self.keys, keys, start, retained, room), self._moved(self.values, values, start, retained, room)
        self.keys, self.values = moved
        self.start = start
        return moved

    def _moved(self, old: mx.array | None, like: mx.array, start: int, retained: int, room: int) -> mx.array:
        space = mx.zeros((*like.shape[:2], room, like.shape[3]), like.dtype)
        if old is None or retained == 0:
            return space
        at = start - self.start
        return mx.concatenate([old[..., at : at + retained, :], space], axis=2)


class QuantisedCache(QuantizedKVCache):
    """Keys and values quantised to `bits` bits, in groups that divide the heads' sizes. mlx-lm's own class requires keys and values of one
    size, and cannot lay out 3 or 6 bits."""

    def update_and_fetch(self, keys: mx.array, values: mx.array) -> tuple:
        """Append keys and values of n tokens (B, heads, n, head_dim); returns all keys and all values, each as mx.quantize returns them:
        packed numbers, scales, biases."""
        if self.keys is None:
            self.group_size = _group(keys.shape[-1], values.shape[-1])
        fresh = [mx.quantize(rows, self.group_size, self.bits) for rows in (keys, values)]
        end = self.offset + keys.shape[2]
        if self.keys is None or end > self.keys[0].shape[2]:
            old = [None] * 2 if self.keys is None else tree_map(lambda rows: rows[..., : self.offset, :], [self.keys, self.values])
            self.keys, self.values = map(self._with_room, old, fresh)
        for rows, new in zip((*self.keys, *self.values), (*fresh[0], *fresh[1])):
            rows[..., self.offset : end, :] = new
        self.offset = end
        return self.keys_and_values()

    def _with_room(self, old: tuple | None, new: tuple) -> tuple:
        """The buffers `old`, grown by room for the new tokens, rounded up to `step`; new buffers where `old` is None."""
        room = (new[0].shape[2] // self.step + 1) * self.step
        empty = tuple(mx.zeros((*rows.shape[:2], room, rows.shape[3]), rows.dtype) for rows in new)
        return tuple(map(lambda rows, space: mx.concatenate([rows, space], axis=2), old, empty)) if old else empty


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
    if isinstance(state, mx.array):
        return mx.array(state)
    if isinstance(state, (list, tuple)):
        return type(state)(_rebox(part) for part in state)
    return {name: _rebox(part) for name, part in state.items()} if isinstance(state, dict) else state


def _leaves(state: Any) -> Iterator[mx.array]:
    if isinstance(state, mx.array):
        yield state
    elif isinstance(state, (list, tuple)):
        for part in state:
            yield from _leaves(part)
