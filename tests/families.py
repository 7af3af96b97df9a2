"""The families of models that people run on MLX, each as a tiny checkpoint in its published config: sizes shrunk, every other field that a
model is built from kept. FAMILIES.md says what was tested with each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mlx.utils import tree_flatten

from tests import heads

V = heads.VOCABULARY
BASE: dict[str, Any] = {
    "hidden_size": 64, "intermediate_size": 96, "num_hidden_layers": 4, "num_attention_heads": 4, "num_key_value_heads": 2,
    "vocab_size": V, "max_position_embeddings": 2048, "eos_token_id": 2, "rms_norm_eps": 1e-6, "tie_word_embeddings": False,
}  # fmt: skip
YARN = {"type": "yarn", "factor": 40, "beta_fast": 32, "beta_slow": 1, "mscale": 1.0, "mscale_all_dim": 1.0, "original_max_position_embeddings": 64}
MLA = {
    "q_lora_rank": 32, "kv_lora_rank": 32, "qk_rope_head_dim": 16, "qk_nope_head_dim": 16, "v_head_dim": 16, "n_routed_experts": 4,
    "n_shared_experts": 1, "num_experts_per_tok": 2, "moe_intermediate_size": 32, "first_k_dense_replace": 1, "moe_layer_freq": 1,
    "n_group": 1, "topk_group": 1, "topk_method": "noaux_tc", "scoring_func": "sigmoid", "norm_topk_prob": True, "num_key_value_heads": 4,
    "routed_scaling_factor": 2.5, "rope_theta": 10000, "rope_scaling": YARN, "attention_bias": False,
}  # fmt: skip
FAMILIES: dict[str, dict[str, Any]] = {
    "Qwen3": {"model_type": "qwen3", "architectures": ["Qwen3ForCausalLM"], "head_dim": 16, "rope_theta": 1000000, "attention_bias": False},
    "Qwen2.5": {"model_type": "qwen2", "architectures": ["Qwen2ForCausalLM"], "rope_theta": 1000000.0, "use_sliding_window": False},
    "QwQ": {"model_type": "qwen2", "architectures": ["Qwen2ForCausalLM"], "rope_theta": 1000000.0, "sliding_window": 32768, "max_window_layers": 64},
    "Llama 3.x": {
        "model_type": "llama", "architectures": ["LlamaForCausalLM"], "head_dim": 16, "rope_theta": 500000.0, "rms_norm_eps": 1e-5,
        "rope_scaling": {"factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0, "original_max_position_embeddings": 8192, "rope_type": "llama3"},
    },
    "Mistral": {"model_type": "mistral", "architectures": ["MistralForCausalLM"], "head_dim": 16, "rope_theta": 1000000.0, "sliding_window": None},
    "Gemma 3": {
        "model_type": "gemma3_text", "architectures": ["Gemma3ForCausalLM"], "head_dim": 16, "query_pre_attn_scalar": 16, "sliding_window": 32,
        "sliding_window_pattern": 3, "rope_theta": 1000000.0, "rope_local_base_freq": 10000.0, "num_hidden_layers": 6, "tie_word_embeddings": True,
    },
    "gpt-oss": {
        "model_type": "gpt_oss", "architectures": ["GptOssForCausalLM"], "head_dim": 16, "num_local_experts": 4, "num_experts_per_tok": 2,
        "intermediate_size": 64, "sliding_window": 32, "rope_theta": 150000, "layer_types": ["sliding_attention", "full_attention"] * 2,
        "rope_scaling": {"rope_type": "yarn", "factor": 32.0, "beta_fast": 32.0, "beta_slow": 1.0, "truncate": False, "original_max_position_embeddings": 4096},
        "rms_norm_eps": 1e-5, "attention_bias": True,
    },
    "LFM2": {
        "model_type": "lfm2", "architectures": ["Lfm2ForCausalLM"], "norm_eps": 1e-5, "conv_bias": False, "conv_L_cache": 3, "block_dim": 64,
        "block_ff_dim": 96, "block_multiple_of": 16, "block_ffn_dim_multiplier": 1.0, "block_auto_adjust_ff_dim": True,
        "full_attn_idxs": [1, 3], "rope_theta": 1000000.0, "tie_word_embeddings": True,
    },
    "Granite hybrid": {
        "model_type": "granitemoehybrid", "architectures": ["GraniteMoeHybridForCausalLM"], "attention_bias": False, "embedding_multiplier": 12,
        "attention_multiplier": 0.0625, "logits_scaling": 8, "residual_multiplier": 0.22, "layer_types": ["mamba", "attention"] * 2,
        "rope_theta": 10000, "num_local_experts": 0, "num_experts_per_tok": 0, "shared_intermediate_size": 96, "mamba_n_heads": 4,
        "mamba_d_head": 32, "mamba_d_state": 16, "mamba_d_conv": 4, "mamba_n_groups": 1, "mamba_proj_bias": False, "mamba_conv_bias": True,
        "position_embedding_type": "nope", "tie_word_embeddings": True, "mamba_expand": 2,
    },
    "Nemotron-H": {
        "model_type": "nemotron_h", "architectures": ["NemotronHForCausalLM"], "attention_bias": False, "mamba_num_heads": 4,
        "mamba_head_dim": 32, "mamba_proj_bias": False, "ssm_state_size": 16, "conv_kernel": 4, "n_groups": 1, "mlp_bias": False,
        "layer_norm_epsilon": 1e-5, "use_bias": False, "use_conv_bias": True, "hybrid_override_pattern": "M-M*", "head_dim": 16,
        "time_step_limit": [0.0, float("inf")], "time_step_min": 0.001, "time_step_max": 0.1, "chunk_size": 128,
    },
    "Falcon-H1": {
        "model_type": "falcon_h1", "architectures": ["FalconH1ForCausalLM"], "head_dim": 16, "mamba_d_conv": 4, "mamba_d_head": 32,
        "mamba_d_ssm": 128, "mamba_d_state": 16, "mamba_expand": 2, "mamba_n_groups": 1, "mamba_n_heads": 4, "mamba_norm_before_gate": False,
        "mamba_rms_norm": False, "mamba_conv_bias": True, "mamba_proj_bias": False, "mamba_use_mlp": True, "mlp_bias": False,
        "projectors_bias": False, "attention_bias": False, "rope_theta": 100000000000.0, "rope_scaling": None, "mamba_chunk_size": 128,
        "attention_in_multiplier": 1.0, "attention_out_multiplier": 1.0, "embedding_multiplier": 1.0, "key_multiplier": 1.0,
        "lm_head_multiplier": 1.0, "mlp_multipliers": [1.0, 1.0], "ssm_in_multiplier": 1.0, "ssm_out_multiplier": 1.0,
        "ssm_multipliers": [1.0, 1.0, 1.0, 1.0, 1.0],
    },
    "DeepSeek V3": {"model_type": "deepseek_v3", "architectures": ["DeepseekV3ForCausalLM"], "num_nextn_predict_layers": 1, **MLA},
    "GLM-4.5": {
        "model_type": "glm4_moe", "architectures": ["Glm4MoeForCausalLM"], "head_dim": 16, "partial_rotary_factor": 0.5, "use_qk_norm": False,
        "attention_bias": True, "n_routed_experts": 4, "n_shared_experts": 1, "num_experts_per_tok": 2, "moe_intermediate_size": 32,
        "first_k_dense_replace": 1, "n_group": 1, "topk_group": 1, "norm_topk_prob": True, "routed_scaling_factor": 1.0, "rope_theta": 1000000,
        "rope_scaling": None, "num_nextn_predict_layers": 1, "scoring_func": "sigmoid", "topk_method": "noaux_tc",
    },
}  # fmt: skip
HEADS = {"Qwen3-Next": "qwen3_next", "Qwen3.5/3.6 dense": "qwen3_5", "Qwen3.5/3.6 MoE": "qwen3_5_moe", "Gemma 4": "gemma4"}  # heads.py builds them


def folder(path: Path, family: str, seed: int = 3) -> Path:
    """A tiny random checkpoint of this family, as MLX's converter writes it."""
    if family in HEADS:
        return heads.target_folder(path, HEADS[family])
    from mlx_lm.utils import _get_classes

    config = BASE | FAMILIES[family]
    model_class, args = _get_classes(config)
    model = model_class(args.from_dict(json.loads(json.dumps(config))))
    heads.write(path, config, heads.randomised(dict(tree_flatten(model.parameters())), seed), "mlx")
    return heads.with_tokenizer(path)
