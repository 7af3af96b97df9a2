"""The CPU's own code has one entry: nothing in `decoding` knows what stands behind `tune`, and on a GPU it does nothing."""

import re
from pathlib import Path
from types import SimpleNamespace

import mlx.core as mx
import mlx.nn as nn
import pytest
from mlx.utils import tree_flatten
from mlx_lm.models.qwen3 import MLP

from specdeck.decoding.cpu import tune
from tests.helpers.kinds import KINDS

DECODING = Path(tune.__file__).parents[1]


def test_the_engine_imports_nothing_of_the_cpus_but_its_entry():
    files = [file for file in DECODING.rglob("*.py") if "cpu" not in file.relative_to(DECODING).parts]
    found = {(file.name, name) for file in files for name in re.findall(r"^ *from \.+cpu\.?(\S*) import", file.read_text(), re.M)}
    assert found == {("__init__.py", "blas"), ("sequence_state.py", "blas"), ("weights.py", "tune"), ("weights.py", "unpack"), ("pair.py", "unpack"), ("pair_loading.py", "unpack")}


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


@pytest.fixture
def mlp(monkeypatch):
    """An MLP that `use_split_mlps` replaces (`split`), and the same one as it was (`whole`)."""
    monkeypatch.setattr(tune, "leaves_small_matrices_in_place", lambda: True)
    monkeypatch.setattr(tune, "UNCOPIED", 3 * 32 * 80)
    model = nn.Module()
    model.split = whole = MLP(32, 80)
    tune.use_split_mlps(model)
    return SimpleNamespace(whole=whole, split=model.split)


@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (1, 40), (2, 3), (7,)])
def test_an_mlp_in_halves_gives_the_same(mlp, shape):
    x = mx.random.normal((*shape, 32))
    assert type(mlp.split) is tune.SplitMLP
    assert mx.allclose(mlp.split(x), mlp.whole(x), atol=1e-6) and mlp.split(x).shape == x.shape


def test_an_mlp_in_halves_needs_no_more_memory(mlp):
    sizes = [sum(array.nbytes for _, array in tree_flatten(part.parameters())) for part in (mlp.whole, mlp.split)]
    assert sizes[0] == sizes[1]


@pytest.mark.parametrize(("inner", "biased", "dtype"), [(8, False, mx.float32), (400, False, mx.float32), (81, False, mx.float32), (80, True, mx.float32), (80, False, mx.bfloat16)])
def test_other_mlps_stay_whole(mlp, inner, biased, dtype):
    model = nn.Module()
    model.mlp = MLP(32, inner)
    model.mlp.up_proj = nn.Linear(32, inner, bias=biased)
    model.set_dtype(dtype)
    tune.use_split_mlps(model)
    assert type(model.mlp) is MLP


def test_mlps_stay_whole_where_openblas_copies_every_matrix(mlp, monkeypatch):
    monkeypatch.setattr(tune, "leaves_small_matrices_in_place", lambda: False)
    model = nn.Module()
    model.mlp = MLP(32, 80)
    tune.use_split_mlps(model)
    assert type(model.mlp) is MLP
