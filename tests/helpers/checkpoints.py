"""Tiny random checkpoints on disk: targets, and every kind of drafter in the layouts that it is published in. They share one tokenizer.

Damaged ones are made by damaged.py, whole families with their published configs by families.py.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any, Callable, Mapping

import mlx.core as mx
from mlx.utils import tree_flatten
from mlx_lm.models import gemma4, mimo, qwen3, qwen3_5, qwen3_5_moe, qwen3_next

from specdeck import assets
from tests.helpers import kinds
from tests.helpers.kinds import LINEAR

Tensors = Mapping[str, mx.array]
Shapes = dict[str, tuple[int, ...]]

VOCABULARY, MASK = 4096, 4090  # the embedded tokenizer's size, the mask token of block drafters
SIZES: dict[str, Any] = {name: size for name, size in kinds.SIZES.items() if name != "rope_theta"} | {"num_hidden_layers": 4, "vocab_size": VOCABULARY}
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
GEMMAS_LAYERS = {  # of drafters with Gemma 4's own layers
    "model_type": "gemma4_text", "head_dim": 8, "global_head_dim": 16, "num_key_value_heads": 2, "num_global_key_value_heads": 1,
    "attention_k_eq_v": True, "hidden_activation": "gelu_pytorch_tanh", "hidden_size_per_layer_input": 0, "enable_moe_block": False,
    "rope_theta": None, "final_logit_softcapping": 3.0, "rope_parameters": GEMMA["rope_parameters"], "sliding_window": 8,
}  # fmt: skip
NEXT = LINEAR | EXPERTS | {"mlp_only_layers": [], "rope_theta": 10000000.0, "partial_rotary_factor": 0.25}
MODULES = {"qwen3": qwen3, "qwen3_5": qwen3_5, "qwen3_5_moe": qwen3_5_moe, "qwen3_next": qwen3_next, "gemma4": gemma4, "mimo": mimo}


# -- what all are made of --------------------------------------------------------------------------------------------------


def write(folder: Path, settings: Mapping[str, Any], tensors: Tensors, made_by: str) -> Path:
    """A model folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(settings))
    save(folder / "model.safetensors", tensors, made_by)
    return folder


def save(file: Path, tensors: Tensors, made_by: str | None) -> None:
    """A safetensors file that says who wrote it, if anyone."""
    file.parent.mkdir(parents=True, exist_ok=True)
    mx.save_safetensors(str(file), dict(tensors), metadata={"format": made_by} if made_by else {})


def edit_header(file: Path, edit: Callable[[dict[str, Any]], Any]) -> None:
    """Change what a safetensors file says of its tensors, and nothing in them."""
    raw = file.read_bytes()
    end = 8 + int.from_bytes(raw[:8], "little")
    header = json.loads(raw[8:end])
    edit(header)
    written = json.dumps(header).encode()
    file.write_bytes(len(written).to_bytes(8, "little") + written + raw[end:])


def drawn(shapes: Shapes, seed: int) -> dict[str, mx.array]:
    """Random tensors of these shapes: norms around 1, matrices that keep their input's scale."""
    keys, tensors = mx.random.split(mx.random.key(seed), len(shapes)), {}
    for key, (name, shape) in zip(keys, sorted(shapes.items())):
        noise = mx.random.normal(shape, key=key)
        norm = "norm" in name and noise.ndim == 1
        tensors[name] = 1 + 0.2 * noise if norm else noise * 0.5 if noise.ndim == 1 else noise * noise.shape[-1] ** -0.5
    return tensors


def without(tensors: Tensors, *names: str) -> dict[str, mx.array]:
    """The tensors whose names do not begin so."""
    return {name: value for name, value in tensors.items() if not name.startswith(names)}


def shapes_of(model: Any) -> Shapes:
    """Of a model's parameters."""
    return {name: value.shape for name, value in tree_flatten(model.parameters())}


BOTH_NORMS = ("input_layernorm", "post_attention_layernorm")


