"""Tiny random checkpoints on disk, in the layouts that heads are published in, beside a tiny target; they share one tokenizer."""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Any

import mlx.core as mx
from mlx.utils import tree_flatten
from mlx_lm.models import gemma4, mimo, qwen3, qwen3_5, qwen3_5_moe, qwen3_next

from specdeck import assets

VOCABULARY = 4096  # the embedded tokenizer's
SIZES: dict[str, Any] = {
    "hidden_size": 32, "intermediate_size": 48, "num_hidden_layers": 4, "num_attention_heads": 2, "num_key_value_heads": 1,
    "head_dim": 16, "vocab_size": VOCABULARY, "rms_norm_eps": 1e-6, "max_position_embeddings": 512, "tie_word_embeddings": False,
}  # fmt: skip
LINEAR = {
    "linear_num_value_heads": 2, "linear_num_key_heads": 1, "linear_key_head_dim": 16, "linear_value_head_dim": 16,
    "linear_conv_kernel_dim": 4, "full_attention_interval": 2,
}  # fmt: skip
EXPERTS = {
    "num_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 24, "shared_expert_intermediate_size": 24,
    "decoder_sparse_step": 1, "norm_topk_prob": True,
}  # fmt: skip
GEMMA = {
    "num_hidden_layers": 6, "global_head_dim": 32, "num_kv_shared_layers": 2, "hidden_size_per_layer_input": 8, "sliding_window": 8,
    "vocab_size_per_layer_input": VOCABULARY, "tie_word_embeddings": True, "use_double_wide_mlp": False,
    "layer_types": ["sliding_attention", "sliding_attention", "full_attention"] * 2,
    "rope_parameters": {
        "full_attention": {"rope_type": "proportional", "rope_theta": 1e6, "partial_rotary_factor": 0.25},
        "sliding_attention": {"rope_type": "default", "rope_theta": 1e4},
    },
}  # fmt: skip
NEXT = LINEAR | EXPERTS | {"mlp_only_layers": [], "rope_theta": 10000000.0, "partial_rotary_factor": 0.25}
MODULES = {"qwen3": qwen3, "qwen3_5": qwen3_5, "qwen3_5_moe": qwen3_5_moe, "qwen3_next": qwen3_next, "gemma4": gemma4, "mimo": mimo}


def config(kind: str, **changes: Any) -> dict[str, Any]:
    """config.json of a tiny target: "qwen3", "qwen3_5" (hybrid), "qwen3_5_moe", "qwen3_next", "mimo" or "gemma4" (sliding)."""
    if kind in ("qwen3", "qwen3_next", "mimo"):
        special = NEXT if kind == "qwen3_next" else {"rope_theta": 10000.0}
        return {"model_type": kind, **SIZES, **special, "eos_token_id": 2} | changes
    special = GEMMA if kind == "gemma4" else LINEAR | (EXPERTS if kind.endswith("moe") else {})
    text = {"model_type": f"{kind}_text", **SIZES, **special} | changes
    return {"model_type": kind, "text_config": text, "eos_token_id": 2, "vocab_size": VOCABULARY}


def target_folder(folder: Path, kind: str = "qwen3_5", seed: int = 1, **changes: Any) -> Path:
    """A tiny random target as MLX's converter writes it."""
    settings, module = config(kind, **changes), MODULES[kind]
    model = module.Model(module.ModelArgs.from_dict(settings))
    write(folder, settings, randomised(dict(tree_flatten(model.parameters())), seed), "mlx")
    return with_tokenizer(folder)


def folder_of(model: Any, folder: Path) -> Path:
    """The folder of a target that is there already."""
    write(folder, asdict(model.args), dict(tree_flatten(model.parameters())), "mlx")
    return with_tokenizer(folder)


def with_tokenizer(folder: Path) -> Path:
    """The embedded target's tokenizer in this folder."""
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copyfile(assets.TARGET / name, folder / name)
    return folder


def other_tokenizer(folder: Path, tokens: int = 100) -> Path:
    """The same folder with so many tokens of its vocabulary in each other's places."""
    tokenizer = json.loads((folder / "tokenizer.json").read_text())
    vocabulary = tokenizer["model"]["vocab"]
    some = sorted(vocabulary, key=vocabulary.get)[1000 : 1000 + tokens]
    vocabulary |= dict(zip(some, [vocabulary[token] for token in reversed(some)]))
    (folder / "tokenizer.json").unlink()
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer))
    return folder


