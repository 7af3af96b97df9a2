"""On a CPU a pass begins while it is being built.

mlx does nothing of a graph until it is asked to. Python takes 2 ms to build that of a small model's pass, mlx 0.5 ms to put it in
order, and meanwhile the processor would be idle: for a quarter of a plain pass. So every layer is handed over as soon as it is built.
On a GPU passes are queued ahead, and nothing is different. Knows the trunk that mlx-lm's models share, and nothing of rounds.
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import lru_cache
from threading import local
from typing import Any, Iterator

import mlx.core as mx
import mlx.nn as nn

from specdeck.decoding.errors import PairError
from specdeck.decoding.taps import find_trunk

_thread = local()


def start_early(model: nn.Module) -> None:
    """Have this model's layers computed as they are built. One that keeps them where nobody finds them stays as it is."""
    try:
        layers = find_trunk(model).layers
    except PairError:
        return
    for layer in layers[:-1]:  # nobody needs the last one's output where a prompt is read for its keys and values alone
        layer.__class__ = _starting(type(layer))


@contextmanager
def only_built() -> Iterator[None]:
    """Inside, nothing is computed: for a forward of which only the shape is wanted."""
    _thread.only_built = True
    try:
        yield
    finally:
        _thread.only_built = False


@lru_cache(maxsize=None)
def _starting(kind: type) -> type:
    """A class of layers like this one, whose output is handed over."""
    if getattr(kind, "begins", False):
        return kind

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        said = kind.__call__(self, *args, **kwargs)
        if not getattr(_thread, "only_built", False) and mx.default_device().type == mx.DeviceType.cpu:
            mx.async_eval(said)
        return said

    return type(kind.__name__, (kind,), {"__call__": __call__, "__module__": kind.__module__, "begins": True})