def layer(
    prefix: str, hidden: int = 32, queries: int = 32, keys: int = 16, feed: int = 48, head: int = 16, reads: int | None = None, norms: tuple[str, ...] = BOTH_NORMS
) -> Shapes:
    """Of a transformer layer's tensors. `keys` 0: it reads another's; `feed` 0: experts come in its place; `head` 0: no norms of heads;
    `reads`: what its attention reads, if not hidden states alone."""
    attended = {f"{name}_proj": (size, reads or hidden) for name, size in (("q", queries), ("k", keys), ("v", keys)) if size}
    attended |= {"o_proj": (hidden, queries)} | {f"{name}_norm": (head,) for name in ("qk" if keys else "q") if head}
    mlp = {"gate_proj": (feed, hidden), "up_proj": (feed, hidden), "down_proj": (hidden, feed)} if feed else {}
    shapes = {f"self_attn.{name}": shape for name, shape in attended.items()} | {f"mlp.{name}": shape for name, shape in mlp.items()}
    return {f"{prefix}{name}.weight": shape for name, shape in (shapes | dict.fromkeys(norms, (hidden,))).items()}


# -- targets ---------------------------------------------------------------------------------------------------------------


def config(kind: str, **changes: Any) -> dict[str, Any]:
    """config.json of a tiny target: "qwen3", "qwen3_5" (hybrid), "qwen3_5_moe", "qwen3_next", "mimo" or "gemma4" (sliding)."""
    if kind in ("qwen3", "qwen3_next", "mimo"):
        special = NEXT if kind == "qwen3_next" else {"rope_theta": 10000.0}
        return {"model_type": kind, **SIZES, **special, "eos_token_id": 2} | changes
    special = GEMMA if kind == "gemma4" else LINEAR | (EXPERTS if kind.endswith("moe") else {})
    text = {"model_type": f"{kind}_text", **SIZES, **special} | changes
    return {"model_type": kind, "text_config": text, "eos_token_id": 2, "vocab_size": VOCABULARY}


def text_config(kind: str) -> dict[str, Any]:
    """Of a target's config the part that a head of it copies."""
    return config(kind).get("text_config") or config(kind)


def target(folder: Path, kind: str = "qwen3_5", seed: int = 1, **changes: Any) -> Path:
    """A tiny random target as MLX's converter writes it."""
    settings, module = config(kind, **changes), MODULES[kind]
    write(folder, settings, drawn(shapes_of(module.Model(module.ModelArgs.from_dict(settings))), seed), "mlx")
    return with_tokenizer(folder)


def with_tokenizer(folder: Path) -> Path:
    """The embedded target's tokenizer in this folder."""
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copyfile(assets.TARGET / name, folder / name)
    return folder


def another_vocabulary(folder: Path, ordinary: int) -> Path:
    """The embedded drafter with other names for so many ordinary tokens of its vocabulary and for the token that ends a turn."""
    shutil.copytree(assets.DRAFTER, folder)
    tokenizer, special = json.loads((folder / "tokenizer.json").read_text()), "<|im_end|>"
    vocabulary, merges = tokenizer["model"]["vocab"], tokenizer["model"]["merges"]
    renamed = {token: f"{token}~" for token in (*sorted(vocabulary, key=vocabulary.get)[3000 : 3000 + ordinary], special)}
    tokenizer["model"]["vocab"] = {renamed.get(token, token): id_ for token, id_ in vocabulary.items()}
    pairs = [merge.split(" ") if isinstance(merge, str) else merge for merge in merges]
    tokenizer["model"]["merges"] = [merge for merge, (left, right) in zip(merges, pairs) if not {left, right, left + right} & renamed.keys()]
    for token in tokenizer["added_tokens"]:
        token["content"] = renamed.get(token["content"], token["content"])
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer))
    text = (folder / "tokenizer_config.json").read_text()
    (folder / "tokenizer_config.json").write_text(text.replace(special, renamed[special]))
    return folder


