"""Attention on a CPU is mlx's attention, under every mask, shape and sharing of keys, whole or in parts."""

import mlx.core as mx
import pytest
from mlx_lm.models import base
from mlx_lm.models.cache import KVCache

from specdeck.decoding.cpu import attention, exps

WIDTH, LENGTH = 40, 97
BEFORE = mx.arange(LENGTH - WIDTH, LENGTH)[:, None] >= mx.arange(LENGTH)
HOLES = mx.random.bernoulli(0.7, (WIDTH, LENGTH), key=mx.random.key(3))
MASKS = {
    "none": None,
    "causal": "causal",
    "of booleans": BEFORE,
    "with a row that sees nothing": mx.concatenate([mx.zeros((1, LENGTH), mx.bool_), HOLES[1:]]),
    "for all rows": HOLES[:1],
    "a text": mx.stack([HOLES, BEFORE])[:, None],
    "a head": mx.stack([HOLES, BEFORE, HOLES, BEFORE])[None],
    "to be added": mx.where(HOLES, mx.random.normal(HOLES.shape, key=mx.random.key(4)), -mx.inf),
}


@pytest.fixture(autouse=True)
def all_by_us(monkeypatch):
    monkeypatch.setattr(attention, "pays", lambda size, many: True)


def arrays(groups: int = 2, depth: int = 16, values: int = 16) -> list[mx.array]:
    shapes = ((2, 4, WIDTH, depth), (2, groups, LENGTH, depth), (2, groups, LENGTH, values))
    return [mx.random.normal(shape, key=mx.random.key(seed)) for seed, shape in enumerate(shapes)]


def apart(parts, mask, **sinks) -> float:
    queries, keys, values = parts
    found = attention.attention(queries, keys, values, KVCache(), scale=0.3, mask=mask, **sinks)
    right = base.scaled_dot_product_attention(queries, keys, values, KVCache(), scale=0.3, mask=mask, **sinks)
    assert found.shape == right.shape and found.dtype == right.dtype
    return mx.abs(found - right).max().item()


@pytest.mark.parametrize("at_once", [1, 2**40], ids=["in parts", "whole"])
@pytest.mark.parametrize("mask", MASKS)
def test_it_is_attention_under_every_mask(mask, at_once, monkeypatch):
    monkeypatch.setattr(attention, "AT_ONCE", at_once)
    assert apart(arrays(), MASKS[mask]) < 1e-5


@pytest.mark.parametrize("groups", [1, 2, 4])
def test_it_is_attention_however_keys_are_shared(groups):
    assert apart(arrays(groups), "causal") < 1e-5 and apart(arrays(groups, values=24), "causal") < 1e-5


def test_a_part_of_a_prompt_reads_only_what_it_may_see(monkeypatch):
    monkeypatch.setattr(attention, "AT_ONCE", 1)
    seen, attend = [], attention._attend
    monkeypatch.setattr(attention, "_attend", lambda q, k, v, mask: seen.append(k.shape[2]) or attend(q, k, v, mask))
    queries, keys, values = arrays()
    attention.attention(queries, keys, values, KVCache(), scale=0.3, mask="causal")
    assert seen == [LENGTH - WIDTH + 16, LENGTH - WIDTH + 32, LENGTH]


def test_what_it_does_not_know_is_mlx_lm_s(monkeypatch):
    """Sinks, half floats and quantised keys; and few scores, which mlx has sooner."""
    monkeypatch.setattr(attention, "_attend", None)
    assert apart(arrays(), "causal", sinks=mx.ones(4)) == 0
    assert apart([part.astype(mx.float16) for part in arrays()], "causal") == 0
    queries, keys, values = arrays(depth=64, values=64)
    cache = KVCache().to_quantized(group_size=64, bits=8)
    keys, values = (mx.quantize(part, group_size=64, bits=8) for part in (keys, values))
    found, theirs = (  # theirs scales the queries that it is given, in their place
        function(mx.array(queries), keys, values, cache, scale=0.3, mask="causal")
        for function in (attention.attention, base.scaled_dot_product_attention)
    )
    assert mx.array_equal(found, theirs)
    monkeypatch.setattr(attention, "pays", exps.pays)
    few = [part[:, :, :3] for part in arrays()]
    assert apart(few, None) == 0
