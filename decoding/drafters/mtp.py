"""The record of `mtp`: a multi-token-prediction head that drafts."""

from __future__ import annotations

import re
from typing import Iterator

from ..errors import NOT_FOR_IT, Reason
from ..find.checkpoint import Checkpoint
from .base import Drafter
from .drafter_record import Config, DrafterRecord, Files, Loading, Tensors
from .mtp_families import FAMILIES, family, layer_config, merged_assistant
from .objections import missing, other_hidden_size, other_sizes, unread

PREFIXES = ("mtp.", "language_model.mtp.", "model.mtp.")
_NEEDED = ("fc.weight", "pre_fc_norm_embedding.weight", "pre_fc_norm_hidden.weight", "norm.weight", "layers.0.self_attn.q_proj.weight")
_READ = (
    r"(fc|embed_tokens)\.(weight|scales|biases)|(norm|pre_fc_norm_embedding|pre_fc_norm_hidden)\.weight"
    r"|layers\.\d+\.(self_attn\.[qkvo]_proj|mlp(\.\w+)+)\.(weight|bias|scales|biases)"
    r"|layers\.\d+\.mlp\.experts\.(gate_up|down)_proj"
    r"|layers\.\d+\.(self_attn\.[qk]_norm|input_layernorm|post_attention_layernorm)\.weight"
)


_SPECULATORS = {  # a prefix of tensors' names in the speculators format -> ours
    "mtp_layers.0.input_proj.": "fc.", "mtp_layers.0.final_layernorm.": "norm.", "mtp_layers.0.hidden_layernorm.": "pre_fc_norm_hidden.",
    "mtp_layers.0.token_layernorm.": "pre_fc_norm_embedding.", "mtp_layers.0.": "layers.0.",
}  # fmt: skip


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


def _tensors(tensors: Tensors) -> Tensors:
    """By Qwen's names, in the speculators format without the target's own."""
    if not any(name.startswith("mtp_layers.") for name in tensors):
        return without_prefix(tensors)
    names = {name: next((ours + name.removeprefix(theirs) for theirs, ours in _SPECULATORS.items() if name.startswith(theirs)), name) for name in tensors}
    return {ours: tensors[name] for name, ours in names.items() if not ours.startswith(("verifier_", "embed_tokens.", "lm_head."))}


def _objections(checkpoint: Checkpoint, target: Checkpoint, kv_bits: int | None) -> Iterator[Reason]:
    kind = str(layer_config(checkpoint, target)["model_type"])
    if family(kind) not in FAMILIES:
        yield NOT_FOR_IT.saying(f"heads of {re.sub('_(text|mtp)$', '', kind)} are not known here: {', '.join(FAMILIES)} are")
    yield from missing(checkpoint, _NEEDED, "MTP")
    yield from unread(checkpoint, _READ)
    yield from other_hidden_size(checkpoint.size("pre_fc_norm_hidden.weight"), target)
    if checkpoint.folder != target.folder:
        yield from other_sizes(checkpoint, target, {name: name for name in ("hidden_size", "num_hidden_layers", "vocab_size")})


def _load(loading: Loading) -> Drafter:
    from .mtp_drafter import MtpDrafter

    return MtpDrafter.load(loading)


RECORD = DrafterRecord(
    name="mtp",
    words="the target's own prediction heads",
    files=Files(
        is_one=_is_one,
        objections=_objections,
        load=_load,
        needs="an MTP head, and the target's own folder holds none",
        tensors=_tensors,
        prefixes=PREFIXES,
        beside=lambda config: not merged_assistant(config),
        embedded="mtp",
        unasked="if it may draft",
    ),
)