# -- multi-token-prediction heads ------------------------------------------------------------------------------------------


def packed(tensors: Tensors, name: str, bits: int = 4) -> dict[str, mx.array]:
    """A matrix of these in few bits, by its three names."""
    return dict(zip((f"{name}.weight", f"{name}.scales", f"{name}.biases"), mx.quantize(tensors[f"{name}.weight"], group_size=32, bits=bits)))


def mtp_tensors(kind: str = "qwen3_5", seed: int = 5) -> dict[str, mx.array]:
    """A random head's tensors by their bare names, experts stacked; norms around 1, q_norm and k_norm around 1.75 as in published heads."""
    width, experts = 1 if kind == "qwen3" else 2, "num_experts" in text_config(kind)
    shapes = {"fc.weight": (32, 64), **{f"{name}.weight": (32,) for name in ("norm", "pre_fc_norm_embedding", "pre_fc_norm_hidden")}}
    shapes |= layer("layers.0.", queries=32 * width, feed=0 if experts else 48) | {"layers.0.self_attn.o_proj.weight": (32, 32)}
    if experts:
        shapes |= {"layers.0.mlp.gate.weight": (4, 32), "layers.0.mlp.shared_expert_gate.weight": (1, 32)}
        for name, shape in {"gate_proj": (24, 32), "up_proj": (24, 32), "down_proj": (32, 24)}.items():
            shapes |= {f"layers.0.mlp.switch_mlp.{name}.weight": (4, *shape), f"layers.0.mlp.shared_expert.{name}.weight": shape}
    return {name: value - value.mean() + 1.75 if name.endswith(("q_norm.weight", "k_norm.weight")) else value for name, value in drawn(shapes, seed).items()}


def less_one(tensors: Tensors) -> dict[str, mx.array]:
    """The same with its norms stored less one, as Qwen writes them."""
    return {name: value - 1 if "norm" in name and value.ndim == 1 else value for name, value in tensors.items()}


def mtp(folder: Path, kind: str = "qwen3_5", **changes: Any) -> Path:
    """A head in a folder of its own, as published for MLX."""
    return write(folder, {"model_type": f"{kind}_mtp", "text_config": text_config(kind), "block_size": 3} | changes, mtp_tensors(kind), "mlx")


def sidecar(target: Path) -> Path:
    """A target with its head in a file beside the model's, as `mtp.*`."""
    save(target / "model-mtp.safetensors", {f"mtp.{name}": value for name, value in mtp_tensors().items()}, "mlx")
    return target


# -- Gemma 4's assistants --------------------------------------------------------------------------------------------------


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


def assistant_tensors(settings: Mapping[str, Any]) -> dict[str, mx.array]:
    """A random assistant's tensors, none of whose layers has keys; the clusters hold every token once, in random order."""
    text, backbone, clusters = settings["text_config"], settings["backbone_hidden_size"], settings["use_ordered_embeddings"]
    hidden, norms = text["hidden_size"], (*BOTH_NORMS, "pre_feedforward_layernorm", "post_feedforward_layernorm")
    shapes: Shapes = {"model.embed_tokens.weight": (VOCABULARY, hidden), "model.norm.weight": (hidden,)}
    shapes |= {"pre_projection.weight": (hidden, 2 * backbone), "post_projection.weight": (backbone, hidden)}
    for i, kind in enumerate(text["layer_types"]):
        size = text["global_head_dim" if kind == "full_attention" else "head_dim"]
        shapes |= layer(f"model.layers.{i}.", hidden, text["num_attention_heads"] * size, 0, text["intermediate_size"], size, norms=norms)
        shapes[f"model.layers.{i}.layer_scalar"] = (1,)
    tensors = drawn(shapes | ({"masked_embedding.centroids.weight": (64, hidden)} if clusters else {}), 9)
    if clusters:
        tensors["masked_embedding.token_ordering"] = mx.random.permutation(VOCABULARY, key=mx.random.key(9)).astype(mx.int64)
    return tensors


