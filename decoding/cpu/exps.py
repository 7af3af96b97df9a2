"""Exponentials on a CPU: the softmax and the SwiGLU of wide passes.

mlx's Linux wheel takes 12 ns for each exponential, a third of the time of reading a prompt or of a draft far into a conversation.
Here they are arithmetic that a compiler vectorises: 2 ns each, where there are many. On macOS and on a GPU mlx's own are as fast.
Knows arrays only.
"""

from __future__ import annotations

import math
from functools import partial

import mlx.core as mx
from mlx_lm.models import activations

from . import kernels

MANY, MANY_GATES = 6000, 3000  # numbers from which a softmax and a SwiGLU pay: every operation of mlx costs some us
POWERS_OF_2 = (0.6931437, 0.24018015, 0.05529736, 0.0092057986, 0.0009449037)  # 2**f - 1 on (-1, 0] by f, f**2, ...; least error 8e-8
MANTISSA, BIAS = 23, 127  # of a float32


def softmax(rows: mx.array) -> mx.array:
    """Float32 logits (..., V) -> probabilities (..., V)."""
    if not pays(rows.size, MANY):
        return mx.softmax(rows, axis=-1, precise=True)
    weights, total = weigh(rows)
    return weights / total


def weigh(rows: mx.array) -> tuple[mx.array, mx.array]:
    """Numerator and denominator of a softmax of float32 (..., V): weights (..., V), 1 at a row's largest, and their sums (..., 1)."""
    weights = exp(rows - rows.max(axis=-1, keepdims=True))
    return weights, weights.sum(axis=-1, keepdims=True)


def swiglu(gate: mx.array, x: mx.array) -> mx.array:
    """gate * sigmoid(gate) * x, all of one shape."""
    if gate.dtype != mx.float32:
        return activations.swiglu(gate, x)
    if kernels.compiling():
        return gate * mx.sigmoid(gate) * x  # mlx-lm's is a compiled one too
    if not pays(gate.size, MANY_GATES):
        return activations.swiglu(gate, x)
    fraction, power = _falling(gate)
    return _gated(gate, x, fraction, power.view(mx.float32))


def exp(x: mx.array) -> mx.array:
    """e**x for float32 x <= 0, to a relative 2e-7 near 0 and 1e-5 at its end; 0 below -88."""
    fraction, power = _parts(x)
    return fraction * power.view(mx.float32)


def pays(size: int, many: int) -> bool:
    """Whether so many numbers take less time here than in mlx."""
    return size >= many and kernels.ready()


def _two_to(y: mx.array) -> tuple[mx.array, mx.array]:
    """2**y for y <= 0 as 2**f and the bits of the float 2**n, with whole n and f in (-1, 0]: two outputs, for a kernel cannot look
    at its own bits as a float's."""
    y = mx.maximum(y, -float(BIAS))
    n = y.astype(mx.int32)
    f = y - n.astype(mx.float32)
    rest = POWERS_OF_2[-1]
    for factor in POWERS_OF_2[-2::-1]:
        rest = f * rest + factor
    return f * rest + 1.0, (n + BIAS) << MANTISSA


@partial(mx.compile, shapeless=True)
def _parts(x: mx.array) -> tuple[mx.array, mx.array]:
    return _two_to(x * math.log2(math.e))


@partial(mx.compile, shapeless=True)
def _falling(gate: mx.array) -> tuple[mx.array, mx.array]:
    return _two_to(mx.abs(gate) * -math.log2(math.e))


@partial(mx.compile, shapeless=True)
def _gated(gate: mx.array, x: mx.array, fraction: mx.array, power: mx.array) -> mx.array:
    fall = fraction * power  # e**-|gate|: never more than 1, so nothing overflows
    return gate * (mx.where(gate < 0, fall, 1.0) / (1.0 + fall)) * x
