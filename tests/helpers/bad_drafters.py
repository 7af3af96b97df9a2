"""Drafter folders that cannot work, each with its target and a word of the reason: what people really have on their disks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Callable

import mlx.core as mx

from tests.helpers import heads


def cut(folder: Path, bytes_left: int = -40) -> Path:
    """A download that broke off."""
    file = folder / "model.safetensors"
    file.write_bytes(file.read_bytes()[:bytes_left])
    return folder


def changed(folder: Path, **changes: object) -> Path:
    """Another config for the same tensors; None takes a field out."""
    config = json.loads((folder / "config.json").read_text()) | changes
    (folder / "config.json").write_text(json.dumps({name: value for name, value in config.items() if value is not None}))
    return folder


def with_tensors(folder: Path, change: Callable[[dict[str, mx.array]], dict[str, mx.array]]) -> Path:
    """The same config for other tensors."""
    heads.save(folder / "model.safetensors", change(mx.load(str(folder / "model.safetensors"))), "mlx")
    return folder


def unsettled(folder: Path) -> Path:
    (folder / "config.json").write_text('{"model_type": "qwen3_5_mtp",')
    return folder


def doubled(tensors: dict[str, mx.array]) -> dict[str, mx.array]:
    tensors["masked_embedding.token_ordering"][3] = 7
    return tensors


BAD: dict[str, tuple[str, Callable[[Path], Path], str]] = {
    "a head for a wider target": (
        "qwen3_5", lambda f: heads.mtp_folder(f, text_config=heads.config("qwen3_5", hidden_size=64)["text_config"]), "hidden size 64"),
    "a head for a deeper target": (
        "qwen3_5", lambda f: heads.mtp_folder(f, text_config=heads.config("qwen3_5", num_hidden_layers=9)["text_config"]), "layers 9"),
    "a head whose tensors are for a wider target": (
        "qwen3_5", lambda f: with_tensors(heads.mtp_folder(f), lambda t: t | {"pre_fc_norm_hidden.weight": mx.ones(64)}), "size 64"),
    "a head that was broken off": ("qwen3_5", lambda f: cut(heads.mtp_folder(f)), "cut off"),
    "a head that was broken off in its header": ("qwen3_5", lambda f: cut(heads.mtp_folder(f), 100), "cut off"),
    "an empty file": ("qwen3_5", lambda f: cut(heads.mtp_folder(f), 0), "cut off"),
    "a head with no tensors": ("qwen3_5", lambda f: with_tensors(heads.mtp_folder(f), lambda t: {"x": t["norm.weight"]}), "no MTP tensors"),
    "a head that lacks one": (
        "qwen3_5", lambda f: with_tensors(heads.mtp_folder(f), lambda t: {n: t[n] for n in t if n != "fc.weight"}), "no fc.weight"),
    "a head with a tensor of another shape": (
        "qwen3_5", lambda f: with_tensors(heads.mtp_folder(f), lambda t: t | {"fc.weight": mx.ones((32, 32))}), "cannot be loaded"),
    "a config that was broken off": ("qwen3_5", lambda f: unsettled(heads.mtp_folder(f)), "cannot be read"),
    "a block of one token": ("qwen3_5", lambda f: heads.dflash_folder(f, block_size=1), "block size is 1"),
    "a block without a mask": ("qwen3_5", lambda f: heads.dflash_folder(f, dflash_config={"mask_token_id": None}), "mask_token_id"),
    "a block that listens to a layer that is not there": (
        "qwen3_5", lambda f: heads.dflash_folder(f, dflash_config={"target_layer_ids": [0, 7]}), "layer 7"),
    "a block whose config lacks a size": ("qwen3_5", lambda f: changed(heads.dflash_folder(f), head_dim=None), "cannot be loaded"),
    "a block that was broken off": ("qwen3_5", lambda f: cut(heads.dflash_folder(f)), "cut off"),
    "an assistant for another target": ("gemma4", lambda f: heads.assistant_folder(f, backbone_hidden_size=64), "size 64"),
    "an assistant for another family": ("qwen3_5", heads.assistant_folder, "Gemma 4"),
    "centroids that are too few": (
        "gemma4", lambda f: heads.assistant_folder(f, use_ordered_embeddings=True, num_centroids=63), "do not cover the vocabulary"),
    "centroids without some tokens": (
        "gemma4", lambda f: with_tensors(heads.assistant_folder(f, use_ordered_embeddings=True), doubled), "do not cover the vocabulary"),
    "centroids that are not there": (
        "gemma4", lambda f: changed(heads.assistant_folder(f), use_ordered_embeddings=True), "holds none"),
    "a model of another vocabulary": ("qwen3_5", lambda f: heads.other_tokenizer(heads.target_folder(f)), "vocabularies differ"),
    "a model of no known kind": ("qwen3_5", lambda f: changed(heads.target_folder(f), model_type="oracle"), "no model type 'oracle'"),
    "a folder of nothing": ("qwen3_5", lambda f: f.mkdir() or f, "config.json"),
}  # fmt: skip
