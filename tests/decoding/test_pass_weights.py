"""What a pass reads, from headers alone: by hand, on described tensors and on the toys' folders."""

from __future__ import annotations

from dataclasses import replace

import pytest

from specdeck import assets
from specdeck.decoding.checkpoints import PassWeights, footprint, pass_weights, recognise
from specdeck.decoding.checkpoints.checkpoint import Checkpoint
from tests.helpers import checkpoints
from tests.helpers.fake_models import place, tensor


def described(config: dict, kind: str = "model", **shapes: tuple) -> Checkpoint:
    """A checkpoint with these tensors; the last of a shape may be the type."""
    found = {name.replace("__", "."): shape if isinstance(shape[-1], str) else (*shape, "BF16") for name, shape in shapes.items()}
    return Checkpoint(kind, place("org/x"), config, {name: tensor(name, *shape[:-1], dtype=shape[-1]) for name, shape in found.items()})


def test_a_table_of_embeddings_is_read_only_where_it_is_the_output_matrix_too():
    tied = {"model__embed_tokens__weight": (100, 8), "model__layers__0__mlp__up_proj__weight": (16, 8)}
    assert pass_weights(described({}, **tied)) == PassWeights(2 * 928, 928, 800)
    assert pass_weights(described({}, **tied, lm_head__weight=(100, 8))) == PassWeights(2 * 928, 928, 800)
    assert pass_weights(described({}, **tied, model__embed_tokens_per_layer__weight=(100, 64))) == PassWeights(2 * 928, 928, 800)


def test_packed_matrices_count_the_numbers_that_their_scales_belong_to():
    packed = {"model__layers__0__mlp__up_proj__weight": (16, 16, "U32"), "model__layers__0__mlp__up_proj__scales": (16, 2), "model__layers__0__mlp__up_proj__biases": (16, 2)}
    found = pass_weights(described({"quantization": {"group_size": 64, "bits": 4}}, **packed))
    assert (found.stored, found.numbers, found.packed) == (16 * 16 * 4 + 2 * 16 * 2 * 2, 16 * 128, True)
    assert (found.bytes(wide=True), found.bytes(wide=False)) == (4 * 16 * 128, found.stored)
    renamed = described({"quantization": {"group_size": 64, "bits": 4}}, **packed)
    renamed = replace(renamed, tensors={name.removeprefix("model."): tensor for name, tensor in renamed.tensors.items()})
    assert pass_weights(renamed) == found, "a drafter's tensors are named as its loader has them"
    own = {"group_size": 64, "bits": 4, "model.layers.0.mlp.up_proj": {"group_size": 32, "bits": 8}}
    assert pass_weights(described({"quantization": own}, **packed)).numbers == footprint(described({"quantization": own}, **packed), 1, False).packed[1] == 16 * 64


def test_of_a_mixture_each_token_reads_the_experts_that_it_chooses():
    shapes = {"model__layers__0__mlp__switch_mlp__up_proj__weight": (8, 10, 10), "model__layers__0__self_attn__q_proj__weight": (20, 10)}
    found = pass_weights(described({"num_experts": 8, "num_experts_per_tok": 2}, **shapes))
    assert (found.experts, found.chosen) == (0.8, 0.25)
    assert found.parts(1) == pytest.approx((0.2, 0.2)) and found.parts(2) == pytest.approx((0.2, 0.8 * (1 - 0.75**2)))
    assert pass_weights(described({}, **shapes)).experts == 0.0, "its config does not say how many a token reads: all of them"


def test_a_head_has_no_output_matrix_and_a_target_of_ours_has(tmp_path):
    assert pass_weights(recognise(checkpoints.mtp(tmp_path / "head"))).head == 0
    target = pass_weights(recognise(assets.TARGET))
    assert 0 < target.head < target.numbers and target.stored == 2 * target.numbers and not target.packed
