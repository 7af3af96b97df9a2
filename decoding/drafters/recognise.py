"""What a folder is, by its config and its tensors, never by its name; and why it cannot draft for a given target.

Reads config.json and the headers of the safetensors files, so every answer comes before anything heavy is loaded. Knows the
published checkpoint formats; nothing of mlx or of drafting.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Callable, Iterator, Mapping

from specdeck.decoding.errors import LoadError, one_line

from specdeck.decoding.find.source import read_config, shown

MTP_PREFIXES = ("mtp.", "language_model.mtp.", "model.mtp.")
ASSISTANTS = ("gemma4_assistant", "gemma4_unified_assistant")
_MTP_TENSORS = ("fc.weight", "pre_fc_norm_embedding.weight", "pre_fc_norm_hidden.weight", "norm.weight", "layers.0.self_attn.q_proj.weight")
_DFLASH_TENSORS = ("fc.weight", "hidden_norm.weight", "norm.weight", "layers.0.self_attn.q_proj.weight")
_ASSISTANT_TENSORS = ("model.embed_tokens.weight", "model.norm.weight", "pre_projection.weight", "post_projection.weight")


@dataclass(frozen=True)
class Tensor:
    """One tensor as a header describes it; `format` is what wrote its file ("pt", "mlx", None if it does not say)."""

    name: str  # in the file
    shape: tuple[int, ...]
    dtype: str
    file: Path
    format: str | None


@dataclass(frozen=True)
class Found:
    """A folder recognised. `kind`: "model", "mtp", "assistant" or "dflash"; `tensors` by name, a head's without prefix."""

    kind: str
    folder: Path
    config: Mapping[str, Any]
    tensors: Mapping[str, Tensor]

    @property
    def text(self) -> Mapping[str, Any]:
        """The part of the config that describes the language model."""
        return self.config.get("text_config") or self.config

    def size(self, name: str, axis: int = 0) -> int | None:
        """A tensor's length along an axis, None if it is not there. Quantisation packs the last axis of a matrix."""
        found = self.tensors.get(name)
        return found.shape[axis] if found and len(found.shape) > axis else None


def recognise(folder: Path) -> Found:
    """What this folder holds. Raises LoadError where there is no config or a file is broken off."""
    return described(folder, read_config(folder), _tensors(folder))


def described(folder: Path, config: Mapping[str, Any], tensors: Mapping[str, Tensor]) -> Found:
    """The same from a config and headers in hand; `folder` is what it goes by."""
    kind = next((kind for kind, is_one in _KINDS.items() if is_one(config, tensors)), "model")
    found = Found(kind, folder, config, tensors)
    if kind == "mtp":
        return replace(found, tensors=_head_tensors(tensors) or tensors)
    if kind == "dflash":
        return replace(found, tensors={name.removeprefix("model."): tensor for name, tensor in tensors.items()})
    return found


def own_head(target: Found) -> Found | None:
    """The MTP head that lies in a target's own folder, beside its layers or in a sidecar file; None if there is none."""
    tensors = _head_tensors(target.tensors)
    return replace(target, kind="mtp", tensors=tensors) if tensors else None


def why_not(found: Found, target: Found, kv_bits: int | None = None) -> str | None:
    """Why this cannot draft for this target, in one line; None if nothing speaks against it. Tokenizers are compared elsewhere."""
    reason = objection(found, target, kv_bits)
    return reason and f"{shown(found.folder)} cannot draft for {shown(target.folder)}: {reason}"


def objection(found: Found, target: Found, kv_bits: int | None = None) -> str | None:
    """The reason of `why_not` by itself, for where both names are on the screen."""
    return next(_REASONS.get(found.kind, _no_reasons)(found, target, kv_bits), None)


# -- kinds -----------------------------------------------------------------------------------------------------------------