def assistant(folder: Path, **changes: Any) -> Path:
    """An assistant's folder as Google publishes it."""
    settings = assistant_config(**changes)
    return write(folder, settings, assistant_tensors(settings), "pt")


# -- EAGLE-3 heads ---------------------------------------------------------------------------------------------------------

DRAFTED = 512  # tokens that the tiny EAGLE-3 head can guess


def eagle3_config(**changes: Any) -> dict[str, Any]:
    """config.json of a tiny EAGLE-3 head for the tiny targets, as SGLang's and AngelSlim's are written; a field set to None is left out."""
    settings = {
        "architectures": ["LlamaForCausalLMEagle3"], "model_type": "llama", **SIZES, "num_hidden_layers": 1, "rope_theta": 10000.0,
        "hidden_act": "silu", "draft_vocab_size": DRAFTED, "eagle_config": {"eagle_aux_hidden_state_layer_ids": [0, 1, 3]},
    } | changes  # fmt: skip
    return {name: value for name, value in settings.items() if value is not None}


def eagle3_speculator_config(**changes: Any) -> dict[str, Any]:
    """The same in the speculators format, whose ids count the layers passed."""
    layer = {"model_type": "llama", **SIZES, "num_hidden_layers": 1, "rope_theta": 10000.0, "hidden_act": "silu"}
    return {
        "architectures": ["Eagle3Speculator"], "speculators_model_type": "eagle3", "draft_vocab_size": DRAFTED, "norm_before_residual": True,
        "eagle_aux_hidden_state_layer_ids": [1, 2, 4], "transformer_layer_config": layer | changes.pop("transformer_layer_config", {}),
    } | changes  # fmt: skip


def eagle3_tensors(named: str = "midlayer.", heard: int = 3, drafted: int = DRAFTED, embedding: bool = True, target: int = 32) -> dict[str, mx.array]:
    """A random head's tensors, for a target of this hidden size, its layer `named` so. `drafted`: it guesses every seventh token, so many of
    them; all in their order where that is all there are."""
    shapes = {"fc.weight": (32, target * heard), "norm.weight": (32,), "lm_head.weight": (drafted, 32)}
    shapes |= {"embed_tokens.weight": (VOCABULARY, 32)} if embedding else {}
    tensors = drawn(shapes | layer(named, head=0, reads=64, norms=(*BOTH_NORMS, "hidden_norm")), 11)
    if drafted == VOCABULARY:
        return tensors
    guessed = mx.arange(drafted) * 7
    kept = mx.zeros((VOCABULARY,), mx.bool_)
    kept[guessed] = True
    return tensors | {"d2t": (guessed - mx.arange(drafted)).astype(mx.int64), "t2d": kept}


def eagle3(folder: Path, tensors: Tensors | None = None, **changes: Any) -> Path:
    """An EAGLE-3 head's folder as SafeAILab's and SGLang's are."""
    return write(folder, eagle3_config(**changes), eagle3_tensors() if tensors is None else tensors, "pt")


def eagle3_speculator(folder: Path, tensors: Tensors | None = None, **changes: Any) -> Path:
    """The same in the speculators format."""
    return write(folder, eagle3_speculator_config(**changes), eagle3_tensors(named="layers.0.") if tensors is None else tensors, "pt")


# -- block drafters --------------------------------------------------------------------------------------------------------

H, RANK, TAPS, GROUP, CANDIDATES = 32, 8, 3, 4, 16
LAYERS = (0, 2)  # of the target
READ = {"target_layer_ids": list(LAYERS), "mask_token_id": MASK}


def dflash_config(**changes: Any) -> dict[str, Any]:
    """config.json of a tiny DFlash drafter for the tiny targets; `dflash_config` is merged into, the rest replaced."""
    settings = READ | changes.pop("dflash_config", {})
    return {
        "model_type": "qwen3", **SIZES, "num_hidden_layers": 2, "block_size": 6, "num_target_layers": 4, "rope_theta": 10000.0,
        "dflash_config": settings,
    } | changes  # fmt: skip


