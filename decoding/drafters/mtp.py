"""`mtp`: a multi-token-prediction head, layers trained together with the target on its hidden states, drafts token by token."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Callable, Iterable, Iterator, Mapping, Sequence

import mlx.core as mx
import mlx.nn as nn
from mlx_lm.models import nemotron_h, qwen3, qwen3_5, qwen3_next
from mlx_lm.models.base import create_attention_mask

from ..checkpoints.checkpoint import Checkpoint
from ..checkpoints.head_layout import family, layer_config, nemotron_blocks
from ..target.backbone import FINAL
from ..weights import Weights, load_drafter_net, read_tensors
from .base import Loading
from .drafting import ChainedHead, DrafterNet


def load(loading: Loading) -> ChainedHead:
    """A drafter of k tokens with a head of any depth. Raises LoadError, or PairError where the target's embedding or output head cannot be used
    alone."""
    head = load_head(loading.checkpoint, loading.target, loading.bits)
    return ChainedHead(head, loading.target_state.model, loading.name, [FINAL])


# The network of a multi-token-prediction head, loaded from the published checkpoint layouts.
#
# A head reads the hidden state of token i and the embedding of token i + 1. It predicts token i + 2 (DeepSeek-V3 technical report, 2024; layout of
# Qwen3.5). It consists of a projection, one or more decoder layers of the target's family and a norm. It uses the target's embedding and output head.

_LAST = "norm.weight"
_EXPERT = re.compile(r"(.*)\.experts\.(\d+)\.(gate_proj|up_proj|down_proj)\.(weight|scales|biases)")
_FUSED = re.compile(r"(.*)\.experts\.(gate_up_proj|down_proj)(?:\.(weight|scales|biases))?")  # a name without suffix is a weight
# Some checkpoints store norm weights minus one. The mean of the q and k norms shows which. Over all published heads it is 0.73 to 0.79 where one is
# subtracted, else 1.73 and more (MTPLX#301). The means of the other norms overlap (omlx#3750), so they follow. But the last norm may be stored the
# other way (omlx#1507). It is taken to be where that brings its mean within _NEAR of the mean of the target's last norm.
_LESS_ONE, _NEAR = 1.25, 0.35


class MtpHead(DrafterNet):
    """The head."""

    def __init__(self, hidden: int, eps: float, layers: list[nn.Module]) -> None:
        super().__init__()
        self.fc = nn.Linear(2 * hidden, hidden, bias=False)
        self.pre_fc_norm_embedding = nn.RMSNorm(hidden, eps=eps)
        self.pre_fc_norm_hidden = nn.RMSNorm(hidden, eps=eps)
        self.layers = layers
        self.norm = nn.RMSNorm(hidden, eps=eps)

    def __call__(self, embedded: mx.array, hidden: mx.array, entries: list[Any]) -> mx.array:
        """`embedded` (n, H) of the tokens i + 1, `hidden` (n, H) of the tokens i -> (n, H). The result, after the last norm, is the input of the
        target's output head and the next hidden state. `entries`: one cache entry for each layer."""
        x = self.fc(mx.concatenate([self.pre_fc_norm_embedding(embedded), self.pre_fc_norm_hidden(hidden)], axis=-1))[None]
        mask = create_attention_mask(x, entries[0])
        for layer, entry in zip(self.layers, entries, strict=True):
            x = layer(x, mask, entry)
        return self.norm(x)[0]

    def fused(self, hidden: Sequence[mx.array]) -> mx.array:
        """The hidden states (n, H) of the one place that it reads."""
        return hidden[0]

    def normed(self, output: mx.array) -> mx.array:
        """What the output head reads (n, H), from the head's output (n, H)."""
        return output


def load_head(checkpoint: Checkpoint, target: Checkpoint, bits: int | None = None) -> MtpHead:
    """The head in this checkpoint, quantised to `bits` if given. Raises LoadError."""
    config = layer_config(checkpoint, target)

    def sanitized(weights: Weights) -> Weights:
        weights = dict(_stacked(weights))
        if not _family(config).centred:
            return weights
        less_one = _mean(value for name, value in weights.items() if name.endswith(("q_norm.weight", "k_norm.weight"))) < _LESS_ONE
        last = _last_less_one(weights, target, less_one)
        ours = {name: value for name, value in weights.items() if "norm" in name and value.ndim == 1}
        return weights | {name: value + 1.0 for name, value in ours.items() if (last if name == _LAST else less_one)}

    return load_drafter_net(checkpoint, lambda: _build(config, checkpoint), sanitized, bits)


