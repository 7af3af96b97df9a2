"""The families of models that people run on MLX, each as a tiny checkpoint in its published config (published_configs.json, with the source
of each): every field kept, dimensions shrunk. FAMILIES.md says what was tested with each."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import mlx.core as mx

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
_QUANTISED = "quantization_config"  # of the published tensors, which these are not; published_checkpoints.py writes gpt-oss's as they are


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
