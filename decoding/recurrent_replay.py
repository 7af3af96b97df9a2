"""Recurrent states at any token of a round, without reading a token again: what fed the recurrence is kept and fed once more.

A recurrent layer mixes what its projections made of each token into its state. Of a forward over guesses those projections'
outputs are kept, and the layer's own code runs again on the first few of them from the state before: no weights are read, no
attention and no feed-forward is done, nothing waits for the device. Modules are put into boxes for the length of such a
forward only, and no class is patched. Knows how mlx-lm's layers are called and nothing of rounds; only track.py uses it.

What it saves, on each toy of tests/kinds.py that cannot rewind, 60 tokens in 20 rounds of k=4: the target reads 100 tokens in 20
passes; where it reads again what it had accepted, 180 in 24.
"""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, Callable, Iterator, NamedTuple, Sequence

import mlx.core as mx
import mlx.nn as nn

from . import cache

TRIAL = [0, 1, 0, 1, 1, 0, 1, 1]  # tokens of the trial: read before, and guesses
BEFORE, KEPT = 3, 2  # of these, read before, and guesses that stand
# what a model raises that does more with a module than call it, or calls it otherwise than is known here: it indexes it, gives it no
# array (1, n, H), runs a projection outside of its reader, or its rows do not fit
UNKNOWN = TypeError, LookupError, StopIteration, ValueError
NEAR = 0.02  # of the largest number in a state: half-precision passes of other widths differ by less, other tokens by more

Path = tuple[Any, ...]  # names and places from the model down


class Slot(NamedTuple):
    """Where a module is: in `owner`, which is a module or a list, under `name`."""

    owner: Any
    name: Any

    @property
    def module(self) -> Any:
        return self.owner[self.name]


@dataclass(frozen=True)
class Reader:
    """A module that reads tokens into one recurrent entry, and its projections that give a row (H) for every token."""

    slot: Slot
    projections: tuple[Slot, ...]


class Call(NamedTuple):
    """What a reader was called with, and what its projections put out, each (1, n, H)."""

    args: tuple
    kwargs: dict[str, Any]
    outputs: list[mx.array]


class Tape:
    """The calls of some readers in forwards one after the other."""

    def __init__(self, readers: Sequence[Reader]) -> None:
        self._readers = readers
        self._calls: list[list[Call]] = [[] for _ in readers]

    @contextmanager
    def recording(self) -> Iterator[None]:
        """What is read inside goes on the tape."""
        with ExitStack() as stack:
            for reader, calls in zip(self._readers, self._calls):
                stack.enter_context(_recorded(reader, calls))
            yield

    def replay(self, n: int) -> None:
        """Let the entries, put back to where the tape begins, read its first n tokens again."""
        for reader, calls in zip(self._readers, self._calls):
            if n:
                _play(reader, calls, n)


def find_readers(model: Any) -> tuple[Reader, ...]:
    """The readers of all recurrent entries of this model's cache; none where an entry's cannot be found, or where a trial shows
    that it does more than this module knows. A few narrow forwards on fresh caches."""
    if not isinstance(model, nn.Module):
        return ()
    try:
        slots = [_innermost(calls) for calls in _called_with(model, cache.make_entries(model))]
        if not slots or None in slots:
            return ()
        readers = _with_projections(model, [Reader(slot, ()) for slot in slots])
        return readers if _trial(model, readers) else ()
    except UNKNOWN:  # what was accepted is read again, which any model can
        return ()


