"""What stands in for mlx's exponentials on a CPU says what they say, to rounding, and at the ends of the scale."""

import math

import mlx.core as mx
import numpy as np
import pytest
from mlx_lm.models import activations

from specdeck.decoding.cpu import exps, kernels

ENDS = [math.inf, -math.inf, math.nan, 1e30, -1e30, 0.0, -0.0, 3e38, -3e38, 1e-40]


@pytest.fixture(autouse=True)
def all_by_us(monkeypatch):
    monkeypatch.setattr(exps, "pays", lambda size, many: True)


def same(found: mx.array, expected: mx.array, apart: float) -> bool:
    return found.dtype == expected.dtype and np.allclose(np.array(found), np.array(expected), apart, apart, equal_nan=True)


def test_a_power_is_right_to_rounding_down_to_nothing():
    x = mx.linspace(-120, 0, 100_001)
    found, right = np.array(exps.exp(x), np.float64), np.exp(np.array(x, np.float64))
    normal = right > 1.5e-38
    # x itself is a float: at -80 its last bit is worth 8e-6
    assert (np.abs(found / right - 1) < 3e-7 + 1e-7 * np.abs(np.array(x)))[normal].all()
    assert found.max() <= 1 and found[-1] == 1 and (found[np.array(x) < -88.1] == 0).all() and (found >= 0).all()


@pytest.mark.parametrize("shape", [(1, 1), (5, 300), (2, 3, 7, 41)], ids=str)
def test_softmax_is_softmax(shape):
    rows = mx.random.normal(shape, key=mx.random.key(1)) * 20
    assert same(exps.softmax(rows), mx.softmax(rows, axis=-1, precise=True), 2e-6)


def test_softmax_of_what_cannot_be_is_as_mlx_has_it():
    """A filtered token weighs nothing at all, and a row of nothing but such is no number."""
    rows = mx.array([[0, -math.inf, -1.0], [-math.inf] * 3, [math.nan, 0, 0], [3e38, -3e38, 0], [-90.0, 0, -200]])
    found = exps.softmax(rows)
    assert same(found, mx.softmax(rows, axis=-1, precise=True), 1e-6) and found[0, 1].item() == found[3, 1].item() == 0


def test_swiglu_is_swiglu():
    gate = mx.concatenate([mx.linspace(-120, 120, 9999), mx.array(ENDS)])
    for x in (mx.ones_like(gate), mx.linspace(-3, 3, gate.size)):
        assert same(exps.swiglu(gate, x), activations.swiglu(gate, x), 1e-6)
    half = gate.astype(mx.float16)
    assert exps.swiglu(half, half).dtype == mx.float16


def test_few_and_whatever_would_not_be_compiled_are_mlx_s(monkeypatch):
    monkeypatch.undo()
    monkeypatch.setattr(exps, "exp", None)
    monkeypatch.setattr(exps, "_falling", None)
    few, many = mx.zeros((2, 100)), mx.zeros((4, 4096))
    assert exps.softmax(few).shape == exps.swiglu(few, few).shape == few.shape
    monkeypatch.setattr(kernels, "compiles", lambda: False)
    assert exps.softmax(many).shape == exps.swiglu(many, many).shape == many.shape
    monkeypatch.setattr(kernels, "compiles", lambda: True)
    if mx.default_device().type == mx.DeviceType.cpu:
        for call in (lambda: exps.softmax(many), lambda: exps.swiglu(many, many)):
            with pytest.raises(TypeError):
                call()
