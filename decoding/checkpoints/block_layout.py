"""What the configs of block drafters say, and why a drafter does not fit. DFlash, DFlash2 and DSpark share their net's layout. Loads no mlx.

A field may stand in the section `dflash_config` (z-lab, SpecForge) or at the top level. DeepSeek's DeepSpec and the first DFlash drafters
have it there. In the speculators format (Red Hat's) the layers' fields have a section of their own. Some fields have other names there,
and `flattened` renames them.
"""

import re
from typing import Any, Iterator

from ..errors import INCOMPLETE, NOT_FOR_IT, OTHER_VOCABULARY, UNREAD, Reason
from .checkpoint import MASK_EMBEDDING, Checkpoint, Config, listed, table
from .layout import (
    GEMMAS_FIELDS,
    GEMMAS_READ,
    LAYERS_READ,
    Layout,
    Marks,
    Tensors,
    bare,
    common_objections,
    layer_kind,
    remark_of,
)

DEFAULT_ROPE_BASE = 10000.0
DEFAULT_BLOCK = 16  # rows, z-lab's


def flattened(config: Config) -> Config:
    """A config in the speculators format with its fields where the others have them; another config as it is.

    Its `aux_hidden_state_layer_ids` name layers by their inputs (vLLM#40727, llama.cpp#26275). Where the config is silent, two rules hold. The last
    token's row only marks the place, unless a block proposes as many tokens as it has rows. That is the writer's rule (speculators' dflash/core.py).
    Rows see their whole block in sliding layers too, as vLLM and llama.cpp read older files.
    """
    layers = table(config, "transformer_layer_config")
    if not layers:
        return _of_full_attention(config)
    own = {name: value for name, value in config.items() if value is not None and name != "transformer_layer_config"}
    renamed: dict[str, Any] = {"target_layer_ids": [layer - 1 for layer in listed(config.get("aux_hidden_state_layer_ids"))]}
    renamed |= {"is_causal": False} if config.get("sliding_window_non_causal", True) else {}
    methods, block = listed(table(config, "speculators_config").get("proposal_methods")), config.get("block_size")
    whole = block is not None and any(method.get("speculative_tokens") == block for method in methods if isinstance(method, dict))
    return {**layers, "sample_from_anchor": whole, **own, **renamed}


def _of_full_attention(config: Config) -> Config:
    """A drafter's config with Gemma 4's layers, in the fields that the others have. All its layers are of full attention (DeepSpec)."""
    if not layer_kind(config).gemma:
        return config
    named = {"head_dim": "global_head_dim"} | ({"num_key_value_heads": "num_global_key_value_heads"} if layer_kind(config).shared else {})
    sizes = {name: config[other] for name, other in named.items() if config.get(other) is not None}
    return {**config, **sizes, "rope_parameters": table(config, "rope_parameters").get("full_attention"), "layer_types": None}


def setting(config: Config, name: str, default: Any = None) -> Any:
    """A field of a block drafter's config."""
    value = table(config, "dflash_config").get(name)
    return config.get(name, default) if value is None else value


def layer_ids(config: Config) -> tuple[int, ...]:
    """The target's layers whose outputs it reads, -1 for the embedding's (DeepSpec's common.py), () where the config names none. `layer_ids`, which
    vLLM reads too, name layers by their inputs."""
    outputs = setting(config, "target_layer_ids")
    return tuple(outputs) if outputs else tuple(layer - 1 for layer in setting(config, "layer_ids") or ())


