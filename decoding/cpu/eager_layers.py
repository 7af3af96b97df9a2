"""Starts to compute a pass on a CPU while Python still builds it, layer by layer.

mlx is lazy: it computes nothing until asked to. Python takes 2 ms to build the graph of a small model's pass and mlx 0.5 ms to order it;
the processor would be idle for that quarter of a plain pass. So each layer's output is passed to mx.async_eval as soon as the layer is
built. On a GPU passes are queued ahead anyway, so it makes no difference there. Knows target/backbone.py's layers; nothing of rounds.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import mlx.core as mx
import mlx.nn as nn

from ..errors import PairError
from ..target.backbone import find_backbone, only_shape_wanted


def make_eager(model: nn.Module) -> None:
    """Make this model's layers start computing as soon as they are built. A model whose layers are not found is left as it is."""
    try:
        layers = find_backbone(model).layers
    except PairError:
        return
    for layer in layers[:-1]:  # a prefill needs only keys and values, not the last layer's output
        layer.__class__ = _eager(type(layer))


@lru_cache(maxsize=None)
def _eager(kind: type) -> type:
    """A subclass of this layer class that starts to compute its output when it is called."""
    if getattr(kind, "eager", False):
        return kind

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        output = kind.__call__(self, *args, **kwargs)
        if not only_shape_wanted() and mx.default_device().type == mx.DeviceType.cpu:
            mx.async_eval(output)
        return output

    return type(kind.__name__, (kind,), {"__call__": __call__, "__module__": kind.__module__, "eager": True})
