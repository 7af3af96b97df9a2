"""The record of `dflash`: a block-diffusion drafter (DFlash, z-lab 2026)."""

from __future__ import annotations

from typing import Iterator

from specdeck.decoding.errors import INCOMPLETE, NOT_FOR_IT, OTHER_LAYERS, OTHER_VOCABULARY, Reason
from specdeck.decoding.find.checkpoint import Checkpoint

from .base import Drafter
from .objections import missing, other_hidden_size, other_sizes, unread
from .record import Config, DrafterRecord, Files, Loading, Tensors

_NEEDED = ("fc.weight", "hidden_norm.weight", "norm.weight", "layers.0.self_attn.q_proj.weight")
_READ = (
    r"(fc|hidden_norm|norm)\.(weight|scales|biases)"
    r"|layers\.\d+\.(self_attn\.[qkvo]_proj|mlp\.(gate|up|down)_proj)\.(weight|bias|scales|biases)"
    r"|layers\.\d+\.(self_attn\.[qk]_norm|input_layernorm|post_attention_layernorm)\.weight"
)
_SIZES = {"hidden_size": "hidden_size", "num_target_layers": "num_hidden_layers", "vocab_size": "vocab_size"}


def _is_one(config: Config, tensors: Tensors) -> bool:
    return "dflash_config" in config or any(name.removeprefix("model.") == "hidden_norm.weight" for name in tensors)


def _objections(checkpoint: Checkpoint, target: Checkpoint, kv_bits: int | None) -> Iterator[Reason]:
    yield from missing(checkpoint, _NEEDED, "DFlash")
    yield from unread(checkpoint, _READ)
    yield from other_hidden_size(checkpoint.size("hidden_norm.weight"), target)
    yield from other_sizes(checkpoint, target, _SIZES)
    settings = checkpoint.config.get("dflash_config") or {}
    block = settings.get("runtime_block_size") or settings.get("block_size") or checkpoint.config.get("block_size")
    if block is not None and block < 2:
        yield NOT_FOR_IT.saying(f"its block size is {block}: a block holds the last token and at least one guess")
    mask = settings.get("mask_token_id", checkpoint.config.get("mask_token_id"))
    if mask is None:
        yield INCOMPLETE.saying("its config names no mask_token_id")
    elif mask >= (target.text.get("vocab_size") or mask + 1):
        vocabulary = target.text["vocab_size"]
        yield OTHER_VOCABULARY.saying(f"its mask token {mask} is not in the target's vocabulary of {vocabulary}")
    layers = target.text.get("num_hidden_layers")
    beyond = [layer for layer in settings.get("target_layer_ids") or () if layers is not None and not 0 <= layer < layers]
    if beyond:
        yield OTHER_LAYERS.saying(f"it reads layer {beyond[0]}, and the target has layers 0 to {layers - 1}")


def _load(loading: Loading) -> Drafter:
    from .dflash_drafter import DFlashDrafter

    return DFlashDrafter.load(loading)


RECORD = DrafterRecord(
    name="dflash",
    words="a block drafter that reads the target's hidden states",
    files=Files(
        is_one=_is_one,
        objections=_objections,
        load=_load,
        how_to_load="add --drafter with a folder or hub name of a DFlash drafter for this target",
        tensors=lambda tensors: {name.removeprefix("model."): tensor for name, tensor in tensors.items()},
        embedded="dflash",
        unasked="if it may draft",
    ),
)
