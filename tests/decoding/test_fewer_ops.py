"""What stands in for mlx's modules on a CPU says what they say, at every place, width and shape."""

from concurrent.futures import ThreadPoolExecutor

import mlx.core as mx
import mlx.nn as nn
import pytest
from mlx_lm.models.rope_utils import initialize_rope

from specdeck.decoding import load
from specdeck.decoding.cpu import tune
from tests.helpers import toys

ROUNDING = 1e-5  # of values around 1


def noise(*shape: int, seed: int = 0) -> mx.array:
    return mx.random.normal(shape, key=mx.random.key(seed))


def apart(a: mx.array, b: mx.array) -> float:
    assert a.shape == b.shape and a.dtype == b.dtype
    return mx.abs(a - b).max().item()


def replaced(leaf: nn.Module) -> nn.Module:
    """What `use_fewer_ops` puts in its place."""
    holder = nn.Module()
    holder.leaf = leaf
    tune.use_fewer_ops(holder)
    return holder.leaf


@pytest.mark.parametrize("shape", [(1, 1, 24), (1, 5, 24), (1, 9, 3, 24), (1, 700, 24), (24,)], ids=str)
@pytest.mark.parametrize("eps", [1e-6, 0.1])
def test_a_norm_is_the_norm(shape, eps):
    norm = nn.RMSNorm(24, eps)
    norm.weight = noise(24, seed=1)
    replacement, x = replaced(norm), noise(*shape) * 3
    assert type(replacement) is tune.FewOpsNorm and apart(replacement(x), norm(x)) < ROUNDING
    assert dict(replacement.parameters()).keys() == {"weight"}
    half = x.astype(mx.float16)
    assert apart(replacement(half), norm(half)) == 0


@pytest.mark.parametrize("rope", [
    nn.RoPE(16), nn.RoPE(16, traditional=True), nn.RoPE(8), nn.RoPE(16, base=1e6), nn.RoPE(16, scale=0.25), nn.RoPE(8, True, 100.0, 2.0),
], ids=["plain", "traditional", "of half the features", "base", "scale", "all"])  # fmt: skip
def test_a_rotation_is_the_rotation_wherever_it_is_asked_for(rope):
    """Forwards as a reply goes, back as a rejected draft does, and far away as another prompt is."""
    replacement, widths = replaced(rope), (1, 2, 5, tune.WIDEST, tune.WIDEST + 1, tune.SPAN + 9)
    assert type(replacement) is tune.FewOpsRope
    places = [0, 1, 3, *range(4, 200, 7), 190, 186, 175, 40, 39, 0, 5000, 4999, 4985]
    for place in places:
        for width in widths:
            x = noise(1, 3, width, 16, seed=place)
            assert apart(replacement(x, offset=place), rope(x, offset=place)) < ROUNDING * max(1, place / 500), (place, width)


def test_what_has_no_shorter_way_goes_the_old_one():
    rope = nn.RoPE(16)
    replacement = replaced(rope)
    flat, half, offsets = noise(3, 4, 16), noise(1, 2, 4, 16).astype(mx.float16), mx.array([3, 8])
    assert apart(replacement(flat, offset=7), rope(flat, offset=7)) == 0
    assert apart(replacement(half, offset=7), rope(half, offset=7)) == 0
    several = noise(2, 2, 4, 16)
    assert apart(replacement(several, offset=offsets), rope(several, offset=offsets)) == 0
    assert apart(replacement(several, offset=7), rope(several, offset=7)) < ROUNDING
    longrope = {"type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0, "original_max_position_embeddings": 64}
    for other in (nn.LayerNorm(8), initialize_rope(16, 10000.0, False, longrope, 512)):
        assert replaced(other) is other
    half_norm = nn.RMSNorm(8)
    half_norm.weight = half_norm.weight.astype(mx.float16)
    assert replaced(half_norm) is half_norm


def test_a_thread_can_go_on_where_another_built_and_never_evaluated():
    """As the app does: one thread loads and tries a pass, another decodes."""
    rope = nn.RoPE(16)
    replacement, x = replaced(rope), noise(1, 2, 3, 16)
    mx.eval(x)
    expected = rope(x, offset=20).tolist()

    def tried() -> mx.array:
        return replacement(x, offset=20)

    with ThreadPoolExecutor(1) as loader, ThreadPoolExecutor(1) as engine:
        kept = loader.submit(tried).result()
        found = engine.submit(lambda: replacement(x, offset=20).tolist()).result()
    del kept
    assert apart(mx.array(found), mx.array(expected)) < ROUNDING


@pytest.mark.parametrize("kind", toys.KINDS)
def test_a_model_of_every_kind_says_the_same(kind):
    """Token by token and in wide passes, beside the same model as mlx-lm builds it."""
    model, replacement = toys.toy(kind), toys.KINDS[kind]()
    tune.use_fewer_ops(replacement)
    caches, tokens = (toys.entries(model), toys.entries(replacement)), mx.arange(60) % toys.WIDTH
    for start, end in ((0, 20), (20, 21), (21, 22), (22, 27), (27, 36), (36, 60)):
        rows = [model(tokens[None, start:end], cache=cache) for model, cache in zip((model, replacement), caches)]
        assert apart(*rows) < 1e-3 and (mx.argmax(rows[0], -1) == mx.argmax(rows[1], -1)).mean().item() > 0.9


@pytest.mark.skipif(mx.default_device().type != mx.DeviceType.cpu, reason="only a CPU is spared operations")
def test_what_is_loaded_on_a_cpu_is_tuned():
    pair = load(drafter=["mtp", "dflash", "model"])
    modules = [pair.target.model, pair.drafters["model"].state.model, pair.drafters["mtp"]._net, pair.drafters["dflash"]._net]
    for module in modules:
        kinds = {type(leaf) for leaf in dict(nn.Module.named_modules(module)).values()}
        assert tune.FewOpsRope in kinds and not {nn.RMSNorm, nn.RoPE} & kinds
