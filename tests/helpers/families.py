"""The families of models that people run on MLX, each as a tiny checkpoint in its published config (published_configs.json, with the source
of each): every field kept, dimensions shrunk. FAMILIES.md says what was tested with each.

`folder` names tensors as mlx-lm's converter does, `publish` as their makers do: transformers builds the model, writes it, and says what its
logits are. Nothing here imports what is tested.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any, Sequence

import mlx.core as mx
import numpy as np
import pytest

from tests.helpers import checkpoints
from tests.helpers.checkpoints import MASK

_PUBLISHED = json.loads((Path(__file__).parent / "published_configs.json").read_text())
FAMILIES: dict[str, dict[str, Any]] = {name: row["config"] for name, row in _PUBLISHED["targets"].items()}
DRAFTERS: dict[str, dict[str, Any]] = _PUBLISHED["drafters"]
V = checkpoints.VOCABULARY

SMALL = {
    "hidden_size": 32, "intermediate_size": 64, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 16, "vocab_size": V,
    "vocab_size_per_layer_input": V, "max_position_embeddings": 2048, "sliding_window": 32, "global_head_dim": 32,
    "num_global_key_value_heads": 1, "hidden_size_per_layer_input": 8, "query_pre_attn_scalar": 16, "attention_head_dim": 8,
    "moe_intermediate_size": 32, "shared_expert_intermediate_size": 32, "shared_intermediate_size": 64, "num_experts": 8,
    "num_experts_per_tok": 2, "top_k_experts": 2, "experts_per_token": 2, "n_routed_experts": 8, "num_local_experts": 4, "n_group": 2,
    "topk_group": 1, "first_k_dense_replace": 1, "q_lora_rank": 32, "kv_lora_rank": 32, "qk_rope_head_dim": 16, "qk_nope_head_dim": 16,
    "v_head_dim": 16, "linear_num_value_heads": 4, "linear_num_key_heads": 2, "linear_key_head_dim": 16, "linear_value_head_dim": 16,
    "mamba_n_heads": 4, "mamba_num_heads": 4, "mamba_d_head": 16, "mamba_head_dim": 16, "mamba_d_state": 16, "ssm_state_size": 16,
    "mamba_d_ssm": 64, "n_groups": 1, "mamba_chunk_size": 16, "chunk_size": 16, "block_dim": 32, "conv_dim": 32, "block_ff_dim": 64,
    "block_multiple_of": 16, "num_heads": 4, "max_window_layers": 4, "backbone_hidden_size": 32, "num_centroids": 64,
    "centroid_intermediate_top_k": 8, "markov_rank": 8, "selector_rank": 8, "conv_group_size": 4, "draft_vocab_size": V, "bos_token_id": 1, "eos_token_id": 2, "pad_token_id": 0, "mask_token_id": MASK,
}  # fmt: skip
_VISION = {
    "depth": 1, "hidden_size": 32, "intermediate_size": 48, "num_heads": 2, "num_position_embeddings": 16, "out_hidden_size": 32,
    "num_hidden_layers": 1, "num_attention_heads": 2, "num_key_value_heads": 2, "head_dim": 16, "global_head_dim": 16, "position_embedding_size": 64,
}  # fmt: skip
_MEDIA = (
    "image_token_id", "video_token_id", "audio_token_id", "vision_start_token_id", "vision_end_token_id", "boi_token_id", "eoi_token_id",
    "boa_token_id", "eoa_token_id", "eoa_token_index", "image_token_index", "boi_token_index", "eoi_token_index",
)  # fmt: skip
_QUANTISED = "quantization_config"  # of the published tensors, which these are not; `publish` writes gpt-oss's as they are

STACKED = ("Qwen3.5/3.6 MoE", "gpt-oss")  # published with the experts of a layer in one tensor, which transformers would take apart
IN_8_BITS = ("DeepSeek V3", "Kimi")  # published in 8-bit floats, with a scale for each block of 128 x 128
KIN = {"kimi_k2": "deepseek_v3"}  # published with a copy of that type's code


def small(family: str) -> dict[str, Any]:
    """The published config of a target with every dimension shrunk."""
    published = FAMILIES[family]
    config = _shrink(copy.deepcopy(published))
    text, whole = config.get("text_config") or config, published.get("text_config") or published
    if whole["num_attention_heads"] == whole["num_key_value_heads"]:
        text["num_key_value_heads"] = text["num_attention_heads"]
    if text is not config:
        config["vocab_size"] = V  # the published ones leave it to the reader's default, which is the large one
    _fewer_layers(text)
    return config


def _shrink(config: dict[str, Any]) -> dict[str, Any]:
    small = {name: value for name, value in config.items() if name != _QUANTISED}
    for name, value in small.items():
        if name == "vision_config" and value:
            small[name] = value | {size: _VISION[size] for size in _VISION if size in value}
        elif isinstance(value, dict):
            small[name] = _shrink(value) if name in ("text_config", "dflash_config", "transformer_layer_config") else value
        elif name in _MEDIA:
            small[name] = 4000 + _MEDIA.index(name)
        elif name in SMALL and value is not None and value is not False and value != 0:
            small[name] = SMALL[name]
    return small


def _fewer_layers(text: dict[str, Any]) -> None:
    """As many layers as hold every kind of them, in their published order."""
    count, kinds = 4, text.get("layer_types")
    if text.get("hybrid_override_pattern"):
        text["hybrid_override_pattern"], count = "M-M*-M", 6
    elif kinds:
        period = next((n for n in (2, 4, 5, 6) if kinds[:n] * (len(kinds) // n) == kinds[: len(kinds) // n * n]), 6)
        count = max(4, period) * (2 if text.get("num_kv_shared_layers") else 1)
        text["layer_types"] = kinds[:count]
    elif text.get("sliding_window_pattern"):
        count = text["sliding_window_pattern"]
    if text.get("num_kv_shared_layers"):
        text["num_kv_shared_layers"] = count // 2
    text["num_hidden_layers"] = count


def folder(path: Path, family: str, seed: int = 3) -> Path:
    """A tiny random checkpoint of this family, as mlx-lm's converter names its tensors."""
    from mlx_lm.utils import _get_classes

    config = small(family)
    model_class, args = _get_classes(config)
    model = model_class(args.from_dict(copy.deepcopy(config)))
    tensors = checkpoints.drawn(checkpoints.shapes_of(model), seed)
    tensors |= {name: mx.abs(value) + 0.5 for name, value in tensors.items() if name.endswith("layer_scalar")}  # near 0 it drowns its input
    if config.get("tie_word_embeddings") and (scale := config.get("embedding_multiplier")):
        # random embeddings are larger than trained ones: multiplied, they drown the layers, and the text is its last token for ever
        tensors["model.embed_tokens.weight"] /= scale
        tensors["model.norm.weight"] *= scale * config["logits_scaling"]
    checkpoints.write(path, config, tensors, "mlx")
    return checkpoints.with_tokenizer(path)


