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

from tests.helpers import checkpoints, families

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

STACKED = ("Qwen3.5/3.6 MoE", "gpt-oss")  # published with the experts of a layer in one tensor, which transformers would take apart
IN_8_BITS = ("DeepSeek V3", "Kimi")  # published in 8-bit floats, with a scale for each block of 128 x 128

KIN = {"kimi_k2": "deepseek_v3"}  # published with a copy of that type's code


def write(path: Path, family: str, prompt: Sequence[int], seed: int = 1) -> np.ndarray:
    """Write this family's checkpoint to a folder; returns transformers' logits (n, V) for the prompt, in float32."""
    config = families.small(family)
    read = copy.deepcopy(config) | {"model_type": KIN.get(config["model_type"], config["model_type"])}
    if "tie_word_embeddings" in config.get("text_config", {}):  # as the published files are; the frame's default is another
        read.setdefault("tie_word_embeddings", config["text_config"]["tie_word_embeddings"])
    if "attention_head_dim" in config:  # Nemotron-H's, which this transformers does not read; the published one is its default
        read["head_dim"] = config["attention_head_dim"]
    made_from = transformers.AutoConfig.for_model(**read)
    model = getattr(transformers, config["architectures"][0])(made_from).eval().float()
    _randomise(model, torch.Generator().manual_seed(seed))
    packed = _mxfp4_experts(model) if family == "gpt-oss" else _in_8_bits(model) if family in IN_8_BITS else {}
    path.mkdir(parents=True)
    model.save_pretrained(path, save_original_format=family not in STACKED)
    tensors = mx.load(str(path / "model.safetensors"))
    if family == "gpt-oss":
        tensors = {name: value for name, value in tensors.items() if ".experts." not in name or "bias" in name}
    mx.save_safetensors(str(path / "model.safetensors"), tensors | packed | _left_out(family, config, tensors), {"format": "pt"})
    _label_8_bit_floats(path / "model.safetensors", {name for name in packed if f"{name}_scale_inv" in packed})
    (path / "generation_config.json").unlink(missing_ok=True)
    quantised = {"quantization_config": families.FAMILIES[family]["quantization_config"]} if packed else {}
    (path / "config.json").write_text(json.dumps(config | quantised))  # the published fields, not those that this transformers writes
    checkpoints.with_tokenizer(path)
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


def _in_8_bits(model: Any) -> dict[str, mx.array]:
    """Round the matrices of layers, routers excepted, to 8-bit floats; returns them as published: bytes, and a scale for each block. In
    this toy a matrix is one block."""
    packed = {}
    for name, value in model.named_parameters():
        if value.ndim < 2 or ".layers." not in name or "norm" in name or name.endswith("mlp.gate.weight"):
            continue
        for part, matrix in _matrices(name, value):
            scale = matrix.detach().abs().max() / 448  # the largest number of F8_E4M3
            words = mx.to_fp8(mx.array((matrix.detach() / scale).numpy()))
            packed |= {part: words, f"{part}_scale_inv": mx.array([[scale.item()]])}
            back = (mx.from_fp8(words, mx.bfloat16) * mx.array([[scale.item()]])).astype(mx.bfloat16)
            with torch.no_grad():
                matrix.copy_(torch.from_numpy(np.array(back.astype(mx.float32))))
    return packed


def _matrices(name: str, value: Any) -> list[tuple[str, Any]]:
    """A parameter's matrices by their published names: transformers stacks the experts of a layer, and joins gates with ups."""
    if ".experts." not in name:
        return [(name, value)]
    layer, kind = name.split("experts.")
    if kind == "down_proj":
        return [(f"{layer}experts.{i}.down_proj.weight", value[i]) for i in range(len(value))]
    halves = [(f"{layer}experts.{i}", value[i].chunk(2)) for i in range(len(value))]
    return [(f"{expert}.{part}_proj.weight", half) for expert, both in halves for part, half in zip(("gate", "up"), both)]


def _label_8_bit_floats(file: Path, names: set[str]) -> None:
    """Call these tensors' bytes F8_E4M3 in the file's header: mlx writes them as whole numbers."""
    raw = file.read_bytes()
    end = 8 + int.from_bytes(raw[:8], "little")
    header = json.loads(raw[8:end])
    for name in names:
        header[name]["dtype"] = "F8_E4M3"
    labelled = json.dumps(header).encode()
    file.write_bytes(len(labelled).to_bytes(8, "little") + labelled + raw[end:])


def _left_out(family: str, config: dict[str, Any], tensors: dict[str, mx.array]) -> dict[str, mx.array]:
    """Tensors that the published files have and that transformers does not write, with random values: nothing may read them."""
    shapes: dict[str, tuple[int, ...]] = {}
    text, layers = config.get("text_config") or config, config.get("num_hidden_layers")
    if text.get("num_nextn_predict_layers"):  # the head behind the last layer; mlx-lm's converter knows DeepSeek's by its published number
        last, head = f"model.layers.{layers - 1}.", f"model.layers.{61 if family == 'DeepSeek V3' else layers}."
        shapes = {name.replace(last, head): value.shape for name, value in tensors.items() if name.startswith(last)}
        shapes |= {f"{head}{norm}.weight": (32,) for norm in ("enorm", "hnorm", "shared_head.norm")} | {f"{head}eh_proj.weight": (32, 64)}
        shapes |= {f"{head}{table}.weight": (families.V, 32) for table in ("embed_tokens", "shared_head.head")}
    if family.startswith("Gemma 4 E"):  # keys and values of the layers that read others', and the ears and eyes
        for layer in range(text["num_hidden_layers"] - text["num_kv_shared_layers"], text["num_hidden_layers"]):
            part = f"model.language_model.layers.{layer}.self_attn."
            (size,) = tensors[f"{part}q_norm.weight"].shape
            shapes |= {f"{part}k_proj.weight": (size, 32), f"{part}v_proj.weight": (size, 32), f"{part}k_norm.weight": (size,)}
        towers = ("audio_tower.layers.0.feed_forward1.ffw_layer_1.linear", "vision_tower.encoder.layers.0.self_attn.q_proj.linear")
        shapes |= {f"model.{part}.weight": (8, 8) for part in (*towers, "embed_audio.embedding_projection", "embed_vision.embedding_projection")}
        shapes |= {f"model.{tower.removesuffix('linear')}{end}": () for tower in towers for end in ("input_max", "output_min")}
    return {name: mx.random.normal(shape, key=mx.random.key(at)) for at, (name, shape) in enumerate(sorted(shapes.items()))}
