"""`eagle3`: an EAGLE-3 head drafts token by token from hidden states of several layers of the target.

Its output head often covers a part of the vocabulary only. Its q covers the target's whole vocabulary, with 0 for tokens that the head cannot guess.
So every rule stays exact.
"""

from __future__ import annotations

from typing import Any, Sequence

import mlx.core as mx
import mlx.nn as nn
from mlx_lm.models import gemma4_text, llama, qwen3
from mlx_lm.models.base import create_attention_mask
from mlx_lm.models.rope_utils import initialize_rope

from ..checkpoints.block_layout import DEFAULT_ROPE_BASE, rope, rope_scaling, turned
from ..checkpoints.checkpoint import Checkpoint
from ..checkpoints.head_layout import layers_read, nested, widths
from ..checkpoints.layout import layer_kind
from ..checkpoints.model_folder import hub_name
from ..target.backbone import FINAL
from ..weights import check_draft_vocabulary, load_drafter_net
from .base import Loading
from .dflash import scales_of
from .drafting import ChainedHead, DrafterNet


def load(loading: Loading) -> ChainedHead:
    """A drafter of chains, no trees. Raises LoadError, or PairError where the target's embedding or output head cannot be used alone."""
    checkpoint, target = loading.checkpoint, loading.target
    head = load_net(checkpoint, target, loading.bits)
    check_draft_vocabulary(head.tokens, checkpoint, target)
    return ChainedHead(head, loading.target_state.model, loading.name, layers_read(checkpoint, target) or (FINAL,), scales_of(checkpoint))


# The network of an EAGLE-3 head, loaded from the published checkpoint layouts (Li et al. 2025).
#
# For token i a head takes hidden states of several target layers and the embedding of token i + 1. `fc` projects these hidden states to one of size
# H. The attention of its first layer reads both, normed and concatenated (2H). While drafting, the head's own output is the next hidden state. It is
# taken before the last norm, or after it if the config says `norm_output` (EAGLE 3.1). `norm_before_residual` selects the residual of the attention:
# the normed hidden state or the raw one. Before `fc` there may be one norm over everything (`input_norm`, heads for gpt-oss) or one for each layer
# (`fc_norm`). The output head may cover fewer tokens than the vocabulary. The head's token j is the target's j + d2t[j]. `partial_rotary_factor` is
# the share of a head that RoPE turns, its first channels (speculators' rotary_partial, for Qwen3.5's heads). ModelOpt's heads on the last hidden
# states alone may lack `hidden_norm`. Then its weights are ones, as vLLM and SGLang run them. But q may be as wide as one of the two inputs. Then the
# first layer is an ordinary one over hidden states that reads no embedding, as ModelOpt runs it.
#
# Compared with EAGLE's cnets.py in torch and with mlx-vlm's head, on random weights: logits differ by less than 2e-6. Neither knows
# `norm_output` and `fc_norm`; these follow speculators and SpecForge as read.

_HIDDEN_NORM = "layers.0.hidden_norm.weight"
_WIDER = ("q_proj", "k_proj", "v_proj")


class FirstLayer(nn.Module):
    """A decoder layer whose attention reads embeddings and hidden states, made from an ordinary `layer`."""

    def __init__(self, layer: Any, hidden: int, eps: float, normed_around: bool) -> None:
        super().__init__()
        self.self_attn: Any = layer.self_attn
        self.mlp: Any = layer.mlp
        for name in [name for name in _WIDER if name in layer.self_attn]:
            narrow = layer.self_attn[name]
            self.self_attn[name] = nn.Linear(2 * hidden, narrow.weight.shape[0], bias="bias" in narrow)
        self.input_layernorm = nn.RMSNorm(hidden, eps=eps)
        self.hidden_norm = nn.RMSNorm(hidden, eps=eps)
        self.post_attention_layernorm = nn.RMSNorm(hidden, eps=eps)
        self._normed_around = normed_around

    def __call__(self, embedded: mx.array, hidden: mx.array, mask: Any, entry: Any) -> mx.array:
        """embedded and hidden (1, n, H) -> (1, n, H)."""
        normed = self.hidden_norm(hidden)
        both = mx.concatenate([self.input_layernorm(embedded), normed], axis=-1)
        x = (normed if self._normed_around else hidden) + self.self_attn(both, mask, entry)
        return x + self.mlp(self.post_attention_layernorm(x))