def drafter_folder(path: Path, name: str) -> Path:
    """A tiny random drafter in a published config, for the tiny target of its row."""
    row = DRAFTERS[name]
    target = small(row["target"])
    target = target.get("text_config") or target
    config = _shrink(copy.deepcopy(row["config"]))
    if row["kind"] == "assistant":
        config["text_config"]["hidden_size"] = 24
        return checkpoints.write(path, config, checkpoints.assistant_tensors(config), "pt")
    # two layers, of the last two kinds, that read two of the target's
    layers, read, ids = config.get("transformer_layer_config", config), config.get("dflash_config", {}), "target_layer_ids"
    layers["num_hidden_layers"], layers["layer_types"] = 2, layers.get("layer_types", ["full_attention"] * 2)[-2:]
    config |= {"num_target_layers": target["num_hidden_layers"]} if "num_target_layers" in config else {}
    for part in (config, read):
        part |= {name: [0, 2] if name == ids else [1, 3] for name in (ids, "aux_hidden_state_layer_ids") if name in part}
    return checkpoints.block_drafter(path, config)


# -- as their makers publish them ------------------------------------------------------------------------------------------


def publish(path: Path, family: str, prompt: Sequence[int]) -> np.ndarray:
    """Write this family's checkpoint to a folder as its maker does; returns transformers' logits (n, V) for the prompt, in float32."""
    torch, transformers = pytest.importorskip("torch"), pytest.importorskip("transformers")
    torch.set_grad_enabled(False)
    config = small(family)
    read = copy.deepcopy(config) | {"model_type": KIN.get(config["model_type"], config["model_type"])}
    if "tie_word_embeddings" in config.get("text_config", {}):  # as the published files are; the frame's default is another
        read.setdefault("tie_word_embeddings", config["text_config"]["tie_word_embeddings"])
    if "attention_head_dim" in config:  # Nemotron-H's, which this transformers does not read; the published one is its default
        read["head_dim"] = config["attention_head_dim"]
    made_from = transformers.AutoConfig.for_model(**read)
    model = getattr(transformers, config["architectures"][0])(made_from).eval().float()
    _randomise(model, torch.Generator().manual_seed(1))
    packed = _mxfp4_experts(model) if family == "gpt-oss" else _in_8_bits(model) if family in IN_8_BITS else {}
    path.mkdir(parents=True)
    model.save_pretrained(path, save_original_format=family not in STACKED)
    tensors = mx.load(str(path / "model.safetensors"))
    if family == "gpt-oss":
        tensors = {name: value for name, value in tensors.items() if ".experts." not in name or "bias" in name}
    mx.save_safetensors(str(path / "model.safetensors"), tensors | packed | _left_out(family, config, tensors), {"format": "pt"})
    floats = [name for name in packed if f"{name}_scale_inv" in packed]  # mlx writes them as whole numbers
    checkpoints.edit_header(path / "model.safetensors", lambda header: [header[name].update(dtype="F8_E4M3") for name in floats])
    (path / "generation_config.json").unlink(missing_ok=True)
    quantised = {"quantization_config": FAMILIES[family]["quantization_config"]} if packed else {}
    (path / "config.json").write_text(json.dumps(config | quantised))  # the published fields in place of this transformers' own
    checkpoints.with_tokenizer(path)
    return model(torch.tensor([list(prompt)])).logits[0].float().numpy()


