"""Tiny random models of every cache kind, float32, loud enough that what was read long ago still sways the choice.

A kind is what its cache holds, not a family: each is the smallest model of mlx-lm's that has such a cache.
"""

from __future__ import annotations

from typing import Any, Callable

import mlx.core as mx
from mlx.utils import tree_flatten, tree_unflatten
from mlx_lm.models import falcon_h1, gemma3_text, gemma4_text, lfm2, qwen3, qwen3_5, recurrent_gemma
from mlx_lm.models.cache import KVCache

from specdeck import decoding  # noqa: F401 - first: it loads OpenBLAS before mlx

LETTERS = "abcdefghijklmnopqrstu()SUA .|"  # a token a character; "|" ends a turn, S, U and A open one
WIDTH = len(LETTERS)
WINDOW = 8  # of the sliding kinds: every prompt is longer, so that it wraps


def trimmable(width: int = WIDTH, seed: int = 1, layers: int = 2, head: float = 1.0) -> Any:
    """Full attention: a cache that rewinds."""
    args = qwen3.ModelArgs(
        model_type="qwen3", hidden_size=32, num_hidden_layers=layers, intermediate_size=48, num_attention_heads=2,
        rms_norm_eps=1e-6, vocab_size=width, num_key_value_heads=1, max_position_embeddings=512, head_dim=16,
        tie_word_embeddings=False, rope_theta=10000.0,
    )  # fmt: skip
    return randomised(qwen3.Model(args), seed, head)


def recurrent(width: int = WIDTH, seed: int = 2, layers: int = 2, head: float = 1.0) -> Any:
    """Gated delta layers and one of full attention: a cache that can only be put back to a snapshot."""
    args = qwen3_5.TextModelArgs(
        model_type="qwen3_5", hidden_size=32, intermediate_size=48, num_hidden_layers=layers, num_attention_heads=2,
        num_key_value_heads=1, head_dim=16, vocab_size=width, linear_num_value_heads=2, linear_num_key_heads=1,
        linear_key_head_dim=16, linear_value_head_dim=16, linear_conv_kernel_dim=4, full_attention_interval=2,
        tie_word_embeddings=False,
    )  # fmt: skip
    return randomised(qwen3_5.TextModel(args), seed, head)


def sliding(width: int = WIDTH, seed: int = 3, layers: int = 2, head: float = 1.0) -> Any:
    """Every second layer sees only the last WINDOW tokens: a ring in mlx-lm."""
    args = gemma3_text.ModelArgs(
        model_type="gemma3_text", hidden_size=32, num_hidden_layers=layers, intermediate_size=48, num_attention_heads=2,
        head_dim=16, vocab_size=width, num_key_value_heads=1, query_pre_attn_scalar=16, sliding_window=WINDOW,
        sliding_window_pattern=2, max_position_embeddings=512,
    )  # fmt: skip
    return randomised(gemma3_text.Model(args), seed, head)


class Chain:
    """A model that looks at the last token only: row t of `table` (V, V) holds the logits of what follows token t. Its texts are a
    Markov chain with known transitions, and it is as fast as the loop around it."""

    def __init__(self, table: mx.array) -> None:
        self.table = table

    def make_cache(self) -> list[KVCache]:
        return [KVCache()]

    def __call__(self, tokens: mx.array, cache: list[KVCache]) -> mx.array:
        nothing = mx.zeros((1, 1, tokens.shape[1], 1))
        cache[0].update_and_fetch(nothing, nothing)
        return self.table[tokens]


def quantised(width: int = WIDTH, seed: int = 5, layers: int = 2, head: float = 1.0) -> Any:
    """Full attention, to be read through a cache of 8 bits: a model says so by `kv_bits`. Its heads are groups of 32."""
    args = qwen3.ModelArgs(
        model_type="qwen3", hidden_size=32, num_hidden_layers=layers, intermediate_size=48, num_attention_heads=2,
        rms_norm_eps=1e-6, vocab_size=width, num_key_value_heads=1, max_position_embeddings=512, head_dim=32,
        tie_word_embeddings=False, rope_theta=10000.0,
    )  # fmt: skip
    model = randomised(qwen3.Model(args), seed, head)
    model.kv_bits = 8
    return model


