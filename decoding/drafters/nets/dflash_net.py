"""The network of a block-diffusion drafter, and its checkpoints as they are published (DFlash, z-lab 2026; facts in formats.md).

A block is the last token and masks after it; one pass without causal mask says all of the masks at once. What the target's layers
said of the tokens before the block is projected into every layer's keys and values: the context, which alone is cached. It
borrows the target's embedding and output head. Knows tensors; nothing of what a guess is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Mapping

import mlx.core as mx
import mlx.nn as nn
from mlx_lm.models.base import scaled_dot_product_attention
from mlx_lm.models.qwen3 import MLP
from mlx_lm.models.rope_utils import initialize_rope

from specdeck.decoding.drafters.weights import part
from specdeck.decoding.errors import LoadError
from specdeck.decoding.find.recognise import Found


@dataclass(frozen=True)
class Shape:
    """What the config says. `windows`: context tokens that each layer sees, None for all; `block` counts the last token."""

    hidden: int
    feed_forward: int
    heads: int
    kv_heads: int
    head_dim: int
    eps: float
    rope: Mapping[str, Any]
    layers: tuple[int, ...]  # of the target, whose outputs it reads
    windows: tuple[int | None, ...]
    block: int
    mask: int


def shape_of(found: Found, target: Found) -> Shape:
    """The shape in a drafter's config; `recognise.why_not` has looked at it before. Raises LoadError if a size is missing."""
    try:
        return _shape(found, target)
    except KeyError as error:
        raise LoadError(f"{found.folder}: the dflash drafter cannot be loaded: its config names no {error.args[0]}") from error


def _shape(found: Found, target: Found) -> Shape:
    config, settings = found.config, found.config.get("dflash_config") or {}
    count, depth = config["num_hidden_layers"], config.get("num_target_layers") or target.text["num_hidden_layers"]
    rope = config.get("rope_parameters") or {}
    window, kinds = settings.get("draft_window_size"), config.get("layer_types") or ["full_attention"] * count
    sliding = config.get("sliding_window")
    return Shape(
        hidden=config["hidden_size"],
        feed_forward=config["intermediate_size"],
        heads=config["num_attention_heads"],
        kv_heads=config["num_key_value_heads"],
        head_dim=config["head_dim"],
        eps=config["rms_norm_eps"],
        rope={
            "dims": config["head_dim"], "base": rope.get("rope_theta", config.get("rope_theta", 10000.0)), "traditional": False,
            "scaling_config": config.get("rope_scaling") or (rope if rope.get("rope_type", "default") != "default" else None),
            "max_position_embeddings": config.get("max_position_embeddings"),
        },  # fmt: skip
        layers=tuple(settings.get("target_layer_ids") or config.get("target_layer_ids") or _spread(count, depth)),
        windows=tuple(sliding - 1 if kind == "sliding_attention" and sliding else window for kind in kinds),
        block=settings.get("runtime_block_size") or settings.get("block_size") or config.get("block_size", 16),
        mask=settings.get("mask_token_id", config.get("mask_token_id")),
    )  # fmt: skip


def _spread(count: int, depth: int) -> list[int]:
    """The target's layers that a drafter of so many layers reads where its config names none: z-lab's rule."""
    return [depth // 2] if count == 1 else [round(1 + i * (depth - 4) / (count - 1)) for i in range(count)]


class _Attention(nn.Module):
    def __init__(self, shape: Shape, window: int | None) -> None:
        super().__init__()
        self._shape, self._window = shape, window
        width, narrow = shape.heads * shape.head_dim, shape.kv_heads * shape.head_dim
        self.q_proj = nn.Linear(shape.hidden, width, bias=False)
        self.k_proj = nn.Linear(shape.hidden, narrow, bias=False)
        self.v_proj = nn.Linear(shape.hidden, narrow, bias=False)
        self.o_proj = nn.Linear(width, shape.hidden, bias=False)
        self.q_norm = nn.RMSNorm(shape.head_dim, eps=shape.eps)
        self.k_norm = nn.RMSNorm(shape.head_dim, eps=shape.eps)
        self.rope = initialize_rope(**shape.rope)

    def keys_values(self, x: mx.array, offset: int) -> tuple[mx.array, mx.array]:
        """x (n, H) at the positions from `offset` on -> two (1, KV, n, D)."""
        return self.rope(self.k_norm(self._heads(self.k_proj(x))), offset=offset), self._heads(self.v_proj(x))

    def __call__(self, x: mx.array, entry: Any) -> mx.array:
        """x (n, H), the block after the context in `entry`: every position sees the context and the whole block."""
        offset = entry.offset
        queries = self.rope(self.q_norm(self._heads(self.q_proj(x))), offset=offset)
        keys, values = self.keys_values(x, offset)
        if offset:
            first = max(0, offset - self._window) if self._window else 0
            past = [rows[:, :, first:offset] for rows in entry.keys_and_values()]
            keys, values = mx.concatenate([past[0], keys], axis=2), mx.concatenate([past[1], values], axis=2)
        scale = self._shape.head_dim**-0.5
        out = scaled_dot_product_attention(queries, keys, values, None, scale=scale, mask=None)
        return self.o_proj(out[0].swapaxes(0, 1).reshape(x.shape[0], -1))

    def _heads(self, x: mx.array) -> mx.array:
        return x.reshape(x.shape[0], -1, self._shape.head_dim).swapaxes(0, 1)[None]


class _Layer(nn.Module):
    def __init__(self, shape: Shape, window: int | None) -> None:
        super().__init__()
        self.self_attn = _Attention(shape, window)
        self.mlp = MLP(shape.hidden, shape.feed_forward)
        self.input_layernorm = nn.RMSNorm(shape.hidden, eps=shape.eps)
        self.post_attention_layernorm = nn.RMSNorm(shape.hidden, eps=shape.eps)

    def __call__(self, x: mx.array, entry: Any) -> mx.array:
        x = x + self.self_attn(self.input_layernorm(x), entry)
        return x + self.mlp(self.post_attention_layernorm(x))


class DFlashNet(nn.Module):
    """`read` takes in the context, calling it says a block."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.fc = nn.Linear(len(shape.layers) * shape.hidden, shape.hidden, bias=False)
        self.hidden_norm = nn.RMSNorm(shape.hidden, eps=shape.eps)
        self.layers = [_Layer(shape, window) for window in shape.windows]
        self.norm = nn.RMSNorm(shape.hidden, eps=shape.eps)

    def read(self, tapped: mx.array, entries: list[Any]) -> None:
        """tapped (n, layers * H), what the target's layers said of the next n tokens, side by side."""
        context = self.hidden_norm(self.fc(tapped))
        for layer, entry in zip(self.layers, entries, strict=True):
            entry.update_and_fetch(*layer.self_attn.keys_values(context, entry.offset))

    def __call__(self, embedded: mx.array, entries: list[Any]) -> mx.array:
        """embedded (n, H), the last token and masks -> (n, H) for the target's output head; row i says token i of the block."""
        x = embedded
        for layer, entry in zip(self.layers, entries, strict=True):
            x = layer(x, entry)
        return self.norm(x)


def load_net(found: Found, shape: Shape) -> DFlashNet:
    """The net in these tensors. Raises LoadError."""
    return part(found, lambda: DFlashNet(shape), lambda weights: weights)