def _randomise(model: Any, generator: Any) -> None:
    """Matrices that keep their input's scale, norms around where they start."""
    for name, value in model.named_parameters():
        noise = value.new_empty(value.shape).normal_(generator=generator)
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
            words, scales = mx.quantize(mx.array(value.numpy()).transpose(0, 2, 1), group_size=32, bits=4, mode="mxfp4")
            rounded = mx.dequantize(words, scales, group_size=32, bits=4, mode="mxfp4").transpose(0, 2, 1)
            value.copy_(value.new_tensor(np.array(rounded.astype(mx.float32))))
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
            scale = matrix.abs().max() / 448  # the largest number of F8_E4M3
            words = mx.to_fp8(mx.array((matrix / scale).numpy()))
            packed |= {part: words, f"{part}_scale_inv": mx.array([[scale.item()]])}
            back = (mx.from_fp8(words, mx.bfloat16) * mx.array([[scale.item()]])).astype(mx.bfloat16)
            matrix.copy_(matrix.new_tensor(np.array(back.astype(mx.float32))))
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


def _left_out(family: str, config: dict[str, Any], tensors: dict[str, mx.array]) -> dict[str, mx.array]:
    """Tensors that the published files have and that transformers does not write, with random values: nothing may read them."""
    shapes: dict[str, tuple[int, ...]] = {}
    text, layers = config.get("text_config") or config, config.get("num_hidden_layers")
    if text.get("num_nextn_predict_layers"):  # the head behind the last layer; mlx-lm's converter knows DeepSeek's by its published number
        last, head = f"model.layers.{layers - 1}.", f"model.layers.{61 if family == 'DeepSeek V3' else layers}."
        shapes = {name.replace(last, head): value.shape for name, value in tensors.items() if name.startswith(last)}
        shapes |= {f"{head}{norm}.weight": (32,) for norm in ("enorm", "hnorm", "shared_head.norm")} | {f"{head}eh_proj.weight": (32, 64)}
        shapes |= {f"{head}{table}.weight": (V, 32) for table in ("embed_tokens", "shared_head.head")}
    if family.startswith("Gemma 4 E"):  # keys and values of the layers that read others', and the ears and eyes
        for layer in range(text["num_hidden_layers"] - text["num_kv_shared_layers"], text["num_hidden_layers"]):
            part = f"model.language_model.layers.{layer}.self_attn."
            (size,) = tensors[f"{part}q_norm.weight"].shape
            shapes |= {f"{part}k_proj.weight": (size, 32), f"{part}v_proj.weight": (size, 32), f"{part}k_norm.weight": (size,)}
        towers = ("audio_tower.layers.0.feed_forward1.ffw_layer_1.linear", "vision_tower.encoder.layers.0.self_attn.q_proj.linear")
        shapes |= {f"model.{part}.weight": (8, 8) for part in (*towers, "embed_audio.embedding_projection", "embed_vision.embedding_projection")}
        shapes |= {f"model.{tower.removesuffix('linear')}{end}": () for tower in towers for end in ("input_max", "output_min")}
    return {name: mx.random.normal(shape, key=mx.random.key(at)) for at, (name, shape) in enumerate(sorted(shapes.items()))}
