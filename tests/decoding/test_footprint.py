"""What a model is said to take, from its headers, against what it takes."""

from __future__ import annotations

from dataclasses import replace

import mlx.core as mx
import pytest
from mlx.utils import tree_flatten

from specdeck import assets
from specdeck.decoding.checkpoints.memory_footprint import footprint
from specdeck.decoding.checkpoints.recognition import recognise
from specdeck.decoding.target.sequence_state import SequenceState
from specdeck.decoding.weights import whole_model
from tests.helpers import checkpoints

TOKENS = 512  # a multiple of the cache's step: what is taken is what is used


def held(model) -> int:
    return sum(value.nbytes for _, value in tree_flatten(model.parameters()))


@pytest.mark.parametrize("bits", [4, 8])
def test_a_drafter_quantised_as_it_is_loaded_takes_what_is_said(bits):
    found = recognise(assets.DRAFTER)
    model = whole_model(assets.DRAFTER, bits=bits)
    said = footprint(found, TOKENS, wide=next(iter(found.tensors.values())).dtype != "F32").with_draft_bits(bits)
    assert said.weights == pytest.approx(held(model), rel=0.05) and said.with_draft_bits(None) is said
    assert said.weights < footprint(found, TOKENS, wide=True).weights


@pytest.mark.parametrize("kind", ["qwen3", "phi3", "qwen3_5", "qwen3_5_moe"])
def test_weights_and_cache_are_what_the_model_takes(tmp_path, kind):
    folder = {"qwen3": assets.TARGET, "phi3": assets.DRAFTER}.get(kind) or checkpoints.target(tmp_path / "model", kind)
    found, model = recognise(folder), whole_model(folder)
    estimate = footprint(found, TOKENS, wide=mx.default_device().type == mx.DeviceType.cpu)
    assert estimate.weights == held(model)
    target_state = SequenceState(model)
    target_state.follow([5] * (TOKENS + 1))
    for _ in target_state.prefill(TOKENS, chunk=256):
        pass
    states = 2 * 2 * 16 * 16 * 4 if "5" in kind else 0  # bytes: layers x heads x key x value x float32
    convolutions = 2 * 3 * 64 * 4 if "5" in kind else 0  # too small to be told
    assert estimate.cache - 5 * states == target_state.nbytes - convolutions, "a state and five snapshots of it"


@pytest.mark.parametrize("bits", [3, 4, 8])
@pytest.mark.parametrize("kind, head", [("qwen3", 64), ("qwen3", 32), ("qwen3_5", 32)])
def test_a_quantised_cache_is_what_it_takes(tmp_path, kind, head, bits):
    folder = checkpoints.target(tmp_path / "model", kind, head_dim=head)
    found, model = recognise(folder), whole_model(folder)
    estimate = footprint(found, TOKENS, wide=mx.default_device().type == mx.DeviceType.cpu)
    plain, packed = SequenceState(model), SequenceState(model, bits)
    for target_state in (plain, packed):
        target_state.follow([5] * TOKENS)
        for _ in target_state.prefill(TOKENS - 1, chunk=256):  # buffers grow a step ahead: room for TOKENS
            pass
    assert packed.quantised and estimate.cache - estimate.with_kv_bits(bits).cache == plain.nbytes - packed.nbytes > 0


def test_heads_that_fall_into_no_groups_are_not_said_to_shrink(tmp_path):
    estimate = footprint(recognise(checkpoints.target(tmp_path / "model", head_dim=16)), TOKENS, wide=False)
    assert estimate.with_kv_bits(8) == estimate == estimate.with_kv_bits(None)


def test_a_head_in_the_targets_folder_is_not_the_targets(tmp_path):
    folder = checkpoints.target(tmp_path / "model")
    alone = footprint(recognise(folder), TOKENS, wide=False)
    assert footprint(recognise(checkpoints.sidecar(folder)), TOKENS, wide=False) == alone


def test_windows_bound_the_cache(tmp_path):
    folder, kinds = checkpoints.target(tmp_path / "model", "qwen3"), ["sliding_attention", "full_attention"] * 2
    full = recognise(folder)
    half = replace(full, config=full.config | {"sliding_window": 64, "layer_types": kinds})
    assert footprint(half, TOKENS, False).cache * 16 == footprint(full, TOKENS, False).cache * 9


def test_what_the_files_do_not_tell_is_not_guessed(tmp_path):
    assert footprint(recognise(checkpoints.mtp(tmp_path / "head")), TOKENS, False).cache is not None
    checkpoints.write(tmp_path / "odd", {"model_type": "rwkv7"}, {"model.blocks.0.w": mx.zeros((4, 4), mx.float16)}, "mlx")
    estimate = footprint(recognise(tmp_path / "odd"), TOKENS, False)
    assert (estimate.weights, estimate.cache, estimate.total) == (32, None, 32)