class GemmaFirstLayer(FirstLayer):
    """The same with Gemma 4's layer, whose attention returns more than its output (DeepSpec's modeling/eagle3/gemma4)."""

    def __init__(self, layer: Any, hidden: int, eps: float, normed_around: bool) -> None:
        super().__init__(layer, hidden, eps, normed_around)
        self.pre_feedforward_layernorm: Any = layer.pre_feedforward_layernorm
        self.post_feedforward_layernorm: Any = layer.post_feedforward_layernorm
        self.layer_scalar = layer.layer_scalar

    def __call__(self, embedded: mx.array, hidden: mx.array, mask: Any, entry: Any) -> mx.array:
        both = mx.concatenate([self.input_layernorm(embedded), self.hidden_norm(hidden)], axis=-1)
        x = hidden + self.post_attention_layernorm(self.self_attn(both, mask, entry)[0])
        x = x + self.post_feedforward_layernorm(self.mlp(self.pre_feedforward_layernorm(x)))
        return x * self.layer_scalar


class Eagle3Net(DrafterNet):
    """The head; `fc` and the norms before it exist only if the checkpoint has them. `windows`: of each layer's attention, None for all."""

    fc: nn.Linear
    input_norm: nn.RMSNorm
    fc_norm: list[nn.RMSNorm]

    def __init__(self, layers: Sequence[nn.Module], hidden: int, eps: float, windows: Sequence[int | None], norm_output: bool) -> None:
        super().__init__()
        self.layers = list(layers)
        self.norm = nn.RMSNorm(hidden, eps=eps)
        self._windows, self._norm_output = windows, norm_output

    def fused(self, hidden: Sequence[mx.array]) -> mx.array:
        """Hidden states of several layers of the target, (n, Ht) each -> (n, H)."""
        if "fc_norm" in self:
            hidden = [norm(rows) for norm, rows in zip(self.fc_norm, hidden, strict=True)]
        rows = mx.concatenate(list(hidden), axis=-1)
        return self.fc(self.input_norm(rows) if "input_norm" in self else rows) if "fc" in self else rows

    def __call__(self, embedded: mx.array, hidden: mx.array, entries: Sequence[Any]) -> mx.array:
        """`embedded` (n, H) of the tokens i + 1, `hidden` (n, H) of the tokens i -> (n, H). The result is the hidden states of the next step."""
        embedded, x = embedded[None], hidden[None]
        for i, (layer, entry) in enumerate(zip(self.layers, entries, strict=True)):
            mask = create_attention_mask(x, entry, window_size=self._windows[i])
            x = layer(embedded, x, mask, entry) if isinstance(layer, FirstLayer) else layer(x, mask, entry)
        return self.norm(x[0]) if self._norm_output else x[0]

    def normed(self, output: mx.array) -> mx.array:
        """What the output head reads (n, H), from the head's output (n, H)."""
        return output if self._norm_output else self.norm(output)


def load_net(checkpoint: Checkpoint, target: Checkpoint, bits: int | None = None) -> Eagle3Net:
    """Load the head. Raises LoadError."""
    return load_drafter_net(
        checkpoint,
        lambda: _build(checkpoint, len(layers_read(checkpoint, target))),
        lambda weights: {_HIDDEN_NORM: mx.ones_like(weights["norm.weight"])} | weights if _reads_embeddings(checkpoint) else weights,
        bits,
    )