def _is_dflash(config: Mapping[str, Any], tensors: Mapping[str, Tensor]) -> bool:
    return "dflash_config" in config or any(name.removeprefix("model.") == "hidden_norm.weight" for name in tensors)


def _is_assistant(config: Mapping[str, Any], tensors: Mapping[str, Tensor]) -> bool:
    return config.get("model_type") in ASSISTANTS or {"pre_projection.weight", "post_projection.weight"} <= tensors.keys()


def _is_mtp(config: Mapping[str, Any], tensors: Mapping[str, Tensor]) -> bool:
    """A head and no model around it."""
    whole = any(name.endswith(("embed_tokens.weight", "lm_head.weight")) and "mtp." not in name for name in tensors)
    head = _head_tensors(tensors) or tensors
    return str(config.get("model_type")).endswith("_mtp") or ("pre_fc_norm_hidden.weight" in head and not whole)


_KINDS: dict[str, Callable] = {"dflash": _is_dflash, "assistant": _is_assistant, "mtp": _is_mtp}


def _head_tensors(tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The tensors under a head's prefix, without it."""
    for prefix in MTP_PREFIXES:
        found = {name.removeprefix(prefix): tensor for name, tensor in tensors.items() if name.startswith(prefix)}
        if found:
            return found
    return {}


# -- reasons ---------------------------------------------------------------------------------------------------------------


def _no_reasons(found: Found, target: Found, kv_bits: int | None) -> Iterator[str]:
    return iter(())


def _missing(found: Found, names: tuple[str, ...], what: str) -> Iterator[str]:
    lacking = [name for name in names if name not in found.tensors]
    if len(lacking) == len(names):
        yield f"it holds no {what} tensors"
    elif lacking:
        yield f"it is incomplete: there is no {lacking[0]}"
    if any(tensor.dtype.startswith("F8") for tensor in found.tensors.values()):
        yield "its tensors are 8-bit floats, which are not read here: take a bf16 or quantised MLX version"


def _differs(found: Found, target: Found, fields: Mapping[str, str]) -> Iterator[str]:
    """Sizes that a drafter's config promises of its target, by their names there."""
    words = {"num_hidden_layers": "number of layers", "vocab_size": "vocabulary size"}
    for theirs, ours in fields.items():
        wanted, has = found.text.get(theirs, found.config.get(theirs)), target.text.get(ours, target.config.get(ours))
        if wanted is not None and has is not None and wanted != has:
            yield f"it was made for a target with {words.get(ours, ours.replace('_', ' '))} {wanted}, and this one has {has}"


def _mtp_reasons(found: Found, target: Found, kv_bits: int | None) -> Iterator[str]:
    yield from _missing(found, _MTP_TENSORS, "MTP")
    yield from _wide(found.size("pre_fc_norm_hidden.weight"), target)
    if found.folder != target.folder:
        yield from _differs(found, target, {name: name for name in ("hidden_size", "num_hidden_layers", "vocab_size")})


def _wide(width: int | None, target: Found) -> Iterator[str]:
    hidden = target.text.get("hidden_size")
    if width is not None and hidden is not None and width != hidden:
        yield f"it reads hidden states of size {width}, and the target's have {hidden}"


def _dflash_reasons(found: Found, target: Found, kv_bits: int | None) -> Iterator[str]:
    yield from _missing(found, _DFLASH_TENSORS, "DFlash")
    yield from _wide(found.size("hidden_norm.weight"), target)
    yield from _differs(
        found, target, {"hidden_size": "hidden_size", "num_target_layers": "num_hidden_layers", "vocab_size": "vocab_size"}
    )
    settings = found.config.get("dflash_config") or {}
    block = settings.get("runtime_block_size") or settings.get("block_size") or found.config.get("block_size")
    if block is not None and block < 2:
        yield f"its block size is {block}: a block holds the last token and at least one guess"
    mask = settings.get("mask_token_id", found.config.get("mask_token_id"))
    if mask is None:
        yield "its config names no mask_token_id"
    elif mask >= (target.text.get("vocab_size") or mask + 1):
        yield f"its mask token {mask} is not in the target's vocabulary of {target.text['vocab_size']}"
    layers = target.text.get("num_hidden_layers")
    beyond = [layer for layer in settings.get("target_layer_ids") or () if layers is not None and not 0 <= layer < layers]
    if beyond:
        yield f"it listens to layer {beyond[0]}, and the target has layers 0 to {layers - 1}"


def _assistant_reasons(found: Found, target: Found, kv_bits: int | None) -> Iterator[str]:
    yield from _missing(found, _ASSISTANT_TENSORS, "assistant")
    if not str(target.text.get("model_type", target.config.get("model_type"))).startswith("gemma4"):
        yield "an assistant reads the keys and values of a Gemma 4 target, and this is none"
    yield from _wide(found.config.get("backbone_hidden_size"), target)
    yield from _differs(found, target, {name: name for name in ("vocab_size", "head_dim", "global_head_dim", "sliding_window")})
    yield from _head_reasons(found, target)
    if kv_bits is not None:
        yield "an assistant reads the target's keys and values, which kv-bits quantises: load without kv-bits"
    if found.config.get("use_ordered_embeddings"):
        yield from _centroid_reasons(found)


def _head_reasons(found: Found, target: Found) -> Iterator[str]:
    """Its heads of queries share the target's heads of keys evenly."""
    heads = found.text.get("num_attention_heads")
    for name in ("num_key_value_heads", "num_global_key_value_heads"):
        theirs = target.text.get(name)
        if heads and theirs and heads % theirs:
            yield f"its {heads} attention heads cannot share the target's {theirs} heads of keys"


def _centroid_reasons(found: Found) -> Iterator[str]:
    """The centroids' clusters are equal and hold every token once."""
    centroids, vocabulary = found.config.get("num_centroids", 2048), found.text.get("vocab_size")
    ordered = found.size("masked_embedding.token_ordering")
    rows = found.size("masked_embedding.centroids.weight")
    if ordered is None or rows is None:
        yield "it scores through centroids and holds none (masked_embedding.*)"
    elif rows != centroids or ordered != vocabulary or vocabulary % centroids:
        yield f"its {rows} centroids of {ordered} tokens do not cover the vocabulary of {vocabulary}"
    elif not 0 < (best := found.config.get("centroid_intermediate_top_k", 32)) <= centroids:
        yield f"it scores the best {best} of {centroids} centroids"


_REASONS = {"mtp": _mtp_reasons, "dflash": _dflash_reasons, "assistant": _assistant_reasons}


# -- headers ---------------------------------------------------------------------------------------------------------------


def _tensors(folder: Path) -> dict[str, Tensor]:
    """Every tensor of the folder's model*.safetensors."""
    return {tensor.name: tensor for file in sorted(folder.glob("model*.safetensors")) for tensor in _header(file)}


def _header(file: Path) -> Iterator[Tensor]:
    """A safetensors file begins with the length of its header (8 bytes, little-endian) and the header, a JSON object."""
    try:
        size = file.stat().st_size
        with file.open("rb") as stream:
            length = int.from_bytes(stream.read(8), "little")
            if length + 8 > size:
                raise LoadError(f"{file} is broken off: its header alone has {length} bytes and the file {size}: fetch it again")
            header = json.loads(stream.read(length))
    except (OSError, ValueError) as error:
        raise LoadError(f"{file} cannot be read as safetensors: {one_line(error)}") from error
    written_by = (header.pop("__metadata__", None) or {}).get("format")
    end = 8 + length + max((entry["data_offsets"][1] for entry in header.values()), default=0)
    if end > size:
        raise LoadError(f"{file} is broken off: it should have {end} bytes and has {size}: fetch it again")
    for name, entry in header.items():
        yield Tensor(name, tuple(entry["shape"]), entry["dtype"], file, written_by)