def head_tensors(kind: str = "qwen3_5", seed: int = 5) -> dict[str, mx.array]:
    """A random head's tensors by their bare names, norms around 1, experts stacked."""
    text = config(kind).get("text_config") or config(kind)
    hidden, width, experts = text["hidden_size"], 2 if kind != "qwen3" else 1, "num_experts" in text
    shapes = {
        "fc.weight": (hidden, 2 * hidden), "norm.weight": (hidden,),
        "pre_fc_norm_embedding.weight": (hidden,), "pre_fc_norm_hidden.weight": (hidden,),
        "layers.0.input_layernorm.weight": (hidden,), "layers.0.post_attention_layernorm.weight": (hidden,),
        "layers.0.self_attn.q_proj.weight": (32 * width, hidden), "layers.0.self_attn.k_proj.weight": (16, hidden),
        "layers.0.self_attn.v_proj.weight": (16, hidden), "layers.0.self_attn.o_proj.weight": (hidden, 32),
        "layers.0.self_attn.q_norm.weight": (16,), "layers.0.self_attn.k_norm.weight": (16,),
    }  # fmt: skip
    if experts:
        mlp = {"gate.weight": (4, hidden), "shared_expert_gate.weight": (1, hidden)}
        for name, (rows, columns) in {"gate_proj": (24, hidden), "up_proj": (24, hidden), "down_proj": (hidden, 24)}.items():
            mlp |= {f"switch_mlp.{name}.weight": (4, rows, columns), f"shared_expert.{name}.weight": (rows, columns)}
    else:
        mlp = {"gate_proj.weight": (48, hidden), "up_proj.weight": (48, hidden), "down_proj.weight": (hidden, 48)}
    shapes |= {f"layers.0.mlp.{name}": shape for name, shape in mlp.items()}
    return randomised({name: mx.zeros(shape) for name, shape in shapes.items()}, seed)


def randomised(tensors: dict[str, mx.array], seed: int) -> dict[str, mx.array]:
    """The same names and shapes with random values: norms around 1, matrices that keep their input's scale."""
    keys = mx.random.split(mx.random.key(seed), len(tensors))
    renewed = {}
    for key, (name, old) in zip(keys, sorted(tensors.items())):
        noise = mx.random.normal(old.shape, key=key)
        norm = "norm" in name and old.ndim == 1
        renewed[name] = 1 + 0.2 * noise if norm else noise * 0.5 if old.ndim == 1 else noise * old.shape[-1] ** -0.5
    return renewed


def mtp_folder(folder: Path, kind: str = "qwen3_5", **changes: Any) -> Path:
    """A head in a folder of its own, as published for MLX."""
    text = config(kind).get("text_config") or config(kind)
    write(folder, {"model_type": f"{kind}_mtp", "text_config": text, "block_size": 3} | changes, head_tensors(kind), "mlx")
    return folder


def speculators_mtp_folder(folder: Path, kind: str, tensors: dict[str, mx.array]) -> Path:
    """A head in the speculators format, its norms less one as Qwen writes them."""
    text = config(kind).get("text_config") or config(kind)
    settings = {
        "architectures": ["MTPDraftModel"], "speculators_model_type": "mtp", "num_nextn_predict_layers": 1, "transformer_layer_config": text,
        "speculators_config": {"algorithm": "mtp", "proposal_methods": [{"proposal_type": "greedy", "speculative_tokens": 3}]},
    }  # fmt: skip
    theirs = {"fc.weight": "input_proj.weight", "norm.weight": "final_layernorm.weight", "pre_fc_norm_hidden.weight": "hidden_layernorm.weight",
              "pre_fc_norm_embedding.weight": "token_layernorm.weight"}  # fmt: skip
    raw = {name: value - 1 if "norm" in name and value.ndim == 1 else value for name, value in tensors.items()}
    named = {f"mtp_layers.0.{theirs.get(name, name.removeprefix('layers.0.'))}": value for name, value in raw.items()}
    write(folder, settings, named | {"verifier_lm_head.weight": mx.full((VOCABULARY, 32), mx.nan)}, "pt")
    return folder


