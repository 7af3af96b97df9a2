"""Block drafters that cannot work are refused with the reason, in a line."""

from __future__ import annotations

import mlx.core as mx
import pytest

from specdeck.decoding import LoadError, PairError, load
from tests.helpers import heads
from tests.helpers.blocks import (
    dflash2_folder,
    dflash2_tensors,
    domino_folder,
    domino_tensors,
    dspark_folder,
    dspark_tensors,
    pruned,
    speculators_config,
)
from tests.helpers.heads import dflash_folder


def without(tensors, *names: str):
    return {name: value for name, value in tensors.items() if not name.startswith(names)}


def with_mask_embedding(folder):
    """As MiMo's drafters come: the mask token's embedding in a file of torch's."""
    (folder / "mask_embedding.pt").write_bytes(b"PK")
    return folder


BAD = {
    "there is no candidate_selector.hidden_projection": lambda f: dflash2_folder(f, without(dflash2_tensors(), "candidate_selector.hidden")),
    "there is no layers.0.mlp_conv.base_kernel": lambda f: dflash2_folder(f, without(dflash2_tensors(), "layers.0.mlp_conv")),
    "its config names no selector_top_k": lambda f: dflash2_folder(f, dflash_config={"selector_top_k": None}),
    "conv_kernel_size should be a whole number": lambda f: dflash2_folder(f, dflash_config={"conv_kernel_size": "2"}),
    "1 tensor that no drafter here reads: candidate_selector.bias": lambda f: dflash2_folder(f, dflash2_tensors() | {"candidate_selector.bias": mx.zeros(3)}),
    "vocabulary size 99": lambda f: dflash2_folder(f, vocab_size=99),
    "its final_logit_softcapping is 20.0, and the target's is 30.0": lambda f: dflash2_folder(f, dflash_config={"final_logit_softcapping": 20.0}),
    "it is in the speculators format": lambda f: dflash2_folder(f, transformer_layer_config={"hidden_size": 32}),
    "the type lstm, and only vanilla, gated, rnn": lambda f: dspark_folder(f, markov_head_type="lstm"),
    "a Markov head of rank 8, and its tensors do not agree": lambda f: dspark_folder(f, dspark_tensors(head=None)),
    "a Markov head of rank 0, and its tensors do not agree": lambda f: dspark_folder(f, markov_rank=0),
    "of which only EAGLE-3 heads, DFlash and DSpark drafters are read": lambda f: dflash2_folder(f, transformer_layer_config={"hidden_size": 32}),
    "it guesses 586 of the target's 4096 tokens, and no d2t says which": lambda f: dspark_folder(f, without(pruned(dspark_tensors()), "d2t"), speculators_config()),
    "its d2t names 586 tokens, and its lm_head guesses 4096": lambda f: dspark_folder(f, without(pruned(dspark_tensors()), "lm_head"), speculators_config()),
    "its d2t names tokens that the target's 4096 do not have": lambda f: dspark_folder(
        f, pruned(dspark_tensors()) | {"d2t": mx.full((586,), 4000, mx.int64)}, speculators_config()),
    "its config names no aux_hidden_state_layer_ids": lambda f: dspark_folder(f, pruned(dspark_tensors()), speculators_config(aux_hidden_state_layer_ids="all")),
    "there is no markov_head.states.weight": lambda f: domino_folder(f, without(domino_tensors(), "prefix_gru.weight_hh")),
    "its projector is of the type causal_v9: not supported yet": lambda f: dflash_folder(f, dflash_config={"projector_type": "causal_v9"}),
    "mask_embedding.pt, which is not read here": lambda f: with_mask_embedding(dflash_folder(f)),
    "its block size is 0": lambda f: dspark_folder(f, block_size=0),
    "reads layer 9": lambda f: dspark_folder(f, target_layer_ids=[0, 9]),
}  # fmt: skip


@pytest.mark.parametrize("words", BAD)
def test_drafters_that_cannot_work_say_why_in_a_line(tmp_path, words):
    target, folder = heads.target_folder(tmp_path / "target", "qwen3", final_logit_softcapping=30.0), BAD[words](tmp_path / "block")
    with pytest.raises((LoadError, PairError), match=words) as caught:
        load(str(target), str(folder))
    assert "\n" not in str(caught.value)
