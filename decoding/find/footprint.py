"""What a model will take in memory, from its config and the headers of its files: weights, and cache for a length of sequence.

Knows the published layouts of attention layers. Nothing is read or loaded; what a config does not tell is None, not a guess.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from typing import Iterator

from .checkpoint import Checkpoint, Tensor, bits

_UNUSED = ("vision", "visual.", "audio", "multi_modal", "mm_projector", "embed_vision", "embed_audio")  # mlx-lm loads the text part
_CACHED = re.compile(r"layers\.(\d+)\.\w+\.(k_proj|v_proj|qkv_proj|kv_a_proj_with_mqa)\.weight$")
_RECURRENT = re.compile(r"layers\.\d+\.linear_attn\.A_log$")
_STATES = 6  # a recurrent state, its snapshot in a round, and those at the last four prompt ends


@dataclass(frozen=True)
class Footprint:
    """Bytes. `cache` is for `tokens` tokens, None where the layout is unknown; `numbers` of it, of `number` bytes each, are what
    --kv-bits quantises, in groups of `group` with a scale and a bias; 0 where their heads do not fall into groups."""

    weights: int
    cache: int | None
    tokens: int
    numbers: int = 0
    number: int = 2
    group: int = 0

    @property
    def total(self) -> int:
        """What is known of it."""
        return self.weights + (self.cache or 0)

    def quantised(self, bits: int | None) -> Footprint:
        """With full attention's keys and values in so many bits; None leaves them."""
        if bits is None or not self.numbers or not self.group:
            return self
        packed = self.numbers * bits // 8 + self.numbers // self.group * 2 * self.number
        return replace(self, cache=self.cache - self.numbers * self.number + packed)


def footprint(checkpoint: Checkpoint, tokens: int, wide: bool) -> Footprint:
    """What this takes for a sequence of so many tokens; `wide`: half-precision numbers are held in float32, as on a CPU."""
    weights, number, layers = sum(_bytes(tensor, wide) for tensor in _loaded(checkpoint)), 4 if wide else 2, _layers(checkpoint)
    full = sum(width for layer, width in layers.items() if _window(checkpoint, layer) is None) * tokens
    held = sum(width * min(tokens, _window(checkpoint, layer) or tokens) for layer, width in layers.items())
    cache = held * number + _recurrent(checkpoint) if layers else None
    return Footprint(weights, cache, tokens, full, number, _group(checkpoint))


def _loaded(checkpoint: Checkpoint) -> Iterator[Tensor]:
    """The tensors that are read; what is a drafter's in a target's folder is not among them."""
    for tensor in checkpoint.tensors.values():
        if not checkpoint.whole or not any(word in tensor.name for word in _UNUSED):
            yield tensor


def _bytes(tensor: Tensor, wide: bool) -> int:
    number_bits = 32 if wide and tensor.dtype in ("F16", "BF16") else bits(tensor.dtype)
    return math.prod(tensor.shape) * number_bits // 8


def _layers(checkpoint: Checkpoint) -> dict[int, int]:
    """Numbers that each layer with attention keeps per token. Keys and values are as wide as the projections that make them have
    rows; quantisation packs the other axis."""
    rows: dict[int, dict[str, int]] = {}
    for tensor in _loaded(checkpoint):
        if at := _CACHED.search(tensor.name):
            rows.setdefault(int(at[1]), {})[at[2]] = tensor.shape[0]
    return {layer: _width(checkpoint, parts) for layer, parts in rows.items()}


def _group(checkpoint: Checkpoint) -> int:
    """How many numbers of a head share a scale where the cache is quantised (cache.py)."""
    head = checkpoint.text.get("head_dim") or (checkpoint.text.get("hidden_size") or 0) // (checkpoint.text.get("num_attention_heads") or 1)
    return next((group for group in (64, 32) if head and head % group == 0), 0)


def _width(checkpoint: Checkpoint, rows: dict[str, int]) -> int:
    """Numbers that a layer keeps per token."""
    if "qkv_proj" in rows:
        heads = checkpoint.text["num_attention_heads"]
        return rows["qkv_proj"] - heads * (checkpoint.text.get("head_dim") or checkpoint.text["hidden_size"] // heads)
    if "kv_a_proj_with_mqa" in rows:
        return rows["kv_a_proj_with_mqa"]
    return rows.get("k_proj", 0) + rows.get("v_proj", rows.get("k_proj", 0))


def _window(checkpoint: Checkpoint, layer: int) -> int | None:
    """How far back this layer looks, None for everything."""
    window, kinds, pattern = (checkpoint.text.get(name) for name in ("sliding_window", "layer_types", "sliding_window_pattern"))
    if kinds:
        return window if layer < len(kinds) and kinds[layer] == "sliding_attention" else None
    return window if pattern and (layer + 1) % pattern else None


def _recurrent(checkpoint: Checkpoint) -> int:
    """The states of gated-delta layers, which do not grow; float32."""
    names = ("linear_num_value_heads", "linear_key_head_dim", "linear_value_head_dim")
    sizes = [checkpoint.text.get(name) or 0 for name in names]
    return 4 * math.prod(sizes) * _STATES * sum(bool(_RECURRENT.search(name)) for name in checkpoint.tensors)
