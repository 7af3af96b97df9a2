"""Taps: hear what passes chosen places of a model, without patching any class.

A tapped layer is put into a box that calls it and remembers its output; the model's own code goes on as before. Heads and
block drafters listen to the target in this way. Knows nothing of drafting.
"""

from __future__ import annotations

from typing import Any, Sequence

import mlx.core as mx
import mlx.nn as nn

from .errors import PairError
from .trunk import find_trunk, norm_name

FINAL = "final"  # the place after the last norm: what the output head reads
Place = int | str  # the residual stream after layer i (from 0), or FINAL
Heard = dict[Place, mx.array]  # place -> (n, H)


class Taps:
    """Taps on a model at `places`; `take()` gives what the last forward said there, each (n, H). Taps made earlier at the same
    places hear nothing any more."""

    def __init__(self, model: Any, places: Sequence[Place]) -> None:
        self._store = _OutputStore()
        trunk = find_trunk(model)
        for place in places:
            if place == FINAL:
                name = norm_name(trunk)
                setattr(trunk, name, _Box(_inner(trunk[name]), place, self._store))
            else:
                trunk.layers[place] = _Box(_inner(_layer(trunk, place)), place, self._store)

    def take(self) -> Heard:
        """What the last forward said, once."""
        outputs, self._store.outputs = self._store.outputs, {}
        return outputs


def _layer(trunk: Any, place: int) -> Any:
    if not 0 <= place < len(trunk.layers):
        raise PairError(f"the drafter reads layer {place} and this target has layers 0 to {len(trunk.layers) - 1}")
    return trunk.layers[place]


def _inner(layer: Any) -> Any:
    return layer.inner if isinstance(layer, _Box) else layer


class _OutputStore:
    """Where boxes leave what they heard."""

    def __init__(self) -> None:
        self.outputs: Heard = {}


class _Box(nn.Module):
    """Calls `inner` and remembers the output (1, n, H), its first part where a layer returns several."""

    def __init__(self, inner: Any, place: Place, store: _OutputStore) -> None:
        super().__init__()
        self.inner = inner
        self._place = place
        self._store = store

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        output = self.inner(*args, **kwargs)
        self._store.outputs[self._place] = (output[0] if isinstance(output, tuple) else output)[0]
        return output

    def __getattr__(self, name: str) -> Any:
        if name in self or "inner" not in self:
            return super().__getattr__(name)
        return getattr(self["inner"], name)
