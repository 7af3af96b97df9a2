"""Checkpoints that are damaged or do not fit, each in one way: what people really have on their disks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Callable

import mlx.core as mx

from tests.helpers import checkpoints
from tests.helpers.checkpoints import mtp, without

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


def as_8_bit_floats(folder: Path) -> Path:
    """The header says that a matrix's bytes are 8-bit floats, of which there are four times as many."""

    def edit(header: dict[str, Any]) -> None:
        entry = header[a_matrix(folder)]
        entry["dtype"], entry["shape"][-1] = "F8_E4M3", entry["shape"][-1] * 4

    checkpoints.edit_header(folder / WEIGHTS, edit)
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


BAD: dict[str, tuple[str, Callable[[Path], Path], str]] = {  # drafters: their target's kind, their folder, a word of the reason; test_refusals.py has more
    "a head that lacks one": ("qwen3_5", lambda f: with_tensors(mtp(f), lambda t: without(t, "fc.weight")), "no fc.weight"),
    "a head with a tensor of another shape": ("qwen3_5", lambda f: with_tensors(mtp(f), lambda t: t | {"fc.weight": mx.ones((32, 32))}), "cannot be loaded"),
    "a model of another vocabulary": ("qwen3_5", lambda f: checkpoints.another_vocabulary(f, 60), "vocabularies differ"),
}