def dflash_tensors(**changes: Any) -> dict[str, mx.array]:
    """A random block drafter's tensors."""
    return block_tensors_of(dflash_config(**changes))


def dflash(folder: Path, **changes: Any) -> Path:
    """A block drafter's folder; other sizes change its config alone."""
    return write(folder, dflash_config(**changes), dflash_tensors(attention_bias=changes.get("attention_bias", False)), "pt")


def dflash2_config(**changes: Any) -> dict[str, Any]:
    """config.json of a tiny DFlash2 drafter for the tiny targets, as z-lab's are; `dflash_config` is merged into, the rest replaced."""
    settings = {"conv_kernel_size": TAPS, "conv_group_size": GROUP, "selector_rank": RANK, "selector_top_k": CANDIDATES, "block_size": 6}
    settings |= changes.pop("dflash_config", {})
    return dflash_config(**{"architectures": ["DFlash2DraftModel"], "is_causal": False, "block_size": None, "dflash_config": settings} | changes)


def dflash2_tensors() -> dict[str, mx.array]:
    """A random drafter's tensors."""
    return block_tensors_of(dflash2_config())


def dflash2(folder: Path, tensors: Tensors | None = None, **changes: Any) -> Path:
    """A DFlash2 drafter's folder."""
    return write(folder, dflash2_config(**changes), tensors or dflash2_tensors(), "pt")


def dspark_config(**changes: Any) -> dict[str, Any]:
    """config.json of a tiny DSpark drafter, as DeepSpec's are: all fields at the top level; a field set to None is left out."""
    settings = {
        **dflash_config(), "dflash_config": None, "architectures": ["Qwen3DSparkModel"], **READ, "markov_rank": RANK, "markov_head_type": "vanilla",
        "enable_confidence_head": True, "confidence_head_with_markov": True, "num_anchors": 4,
    } | changes  # fmt: skip
    return {name: value for name, value in settings.items() if value is not None}


def dspark_speculator_config(**changes: Any) -> dict[str, Any]:
    """config.json of a tiny DSpark drafter in the speculators format, which names layers by their inputs."""
    layers = {"model_type": "qwen3", **SIZES, "num_hidden_layers": 2, "rope_theta": 10000.0}
    return {
        "architectures": ["DSparkDraftModel"], "speculators_model_type": "dspark", "speculators_config": {"algorithm": "dspark"}, "block_size": 6,
        "transformer_layer_config": layers, "aux_hidden_state_layer_ids": [layer + 1 for layer in LAYERS], "mask_token_id": MASK,
        "draft_vocab_size": 586, "markov_rank": RANK, "markov_head_type": "vanilla", "enable_confidence_head": True, "target_hidden_size": None,
    } | changes  # fmt: skip


def dspark_tensors(head: str | None = "vanilla", own: bool = True) -> dict[str, mx.array]:
    """A random drafter's tensors; `head` None for none, `own`: with embedding and output head, which DeepSpec's have."""
    return block_tensors_of(dspark_config(markov_head_type=head, markov_rank=RANK if head else 0, has_embed_tokens=own, has_lm_head=own))


def gemma_dspark_config(**changes: Any) -> dict[str, Any]:
    """config.json of a tiny DSpark drafter with Gemma 4's own layers, as DeepSpec's builder writes it (modeling/dspark/gemma4/config.py): the target's
    text config and its own fields; the fields of sliding layers, `head_dim` and `num_key_value_heads` among them, mean nothing."""
    settings = {
        **GEMMAS_LAYERS, "architectures": ["Gemma4DSparkModel"], "layer_types": ["full_attention"] * 2,
    }  # fmt: skip
    return dspark_config(**settings | changes)


SNR = 128  # numbers that tell a row's noise


def noisy_dspark_config(**changes: Any) -> dict[str, Any]:
    """config.json of a tiny DSpark drafter whose rows read their noise (PrismML's for Bonsai)."""
    return dspark_config(log_snr_conditioning=True, min_log_snr=-9.0, max_log_snr=9.0, **changes)


