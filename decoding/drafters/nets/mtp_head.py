"""The network of a multi-token-prediction head, and its checkpoints as they are published.

A head reads (hidden state of token i, embedding of token i + 1) and says what the target will say after token i + 1 (DeepSeek-V3
report, 2024; Qwen3.5's layout). It is one or more decoder layers of the target's family between a projection and a norm, and
borrows the target's embedding and output head. Knows tensors; nothing of caches' contents or drafting.
"""

from __future__ import annotations

import re
from typing import Any, Callable, Iterator, Mapping

import mlx.core as mx
import mlx.nn as nn
from mlx_lm.models import qwen3, qwen3_5, qwen3_next
from mlx_lm.models.base import create_attention_mask

from specdeck.decoding.drafters.mtp_families import family, layer_config
from specdeck.decoding.drafters.weights import Weights, part
from specdeck.decoding.find.checkpoint import Checkpoint

_EXPERT = re.compile(r"(.*)\.experts\.(\d+)\.(gate_proj|up_proj|down_proj)\.(weight|scales|biases)")
_FUSED = re.compile(r"(.*)\.experts\.(gate_up_proj|down_proj)(?:\.(weight|scales|biases))?")  # a bare name is the weight's
# Means of the q and k norms, over all published heads: 0.73 to 0.79 stored less one, 1.73 and more as they are (MTPLX#301). The
# norms before `fc` and the last one overlap between both (omlx#3750).
_LESS_ONE, _WHOLE = 0.95, 1.5


class MtpHead(nn.Module):
    """The head; `embed_tokens` only where it has an embedding of its own. `norms`: how they were taken, where there was a choice."""

    norms: str | None = None

    def __init__(self, hidden: int, eps: float, layers: list[nn.Module], vocabulary: int | None) -> None:
        super().__init__()
        self.fc = nn.Linear(2 * hidden, hidden, bias=False)
        self.pre_fc_norm_embedding = nn.RMSNorm(hidden, eps=eps)
        self.pre_fc_norm_hidden = nn.RMSNorm(hidden, eps=eps)
        self.layers = layers
        self.norm = nn.RMSNorm(hidden, eps=eps)
        if vocabulary:
            self.embed_tokens = nn.Embedding(vocabulary, hidden)

    def __call__(self, embedded: mx.array, hidden: mx.array, entries: list[Any]) -> mx.array:
        """embedded (n, H) of the tokens i + 1, hidden (n, H) of the tokens i -> (n, H), post-norm: what the target's output head
        reads, and the hidden state of the next step."""
        x = self.fc(mx.concatenate([self.pre_fc_norm_embedding(embedded), self.pre_fc_norm_hidden(hidden)], axis=-1))[None]
        mask = create_attention_mask(x, entries[0])
        for layer, entry in zip(self.layers, entries, strict=True):
            x = layer(x, mask, entry)
        return self.norm(x)[0]


def load_head(checkpoint: Checkpoint, target: Checkpoint, bits: int | None = None) -> MtpHead:
    """The head in these tensors. Raises LoadError."""
    config, taken = layer_config(checkpoint, target), []

    def sanitized(weights: Weights) -> Weights:
        weights = dict(_stacked(weights))
        if family(config["model_type"]) not in _CENTRED:
            return weights
        less_one, why = _less_one(weights, checkpoint, target)
        if why:
            taken.append(f"its norms are taken {'plus one' if less_one else 'as stored'}: {why}")
        return _plus_one(weights) if less_one else weights

    head = part(checkpoint, lambda: _build(config, checkpoint), sanitized, bits)
    head.norms = next(iter(taken), None)
    return head


def _build(config: dict[str, Any], checkpoint: Checkpoint) -> MtpHead:
    count = 1 + max(int(name.split(".")[1]) for name in checkpoint.tensors if name.startswith("layers."))
    layers = _LAYERS[family(config["model_type"])](config, count)
    return MtpHead(config["hidden_size"], config["rms_norm_eps"], layers, checkpoint.size("embed_tokens.weight"))


