"""What is changed in a model for a CPU says what it said, at every place, width and shape; on a GPU nothing is changed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import mlx.core as mx
import mlx.nn as nn
import pytest
from mlx_lm.models import plamo2
from mlx_lm.models.qwen3 import MLP
from mlx_lm.models.rope_utils import initialize_rope

from specdeck import assets
from specdeck.decoding import Settings, load, loop
from specdeck.decoding import round as round_parts
from specdeck.decoding.cpu import tune
from specdeck.decoding.errors import PairError
from specdeck.decoding.mlx_lm_generators import built
from specdeck.decoding.target.backbone import find_backbone
from specdeck.decoding.target.sequence_state import SequenceState
from tests.helpers import toys
from tests.helpers.kinds import KINDS

ROUNDING = 1e-5  # of values around 1
TOKENS = mx.array([[3, 1, 4, 1, 5]])


def noise(*shape: int, seed: int = 0) -> mx.array:
    return mx.random.normal(shape, key=mx.random.key(seed))


def apart(a: mx.array, b: mx.array) -> float:
    assert a.shape == b.shape and a.dtype == b.dtype
    return mx.abs(a - b).max().item()


def device(monkeypatch, name: str) -> None:
    monkeypatch.setattr(tune.mx, "default_device", lambda: SimpleNamespace(type=getattr(mx.DeviceType, name)))


def replaced(leaf: nn.Module) -> nn.Module:
    """What `use_fewer_ops` puts in its place."""
    holder = nn.Module()
    holder.leaf = leaf
    tune.use_fewer_ops(holder)
    return holder.leaf


@pytest.fixture
def begun(monkeypatch):
    """What was handed over to be computed while a pass was built."""
    taken, real = [], mx.async_eval
    monkeypatch.setattr(tune.mx, "async_eval", lambda *given: (taken.append(given), real(*given)))
    return taken


@pytest.mark.parametrize("kind", KINDS)
def test_a_tuned_model_says_the_same_token_by_token_and_in_wide_passes(kind, monkeypatch, begun):
    device(monkeypatch, "cpu")
    model, tuned = KINDS[kind](), KINDS[kind]()
    tune.tune(tuned)
    caches, tokens = (toys.entries(model), toys.entries(tuned)), mx.arange(60) % toys.WIDTH
    for start, end in ((0, 20), (20, 21), (21, 22), (22, 27), (27, 36), (36, 60)):
        rows = [model(tokens[None, start:end], cache=cache) for model, cache in zip((model, tuned), caches)]
        assert apart(*rows) < 1e-3 and (mx.argmax(rows[0], -1) == mx.argmax(rows[1], -1)).mean().item() > 0.9
    assert begun


def test_every_layer_but_the_last_begins_once_as_it_is_built_and_only_on_a_cpu(monkeypatch, begun):
    model = KINDS["trimmable"]()
    before = [type(part) for part in model.modules()]
    device(monkeypatch, "gpu")
    tune.tune(model)
    assert [type(part) for part in model.modules()] == before
    device(monkeypatch, "cpu")
    tune.tune(model), tune.make_eager(model)
    assert not {nn.RMSNorm, nn.RoPE} & {type(part) for part in model.modules()}
    assert SequenceState(model).width() == toys.WIDTH and not begun, "a shape is found without computing"
    model(TOKENS, cache=toys.make_prompt_cache(model))
    assert len(begun) == len(model.layers) - 1 > 0
    device(monkeypatch, "gpu")
    model(TOKENS, cache=toys.make_prompt_cache(model))
    assert len(begun) == len(model.layers) - 1


class Two(nn.Module):
    """A layer that says two things."""

    def __call__(self, x: mx.array) -> tuple[mx.array, None]:
        return x + 1, None


def test_a_layer_may_say_more_than_one_thing_and_a_model_may_keep_its_layers_elsewhere(begun):
    """As PLaMo's, whose layers are a module: it stays as it is."""
    backbone, plamo = nn.Module(), plamo2.Model(plamo2.ModelArgs(hidden_size=32, num_hidden_layers=1, vocab_size=40))
    backbone.layers, backbone.norm = [Two(), Two()], nn.RMSNorm(4)
    tune.make_eager(backbone), tune.make_eager(plamo)
    assert backbone.layers[0](mx.zeros(4))[0].tolist() == [1] * 4 and len(begun) == 1
    with pytest.raises(PairError, match="unknown names"):
        find_backbone(plamo)


def test_linear_layers_are_stored_by_columns_with_the_same_numbers_but_no_output_head():
    model = nn.Module()
    model.fc, model.lm_head = nn.Linear(8, 5), nn.Linear(8, 5)
    fc, head = mx.array(model.fc.weight), memoryview(model.lm_head.weight).strides
    tune.use_columns(model)
    mx.eval(model.parameters())
    assert memoryview(model.fc.weight).strides == (4, 4 * 5) and memoryview(model.lm_head.weight).strides == head == (4 * 8, 4)
    assert mx.array_equal(model.fc.weight, fc)