def _build(config: dict[str, Any], checkpoint: Checkpoint) -> MtpHead:
    layers = [_family(config).layer(config) for _ in range(checkpoint.layer_count)]
    eps = config["layer_norm_epsilon"] if "layer_norm_epsilon" in config else config["rms_norm_eps"]
    return MtpHead(config["hidden_size"], eps, layers).with_ends(checkpoint, config["hidden_size"])


class NemotronLayer(nn.Module):
    """The one layer of Nemotron-H's head. It has blocks of attention, a mixture of experts or an MLP, of which the first
    attends. Source: SGLang's nemotron_h_mtp.py."""

    def __init__(self, config: dict[str, Any]) -> None:
        super().__init__()
        kinds = nemotron_blocks(config)
        field = "hybrid_override_pattern" if isinstance(kinds, str) else "layers_block_type"
        args = nemotron_h.ModelArgs.from_dict(config | {"hybrid_override_pattern": None, "layer_types": None, field: list(kinds)})
        self.blocks = [nemotron_h.NemotronHBlock(args, kind) for kind in args.hybrid_override_pattern or ()]

    def __call__(self, x: mx.array, mask: Any, entry: Any) -> mx.array:
        """x (1, n, H) -> (1, n, H)."""
        for block in self.blocks:
            x = block(x, mask=mask, cache=entry)
        return x


@dataclass(frozen=True)
class _Family:
    """`layer`: a layer of its heads, from a config. `centred`: its original checkpoints store norm weights minus one; MLX conversions do not."""

    layer: Callable[[dict[str, Any]], nn.Module]
    centred: bool = False


_FAMILIES: Mapping[str, _Family] = {
    # full attention with a gate on its output; dense or mixture of experts
    "qwen3_5": _Family(
        lambda config: qwen3_5.DecoderLayer(qwen3_5.TextModelArgs.from_dict(config | {"full_attention_interval": 1}), layer_idx=0), centred=True
    ),
    # its predecessor, always mixture of experts
    "qwen3_next": _Family(
        lambda config: qwen3_next.Qwen3NextDecoderLayer(
            qwen3_next.ModelArgs.from_dict(config | {"full_attention_interval": 1, "decoder_sparse_step": 1, "mlp_only_layers": []}), layer_idx=0
        ),
        centred=True,
    ),
    "qwen3": _Family(lambda config: qwen3.TransformerBlock(qwen3.ModelArgs.from_dict(config))),
    "nemotron_h": _Family(NemotronLayer),
}


def _family(config: Mapping[str, Any]) -> _Family:
    return _FAMILIES[family(config["model_type"])]


def _last_less_one(weights: Weights, target: Checkpoint, others: bool) -> bool:
    """Whether one must be added to the last norm, given whether it must to the `others`."""
    names = [name for name in target.tensors if name.endswith(".norm.weight") and not re.search("layers|visual|vision", name)]
    if not names or _LAST not in weights:
        return others
    # Where a target's convolutions have Qwen's own layout, its norms are stored less one. By the same sign mlx-lm decides.
    raw = any(name.endswith("conv1d.weight") and tensor.shape[-1] != 1 for name, tensor in target.tensors.items())
    whole = _mean(read_tensors({name: target.tensors[name] for name in names[:1]}).values()) + raw
    near = abs(_mean([weights[_LAST]]) + (not others) - whole) < _NEAR  # to the target's, read the other way
    return not others if near else others


def _mean(norms: Iterable[mx.array]) -> float:
    """The mean of all weights in these norms."""
    return float(mx.concatenate(list(norms)).astype(mx.float32).mean())


def _stacked(weights: Weights) -> Iterator[tuple[str, mx.array]]:
    """The weights with experts stacked as mlx-lm expects, from any of three published layouts, quantised or not. These have a tensor for each expert,
    gate and up projections fused, or experts stacked already."""
    single: dict[tuple[str, str, str], dict[int, mx.array]] = {}
    for name, value in weights.items():
        if match := _EXPERT.fullmatch(name):
            mlp, expert, projection, suffix = match.groups()
            single.setdefault((mlp, projection, suffix), {})[int(expert)] = value
        elif match := _FUSED.fullmatch(name):
            mlp, projection, suffix = match.groups("weight")
            names = ("gate_proj", "up_proj") if projection == "gate_up_proj" else (projection,)
            for part, rows in zip(names, mx.split(value, len(names), axis=-2)):  # quantisation packs columns, so rows can be split either way
                yield f"{mlp}.switch_mlp.{part}.{suffix}", rows
        else:
            yield name, value
    for (mlp, projection, suffix), experts in single.items():
        projection = {"up_proj": "fc1", "down_proj": "fc2"}[projection] if mlp.endswith(".mixer") else projection  # Nemotron-H's have no gate
        yield f"{mlp}.switch_mlp.{projection}.{suffix}", mx.stack([experts[i] for i in range(len(experts))])
