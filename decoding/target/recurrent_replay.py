"""Rolls recurrent states back to any token of a round without another forward pass. It keeps the inputs of the recurrence and replays them."""

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, Callable, Iterator, NamedTuple, Sequence

import mlx.core as mx
import mlx.nn as nn

from . import cache

TRIAL = [0, 1, 0, 1, 1, 0, 1, 1]  # tokens of the trial: a prompt, then guesses

Path = tuple[Any, ...]  # attribute names and list indices from the model down to a module


class Slot(NamedTuple):
    """The place of a module. `owner` is a module or a list, and `name` an attribute or an index of it. `path` leads to it from the model."""

    owner: Any
    name: Any
    path: Path

    @property
    def module(self) -> Any:
        return self.owner[self.name]


@dataclass(frozen=True)
class Reader:
    """A module that updates one recurrent cache entry, and those of its projections that give one row for every token."""

    slot: Slot
    projections: tuple[Slot, ...]


class Call(NamedTuple):
    """One call of a reader. It has the arguments, and the projections' outputs, each (1, n, H), in the order of their calls."""

    args: tuple
    kwargs: dict[str, Any]
    outputs: list[mx.array]


class Tape:
    """Records the calls of readers in consecutive forwards, and replays them.

    A recurrent layer mixes its projections' outputs for each token into its state. Those outputs are kept for a forward over guesses. After a
    rejection the layer's own code runs again on the first few of them. It starts from the state before the forward. That reads no weights, does
    no attention and no feed-forward, and does not wait for the device. Modules are boxed only during such a forward, and no class is patched.
    Only target/sequence_state.py uses it.

    Each toy of tests/helpers/kinds.py that cannot rewind was measured over 60 tokens in 20 rounds of k=4. The target reads 100 tokens in 20 passes.
    Without replay, it reads accepted tokens again: 180 tokens in 24 passes.
    """

    def __init__(self, readers: Sequence[Reader]) -> None:
        self._readers = readers
        self._calls: list[list[Call]] = [[] for _ in readers]

    @contextmanager
    def recording(self) -> Iterator[None]:
        """A context whose forwards are recorded."""
        with ExitStack() as stack:
            for reader, calls in zip(self._readers, self._calls):
                stack.enter_context(_recorded(reader, calls))
            yield

    def replay(self, n: int) -> None:
        """Run the readers again on the first n recorded tokens. Their cache entries must be in the state before the recording."""
        for reader, calls in zip(self._readers, self._calls):
            if n:
                _play(reader, calls, n)


# Raised where a model uses a module in a way unknown here. It may index a boxed module, or call it without an array (1, n, H). It may run a
# projection outside its reader, or give rows that do not fit.
UNKNOWN = TypeError, LookupError, StopIteration, ValueError


def find_readers(model: Any) -> tuple[Reader, ...]:
    """The readers of all recurrent entries of this model's cache. Empty if one cannot be found, or if a trial replay gives other states than a
    forward. Costs a few short forwards on fresh caches."""
    try:
        readers = _called_with_entries(model)
        return readers if _trial(model, readers) else ()
    except UNKNOWN:  # then accepted tokens are read again, which works with any model
        return ()


class _ModuleProxy:
    """Stands in for a module during a forward: calling it calls `call(module, *args, **kwargs)`."""

    def __init__(self, inner: Any, call: Callable[..., Any]) -> None:
        self._inner, self._call = inner, call

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._call(self._inner, *args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


@contextmanager
def _boxed(slots: Sequence[Slot], call: Callable[..., Any]) -> Iterator[None]:
    """A context in which the modules of these slots are boxed. `call` gets the slot, the module and the module's arguments."""
    before = [slot.module for slot in slots]
    try:
        for slot, module in zip(slots, before):
            slot.owner[slot.name] = _ModuleProxy(module, lambda inner, *args, _slot=slot, **kwargs: call(_slot, inner, *args, **kwargs))
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
    """Run the reader's own code on the recorded input and projection outputs of the first n tokens."""
    outputs = iter([mx.concatenate(list(rows), axis=1)[:, :n] for rows in zip(*(call.outputs for call in calls))])
    tokens, first = mx.concatenate([_input(call) for call in calls], axis=1)[:, :n], calls[0]
    args = [tokens if value is _input(first) else value for value in first.args]
    kwargs = {name: tokens if value is _input(first) else value for name, value in first.kwargs.items()}
    with _boxed(reader.projections, lambda slot, inner, x: next(outputs)):
        reader.slot.module(*args, **kwargs)


def _input(call: Call) -> mx.array:
    """The hidden states (1, n, H) among a call's arguments."""
    return next(value for value in (*call.args, *call.kwargs.values()) if isinstance(value, mx.array) and value.ndim == 3)


# -- finding the readers ----------------------------------------------------------------------------------------------------

LINEAR = (nn.Linear, nn.QuantizedLinear)


def _slots(module: Any, path: Path = ()) -> Iterator[Slot]:
    """The slot of every module inside `module`, outer ones before the modules inside them."""
    parts = module.items() if isinstance(module, nn.Module) else enumerate(module)
    for name, part in list(parts):
        if isinstance(part, nn.Module):
            yield Slot(module, name, (*path, name))
        if isinstance(part, (nn.Module, list)):
            yield from _slots(part, (*path, name))


def _called_with_entries(model: Any) -> tuple[Reader, ...]:
    """For every recurrent entry: the innermost module that a forward calls with it, and linear modules inside that module. These linear modules
    are called exactly once, on one row for every token. Two modules that take it must be nested, else the trial fails. Raises LookupError where
    no module takes it."""
    entries = cache.make_entries(model)
    takers: dict[int, list[Slot]] = {id(entry): [] for entry in cache.recurrent(entries)}
    shapes: dict[Path, list[Any]] = {}

    def call(slot: Slot, inner: Any, *args: Any, **kwargs: Any) -> Any:
        for value in (*args, *kwargs.values()):
            if id(value) in takers:
                takers[id(value)].append(slot)
        output = inner(*args, **kwargs)
        if isinstance(inner, LINEAR):
            shapes.setdefault(slot.path, []).append(output.shape[:-1])
        return output

    slots = [slot for slot in _slots(model) if "weight" not in slot.module or isinstance(slot.module, LINEAR)]
    with _boxed(slots, call):
        model(mx.array([TRIAL]), cache=entries)
    readers = []
    for chain in takers.values():
        reader = chain[-1]
        inside = [slot for slot in slots if slot.path[: len(reader.path)] == reader.path != slot.path]
        readers.append(Reader(reader, tuple(slot for slot in inside if shapes.get(slot.path) == [(1, len(TRIAL))])))
    return tuple(readers)


BEFORE, KEPT = 3, 2  # how many of them are the prompt, and how many guesses are accepted
NEAR = 0.02  # share of a state's largest number: half-precision passes of different widths differ by less, different tokens by more


def _trial(model: Any, readers: Sequence[Reader]) -> bool:
    """Whether a replay after rejected guesses gives the states of a forward that never read those guesses, to within NEAR."""
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
    pairs = zip(cache.arrays(cache.recurrent(entries)), cache.arrays(cache.recurrent(straight)))
    floats = [(a.astype(mx.float32), b.astype(mx.float32)) for a, b in pairs]
    return all((mx.abs(a - b).max() <= NEAR * mx.abs(b).max()).item() for a, b in floats)