def mimo_folder(folder: Path, bits: int | None = None) -> Path:
    """A target of MiMo's with its head among its own tensors (XiaomiMiMo/MiMo-7B-RL), `input_proj` perhaps quantised."""
    target_folder(folder, "mimo")
    args = mimo.ModelArgs.from_dict(config("mimo"))
    layer = dict(tree_flatten(mimo.TransformerBlock(args).parameters()))
    norms = {f"{name}_layernorm.weight": mx.ones(args.hidden_size) for name in ("token", "hidden", "final")}
    head = randomised(layer | norms | {"input_proj.weight": mx.zeros((args.hidden_size, 2 * args.hidden_size))}, 5)
    if bits:
        packed = mx.quantize(head["input_proj.weight"], group_size=32, bits=bits)
        head |= dict(zip(("input_proj.weight", "input_proj.scales", "input_proj.biases"), packed))
    tensors = mx.load(str(folder / "model.safetensors")) | {f"model.mtp_layers.0.{name}": value for name, value in head.items()}
    save(folder / "model.safetensors", tensors, "pt")
    return folder


def sidecar(target: Path, kind: str = "qwen3_5", experts: str = "stacked", shifted: bool = False) -> Path:
    """A head in its target's folder: `mtp.*` in a file beside the model's; less one in the norms where the original wrote it."""
    tensors = spread(head_tensors(kind), experts)
    if shifted:
        tensors = {name: value - 1 if "norm" in name and value.ndim == 1 else value for name, value in tensors.items()}
    save(target / "model-mtp.safetensors", {f"mtp.{name}": value for name, value in tensors.items()}, "pt" if shifted else "mlx")
    return target


def spread(tensors: dict[str, mx.array], experts: str) -> dict[str, mx.array]:
    """Stacked experts as other writers lay them out: "single" (a tensor an expert) or "fused" (gate and up in one)."""
    out = {name: value for name, value in tensors.items() if "switch_mlp" not in name or experts == "stacked"}
    stacks = {name.split(".")[-2]: value for name, value in tensors.items() if "switch_mlp" in name}
    if experts == "single":
        for name, stack in stacks.items():
            out |= {f"layers.0.mlp.experts.{i}.{name}.weight": stack[i] for i in range(stack.shape[0])}
    elif experts == "fused" and stacks:
        out["layers.0.mlp.experts.gate_up_proj"] = mx.concatenate([stacks["gate_proj"], stacks["up_proj"]], axis=-2)
        out["layers.0.mlp.experts.down_proj"] = stacks["down_proj"]
    return out


def write(folder: Path, settings: dict[str, Any], tensors: dict[str, mx.array], made_by: str) -> None:
    """A model folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(settings))
    save(folder / "model.safetensors", tensors, made_by)


def save(file: Path, tensors: dict[str, mx.array], made_by: str | None) -> None:
    """A safetensors file that says who wrote it, if anyone."""
    file.parent.mkdir(parents=True, exist_ok=True)
    mx.save_safetensors(str(file), tensors, metadata={"format": made_by} if made_by else {})


def dflash_config(**changes: Any) -> dict[str, Any]:
    """config.json of a tiny DFlash drafter for the tiny targets; `dflash_config` is merged into, the rest replaced."""
    settings = {"target_layer_ids": [0, 2], "mask_token_id": 4090} | changes.pop("dflash_config", {})
    return {
        "model_type": "qwen3", **SIZES, "num_hidden_layers": 2, "block_size": 6, "num_target_layers": 4, "rope_theta": 10000.0,
        "dflash_config": settings,
    } | changes  # fmt: skip


def dflash_tensors(seed: int = 7, biased: bool = False) -> dict[str, mx.array]:
    """A random block drafter's tensors; `biased`, as those for gpt-oss have them."""
    shapes = {"fc.weight": (32, 64), "hidden_norm.weight": (32,), "norm.weight": (32,)}
    for i in range(2):
        attention = {"q_proj": (32, 32), "k_proj": (16, 32), "v_proj": (16, 32), "o_proj": (32, 32), "q_norm": (16,), "k_norm": (16,)}
        mlp = {"gate_proj": (48, 32), "up_proj": (48, 32), "down_proj": (32, 48)}
        shapes |= {f"layers.{i}.self_attn.{name}.weight": shape for name, shape in attention.items()}
        if biased:
            shapes |= {f"layers.{i}.self_attn.{name}.bias": shape[:1] for name, shape in attention.items() if name.endswith("proj")}
        shapes |= {f"layers.{i}.mlp.{name}.weight": shape for name, shape in mlp.items()}
        shapes |= {f"layers.{i}.{name}.weight": (32,) for name in ("input_layernorm", "post_attention_layernorm")}
    return randomised({name: mx.zeros(shape) for name, shape in shapes.items()}, seed)


