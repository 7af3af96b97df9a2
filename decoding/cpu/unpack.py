"""Makes float32 layers of quantised ones, for CPUs.

mlx multiplies quantised matrices on a CPU row by row. The figures are for 135 million parameters in 4 bits on 2 cores of an AMD EPYC. A pass
over 5 tokens takes 4.3 passes over 1. A prompt is read 22 times as slowly as in float32. Unpacked, plain decoding is 1.85 times as fast, a pass
over 5 5.3 times.
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import local
from typing import Any

import mlx.core as mx
import mlx.nn as nn
from mlx.nn.layers.distributed import (
    AllToShardedLinear,
    QuantizedAllToShardedLinear,
    QuantizedShardedToAllLinear,
    ShardedToAllLinear,
)
from mlx_lm.models.mla import MultiLinear, QuantizedMultiLinear
from mlx_lm.models.switch_layers import QuantizedSwitchLinear, SwitchLinear

from ..checkpoints.memory import may_unpack, memory

PLAIN: dict[type, type] = {  # quantised layers -> layers that compute the same from `weight`, and `bias` if they have one
    nn.QuantizedLinear: nn.Linear,
    nn.QuantizedEmbedding: nn.Embedding,
    QuantizedSwitchLinear: SwitchLinear,
    QuantizedMultiLinear: MultiLinear,
    QuantizedAllToShardedLinear: AllToShardedLinear,
    QuantizedShardedToAllLinear: ShardedToAllLinear,
}


@dataclass(frozen=True, slots=True)
class Form:
    """How a model's quantised matrices are held on a CPU. `bits`: the fewest of a number. `bytes_`: of all of them as float32. `unpacked`: whether
    they are float32. `refused`: whether the option `unpack` forbids it."""

    bits: int
    bytes_: int
    unpacked: bool
    refused: bool = False

    @property
    def words(self) -> str:
        """In a line, with what packed ones cost."""
        size = f"{self.bytes_ / 1e9:.1f} GB"
        if self.unpacked:
            return f"{self.bits} bits, unpacked to float32 ({size}): on a CPU that is several times as fast"
        why = "as --unpack never says" if self.refused else f"as float32 it would take {size}, too much of the free memory (--unpack always does it)"
        return f"{self.bits} bits, kept packed, {why}: on a CPU every pass then takes several times as long, and a draft rarely pays"


_thread = local()


@contextmanager
def unpacking(unpack: str) -> Iterator[dict[tuple[Path, str], Form]]:
    """A context in which this thread loads models. `unpack`: as in `load`. Gets the form of every quantised model that is loaded, by its folder
    and kind."""
    _thread.unpack, _thread.forms = unpack, {}
    try:
        yield _thread.forms
    finally:
        del _thread.unpack, _thread.forms


def held_as_float32(bytes_: int) -> bool:
    """Whether weights that take so many bytes as float32 may be held so now."""
    return may_unpack(bytes_, memory().usable, getattr(_thread, "unpack", "auto"))


def unpack(model: nn.Module, key: tuple[Path, str], may: bool) -> None:
    """Make plain layers of this model's quantised ones in place, if it `may` and memory allows. Layer by layer, so that beside what the weights take it needs
    memory for the packed form of one layer. `key`: folder and kind of its checkpoint."""
    layers: list[Any] = [layer for layer in model.modules() if type(layer) in PLAIN and getattr(layer, "global_scale", None) is None]
    if not layers:
        return
    size = sum(4 * 32 * layer.weight.size // layer.bits for layer in layers)
    unpacked = may and held_as_float32(size)
    if hasattr(_thread, "forms"):
        _thread.forms[key] = Form(min(layer.bits for layer in layers), size, unpacked, _thread.unpack == "never")
    for layer in layers if unpacked else ():
        _unpack(layer)


BLOCK = 1 << 18  # numbers that are computed at once: mlx takes several times their memory meanwhile


def _unpack(layer: Any) -> None:
    parts = [layer.weight, *(layer.pop(name) for name in ("scales", "biases") if name in layer)]
    mx.eval(parts)
    *rows, width = layer.weight.shape
    width = width * 32 // layer.bits
    weight, step = mx.zeros((*rows, width)), max(1, BLOCK * rows[0] // (math.prod(rows) * width))
    for at in range(0, rows[0], step):
        packed, *floats = (part[at : at + step] for part in parts)
        if layer.mode == "affine":  # the scales of other modes are codes of 8 bits
            floats = [part.astype(mx.float32) for part in floats]
        weight[at : at + step] = mx.dequantize(packed, *floats, group_size=layer.group_size, bits=layer.bits, mode=layer.mode, dtype=mx.float32)
        mx.eval(weight)
    layer.weight = weight
    del layer.bits, layer.group_size, layer.mode
    layer.__class__ = PLAIN[type(layer)]
