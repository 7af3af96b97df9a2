"""Tiny checkpoints as their makers publish them: transformers builds the model, writes the tensors under their published names, and says
what its logits are. Nothing here imports what is tested."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any, Sequence

import mlx.core as mx
import numpy as np
import pytest

from tests import families, heads

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

STACKED = ("Qwen3.5/3.6 MoE", "gpt-oss")  # published with the experts of a layer in one tensor, which transformers would take apart

KIN = {"kimi_k2": "deepseek_v3"}  # published with a copy of that type's code


def write(path: Path, family: str, prompt: Sequence[int], seed: int = 1) -> np.ndarray:
    """Write this family's checkpoint to a folder; returns transformers' logits (n, V) for the prompt, in float32."""
    config = families.small(family)
    made_from = transformers.AutoConfig.for_model(**copy.deepcopy(config) | {"model_type": KIN.get(config["model_type"], config["model_type"])})
    model = getattr(transformers, config["architectures"][0])(made_from).eval().float()
    _randomise(model, torch.Generator().manual_seed(seed))
    packed = _mxfp4_experts(model) if family == "gpt-oss" else {}
    path.mkdir(parents=True)
    model.save_pretrained(path, save_original_format=family not in STACKED)
    if packed:
        tensors = {name: value for name, value in mx.load(str(path / "model.safetensors")).items() if ".experts." not in name or "bias" in name}
        mx.save_safetensors(str(path / "model.safetensors"), tensors | packed, {"format": "pt"})
    (path / "generation_config.json").unlink(missing_ok=True)
    quantised = {"quantization_config": families.FAMILIES[family]["quantization_config"]} if packed else {}
    (path / "config.json").write_text(json.dumps(config | quantised))  # the published fields, not those that this transformers writes
    heads.with_tokenizer(path)
    with torch.no_grad():
        return model(torch.tensor([list(prompt)])).logits[0].float().numpy()


def _randomise(model: Any, generator: Any) -> None:
    """Matrices that keep their input's scale, norms around where they start."""
    with torch.no_grad():
        for name, value in model.named_parameters():
            noise = torch.randn(value.shape, generator=generator)
            if value.ndim >= 2:
                value.copy_(noise * value.shape[-1] ** -0.5)
            elif "norm" in name or "bias" in name:
                value.copy_(0.2 * noise + (value if "norm" in name else 0))


def _mxfp4_experts(model: Any) -> dict[str, mx.array]:
    """Round gpt-oss's experts to MXFP4; returns them as published: blocks of 32 numbers in 16 bytes, and a scale each."""
    packed = {}
    for i, layer in enumerate(model.model.layers):
        for name in ("gate_up_proj", "down_proj"):
            value = getattr(layer.mlp.experts, name)  # (experts, in, out), the published ones (experts, out, in)
            words, scales = mx.quantize(mx.array(value.detach().numpy()).transpose(0, 2, 1), group_size=32, bits=4, mode="mxfp4")
            rounded = mx.dequantize(words, scales, group_size=32, bits=4, mode="mxfp4").transpose(0, 2, 1)
            with torch.no_grad():
                value.copy_(torch.from_numpy(np.array(rounded.astype(mx.float32))))
            key = f"model.layers.{i}.mlp.experts.{name}"
            packed |= {f"{key}_blocks": words.view(mx.uint8).reshape(*scales.shape, 16), f"{key}_scales": scales}
    return packed