def layers_read(checkpoint: Checkpoint, target: Checkpoint) -> tuple[int, ...]:
    """The target's layers whose outputs it reads. Where the config names none, z-lab's rule gives them, from its own number of
    layers and the target's."""
    config = checkpoint.config
    count, depth = config.get("num_hidden_layers") or 1, config.get("num_target_layers") or target.text.get("num_hidden_layers") or 0
    by_rule = (depth // 2,) if count == 1 else tuple(round(1 + i * (depth - 4) / (count - 1)) for i in range(count))
    return layer_ids(config) or by_rule


def _guessed(checkpoint: Checkpoint) -> str | None:
    """What a block drafter's config leaves open. The layers by rule are those of few published drafters (sglang#37475: 6 of 20)."""
    config = checkpoint.config
    base = rope_fields(config).get("rope_theta") or config.get("rope_theta")
    return remark_of(
        None if layer_ids(config) else "its config names no layers of the target; those of z-lab's rule were assumed",
        None if block_size(config) else f"its config names no block_size; {DEFAULT_BLOCK} was assumed",
        None if base else f"its config names no rope_theta; {DEFAULT_ROPE_BASE:,.0f} was assumed",
    )


def rope_fields(config: Config) -> Config:
    """The section `rope_parameters`, empty where there is none. Where each kind of layer has its own, as speculators trains, the section of sliding
    layers comes before full ones."""
    fields = table(config, "rope_parameters")
    return table(fields, "sliding_attention") or table(fields, "full_attention") or fields


def rope_base(config: Config) -> float:
    """The base of RoPE, wherever the config names it."""
    return rope_fields(config).get("rope_theta") or config.get("rope_theta") or DEFAULT_ROPE_BASE


def rope_scaling(config: Config) -> Config | None:
    """How RoPE is scaled, None where it is not."""
    rope = rope_fields(config)
    return config.get("rope_scaling") or (rope if rope.get("rope_type", "default") != "default" else None)


def turned(config: Config, head_dim: int) -> int:
    """How many channels of a head RoPE turns, the first ones, by the share that a config names."""
    return int(head_dim * (rope_fields(config).get("partial_rotary_factor") or config.get("partial_rotary_factor") or 1.0))


def rope(config: Config, dims: int) -> dict[str, Any]:
    """How mlx-lm builds RoPE over `dims` channels. It pairs the halves of a head. It pairs neighbours where a field of SGLang's says so,
    as in LFM2's drafters."""
    neighbours = not config.get("rope_is_neox_style", config.get("is_neox_style", True))
    sizes = {"dims": dims, "base": rope_base(config), "max_position_embeddings": config.get("max_position_embeddings")}
    return sizes | {"traditional": neighbours, "scaling_config": rope_scaling(config)}


def block_size(config: Config) -> int | None:
    """Rows of a block, None where the config names none."""
    return setting(config, "runtime_block_size") or setting(config, "block_size")


def first_guess(config: Config, default: int) -> int:
    """The first row of a block whose output is a guess. It is 1 where the last token's row only marks the place, 0 where that row predicts too. The
    field's name differs in SGLang, in speculators, and in SpecForge and ModelOpt. NVIDIA's field, which vLLM reads, means the opposite."""
    said, marks_only = _said(config, "sample_from_anchor", "query_zero_predicts_next", "shift_label"), setting(config, "dspark_bonus_anchor")
    if said is None and marks_only is not None:
        said = not marks_only
    return default if said is None else int(not said)


def all_causal(config: Config) -> bool | None:
    """Whether rows of a block see only rows up to their own, in all layers. None where the config leaves it to each layer's kind. The field has a
    name in z-lab's and vLLM's configs, in ModelOpt's, in JetSpec's (jetspec/models/draft_head.py), in NVIDIA's."""
    return _said(config, "is_causal", "causal", "causal_head", "dflash_query_causal")


def _said(config: Config, *names: str) -> Any:
    """The first of these settings that a config holds, None if it holds none."""
    return next((value for name in names if (value := setting(config, name)) is not None), None)


_LONGEST = 1024  # rows of a block; published ones have at most 32
_SIZES = {"hidden_size": "hidden_size", "num_target_layers": "num_hidden_layers", "vocab_size": "vocab_size"}


def block_objections(checkpoint: Checkpoint, target: Checkpoint, needed: tuple[str, ...], read: str, first: int = 1) -> Iterator[Reason]:
    """Why a block drafter cannot draft for this target. `needed`: tensors that it must have; `read`: the pattern of the tensors that are read;
    `first` as in `first_guess`."""
    config = checkpoint.config
    if (checkpoint.folder / MASK_EMBEDDING).exists():
        yield UNREAD.saying(f"its mask token's embedding is in a file of its own, {MASK_EMBEDDING}, which is not read here")
    yield from layer_kind(config).objections(config)
    width, layers = checkpoint.size("hidden_norm.weight"), layers_read(checkpoint, target)
    yield from common_objections(checkpoint, target, (*needed, *layer_kind(config).needed), read, width, _SIZES, layers, first=-1)
    for block in {block_size(config), setting(config, "block_size")} - {None}:
        if first_guess(config, first) < block <= _LONGEST:
            continue
        yield NOT_FOR_IT.saying(f"its block size is {block}: a block holds the last token, at least one guess, and at most {_LONGEST} rows")
    mask = setting(config, "mask_token_id")
    if mask is None:
        yield INCOMPLETE.saying("its config names no mask_token_id")
    elif mask >= (target.text.get("vocab_size") or mask + 1):
        yield OTHER_VOCABULARY.saying(f"its mask token {mask} is not in the target's vocabulary of {target.text['vocab_size']}")


_SWITCHES = frozenset(
    "block_size runtime_block_size mask_token_id sample_from_anchor query_zero_predicts_next shift_label is_causal causal causal_head"
    " sliding_window_non_causal use_swa swa_window_size draft_window_size rope_is_neox_style is_neox_style partial_rotary_factor"
    " attention_sink_bias dflash_query_causal dspark_bonus_anchor dspark_markov_rank has_embed_tokens num_aux_layers pard_token".split()  # NVIDIA's
)


# The files of `dflash`: a block-diffusion drafter (DFlash, z-lab 2026).


NEEDED = ("fc.weight", "hidden_norm.weight", "norm.weight", "layers.0.self_attn.q_proj.weight")
READ = r"(fc|hidden_norm|norm|embed_tokens|lm_head)\.(weight|scales|biases)|d2t|layers\.\d+\.self_attn\.attention_sink_bias" + LAYERS_READ
_DFLASH2_MARKS = Marks("dflash_?2", ("candidate_selector.",))
_DOMINO_MARKS = Marks("domino|causal_v5", ("prefix_gru.", "embed_proj."))
_DSPARK_MARKS = Marks(f"dspark|{_DOMINO_MARKS.pattern}", ("markov_head.", "markov_w1.", "confidence_head.", *_DOMINO_MARKS.tensors))


def _dflash_is_one(config: Config, tensors: Tensors) -> bool:
    """Whether it is a plain DFlash drafter: DFlash2 and DSpark drafters have its marks too, beside their own."""
    if _DFLASH2_MARKS.on(config, tensors) or _DSPARK_MARKS.on(config, tensors):
        return False
    return "dflash_config" in config or "hidden_norm.weight" in bare(tensors)


DFLASH = Layout(
    is_one=_dflash_is_one,
    objections=lambda checkpoint, target: block_objections(checkpoint, target, NEEDED, READ),
    needs="a DFlash drafter for this target",
    switches=_SWITCHES,
    tensors=bare,
    config=flattened,
    guessed=_guessed,
    embedded="dflash",
)


# The files of `dflash2`: a block drafter with convolutions and a candidate selector (DFlash2, Inco AI and z-lab 2026).


_DFLASH2_CODEBOOK = re.compile(r"(candidate_selector\.(?:predecessor|successor)_codebook)$")  # published bare; quantised with .weight and .scales
_DFLASH2_NEEDED = (
    *NEEDED, "candidate_selector.predecessor_codebook.weight", "candidate_selector.successor_codebook.weight",
    "candidate_selector.hidden_projection.weight", "layers.0.attention_conv.base_kernel", "layers.0.mlp_conv.base_kernel",
)  # fmt: skip
_DFLASH2_READ = (
    READ + r"|layers\.\d+\.(attention|mlp)_conv\.(base_kernel|kernel_projection\.(weight|scales|biases))"
    r"|candidate_selector\.(predecessor_codebook|successor_codebook|hidden_projection)\.(weight|scales|biases)"
)
_DFLASH2_FIELDS = ("conv_kernel_size", "conv_group_size", "selector_rank", "selector_top_k")


def _dflash2_objections(checkpoint: Checkpoint, target: Checkpoint) -> Iterator[Reason]:
    yield from block_objections(checkpoint, target, _DFLASH2_NEEDED, _DFLASH2_READ)
    for name in [name for name in _DFLASH2_FIELDS if not setting(checkpoint.config, name)]:
        yield INCOMPLETE.saying(f"its config names no {name}")


DFLASH2 = Layout(
    is_one=_DFLASH2_MARKS.on,
    objections=_dflash2_objections,
    needs="a DFlash2 drafter for this target",
    switches=_SWITCHES | {*_DFLASH2_FIELDS, "output_multiplier", "final_logit_softcapping", "input_embedding_scale"},
    tensors=lambda tensors: {_DFLASH2_CODEBOOK.sub(r"\1.weight", name): tensor for name, tensor in bare(tensors).items()},
    config=flattened,
    guessed=_guessed,
)


# The files of `dspark`: a block drafter with a Markov head (DSpark, DeepSeek 2026). Its layouts are DeepSpec's (`Qwen3DSparkModel`), SpecForge's
# (`DSparkDraftModel`), ModelOpt's and speculators' (`DSparkSpeculator`). Domino (arXiv 2605.29707) has a GRU in the head's place.


_DSPARK_READ = (
    READ
    + GEMMAS_READ
    + r"|log_snr_embed\.fc[12]\.(weight|bias|scales|biases)|markov_head\.(markov_w[12]|inputs|states|narrow|wide)\.(weight|scales|biases)"
    + r"|markov_head\.(gate|joint)_proj\.(weight|bias|scales|biases)"
)
_DOMINO = {  # SpecForge's and ModelOpt's names -> ours
    "prefix_gru.weight_ih_l0": "markov_head.inputs.weight", "prefix_gru.weight_hh_l0": "markov_head.states.weight",
    "embed_proj.0.weight": "markov_head.narrow.weight", "embed_proj.2.weight": "markov_head.wide.weight",
}  # fmt: skip
_DSPARK_HEADS = ("vanilla", "gated", "rnn")


def _dspark_objections(checkpoint: Checkpoint, target: Checkpoint) -> Iterator[Reason]:
    if _DOMINO_MARKS.on(checkpoint.config, {}) or "markov_head.inputs.weight" in checkpoint.tensors:
        yield from block_objections(checkpoint, target, (*NEEDED, *_DOMINO.values()), _DSPARK_READ)
        return
    yield from block_objections(checkpoint, target, NEEDED, _DSPARK_READ, first=0)
    head, rank = setting(checkpoint.config, "markov_head_type", "vanilla"), setting(checkpoint.config, "markov_rank", 0)
    if head not in _DSPARK_HEADS:
        yield NOT_FOR_IT.saying(f"its Markov head is of the type {head}, and only {', '.join(_DSPARK_HEADS)} are supported")
    if bool(rank) != ("markov_head.markov_w1.weight" in checkpoint.tensors):
        yield INCOMPLETE.saying(f"its config names a Markov head of rank {rank}, and its tensors do not agree")


DSPARK = Layout(
    is_one=_DSPARK_MARKS.on,
    objections=_dspark_objections,
    needs="a DSpark drafter for this target",
    switches=_SWITCHES
    | GEMMAS_FIELDS
    | frozenset(
        "markov_rank pure_draft_prefix_len enable_confidence_head confidence_head_with_markov emb_dim gru_hidden_dim enable_qwen35_gated_q_proj"
        " log_snr_conditioning min_log_snr max_log_snr".split()
    ),
    tensors=lambda tensors: {_DOMINO.get(name, name): tensor for name, tensor in bare(tensors).items()},
    config=flattened,
    guessed=_guessed,
)
