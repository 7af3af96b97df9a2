"""Writes trained weights as Hugging Face folders in float16: models in Qwen3's layout, or Phi-3's where queries and
keys have no norm; drafters without an embedding as they are published."""

import json
import shutil
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor
from torch.nn import Module

from .model import Shape

SPLIT = {"qkv": ("self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj"), "gate_up": ("mlp.gate_proj", "mlp.up_proj")}
FUSED = {"qkv": "self_attn.qkv_proj", "gate_up": "mlp.gate_up_proj"}
NAMES = {
    "out": "self_attn.o_proj",
    "down": "mlp.down_proj",
    "norm1": "input_layernorm",
    "norm2": "post_attention_layernorm",
    "q_norm": "self_attn.q_norm",
    "k_norm": "self_attn.k_norm",
}
MODEL = {"embed": "model.embed_tokens", "norm": "model.norm", "blocks": "model.layers"}
MTP = {"norm_embedding": "pre_fc_norm_embedding", "norm_hidden": "pre_fc_norm_hidden", "fc": "fc", "norm": "norm", "blocks": "layers"}
EAGLE3 = {"fc": "fc", "hidden_norm": "layers.0.hidden_norm", "norm": "norm", "blocks": "layers"}
DFLASH = {"fc": "fc", "hidden_norm": "hidden_norm", "norm": "norm", "blocks": "layers"}


def export(shape: Shape, weights: dict[str, Tensor], tokenizer: Path, folder: Path) -> None:
    """`weights` is a Model's state; `tokenizer` the folder whose two files are copied."""
    export_weights(folder, shape, weights, MODEL, config(shape))
    write(folder / "generation_config.json", {"eos_token_id": 2, "pad_token_id": 0, "do_sample": False})
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copyfile(tokenizer / name, folder / name)


def export_weights(folder: Path, shape: Shape, weights: dict[str, Tensor], names: dict[str, str], settings: dict) -> None:
    """The two files that say what a network is. `names`: what its parts are called there."""
    folder.mkdir(parents=True, exist_ok=True)
    tensors = {name: tensor.half().contiguous() for name, tensor in renamed(shape, weights, names)}
    save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
    write(folder / "config.json", settings)


def renamed(shape: Shape, weights: dict[str, Tensor], names: dict[str, str]):
    """(Hugging Face name, tensor), the fused matrices split."""
    for name, tensor in weights.items():
        whole, *within = name.split(".")
        if not within:
            yield f"{names[whole]}.weight", tensor
            continue
        layer, part = within
        for kind, piece in pieces(shape, part, tensor):
            yield f"{names[whole]}.{layer}.{kind}.weight", piece


def pieces(shape: Shape, part: str, tensor: Tensor):
    """(name within the layer, tensor): Qwen3 has query, key, value and gate, up apart, Phi-3 together, as they are here."""
    if part in FUSED and not shape.qk_norm:
        return [(FUSED[part], tensor)]
    sizes = {"qkv": shape.qkv, "gate_up": (shape.ff, shape.ff)}.get(part, (tensor.shape[0],))
    return zip(SPLIT.get(part) or (NAMES[part],), tensor.split(sizes))


def resumed(module: Module, folder: Path, shape: Shape, names: dict[str, str] = MODEL) -> Module:
    """The module with the weights of a folder that `export_weights` wrote."""
    tensors = load_file(folder / "model.safetensors")
    state = module.state_dict()
    for name, part in state.items():
        state[name] = torch.cat([tensors[theirs].float() for theirs, _ in renamed(shape, {name: part}, names)])
    module.load_state_dict(state)
    return module


def config(shape: Shape) -> dict:
    """config.json of a model of this shape."""
    kind = ("Qwen3ForCausalLM", "qwen3") if shape.qk_norm else ("Phi3ForCausalLM", "phi3")
    return {
        "architectures": [kind[0]],
        "model_type": kind[1],
        "hidden_size": shape.width,
        "num_hidden_layers": shape.layers,
        "intermediate_size": shape.ff,
        "num_attention_heads": shape.heads,
        "num_key_value_heads": shape.kv_heads,
        "head_dim": shape.head_dim,
        "rms_norm_eps": shape.eps,
        "vocab_size": shape.vocab,
        "max_position_embeddings": shape.context,
        "rope_theta": shape.theta,
        "tie_word_embeddings": True,
        "eos_token_id": 2,
        "pad_token_id": 0,
        "torch_dtype": "float16",
        "hidden_act": "silu",
        "attention_bias": False,
        "attention_dropout": 0.0,
        "initializer_range": 0.02,
        "use_cache": True,
    }


def write(path: Path, value: dict) -> None:
    """JSON with a final line break."""
    path.write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8")


def average(checkpoint: Path) -> dict[str, Tensor]:
    """The averaged weights of a run's checkpoint."""
    return torch.load(checkpoint, map_location="cpu")["average"]
