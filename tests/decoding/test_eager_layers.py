"""A pass that begins while it is built says what it would have said; nothing is computed where only a shape is wanted."""

from __future__ import annotations

from types import SimpleNamespace

import mlx.core as mx
import mlx.nn as nn
import pytest
from mlx.utils import tree_flatten
from mlx_lm.models import plamo2

from specdeck import assets
from specdeck.decoding import Settings, loop
from specdeck.decoding import round as round_parts
from specdeck.decoding.cpu import tune
from specdeck.decoding.errors import PairError
from specdeck.decoding.target.backbone import find_backbone
from specdeck.decoding.target.sequence_state import SequenceState
from specdeck.decoding.weights import whole_model
from tests.helpers import heads, toys
from tests.helpers.kinds import KINDS

TOKENS = mx.array([[3, 1, 4, 1, 5]])


@pytest.fixture
def begun(monkeypatch):
    """What was handed over to be computed while a pass was built."""
    taken, real = [], mx.async_eval
    monkeypatch.setattr(tune.mx, "async_eval", lambda *given: (taken.append(given), real(*given)))
    return taken


@pytest.fixture
def model():
    return KINDS["trimmable"]()


@pytest.mark.parametrize("kind", KINDS)
def test_logits_are_those_of_the_model_as_it_was(kind, begun):
    model = KINDS[kind]()
    right = model(TOKENS, cache=toys.make_prompt_cache(model))
    tune.make_eager(model)
    assert mx.array_equal(model(TOKENS, cache=toys.make_prompt_cache(model)), right) and begun


def test_every_layer_but_the_last_is_begun_once_as_soon_as_it_is_built(model, begun):
    tune.make_eager(model)
    tune.make_eager(model)
    model(TOKENS, cache=toys.make_prompt_cache(model))
    assert len(begun) == len(model.layers) - 1 > 0


def test_on_a_gpu_nothing_is_begun(model, begun, monkeypatch):
    tune.make_eager(model)
    monkeypatch.setattr(tune.mx, "default_device", lambda: SimpleNamespace(type=mx.DeviceType.gpu))
    model(TOKENS, cache=toys.make_prompt_cache(model))
    assert not begun


def test_what_a_model_can_say_is_found_without_computing(model, begun):
    tune.make_eager(model)
    assert SequenceState(model).width() == toys.WIDTH and not begun
    model(TOKENS, cache=toys.make_prompt_cache(model))
    assert begun


class Two(nn.Module):
    """A layer that says two things."""

    def __call__(self, x: mx.array) -> tuple[mx.array, None]:
        return x + 1, None


def test_a_layer_may_say_more_than_one_thing_and_a_model_may_keep_its_layers_elsewhere(begun):
    backbone = nn.Module()
    backbone.layers, backbone.norm = [Two(), Two()], nn.RMSNorm(4)
    tune.make_eager(backbone)
    tune.make_eager(nn.Linear(4, 4))
    assert backbone.layers[0](mx.zeros(4))[0].tolist() == [1] * 4 and len(begun) == 1


@pytest.mark.skipif(mx.default_device() != mx.cpu, reason="a GPU's passes are queued ahead anyway")
def test_models_are_loaded_so_but_not_a_rivals():
    ours, rivals = whole_model(assets.TARGET), whole_model(assets.TARGET, as_built=True)
    eager_kind, last, as_built = (type(find_backbone(model).layers[at]) for model, at in ((ours, 0), (ours, -1), (rivals, 0)))
    assert eager_kind.eager and not hasattr(last, "eager") and not hasattr(as_built, "eager")


@pytest.mark.parametrize("device, order", [("cpu", ["drafted", "read"]), ("gpu", ["read", "drafted"])])
def test_a_cpu_has_the_draft_before_it_reads_and_a_gpu_has_the_pass_queued_first(device, order, monkeypatch):
    pair, steps = toys.make_pair(toys.toy("trimmable"), {"model": toys.toy_drafter("copy:trimmable")}), []
    kind, drafted, read = getattr(mx.DeviceType, device), round_parts.wait_for, pair.target.read
    monkeypatch.setattr(loop.mx, "default_device", lambda: SimpleNamespace(type=kind))
    monkeypatch.setattr(round_parts, "wait_for", lambda draft: (steps.append("drafted"), drafted(draft))[1])
    monkeypatch.setattr(pair.target, "read", lambda *given: (steps.append("read"), read(*given))[1])
    list(loop.decode(pair, [1, 2, 3], Settings(drafter="model", k=2), max_tokens=3))
    assert steps[:2] == order


def test_a_model_whose_layers_are_a_module_is_loaded_as_it_is(tmp_path):
    """As PLaMo's."""
    config = {
        "model_type": "plamo2", "hidden_size": 32, "num_hidden_layers": 4, "num_attention_heads": 2, "num_key_value_heads": 1, "hidden_size_per_head": 16,
        "mamba_d_state": 8, "mamba_num_heads": 4, "intermediate_size": 48, "vocab_size": 40, "tie_word_embeddings": False,
    }  # fmt: skip
    heads.write(tmp_path, config, dict(tree_flatten(plamo2.Model(plamo2.ModelArgs.from_dict(config)).parameters())), "mlx")
    model = whole_model(tmp_path)
    with pytest.raises(PairError, match="unknown names"):
        find_backbone(model)
    assert model(TOKENS, cache=toys.make_prompt_cache(model)).shape == (1, 5, 40)