def shared(width: int = WIDTH, seed: int = 4, layers: int = 4, head: float = 1.0) -> Any:
    """Gemma 4: sliding windows and full attention, and the last two layers read the keys of those before and have no cache."""
    args = gemma4_text.ModelArgs.from_dict({
        "model_type": "gemma4_text", "hidden_size": 32, "num_hidden_layers": 4, "intermediate_size": 48, "num_attention_heads": 2,
        "head_dim": 16, "global_head_dim": 16, "vocab_size": width, "vocab_size_per_layer_input": width, "num_key_value_heads": 1,
        "num_kv_shared_layers": 2, "hidden_size_per_layer_input": 8, "sliding_window": WINDOW, "max_position_embeddings": 512,
        "use_double_wide_mlp": False, "layer_types": ["sliding_attention", "full_attention"] * 2, "tie_word_embeddings": False,
    })  # fmt: skip
    return randomised(gemma4_text.Model(args), seed, head)


def mamba(width: int = WIDTH, seed: int = 6, layers: int = 2, head: float = 1.0) -> Any:
    """Falcon-H1: Mamba-2 and attention side by side in every layer, so that an entry is a list of two kinds."""
    args = falcon_h1.ModelArgs(
        head_dim=16, hidden_size=32, intermediate_size=48, mamba_d_conv=4, mamba_d_head=16, mamba_d_ssm=64, mamba_d_state=8,
        mamba_n_groups=1, mamba_n_heads=4, num_attention_heads=2, num_hidden_layers=layers, num_key_value_heads=1, rope_theta=1e4,
        vocab_size=width, tie_word_embeddings=False, max_position_embeddings=512,
    )  # fmt: skip
    return randomised(falcon_h1.Model(args), seed, head)


def convolution(width: int = WIDTH, seed: int = 7, layers: int = 3, head: float = 1.0) -> Any:
    """LFM2: short convolutions around one layer of full attention."""
    args = lfm2.ModelArgs(
        model_type="lfm2", vocab_size=width, hidden_size=32, num_hidden_layers=3, num_attention_heads=2, num_key_value_heads=1,
        max_position_embeddings=512, norm_eps=1e-6, conv_bias=False, conv_L_cache=3, block_dim=32, block_ff_dim=48, rope_theta=1e4,
        block_multiple_of=8, block_ffn_dim_multiplier=1.0, block_auto_adjust_ff_dim=False, full_attn_idxs=[1],
    )  # fmt: skip
    return randomised(lfm2.Model(args), seed, head)


def mixed(width: int = WIDTH, seed: int = 8, layers: int = 3, head: float = 1.0) -> Any:
    """RecurrentGemma: linear recurrences and a sliding window, of which one must be put back and the other rewinds."""
    args = recurrent_gemma.ModelArgs(
        model_type="recurrent_gemma", attention_bias=False, conv1d_width=4, hidden_size=32, intermediate_size=48, logits_soft_cap=30.0,
        num_attention_heads=2, num_hidden_layers=3, num_key_value_heads=1, rms_norm_eps=1e-6, rope_theta=1e4,
        attention_window_size=WINDOW, vocab_size=width, block_types=["recurrent", "attention", "recurrent"],
    )  # fmt: skip
    return randomised(recurrent_gemma.Model(args), seed, head)


KINDS: dict[str, Callable[..., Any]] = {
    "trimmable": trimmable, "recurrent": recurrent, "sliding": sliding, "quantised": quantised, "shared": shared, "mamba": mamba,
    "convolution": convolution, "mixed": mixed,
}  # fmt: skip
REWINDING = ("trimmable", "sliding", "quantised", "shared")  # those that go back to any place, at least a near one


def randomised(model: Any, seed: int, head: float) -> Any:
    """Fixed weights, float32: matrices loud enough that what was read long ago still sways the choice."""
    keys = iter(mx.random.split(mx.random.key(seed), 400))
    fresh = [(name, _weight(name, old, next(keys), head)) for name, old in tree_flatten(model.parameters())]
    model.update(tree_unflatten(fresh))
    mx.eval(model.parameters())
    model.eval()
    return model


def _weight(name: str, old: mx.array, key: mx.array, head: float) -> mx.array:
    noise = mx.random.normal(old.shape, key=key)
    if name.endswith("A_log"):
        return noise * 0.5 - 1.0  # slow decay, so that the state remembers
    if name.endswith("recurrent_param"):
        return noise * 0.5 - 4.0  # the same
    if name.endswith(".bias"):
        return 0.1 * noise  # some are random from the start
    if old.ndim == 1:
        return old + 0.1 * noise
    loud = head * 3.0 if "lm_head" in name else 1.0 if "embed" in name else 1.7
    return noise * loud / (1.0 if "embed" in name else old.shape[-1] ** 0.5 if old.ndim == 2 else 1.5)