class _StateBox:
    """Stands in for a module during a forward: `call` is called with the module and the arguments."""

    def __init__(self, inner: Any, call: Callable[..., Any]) -> None:
        self._inner, self._call = inner, call

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._call(self._inner, *args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


@contextmanager
def _boxed(slots: Sequence[Slot], call: Callable[..., Any]) -> Iterator[None]:
    """Modules in boxes; `call` is told which slot it is first."""
    before = [slot.module for slot in slots]
    try:
        for slot, module in zip(slots, before):
            slot.owner[slot.name] = _StateBox(module, lambda inner, *args, _slot=slot, **kwargs: call(_slot, inner, *args, **kwargs))
        yield
    finally:
        for slot, module in zip(slots, before):
            slot.owner[slot.name] = module


@contextmanager
def _recorded(reader: Reader, calls: list[Call]) -> Iterator[None]:
    def read(slot: Slot, inner: Any, *args: Any, **kwargs: Any) -> Any:
        calls.append(Call(args, kwargs, []))
        return inner(*args, **kwargs)

    def project(slot: Slot, inner: Any, x: mx.array) -> mx.array:
        rows = inner(x)
        calls[-1].outputs.append(rows)
        return rows

    with _boxed([reader.slot], read), _boxed(reader.projections, project):
        yield


def _play(reader: Reader, calls: list[Call], n: int) -> None:
    """The reader's own code on what its projections said of the first n tokens."""
    outputs = iter([mx.concatenate(rows, axis=1)[:, :n] for rows in zip(*(call.outputs for call in calls))])
    tokens, first = mx.concatenate([_input(call) for call in calls], axis=1)[:, :n], calls[0]
    args = [tokens if value is _input(first) else value for value in first.args]
    kwargs = {name: tokens if value is _input(first) else value for name, value in first.kwargs.items()}
    with _boxed(reader.projections, lambda slot, inner, x: next(outputs)):
        reader.slot.module(*args, **kwargs)


def _input(call: Call) -> mx.array:
    """What the reader reads (1, n, H)."""
    return next(value for value in (*call.args, *call.kwargs.values()) if isinstance(value, mx.array) and value.ndim == 3)


# -- finding the readers ----------------------------------------------------------------------------------------------------


def _slots(module: Any, path: Path = ()) -> Iterator[tuple[Path, Slot]]:
    """Every module below, each after the one that it is in."""
    parts = module.items() if isinstance(module, nn.Module) else enumerate(module)
    for name, part in list(parts):
        if isinstance(part, nn.Module):
            yield (*path, name), Slot(module, name)
        if isinstance(part, (nn.Module, list)):
            yield from _slots(part, (*path, name))


def _called_with(model: Any, entries: list[Any]) -> list[list[tuple[Path, Slot]]]:
    """For every recurrent entry, the modules that a forward calls with it, the outer ones first."""
    slots_by_entry: dict[int, list[tuple[Path, Slot]]] = {id(entry): [] for entry in cache.recurrent(entries)}
    paths = {(id(slot.owner), slot.name): (path, slot) for path, slot in _slots(model) if "weight" not in slot.module}

    def call(slot: Slot, inner: Any, *args: Any, **kwargs: Any) -> Any:
        for value in (*args, *kwargs.values()):
            if id(value) in slots_by_entry:
                slots_by_entry[id(value)].append(paths[id(slot.owner), slot.name])
        return inner(*args, **kwargs)

    with _boxed([slot for _, slot in paths.values()], call):
        model(mx.array([TRIAL]), cache=entries)
    return list(slots_by_entry.values())


def _innermost(calls: list[tuple[Path, Slot]]) -> Slot | None:
    """The last of modules that are each inside the one before; None where two share an entry, or none takes it."""
    paths = [path for path, _ in calls]
    nested = all(len(outer) < len(inner) and inner[: len(outer)] == outer for outer, inner in zip(paths, paths[1:]))
    return calls[-1][1] if calls and nested else None


def _with_projections(model: Any, readers: list[Reader]) -> tuple[Reader, ...]:
    """With those linear modules inside a reader that a forward calls once, for a row a token."""
    shapes: dict[tuple, list[tuple]] = {}
    linear = [[slot for _, slot in _slots(reader.slot.module) if isinstance(slot.module, (nn.Linear, nn.QuantizedLinear))] for reader in readers]

    def call(slot: Slot, inner: Any, x: mx.array) -> mx.array:
        rows = inner(x)
        shapes.setdefault((id(slot.owner), slot.name), []).append(rows.shape[:-1])
        return rows

    with _boxed([slot for slots in linear for slot in slots], call):
        model(mx.array([TRIAL]), cache=cache.make_entries(model))
    once = [(1, len(TRIAL))]
    return tuple(
        Reader(reader.slot, tuple(slot for slot in slots if shapes.get((id(slot.owner), slot.name)) == once))
        for reader, slots in zip(readers, linear)
    )


def _trial(model: Any, readers: Sequence[Reader]) -> bool:
    """Whether entries that went back with a tape hold what entries hold that never read the rejected guesses."""
    tokens, stand = mx.array([TRIAL]), BEFORE + KEPT
    entries, straight = cache.make_entries(model), cache.make_entries(model)
    model(tokens[:, :BEFORE], cache=entries)
    states, tape = [cache.snapshot(entry) for entry in cache.recurrent(entries)], Tape(readers)
    with tape.recording():
        model(tokens[:, BEFORE:], cache=entries)
    for entry, state in zip(cache.recurrent(entries), states):
        cache.restore(entry, state)
    tape.replay(KEPT)
    model(tokens[:, :BEFORE], cache=straight)
    model(tokens[:, BEFORE:stand], cache=straight)
    return all(map(_near, cache.arrays(cache.recurrent(entries)), cache.arrays(cache.recurrent(straight))))


def _near(a: mx.array, b: mx.array) -> bool:
    if a.shape != b.shape:
        return False
    a, b = a.astype(mx.float32), b.astype(mx.float32)
    return (mx.abs(a - b).max() <= NEAR * mx.abs(b).max()).item()