@pytest.mark.parametrize("in_place, inner, biased, dtype, halves", [
    (True, 80, False, mx.float32, True), (False, 80, False, mx.float32, False), (True, 8, False, mx.float32, False), (True, 400, False, mx.float32, False),
    (True, 81, False, mx.float32, False), (True, 80, True, mx.float32, False), (True, 80, False, mx.bfloat16, False),
])  # fmt: skip
def test_an_mlp_in_halves_gives_the_same_and_others_stay_whole(monkeypatch, in_place, inner, biased, dtype, halves):
    monkeypatch.setattr(tune, "leaves_small_matrices_in_place", lambda: in_place)
    monkeypatch.setattr(tune, "UNCOPIED", 3 * 32 * 80)
    model = nn.Module()
    model.mlp = whole = MLP(32, inner)
    model.mlp.up_proj = nn.Linear(32, inner, bias=biased)
    model.set_dtype(dtype)
    tune.use_split_mlps(model)
    assert type(model.mlp) is (tune.SplitMLP if halves else MLP)
    for shape in ((1, 1), (2, 3), (7,)):
        assert apart(model.mlp(noise(*shape, 32).astype(dtype)), whole(noise(*shape, 32).astype(dtype))) < ROUNDING


@pytest.mark.parametrize("rope", [
    nn.RoPE(16), nn.RoPE(16, traditional=True), nn.RoPE(8), nn.RoPE(16, base=1e6), nn.RoPE(16, scale=0.25), nn.RoPE(8, True, 100.0, 2.0),
], ids=["plain", "traditional", "of half the features", "base", "scale", "all"])  # fmt: skip
def test_a_rotation_is_the_rotation_wherever_it_is_asked_for(rope):
    """Forwards as a reply goes, back as a rejected draft does, and far away as another prompt is."""
    replacement, widths = replaced(rope), (1, 2, 5, tune.WIDEST, tune.WIDEST + 1, tune.SPAN + 9)
    assert type(replacement) is tune.FewOpsRope
    for place in [0, 1, 3, *range(4, 200, 21), 190, 186, 175, 40, 39, 0, 5000, 4999, 4985]:
        for width in widths:
            x = noise(1, 3, width, 16, seed=place)
            assert apart(replacement(x, offset=place), rope(x, offset=place)) < ROUNDING * max(1, place / 500), (place, width)


def test_what_has_no_shorter_way_goes_the_old_one():
    rope, half_norm = nn.RoPE(16), nn.RMSNorm(8)
    replacement, half_norm.weight = replaced(rope), half_norm.weight.astype(mx.float16)
    for x, offset in ((noise(3, 4, 16), 7), (noise(1, 2, 4, 16).astype(mx.float16), 7), (noise(2, 2, 4, 16), mx.array([3, 8]))):
        assert apart(replacement(x, offset=offset), rope(x, offset=offset)) == 0
    longrope = {"type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0, "original_max_position_embeddings": 64}
    rows, norm = noise(3, 24), nn.RMSNorm(24, 0.1)
    assert apart(replaced(norm)(rows), norm(rows)) < ROUNDING and apart(replaced(norm)(rows.astype(mx.float16)), norm(rows.astype(mx.float16))) == 0
    for other in (nn.LayerNorm(8), initialize_rope(16, 10000.0, False, longrope, 512), half_norm):
        assert replaced(other) is other


def test_a_thread_can_go_on_where_another_built_and_never_evaluated():
    """As the app does: one thread loads and tries a pass, another decodes."""
    rope = nn.RoPE(16)
    replacement, x = replaced(rope), noise(1, 2, 3, 16)
    mx.eval(x)
    expected = rope(x, offset=20).tolist()
    with ThreadPoolExecutor(1) as loader, ThreadPoolExecutor(1) as engine:
        kept = loader.submit(lambda: replacement(x, offset=20)).result()
        found = engine.submit(lambda: replacement(x, offset=20).tolist()).result()
    del kept
    assert apart(mx.array(found), mx.array(expected)) < ROUNDING


@pytest.mark.skipif(mx.default_device().type != mx.DeviceType.cpu, reason="only a CPU is spared operations")
def test_what_is_loaded_on_a_cpu_is_tuned_but_not_a_rivals():
    """mlx-lm's models, whose modules are its own."""
    pair, rival = load(drafter=["mtp", "dflash", "model"]), built(str(assets.TARGET))
    for module in (pair.target.model, pair.drafters["model"].state.model, pair.drafters["mtp"]._net, pair.drafters["dflash"]._net):
        kinds = {type(part) for part in module.modules()}
        assert tune.FewOpsRope in kinds and not {nn.RMSNorm, nn.RoPE} & kinds
    assert find_backbone(pair.target.model).layers[0].eager
    assert not {type(part).__module__.partition(".")[0] for part in rival.modules()} - {"mlx", "mlx_lm"}


@pytest.mark.parametrize("name, order", [("cpu", ["drafted", "read"]), ("gpu", ["read", "drafted"])])
def test_a_cpu_has_the_draft_before_it_reads_and_a_gpu_has_the_pass_queued_first(name, order, monkeypatch):
    pair, steps = toys.make_pair(toys.toy("trimmable"), {"model": toys.toy_drafter("copy:trimmable")}), []
    device(monkeypatch, name)
    drafted, read = round_parts.wait_for, pair.target.read
    monkeypatch.setattr(round_parts, "wait_for", lambda draft: (steps.append("drafted"), drafted(draft))[1])
    monkeypatch.setattr(pair.target, "read", lambda *given: (steps.append("read"), read(*given))[1])
    list(loop.decode(pair, [1, 2, 3], Settings(drafter="model", k=2), max_tokens=3))
    assert steps[:2] == order