def _build(checkpoint: Checkpoint, layer_count: int) -> Eagle3Net:
    config, has = _layer_config(checkpoint), checkpoint.tensors
    hidden, read = widths(checkpoint)
    assert hidden and read, "its config names no hidden_size"
    count, eps = checkpoint.layer_count, config["rms_norm_eps"]
    layers: list[Any]
    if gemma := layer_kind(checkpoint.config).gemma:
        layers = [gemma4_text.DecoderLayer(gemma4_text.ModelArgs.from_dict(dict(checkpoint.text)), i) for i in range(count)]
    else:
        family: Any = qwen3 if "layers.0.self_attn.q_norm.weight" in has else llama
        layers = [family.TransformerBlock(family.ModelArgs.from_dict(config)) for _ in range(count)]
        own_base: dict[str, Any] = {"base": DEFAULT_ROPE_BASE} if _is_angelslims(checkpoint) else {}
        for layer in layers:
            layer.self_attn.rope = initialize_rope(**rope(checkpoint.text, turned(checkpoint.text, checkpoint.head_dim)) | own_base)
    if _reads_embeddings(checkpoint):
        first = GemmaFirstLayer if gemma else FirstLayer
        layers[0] = first(layers[0], hidden, eps, _says(checkpoint, "norm_before_residual"))
    windowed = bool(checkpoint.text.get("layer_types"))  # a pattern of windows is the target's, copied: no trainer of heads reads it
    windows = [checkpoint.window(i) if windowed else None for i in range(count)]
    net = Eagle3Net(layers, hidden, eps, windows, _says(checkpoint, "norm_output"))
    if "fc.weight" in has:
        net.fc = nn.Linear(layer_count * read, hidden, bias=False)
    if "input_norm.weight" in has:
        net.input_norm = nn.RMSNorm(layer_count * read, eps=eps)
    if "fc_norm.0.weight" in has:
        net.fc_norm = [nn.RMSNorm(read, eps=eps) for _ in range(layer_count)]
    return net.with_ends(checkpoint, hidden)


def _reads_embeddings(checkpoint: Checkpoint) -> bool:
    """Whether the first layer reads embeddings beside the hidden states. Then q is twice as wide as the MLP, which reads one of them.
    Both may be packed."""
    wide, narrow = (checkpoint.size(f"layers.0.{name}.weight", 1) for name in ("self_attn.q_proj", "mlp.gate_proj"))
    return _HIDDEN_NORM in checkpoint.tensors or wide == 2 * (narrow or widths(checkpoint)[0] or 0)


def _layer_config(checkpoint: Checkpoint) -> dict[str, Any]:
    """The config that mlx-lm builds a layer from, but for its RoPE: biases as the tensors have them."""
    text, has = checkpoint.text, checkpoint.tensors
    return {
        "num_key_value_heads": text["num_attention_heads"], **text, "model_type": "llama",
        "head_dim": checkpoint.head_dim,
        "rope_theta": DEFAULT_ROPE_BASE, "rope_scaling": None,
        "attention_bias": "layers.0.self_attn.q_proj.bias" in has, "mlp_bias": "layers.0.mlp.gate_proj.bias" in has,
        "tie_word_embeddings": False, "layer_types": None,
    }  # fmt: skip


def _is_angelslims(checkpoint: Checkpoint) -> bool:
    """Whether AngelSlim published the head, by its hub name or the folder that it lies in. Nothing in its files says so. Its trainer
    (train/models/draft/llama_eagle3.py) takes the default base of RoPE whatever the config says. Heads with image positions (mrope) are the
    exception. The trainer's Qwen3-4B head is accepted more often so: 2.50 tokens a round for 2.39 (wejoncy/sfllm, pull request 32)."""
    name = hub_name(checkpoint.folder) or "/".join(checkpoint.folder.parts[-2:])
    return name.lower().startswith("angelslim/") and "mrope" not in str(rope_scaling(checkpoint.text))


def _says(checkpoint: Checkpoint, field: str) -> bool:
    """Whether a switch is on, at the top level of the config or in `eagle_config` (ModelOpt)."""
    return bool(checkpoint.config.get(field, nested(checkpoint.config).get(field, False)))
