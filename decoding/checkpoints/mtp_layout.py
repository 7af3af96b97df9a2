"""The files of `mtp`: a multi-token-prediction head that drafts."""

import copy
import re
from typing import Any, Iterator

from ..errors import NOT_FOR_IT, Reason
from .checkpoint import Checkpoint, Config, table
from .layout import Layout, Tensors, missing, other_hidden_size, other_sizes

PREFIXES = ("mtp.", "language_model.mtp.", "model.mtp.", "model.mtp_")  # the last: MiMo's and Ernie's own folders


def _is_one(config: Config, tensors: Tensors) -> bool:
    """Whether it is a head alone: a whole model that contains one is a target."""
    whole = any(name.endswith(("embed_tokens.weight", "lm_head.weight")) and "mtp." not in name for name in tensors)
    named = str(config.get("model_type")).endswith("_mtp") or config.get("speculators_model_type") == "mtp"
    return named or ("pre_fc_norm_hidden.weight" in _tensors(tensors) and not whole)


def without_prefix(tensors: Tensors) -> Tensors:
    """The tensors under the first of PREFIXES that any has, without it; all tensors where none has one."""
    for prefix in PREFIXES:
        matching = {name.removeprefix(prefix): tensor for name, tensor in tensors.items() if name.startswith(prefix)}
        if matching:
            return matching
    return tensors


_SPECULATORS = {  # a prefix of tensors' names in the speculators format -> ours
    "mtp_layers.0.input_proj.": "fc.", "mtp_layers.0.final_layernorm.": "norm.", "mtp_layers.0.hidden_layernorm.": "pre_fc_norm_hidden.",
    "mtp_layers.0.token_layernorm.": "pre_fc_norm_embedding.", "mtp_layers.0.": "layers.0.",
}  # fmt: skip


def _tensors(tensors: Tensors) -> Tensors:
    """By Qwen's names, in the speculators format without the target's own; MiMo's names are that format's behind `model.`."""
    tensors = {name.replace("model.mtp_layers.", "mtp_layers.", 1): tensor for name, tensor in tensors.items()}
    if not any(name.startswith("mtp_layers.") for name in tensors):
        return without_prefix(tensors)
    names = {
        name: next((ours + name.removeprefix(theirs) for theirs, ours in _SPECULATORS.items() if name.startswith(theirs)), name)
        for name in tensors
    }
    return {ours: tensors[name] for name, ours in names.items() if not ours.startswith(("verifier_", "embed_tokens.", "lm_head."))}


_NEEDED = ("fc.weight", "pre_fc_norm_embedding.weight", "pre_fc_norm_hidden.weight", "norm.weight", "layers.0.self_attn.q_proj.weight")
_READ = (
    r"(fc|embed_tokens)\.(weight|scales|biases)|(norm|pre_fc_norm_embedding|pre_fc_norm_hidden)\.weight"
    r"|layers\.\d+\.(self_attn\.[qkvo]_proj|mlp(\.\w+)+)\.(weight|bias|scales|biases)"
    r"|layers\.\d+\.mlp\.experts\.(gate_up|down)_proj"
    r"|layers\.\d+\.(self_attn\.[qk]_norm|input_layernorm|post_attention_layernorm)\.weight"
)


def _objections(checkpoint: Checkpoint, target: Checkpoint, kv_bits: int | None) -> Iterator[Reason]:
    kind = str(layer_config(checkpoint, target)["model_type"])
    if family(kind) not in FAMILIES:
        yield NOT_FOR_IT.saying(f"MTP heads of {re.sub('_(text|mtp)$', '', kind)} are not supported: those of {', '.join(FAMILIES)} are")
    yield from missing(checkpoint, _NEEDED, "MTP", _READ)
    yield from other_hidden_size(checkpoint.size("pre_fc_norm_hidden.weight"), target)
    if checkpoint.folder != target.folder:
        yield from other_sizes(checkpoint, target, {name: name for name in ("hidden_size", "num_hidden_layers", "vocab_size")})


MTP = Layout(
    is_one=_is_one,
    objections=_objections,
    needs="an MTP head, and the target's own folder holds none",
    tensors=_tensors,
    prefixes=PREFIXES,
    beside=lambda config: not merged_assistant(config),
    embedded="mtp",
    unasked="if it may draft",
)


# The model families whose multi-token-prediction heads can be built, the config from which a head's layers are built, and the one of a Gemma 4
# assistant that lies in its place.

FAMILIES = ("qwen3_5", "qwen3_next", "qwen3", "mimo")


def family(model_type: object) -> str:
    """The family of a model type: qwen3_5 for qwen3_5_moe_text, qwen3 for qwen3_mtp, qwen3_next for itself."""
    return re.sub(r"(_moe)?(_text|_mtp)?$", "", str(model_type))


def layer_config(checkpoint: Checkpoint, target: Checkpoint) -> dict[str, Any]:
    """The config of a head's layers: the head's own, or the target's where the head's folder does not describe layers."""
    source = checkpoint if "num_attention_heads" in checkpoint.text else target
    return {"model_type": source.config.get("model_type"), **copy.deepcopy(dict(source.text))}


def merged_assistant(config: Config) -> Config:
    """The config of an assistant that was merged into this Gemma 4 target, where others have a head (omlx#2404); empty if there is none."""
    return table(table(config, "text_config"), "mtp_assistant_config")
