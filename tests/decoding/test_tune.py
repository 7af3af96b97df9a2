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


def tied(vocabulary: int, width: int) -> nn.Module:
    """A model of which only the embedding, its output head too, is looked at."""
    model = nn.Module()
    model.layers, model.norm, model.embed_tokens = [nn.Identity()], nn.RMSNorm(width), nn.Embedding(vocabulary, width)
    return model


def test_a_small_tied_head_is_split_and_gives_the_same_embeddings_and_logits():
    model = tied(5000, 300)
    weight, hidden, tokens = mx.array(model.embed_tokens.weight), mx.random.normal((1, 5, 300)), mx.array([[0, 7, 4999]])
    tune.use_split_head(model)
    head = model.embed_tokens
    logits = head.as_linear(hidden)
    assert type(head) is tune.SplitHead and len(head._parts) == 3 and sum(part.size for part in head._parts) == weight.size
    assert all(2 * part.size <= tune.UNCOPIED * 1.01 for part in head._parts)
    assert mx.allclose(logits, hidden @ weight.T, atol=1e-4) and mx.array_equal(head(tokens), weight[tokens])


def test_a_split_head_that_is_given_other_rows_computes_those():
    model = tied(5000, 300)
    tune.use_split_head(model)
    hidden, few = mx.random.normal((1, 300)), mx.array(model.embed_tokens.weight[:64])
    model.embed_tokens.as_linear(hidden)
    model.embed_tokens.update({"weight": few})
    assert mx.allclose(model.embed_tokens.as_linear(hidden), hidden @ few.T, atol=1e-4)


def test_a_large_head_and_one_that_is_not_float32_stay_as_they_are():
    large, half = tied(32_000, 64), tied(500, 30)
    half.embed_tokens.weight = half.embed_tokens.weight.astype(mx.float16)
    for model in (large, half):
        tune.use_split_head(model)
        assert type(model.embed_tokens) is nn.Embedding


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