def block_tensors_of(settings: Mapping[str, Any]) -> dict[str, mx.array]:
    """A random block drafter's tensors in the shapes that its config asks for, of two layers: with its own ends where it is DeepSpec's or says so."""
    flat = {**settings.get("transformer_layer_config", {}), **settings, **settings.get("dflash_config", {})}
    named, gated = str(flat.get("architectures")), flat.get("enable_qwen35_gated_q_proj", False)
    gemma, deepspecs = "Gemma4" in named, "dflash_config" not in settings and "DFlash" not in named
    hidden, head = flat["hidden_size"], flat["global_head_dim" if gemma else "head_dim"]
    shared, read = gemma and flat["attention_k_eq_v"], flat.get("target_layer_ids") or flat["aux_hidden_state_layer_ids"]
    heads, keys = flat["num_attention_heads"], head * flat["num_global_key_value_heads" if shared else "num_key_value_heads"]
    norms = (*BOTH_NORMS, "pre_feedforward_layernorm", "post_feedforward_layernorm") if gemma else BOTH_NORMS
    shapes: Shapes = {"fc.weight": (hidden, len(read) * hidden), "hidden_norm.weight": (hidden,), "norm.weight": (hidden,)}
    for i in range(2):
        shapes |= layer(f"layers.{i}.", hidden, heads * head * (1 + gated), keys, flat["intermediate_size"], head, norms=norms)
        shapes |= {f"layers.{i}.self_attn.o_proj.weight": (hidden, heads * head)} | ({f"layers.{i}.layer_scalar": (1,)} if gemma else {})
        shapes |= {f"layers.{i}.self_attn.attention_sink_bias": (heads,)} if flat.get("attention_sink_bias") else {}
        biased = [name for name in shapes if f"{i}.self_attn" in name and "_proj." in name] if flat.get("attention_bias") else ()  # as those for gpt-oss
        shapes |= {name.replace("weight", "bias"): shapes[name][:1] for name in biased}
        if shared:
            del shapes[f"layers.{i}.self_attn.v_proj.weight"]
    ends = [end for end in ("embed_tokens", "lm_head") if flat.get(f"has_{end}", deepspecs)]
    shapes |= {f"{end}.weight": (VOCABULARY, hidden) for end in ends}
    if flat.get("enable_confidence_head"):
        shapes |= {"confidence_head.proj.weight": (1, hidden + flat["markov_rank"]), "confidence_head.proj.bias": (1,)}
    if flat.get("log_snr_conditioning"):
        parts = {"fc1.weight": (hidden, SNR), "fc1.bias": (hidden,), "fc2.weight": (hidden, hidden), "fc2.bias": (hidden,)}
        shapes |= {f"log_snr_embed.{name}": shape for name, shape in parts.items()}
    if flat.get("markov_rank"):
        rank = flat["markov_rank"]
        shapes |= {f"markov_head.markov_w{n}.weight": (VOCABULARY, rank) for n in (1, 2)}
        gates = {"gated": ("gate", rank, hidden + rank), "rnn": ("joint", 3 * rank, 2 * rank + hidden)}
        for name, *size in (gates[kind],) if (kind := flat.get("markov_head_type")) in gates else ():
            shapes |= {f"markov_head.{name}_proj.weight": tuple(size), f"markov_head.{name}_proj.bias": (size[0],)}
    if "selector_rank" in flat:
        rank, taps = flat["selector_rank"], flat["conv_kernel_size"]
        shapes |= {f"candidate_selector.{name}_codebook": (VOCABULARY, rank) for name in ("predecessor", "successor")}
        shapes |= {"candidate_selector.hidden_projection.weight": (rank, hidden)}
        for part in [f"layers.{i}.{name}_conv." for i in range(2) for name in ("attention", "mlp")]:
            projection = (2 * taps * hidden // flat["conv_group_size"], hidden)
            shapes |= {f"{part}base_kernel": (2, taps, hidden), f"{part}kernel_projection.weight": projection}
    tensors = drawn(shapes, 7)
    tensors |= {name: mx.abs(value) + 0.5 for name, value in tensors.items() if name.endswith("layer_scalar")}
    near = {name: value + (mx.arange(value.shape[1]) == 0)[:, None] for name, value in tensors.items() if name.endswith("base_kernel")}  # kernels that change nothing
    return tensors | near | {name: 3 * value for name, value in tensors.items() if "markov_head" in name or "codebook" in name}  # so that it sways the choice


def block_drafter(folder: Path, settings: Mapping[str, Any], tensors: Tensors | None = None) -> Path:
    """Its folder; Qwen 3.5's own norms are stored less one."""
    tensors = tensors or block_tensors_of(settings)
    return write(folder, settings, less_one(tensors) if settings.get("enable_qwen35_gated_q_proj") else tensors, "pt")


def dspark(folder: Path, tensors: Tensors | None = None, config: Mapping[str, Any] | None = None, **changes: Any) -> Path:
    """A DSpark drafter's folder."""
    return write(folder, config or dspark_config(**changes), tensors or dspark_tensors(), "pt")


def pruned(tensors: Tensors) -> dict[str, mx.array]:
    """The same, guessing every seventh token only, with what the speculators format adds; its embedding is the target's."""
    rows = mx.arange(0, VOCABULARY, 7)
    parts = {name: tensors[name][rows] for name in ("lm_head.weight", "markov_head.markov_w2.weight") if name in tensors}
    added = {"d2t": (rows - mx.arange(rows.size)).astype(mx.int64), "t2d": mx.arange(VOCABULARY) % 7 == 0, "verifier_norm.weight": mx.ones(H)}
    return {name: tensor for name, tensor in tensors.items() if name != "embed_tokens.weight"} | parts | added


def red_hat_tensors() -> dict[str, mx.array]:
    """A DFlash drafter's as speculators writes it (models/dflash/core.py, DraftVocabMixin in model.py: all but verifier_lm_head and
    verifier_norm): with its own embedding, an output head of every seventh token, d2t and t2d."""
    tensors = dflash_tensors(has_embed_tokens=True, has_lm_head=True)
    return without(pruned(tensors), "verifier_norm") | {"embed_tokens.weight": tensors["embed_tokens.weight"]}


def red_hat(folder: Path, **changes: Any) -> Path:
    """Its folder."""
    settings = dspark_speculator_config(architectures=["DFlashDraftModel"], speculators_model_type="dflash", sample_from_anchor=False, **changes)
    return write(folder, settings, red_hat_tensors(), "pt")


STATE, PURE = 6, 1  # of a Domino head: the size of its GRU's state, the guesses that it leaves alone


def domino_tensors() -> dict[str, mx.array]:
    """A random Domino drafter's tensors, as SpecForge names them (modeling/draft/domino.py: nn.GRU and nn.Sequential, without biases)."""
    shapes = {"prefix_gru.weight_ih_l0": (3 * STATE, H), "prefix_gru.weight_hh_l0": (3 * STATE, STATE),
              "embed_proj.0.weight": (RANK, H + STATE), "embed_proj.2.weight": (VOCABULARY, RANK)}  # fmt: skip
    return dflash_tensors() | {name: 5 * value for name, value in drawn(shapes, 8).items()}  # so that it sways the choice


def domino(folder: Path, tensors: Tensors | None = None, **settings: Any) -> Path:
    """A Domino drafter's folder, as SpecForge's configs (configs/qwen3-8b-domino.json) and ModelOpt's DominoExporter write it."""
    settings = {"projector_type": "domino", "shift_label": True, "pure_draft_prefix_len": PURE, "emb_dim": RANK, "gru_hidden_dim": STATE} | settings
    return write(folder, dflash_config(architectures=["DominoDraftModel"], dflash_config=settings), tensors or domino_tensors(), "pt")