def dflash_folder(folder: Path, prefix: str = "", **changes: Any) -> Path:
    """A block drafter's folder; some are published with a prefix on every tensor."""
    tensors = dflash_tensors(biased=changes.get("attention_bias", False))
    write(folder, dflash_config(**changes), {prefix + name: value for name, value in tensors.items()}, "pt")
    return folder


def assistant_config(**changes: Any) -> dict[str, Any]:
    """config.json of a tiny assistant for the tiny Gemma 4 target; `text_config` is merged into, the rest replaced."""
    text = {
        "model_type": "gemma4_text", **SIZES, **GEMMA, "hidden_size": 24, "num_hidden_layers": 3, "num_kv_shared_layers": 0,
        "hidden_size_per_layer_input": 0, "layer_types": ["sliding_attention", "full_attention", "sliding_attention"],
    }  # fmt: skip
    text |= changes.pop("text_config", {})
    return {
        "model_type": "gemma4_assistant", "backbone_hidden_size": 32, "tie_word_embeddings": True, "text_config": text,
        "use_ordered_embeddings": False, "num_centroids": 64, "centroid_intermediate_top_k": 8,
    } | changes  # fmt: skip


def assistant_tensors(settings: dict[str, Any], seed: int = 9) -> dict[str, mx.array]:
    """A random assistant's tensors; the clusters hold every token once, in random order."""
    hidden = settings["text_config"]["hidden_size"]
    shapes = {"model.embed_tokens.weight": (VOCABULARY, hidden), "model.norm.weight": (hidden,)}
    shapes |= {"pre_projection.weight": (hidden, 64), "post_projection.weight": (32, hidden)}
    for i, kind in enumerate(settings["text_config"]["layer_types"]):
        size = 32 if kind == "full_attention" else 16
        layer = {"self_attn.q_proj": (2 * size, hidden), "self_attn.o_proj": (hidden, 2 * size), "self_attn.q_norm": (size,)}
        layer |= {"mlp.gate_proj": (48, hidden), "mlp.up_proj": (48, hidden), "mlp.down_proj": (hidden, 48), "input_layernorm": (hidden,)}
        layer |= {f"{name}_layernorm": (hidden,) for name in ("post_attention", "pre_feedforward", "post_feedforward")}
        shapes |= {f"model.layers.{i}.{name}.weight": shape for name, shape in layer.items()}
        shapes[f"model.layers.{i}.layer_scalar"] = (1,)
    if settings["use_ordered_embeddings"]:
        shapes["masked_embedding.centroids.weight"] = (64, hidden)
    tensors = randomised({name: mx.zeros(shape) for name, shape in shapes.items()}, seed)
    if settings["use_ordered_embeddings"]:
        tensors["masked_embedding.token_ordering"] = mx.random.permutation(VOCABULARY, key=mx.random.key(seed)).astype(mx.int64)
    return tensors


def merged_assistant(target: Path, **changes: Any) -> Path:
    """A Gemma 4 target with its assistant merged into it, as omlx writes them (#2404): the tensors under `language_model.mtp.`, the config in
    `text_config`."""
    settings, own = json.loads((target / "config.json").read_text()), assistant_config(**changes)
    settings["text_config"] |= {"mtp_assistant_config": own, "mtp_num_hidden_layers": 1}
    tensors = {f"language_model.mtp.{name}": value for name, value in assistant_tensors(own).items()}
    (target / "config.json").write_text(json.dumps(settings))
    save(target / "model.safetensors", dict(mx.load(str(target / "model.safetensors"))) | tensors, "mlx")
    return target


