"""Checkpoints that are damaged, in one way each."""

from __future__ import annotations

import json
import shutil
import struct

import mlx.core as mx
import pytest

from specdeck.decoding import LoadError, weights


def retype(folder, name, dtype):
    """The header says that this tensor's bytes are of another type; the shape is cut so that they are as many."""
    raw = (folder / "model.safetensors").read_bytes()
    (length,) = struct.unpack("<Q", raw[:8])
    header = json.loads(raw[8 : 8 + length])
    entry, size = header[name], {"F64": 8, "I64": 8, "I32": 4, "F8_E4M3": 1, "F8_E5M2": 1}[dtype]
    entry["dtype"], entry["shape"][-1] = dtype, entry["shape"][-1] * 4 // size
    told = json.dumps(header).encode()
    (folder / "model.safetensors").write_bytes(struct.pack("<Q", len(told)) + told + raw[8 + length :])


def split(folder, kept=(1,), of=3):
    """Two thirds of the tensors are in files that did not arrive."""
    tensors = sorted(mx.load(str(folder / "model.safetensors")).items())
    (folder / "model.safetensors").unlink()
    for at in kept:
        mx.save_safetensors(str(folder / f"model-{at:05}-of-{of:05}.safetensors"), dict(tensors[at - 1 :: of]), {"format": "mlx"})


def packed(folder):
    """A matrix as compressed-tensors packs it, with the config that says so."""
    tensors = mx.load(str(folder / "model.safetensors"))
    name = next(name for name in sorted(tensors) if name.endswith("q_proj.weight"))
    rows, columns = tensors.pop(name).shape
    tensors |= {f"{name}_packed": mx.zeros((rows, columns // 8), mx.int32), f"{name}_scale": mx.ones((rows, 1))}
    mx.save_safetensors(str(folder / "model.safetensors"), tensors, {"format": "pt"})
    change(folder, quantization_config={"quant_method": "compressed-tensors", "format": "pack-quantized"})


def changed_while_read(monkeypatch, read, folder, fails):
    """While this function of `weights` reads, another file comes into the folder; perhaps the read then fails."""
    own = getattr(weights, read)

    def slow(*args, **options):
        found = own(*args, **options)
        shutil.copy(folder / "model.safetensors", folder / "model-00002.safetensors")
        if fails:
            raise RuntimeError("[load_safetensors] odd bytes")
        return found

    monkeypatch.setattr(weights, read, slow)
    return pytest.raises(LoadError, match="model-00002.safetensors changed while it was read: load it again once nothing writes there")


def change(folder, **fields):
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | fields))
