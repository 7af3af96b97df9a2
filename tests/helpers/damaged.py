"""Checkpoints that are damaged or do not fit, each in one way: what people really have on their disks."""

from __future__ import annotations

import json
import struct
from functools import partial
from pathlib import Path
from typing import Callable

import mlx.core as mx

from tests.helpers import checkpoints
from tests.helpers.checkpoints import assistant, dflash, mtp, without

WEIGHTS = "model.safetensors"


def cut(folder: Path, bytes_left: int = -40) -> Path:
    """A download that broke off."""
    (folder / WEIGHTS).write_bytes((folder / WEIGHTS).read_bytes()[:bytes_left])
    return folder


def changed(folder: Path, file: str = "config.json", /, **fields: object) -> Path:
    """Another config for the same tensors, or other settings in another JSON file; None takes a field out."""
    config = json.loads((folder / file).read_text()) | fields
    (folder / file).write_text(json.dumps({name: value for name, value in config.items() if value is not None}))
    return folder


def with_tensors(folder: Path, change: Callable[[dict[str, mx.array]], dict[str, mx.array]], made_by: str = "mlx") -> Path:
    """The same config for other tensors."""
    checkpoints.save(folder / WEIGHTS, change(mx.load(str(folder / WEIGHTS))), made_by)
    return folder


def a_matrix(folder: Path) -> str:
    """A name of a matrix there."""
    return next(name for name in sorted(mx.load(str(folder / WEIGHTS))) if name.endswith("q_proj.weight"))


def retype(folder: Path, dtype: str) -> Path:
    """The header says that a matrix's bytes are of another type; the shape is cut so that they are as many."""
    raw = (folder / WEIGHTS).read_bytes()
    (length,) = struct.unpack("<Q", raw[:8])
    header = json.loads(raw[8 : 8 + length])
    entry, size = header[a_matrix(folder)], 1
    entry["dtype"], entry["shape"][-1] = dtype, entry["shape"][-1] * 4 // size
    told = json.dumps(header).encode()
    (folder / WEIGHTS).write_bytes(struct.pack("<Q", len(told)) + told + raw[8 + length :])
    return folder


def split(folder: Path, kept: tuple[int, ...] = (1,), of: int = 3) -> Path:
    """The tensors are in several files that an index names, of which only some arrived."""
    tensors = sorted(mx.load(str(folder / WEIGHTS)).items())
    files = {at: f"model-{at:05}-of-{of:05}.safetensors" for at in range(1, of + 1)}
    (folder / WEIGHTS).unlink()
    names = {name: files[at] for at in files for name, _ in tensors[at - 1 :: of]}
    (folder / f"{WEIGHTS}.index.json").write_text(json.dumps({"metadata": {}, "weight_map": names}))
    for at in kept:
        checkpoints.save(folder / files[at], dict(tensors[at - 1 :: of]), "mlx")
    return folder


def packed(folder: Path) -> Path:
    """A matrix as compressed-tensors packs it, with the config that says so."""
    name = a_matrix(folder)

    def pack(tensors: dict[str, mx.array]) -> dict[str, mx.array]:
        rows, columns = tensors.pop(name).shape
        return tensors | {f"{name}_packed": mx.zeros((rows, columns // 8), mx.int32), f"{name}_scale": mx.ones((rows, 1))}

    return changed(with_tensors(folder, pack, "pt"), quantization_config={"quant_method": "compressed-tensors", "format": "pack-quantized"})


def index(folder: Path, *names: str) -> Path:
    """An index that names these files."""
    (folder / f"{WEIGHTS}.index.json").write_text(json.dumps({"metadata": {}, "weight_map": dict.fromkeys("abc", names[0]) | dict(enumerate(names))}))
    return folder


def doubled(tensors: dict[str, mx.array]) -> dict[str, mx.array]:
    """An assistant's with a token in two clusters."""
    tensors["masked_embedding.token_ordering"][3] = 7
    return tensors


def head_for(folder: Path, **sizes: int) -> Path:
    """A head for a target of other sizes."""
    return mtp(folder, text_config=checkpoints.config("qwen3_5", **sizes)["text_config"])


clustered = partial(assistant, use_ordered_embeddings=True)
BAD: dict[str, tuple[str, Callable[[Path], Path], str]] = {  # drafters: their target's kind, their folder, a word of the reason
    "a head for a wider target": ("qwen3_5", lambda f: head_for(f, hidden_size=64), "hidden size 64"),
    "a head for a deeper target": ("qwen3_5", lambda f: head_for(f, num_hidden_layers=9), "layers 9"),
    "a head whose tensors are for a wider target": (
        "qwen3_5", lambda f: with_tensors(mtp(f), lambda t: t | {"pre_fc_norm_hidden.weight": mx.ones(64)}), "size 64"),
    "a head that was broken off": ("qwen3_5", lambda f: cut(mtp(f)), "cut off"),
    "a head that was broken off in its header": ("qwen3_5", lambda f: cut(mtp(f), 100), "cut off"),
    "an empty file": ("qwen3_5", lambda f: cut(mtp(f), 0), "cut off"),
    "a head with no tensors": ("qwen3_5", lambda f: with_tensors(mtp(f), lambda t: {"x": t["norm.weight"]}), "1 tensor that no drafter here reads: x"),
    "a head that lacks one": ("qwen3_5", lambda f: with_tensors(mtp(f), lambda t: without(t, "fc.weight")), "no fc.weight"),
    "a head with a tensor of another shape": (
        "qwen3_5", lambda f: with_tensors(mtp(f), lambda t: t | {"fc.weight": mx.ones((32, 32))}), "cannot be loaded"),
    "a config that was broken off": ("qwen3_5", lambda f: (mtp(f) / "config.json").write_text('{"model_type": "qwen3_5_mtp",') and f, "cannot be read"),
    "a block of one token": ("qwen3_5", lambda f: dflash(f, block_size=1), "block size is 1"),
    "a block without a mask": ("qwen3_5", lambda f: dflash(f, dflash_config={"mask_token_id": None}), "mask_token_id"),
    "a block that listens to a layer that is not there": ("qwen3_5", lambda f: dflash(f, dflash_config={"target_layer_ids": [0, 7]}), "layer 7"),
    "a block whose config lacks a size": ("qwen3_5", lambda f: changed(dflash(f), head_dim=None), "cannot be loaded"),
    "a block that was broken off": ("qwen3_5", lambda f: cut(dflash(f)), "cut off"),
    "an assistant for another target": ("gemma4", lambda f: assistant(f, backbone_hidden_size=64), "hidden states of size 64"),
    "an assistant for another family": ("qwen3_5", assistant, "Gemma 4 target, and this target is not one"),
    "centroids that are too few": ("gemma4", lambda f: clustered(f, num_centroids=63), "cannot be loaded"),
    "centroids without some tokens": ("gemma4", lambda f: with_tensors(clustered(f), doubled), "centroids do not cover the vocabulary"),
    "centroids that are not there": ("gemma4", lambda f: changed(assistant(f), use_ordered_embeddings=True), "cannot be loaded"),
    "a model of another vocabulary": ("qwen3_5", lambda f: checkpoints.another_vocabulary(f, 60), "vocabularies differ"),
    "a model of no known kind": ("qwen3_5", lambda f: changed(checkpoints.target(f), model_type="oracle"), "no model type 'oracle'"),
    "a folder of nothing": ("qwen3_5", lambda f: f.mkdir() or f, "config.json"),
}  # fmt: skip