def unified_folder(folder: Path, seed: int = 1) -> Path:
    """A tiny `gemma4_unified` target, as Gemma 4 12B is: no embeddings by layer, no shared keys, keys as values in full layers, and an eye without
    an encoder."""
    shape = {"num_kv_shared_layers": 0, "hidden_size_per_layer_input": 0, "attention_k_eq_v": True, "num_global_key_value_heads": 1}
    target_folder(folder, "gemma4", seed, **shape)
    settings, file = json.loads((folder / "config.json").read_text()), folder / "model.safetensors"
    settings |= {"model_type": "gemma4_unified", "text_config": settings["text_config"] | {"model_type": "gemma4_unified_text"}}
    (folder / "config.json").write_text(json.dumps(settings))
    save(file, dict(mx.load(str(file))) | {"vision_embedder.patch_dense.weight": mx.zeros((8, 12))}, "mlx")
    return folder


def assistant_folder(folder: Path, **changes: Any) -> Path:
    """An assistant's folder as Google publishes it."""
    settings = assistant_config(**changes)
    write(folder, settings, assistant_tensors(settings), "pt")
    return folder


DRAFTED = 512  # tokens that the tiny EAGLE-3 head can guess


def eagle3_config(**changes: Any) -> dict[str, Any]:
    """config.json of a tiny EAGLE-3 head for the tiny targets, as SGLang's and AngelSlim's are written; a field set to None is left out."""
    settings = {
        "architectures": ["LlamaForCausalLMEagle3"], "model_type": "llama", **SIZES, "num_hidden_layers": 1, "rope_theta": 10000.0,
        "hidden_act": "silu", "draft_vocab_size": DRAFTED, "eagle_config": {"eagle_aux_hidden_state_layer_ids": [0, 1, 3]},
    } | changes  # fmt: skip
    return {name: value for name, value in settings.items() if value is not None}


def speculator_config(**changes: Any) -> dict[str, Any]:
    """The same in the speculators format, whose ids count the layers passed."""
    layer = {"model_type": "llama", **SIZES, "num_hidden_layers": 1, "rope_theta": 10000.0, "hidden_act": "silu"}
    return {
        "architectures": ["Eagle3Speculator"], "speculators_model_type": "eagle3", "draft_vocab_size": DRAFTED, "norm_before_residual": True,
        "eagle_aux_hidden_state_layer_ids": [1, 2, 4], "transformer_layer_config": layer | changes.pop("transformer_layer_config", {}),
    } | changes  # fmt: skip


def eagle3_tensors(seed: int = 11, layer: str = "midlayer.", heard: int = 3, drafted: int = DRAFTED, embedding: bool = True, target: int = 32) -> dict[str, mx.array]:
    """A random head's tensors, for a target of this hidden size. `drafted`: it guesses every seventh token, so many of them; all in their
    order where that is all there are."""
    shapes = {"fc.weight": (32, target * heard), "norm.weight": (32,), "lm_head.weight": (drafted, 32)}
    shapes |= {"embed_tokens.weight": (VOCABULARY, 32)} if embedding else {}
    names = {"q_proj": (32, 64), "k_proj": (16, 64), "v_proj": (16, 64), "o_proj": (32, 32)}
    shapes |= {f"{layer}self_attn.{name}.weight": shape for name, shape in names.items()}
    mlp = {"gate_proj": (48, 32), "up_proj": (48, 32), "down_proj": (32, 48)}
    shapes |= {f"{layer}mlp.{name}.weight": shape for name, shape in mlp.items()}
    shapes |= {f"{layer}{name}.weight": (32,) for name in ("input_layernorm", "hidden_norm", "post_attention_layernorm")}
    tensors = randomised({name: mx.zeros(shape) for name, shape in shapes.items()}, seed)
    if drafted == VOCABULARY:
        return tensors
    guessed = mx.arange(drafted) * 7
    kept = mx.zeros((VOCABULARY,), mx.bool_)
    kept[guessed] = True
    return tensors | {"d2t": (guessed - mx.arange(drafted)).astype(mx.int64), "t2d": kept}


def eagle3_folder(folder: Path, tensors: dict[str, mx.array] | None = None, **changes: Any) -> Path:
    """An EAGLE-3 head's folder as SafeAILab's and SGLang's are."""
    write(folder, eagle3_config(**changes), eagle3_tensors() if tensors is None else tensors, "pt")
    return folder


def speculator_folder(folder: Path, tensors: dict[str, mx.array] | None = None, **changes: Any) -> Path:
    """The same in the speculators format."""
    write(folder, speculator_config(**changes), eagle3_tensors(layer="layers.0.") if tensors is None else tensors, "pt")
    return folder
