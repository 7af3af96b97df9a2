"""The CPU's own code has one entry: nothing in `decoding` knows what stands behind `tune`, and on a GPU it does nothing."""

import re
from pathlib import Path
from types import SimpleNamespace

import mlx.core as mx
import mlx.nn as nn

from specdeck.decoding.cpu import tune
from tests.helpers.kinds import KINDS

DECODING = Path(tune.__file__).parents[1]


def test_the_engine_imports_nothing_of_the_cpus_but_its_entry():
    files = [file for file in DECODING.rglob("*.py") if "cpu" not in file.relative_to(DECODING).parts]
    found = {(file.name, name) for file in files for name in re.findall(r"^ *from \.+cpu\.?(\S*) import", file.read_text(), re.M)}
    assert found == {("__init__.py", "blas"), ("weights.py", "tune")}


def kinds(model: nn.Module) -> list[type]:
    return [type(part) for part in model.modules()]


def test_tune_changes_the_model_on_a_cpu(monkeypatch):
    monkeypatch.setattr(tune.mx, "default_device", lambda: SimpleNamespace(type=mx.DeviceType.cpu))
    model = KINDS["trimmable"]()
    tune.tune(model)
    assert not {nn.RMSNorm, nn.RoPE} & set(kinds(model)) and model.layers[0].eager


def strides(weight: mx.array) -> tuple[int, ...] | None:
    return memoryview(weight).strides


def test_linear_layers_are_stored_by_columns_with_the_same_numbers_but_no_output_head():
    model = nn.Module()
    model.fc, model.lm_head = nn.Linear(8, 5), nn.Linear(8, 5)
    fc, head = mx.array(model.fc.weight), strides(model.lm_head.weight)
    tune.use_columns(model)
    mx.eval(model.parameters())
    assert strides(model.fc.weight) == (4, 4 * 5) and strides(model.lm_head.weight) == head == (4 * 8, 4)
    assert mx.array_equal(model.fc.weight, fc)


def test_tune_does_nothing_on_a_gpu(monkeypatch):
    monkeypatch.setattr(tune.mx, "default_device", lambda: SimpleNamespace(type=mx.DeviceType.gpu))
    model = KINDS["trimmable"]()
    before = kinds(model)
    tune.tune(model)
    assert kinds(model) == before
