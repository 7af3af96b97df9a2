"""Finds the backbone of an mlx-lm model (embedding, layers and last norm). Exchanges parts of it, and taps its hidden states. Prediction heads, block
drafters and assistants read them. The model's own code is unchanged."""

import copy
from contextlib import contextmanager
from threading import local
from typing import Any, Iterator, Sequence

import mlx.core as mx
import mlx.nn as nn

from ..errors import PairError

_NORMS = ("norm", "final_norm", "final_layernorm", "ln_f", "norm_f", "embedding_norm")


def find_backbone(model: Any) -> Any:
    """The part of an mlx-lm model that owns the embedding, the layers and the last norm. Raises PairError if none has these names."""
    for part in _parts(model):
        if isinstance(part.get("layers"), list) and any(name in part for name in _NORMS):
            return part
    raise PairError("this target's hidden states cannot be read: mlx-lm's class for it keeps its layers under unknown names")


def norm_name(backbone: Any) -> str:
    """The attribute under which this backbone keeps its last norm."""
    return next(name for name in _NORMS if name in backbone)


class ForwardingModule(nn.Module):
    """Replaces a module and forwards its attributes."""

    def __init__(self, inner: Any) -> None:
        super().__init__()
        self.inner = inner

    def __getattr__(self, name: str) -> Any:
        if name in self or "inner" not in self:
            return super().__getattr__(name)
        return getattr(self["inner"], name)


def matrix_size(model: Any) -> int:
    """How many numbers a float32 matrix of this model's layers has, on the average over nn.Linear. It is 0 if there is none."""
    modules = model.modules() if isinstance(model, nn.Module) else []
    sizes = [module.weight.size for module in modules if type(module) is nn.Linear and module.weight.dtype == mx.float32]
    return sum(sizes) // len(sizes) if sizes else 0


def with_part(model: Any, old: Any, new: Any) -> Any:
    """A copy of the model in which `new` replaces its part `old`, sharing all other modules. None if it does not contain `old`."""
    if model is old:
        return new
    for name, child in model.items():
        replaced = with_part(child, old, new) if isinstance(child, nn.Module) else None
        if replaced is not None:
            shell = copy.copy(model)
            setattr(shell, name, replaced)
            return shell
    return None


def _parts(model: Any) -> Iterator[Any]:
    if isinstance(model, nn.Module):
        yield model
        for name in ("language_model", "model", "backbone", "transformer", "inner"):
            if name in model:
                yield from _parts(model[name])


# Marks forwards of which only the output's shape is used, so that code which starts computing early (cpu/tune.py) does not.

_thread = local()


@contextmanager
def shape_only() -> Iterator[None]:
    """A context in which this thread's forwards are built but not computed."""
    _thread.active = True
    try:
        yield
    finally:
        _thread.active = False


def only_shape_wanted() -> bool:
    """Whether this thread is in a `shape_only()` context."""
    return getattr(_thread, "active", False)


# Taps: a tapped layer is replaced by a layer that calls it and keeps its output.

FINAL = "final"  # the place after the last norm, whose output the output head reads
EMBEDDED = -1  # the place before the first layer, what the embedding gives
Place = int | str  # the residual stream after layer i (from 0), EMBEDDED or FINAL
HiddenRows = dict[Place, mx.array]  # place -> hidden states (n, H) of n positions


class HiddenStateTaps:
    """Taps on `model`, which has none, at `places`; `take()` returns the hidden states of the last forward. Raises PairError where the model has
    no such place."""

    def __init__(self, model: Any, places: Sequence[Place]) -> None:
        self.places = tuple(places)
        self.outputs: HiddenRows = {}  # of the last forward
        backbone = find_backbone(model)
        for place in places:
            if isinstance(place, str):
                name = norm_name(backbone)
                setattr(backbone, name, _Tap(backbone[name], place, self))
            else:
                index = 0 if place == EMBEDDED else place
                if not 0 <= index < len(backbone.layers):
                    raise PairError(f"the drafter reads layer {index} and this target has layers 0 to {len(backbone.layers) - 1}")
                backbone.layers[index] = _Tap(backbone.layers[index], place, self)

    def take(self) -> HiddenRows:
        """The hidden states (n, H) of the last forward over n tokens, by place; empty when they were taken already."""
        outputs, self.outputs = self.outputs, {}
        return outputs


def remove_taps(model: Any) -> None:
    """Put every tapped part of a model back: a tap keeps the hidden states of the last forward."""
    try:
        backbone = find_backbone(model)
    except PairError:
        return  # nothing of it was ever tapped
    name = norm_name(backbone)
    setattr(backbone, name, _inner(backbone[name]))
    backbone.layers[:] = map(_inner, backbone.layers)


def _inner(layer: Any) -> Any:
    return _inner(layer.inner) if isinstance(layer, _Tap) else layer


class _Tap(ForwardingModule):
    """Calls `inner` and stores its output (1, n, H), the first element where a layer returns a tuple. At EMBEDDED it stores its input."""

    def __init__(self, inner: Any, place: Place, taps: HiddenStateTaps) -> None:
        super().__init__(inner)
        self._place, self._taps = place, taps

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        output = self.inner(*args, **kwargs)
        after = output[0] if isinstance(output, tuple) else output
        self._taps.outputs[self._place] = (args[0] if self._place == EMBEDDED else after)[0]
        return output


# The hidden states that were tapped and nobody took yet: each position once, however often it is read. Hidden states of rejected tokens are dropped.
# If a position is read again, its new ones are dropped, because they are the same.

class HiddenStateBuffer:
    """`segments`: hidden states of the positions from `start` to `end` - 1, one entry a forward. Positions before `start` were taken."""

    def __init__(self, start: int = 0) -> None:
        self.segments: list[HiddenRows] = []
        self.start = self.end = start  # `end` is counted: many segments wait for a drafter that is not asked

    def add(self, rows_by_place: HiddenRows, first: int) -> None:
        """Keep the rows (n, H) of the positions from `first` on that are not kept or taken yet."""
        fresh = self.end - first
        self.segments.append({place: rows[fresh:] for place, rows in rows_by_place.items()} if fresh else rows_by_place)
        self.end += count_rows(self.segments[-1])

    def take(self) -> tuple[int, HiddenRows]:
        """The first position and, by place, the rows (n, H) from it on."""
        start, segments, self.start = self.start, self.segments, self.end
        self.segments = []
        return start, {place: mx.concatenate([segment[place] for segment in segments]) for place in (segments[0] if segments else ())}

    def drop(self, upto: int) -> None:
        """Drop the positions from `upto` on. They are given out again if they are read anew."""
        self.start, left = min(self.start, upto), max(0, upto - self.start)
        kept = []
        for segment in self.segments:
            kept.append({place: rows[:left] for place, rows in segment.items()})
            left -= count_rows(kept[-1])
        self.segments = [segment for segment in kept if count_rows(segment)]
        self.end = self.start + sum(map(count_rows, self.segments))


def count_rows(rows: HiddenRows) -> int:
    """Of how many positions these are the hidden states."""
    return next(iter(rows.values())).shape[0] if rows else 0
