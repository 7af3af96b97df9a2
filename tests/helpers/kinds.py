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
SIZES: dict[str, Any] = {  # of every toy; a model takes the fields that it knows
    "hidden_size": 32, "intermediate_size": 48, "num_hidden_layers": 2, "num_attention_heads": 2, "num_key_value_heads": 1, "head_dim": 16,
    "rms_norm_eps": 1e-6, "rope_theta": 10000.0, "vocab_size": WIDTH, "max_position_embeddings": 512, "tie_word_embeddings": False,
}  # fmt: skip
LINEAR = {
    "linear_num_value_heads": 2, "linear_num_key_heads": 1, "linear_key_head_dim": 16, "linear_value_head_dim": 16,
    "linear_conv_kernel_dim": 4, "full_attention_interval": 2,
}  # fmt: skip


def builder(model: Any, args: Any, seed: int, depth: int | None = None, **fields: Any) -> Callable[..., Any]:
    """How a kind is built; `depth`: of one whose layers differ, so that it always has as many."""

    def build(width: int = WIDTH, seed: int = seed, layers: int = 2, head: float = 1.0) -> Any:
        sizes = {"vocab_size": width, "vocab_size_per_layer_input": width, "num_hidden_layers": depth or layers}
        built = randomised(model(args.from_dict(SIZES | fields | sizes)), seed, head)
        if "kv_bits" in fields:
            built.kv_bits = fields["kv_bits"]
        return built

    return build


KINDS: dict[str, Callable[..., Any]] = {
    # full attention: a cache that rewinds
    "trimmable": builder(qwen3.Model, qwen3.ModelArgs, 1, model_type="qwen3"),
    # gated delta layers and one of full attention: a cache that can only be put back to a snapshot
    "recurrent": builder(qwen3_5.TextModel, qwen3_5.TextModelArgs, 2, model_type="qwen3_5", **LINEAR),
    # every second layer sees only the last WINDOW tokens: a ring in mlx-lm
    "sliding": builder(
        gemma3_text.Model, gemma3_text.ModelArgs, 3, model_type="gemma3_text", query_pre_attn_scalar=16, sliding_window=WINDOW,
        sliding_window_pattern=2, rope_theta=1e6,
    ),
    # full attention, to be read through a cache of 8 bits: a model says so by `kv_bits`; its heads are groups of 32
    "quantised": builder(qwen3.Model, qwen3.ModelArgs, 5, model_type="qwen3", head_dim=32, kv_bits=8),
    # Gemma 4: sliding windows and full attention, and the last two layers read the keys of those before and have no cache
    "shared": builder(
        gemma4_text.Model, gemma4_text.ModelArgs, 4, 4, model_type="gemma4_text", global_head_dim=16, num_kv_shared_layers=2,
        hidden_size_per_layer_input=8, sliding_window=WINDOW, use_double_wide_mlp=False, layer_types=["sliding_attention", "full_attention"] * 2,
    ),
    # Falcon-H1: Mamba-2 and attention side by side in every layer, so that an entry is a list of two kinds
    "mamba": builder(
        falcon_h1.Model, falcon_h1.ModelArgs, 6, mamba_d_conv=4, mamba_d_head=16, mamba_d_ssm=64, mamba_d_state=8, mamba_n_groups=1,
        mamba_n_heads=4, rms_norm_eps=1e-5,
    ),
    # LFM2: short convolutions around one layer of full attention
    "convolution": builder(
        lfm2.Model, lfm2.ModelArgs, 7, 3, model_type="lfm2", norm_eps=1e-6, conv_bias=False, conv_L_cache=3, block_dim=32, block_ff_dim=48,
        block_multiple_of=8, block_ffn_dim_multiplier=1.0, block_auto_adjust_ff_dim=False, full_attn_idxs=[1],
    ),
    # RecurrentGemma: linear recurrences and a sliding window, of which one must be put back and the other rewinds
    "mixed": builder(
        recurrent_gemma.Model, recurrent_gemma.ModelArgs, 8, 3, model_type="recurrent_gemma", attention_bias=False, conv1d_width=4,
        logits_soft_cap=30.0, attention_window_size=WINDOW, block_types=["recurrent", "attention", "recurrent"],
    ),
}  # fmt: skip
REWINDING = ("trimmable", "sliding", "quantised", "shared")  # kinds that go back to any place, at least a near one
SOME = ("sliding", "mamba", "mixed")  # for the README's command: a kind that goes back, a kind that cannot, a mixed kind


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


def randomised(model: Any, seed: int, head: float = 1.0) -> Any:
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