def _gated_layers(config: dict[str, Any], count: int) -> list[nn.Module]:
    """Qwen3.5's layers of full attention, with a gate on the attention's output, dense or a mixture of experts."""
    args = qwen3_5.TextModelArgs.from_dict(config | {"full_attention_interval": 1})
    return [qwen3_5.DecoderLayer(args, layer_idx=0) for _ in range(count)]


def _next_layers(config: dict[str, Any], count: int) -> list[nn.Module]:
    """Qwen3-Next's layers of full attention, which Qwen3.5's come from: always a mixture of experts."""
    args = qwen3_next.ModelArgs.from_dict(config | {"full_attention_interval": 1, "decoder_sparse_step": 1, "mlp_only_layers": []})
    return [qwen3_next.Qwen3NextDecoderLayer(args, layer_idx=0) for _ in range(count)]


def _plain_layers(config: dict[str, Any], count: int) -> list[nn.Module]:
    args = qwen3.ModelArgs.from_dict(config)
    return [qwen3.TransformerBlock(args) for _ in range(count)]


_LAYERS: Mapping[str, Callable[[dict[str, Any], int], list[nn.Module]]] = {
    "qwen3_5": _gated_layers, "qwen3_next": _next_layers, "qwen3": _plain_layers,
}  # fmt: skip
_CENTRED = ("qwen3_5", "qwen3_next")  # families whose original checkpoints store norms less one; MLX's do not


def _less_one(weights: Weights, checkpoint: Checkpoint, target: Checkpoint) -> tuple[bool, str]:
    """Whether the norms are stored less one, and why: by their values where these are clear, else as the head's file says, which
    needs no word."""
    mean = _mean([value for name, value in weights.items() if name.endswith(("q_norm.weight", "k_norm.weight"))])
    if _LESS_ONE < mean < _WHOLE:
        return _written_less_one(checkpoint, target), ""
    return mean <= _LESS_ONE, f"the mean of its q and k norms is {mean:.2f}"


def _mean(norms: list[mx.array]) -> float:
    """Of all their numbers; 1, which says nothing, where there are none."""
    return mx.concatenate(norms).astype(mx.float32).mean().item() if norms else 1.0


def _written_less_one(checkpoint: Checkpoint, target: Checkpoint) -> bool:
    """Whether the file that holds the head was written by other than MLX's tools. If it does not say, a convolution of the trunk
    beside it shows the layout."""
    first = checkpoint.tensors["fc.weight"]
    if not first.name.endswith("mtp.fc.weight"):
        return False
    if first.format or checkpoint.folder != target.folder:
        return first.format not in ("mlx", None)
    return any(name.endswith("conv1d.weight") and tensor.shape[-1] != 1 for name, tensor in target.tensors.items())


def _plus_one(weights: Weights) -> Weights:
    return {name: value + 1.0 if "norm" in name and value.ndim == 1 else value for name, value in weights.items()}


def _stacked(weights: Weights) -> Iterator[tuple[str, mx.array]]:
    """Experts as mlx-lm stacks them, from any of three layouts, quantised or not: one tensor an expert, gate and up fused, or
    stacked already."""
    single: dict[tuple[str, str, str], dict[int, mx.array]] = {}
    for name, value in weights.items():
        if match := _EXPERT.fullmatch(name):
            mlp, expert, projection, suffix = match.groups()
            single.setdefault((mlp, projection, suffix), {})[int(expert)] = value
        elif match := _FUSED.fullmatch(name):
            yield from _split(*match.groups("weight"), value)
        else:
            yield name, value
    for (mlp, projection, suffix), experts in single.items():
        yield f"{mlp}.switch_mlp.{projection}.{suffix}", mx.stack([experts[i] for i in range(len(experts))])


def _split(mlp: str, projection: str, suffix: str, value: mx.array) -> Iterator[tuple[str, mx.array]]:
    """The parts (E, rows, columns) of a fused projection; quantisation packs the columns, so that the rows split as they were."""
    names = ("gate_proj", "up_proj") if projection == "gate_up_proj" else (projection,)
    for name, part_ in zip(names, mx.split(value, len(names), axis=-2)):
        yield f"{mlp}.switch_mlp.{name}.{suffix}", part_
