"""The files of heads, which draft token by token: `mtp`, `assistant` and `eagle3`, and what their configs say. Loads no mlx."""

import copy
import re
from typing import Any, Iterator, Mapping, Sequence

from ..errors import INCOMPLETE, NOT_FOR_IT, Reason
from .checkpoint import Checkpoint, Config, table
from .layout import GEMMAS_FIELDS, GEMMAS_READ, LAYERS_READ, Layout, Marks, Tensors, bare, common_objections, layer_kind

# The files of `mtp`: a multi-token-prediction head that drafts.

PREFIXES = ("mtp.", "language_model.mtp.", "model.mtp.", "model.mtp_")  # the last: MiMo's and Ernie's own folders


def _mtp_is_one(config: Config, tensors: Tensors) -> bool:
    """Whether it is a head alone: a whole model that contains one is a target."""
    whole = any(name.endswith(("embed_tokens.weight", "lm_head.weight")) and "mtp." not in name for name in tensors)
    named = str(config.get("model_type")).endswith("_mtp") or config.get("speculators_model_type") == "mtp"
    return named or ("pre_fc_norm_hidden.weight" in _mtp_tensors(tensors) and not whole)


def without_prefix(tensors: Tensors) -> Tensors:
    """The tensors under the first of PREFIXES that any has, without it; all tensors where none has one."""
    for prefix in PREFIXES:
        matching = {name.removeprefix(prefix): tensor for name, tensor in tensors.items() if name.startswith(prefix)}
        if matching:
            return matching
    return tensors


_SPECULATORS = {  # of the speculators format: a pattern of names -> what it is in Qwen's
    r"mtp_layers\.0\.input_proj\.": "fc.", r"mtp_layers\.0\.final_layernorm\.": "norm.", r"mtp_layers\.0\.hidden_layernorm\.": "pre_fc_norm_hidden.",
    r"mtp_layers\.0\.token_layernorm\.": "pre_fc_norm_embedding.", r"mtp_layers\.0\.": "layers.0.",
}  # fmt: skip
_NEMOTRONS = {  # the same of Nemotron-H's, whose one layer is several blocks
    r"layers\.0\.eh_proj\.": "fc.", r"layers\.0\.enorm\.": "pre_fc_norm_embedding.", r"layers\.0\.hnorm\.": "pre_fc_norm_hidden.",
    r"layers\.\d+\.final_layernorm\.": "norm.", r"layers\.(\d+)\.": r"layers.0.blocks.\1.",
}  # fmt: skip
_NOT_OURS = re.compile(r"verifier_|embed_tokens\.|lm_head\.|.*\.[kv]_scale$")  # the target's own, and scales of a quantised cache


def _mtp_tensors(tensors: Tensors) -> Tensors:
    """By Qwen's names; of other formats without what a head does not need."""
    if any(name.startswith("mtp_layers.") for name in tensors):
        return _renamed(tensors, _SPECULATORS)
    tensors = without_prefix(tensors)
    return _renamed(tensors, _NEMOTRONS) if "layers.0.eh_proj.weight" in tensors else tensors


def _renamed(tensors: Tensors, names: Mapping[str, str]) -> Tensors:
    """By the names that the first pattern which matches gives them, without _NOT_OURS."""
    ours = {name: next((re.sub(f"^{theirs}", new, name) for theirs, new in names.items() if re.match(theirs, name)), name) for name in tensors}
    return {new: tensors[name] for name, new in ours.items() if not _NOT_OURS.match(new)}


_ATTEND = {"*", "attention", "full_attention"}
_BLOCKS = _ATTEND | {"E", "-", "moe", "mlp"}


def nemotron_blocks(config: Config) -> Sequence[str]:
    """The kinds of blocks of Nemotron-H's head, a letter or a word each."""
    return config.get("mtp_hybrid_override_pattern") or config.get("mtp_layers_block_type") or ("unknown",)


_MTP_NEEDED = ("fc.weight", "pre_fc_norm_embedding.weight", "pre_fc_norm_hidden.weight", "norm.weight")
_MTP_READ = (
    r"(fc|embed_tokens)\.(weight|scales|biases)|(norm|pre_fc_norm_embedding|pre_fc_norm_hidden)\.weight"
    r"|layers\.\d+\.mlp(\.\w+)+\.(weight|bias|scales|biases)|layers\.\d+\.mlp\.experts\.(gate_up|down)_proj"
    r"|layers\.0\.blocks\.\d+\.(norm|mixer(\.\w+)+)\.\w+" + LAYERS_READ
)


def _mtp_objections(checkpoint: Checkpoint, target: Checkpoint) -> Iterator[Reason]:
    kind = str(layer_config(checkpoint, target)["model_type"])
    if family(kind) not in FAMILIES:
        yield NOT_FOR_IT.saying(f"MTP heads of {re.sub('_(text|mtp)$', '', kind)} are not supported: those of {', '.join(FAMILIES)} are")
    blocks = nemotron_blocks(layer_config(checkpoint, target)) if family(kind) == "nemotron_h" else ()
    if set(blocks) - _BLOCKS or sum(block in _ATTEND for block in blocks) > 1:  # two that attend would share a cache
        yield NOT_FOR_IT.saying(f"its blocks are {', '.join(map(str, blocks))}: only one of attention, experts and MLPs are supported")
    needed = (*_MTP_NEEDED, f"layers.0.{'blocks.0.mixer' if blocks else 'self_attn'}.q_proj.weight")
    sizes = () if checkpoint.folder == target.folder else ("hidden_size", "num_hidden_layers", "vocab_size")
    width = checkpoint.size("pre_fc_norm_hidden.weight")
    yield from common_objections(checkpoint, target, needed, _MTP_READ, width, {name: name for name in sizes})


MTP = Layout(
    is_one=_mtp_is_one,
    objections=_mtp_objections,
    needs="an MTP head, and the target's own folder holds none",
    tensors=_mtp_tensors,
    prefixes=PREFIXES,
    embedded="mtp",
)


# The model families whose multi-token-prediction heads can be built, and the config from which a head's layers are built.

FAMILIES = ("qwen3_5", "qwen3_next", "qwen3", "nemotron_h")


def family(model_type: object) -> str:
    """The family of a model type: qwen3_5 for qwen3_5_moe_text, qwen3 for qwen3_mtp, qwen3_next for itself."""
    return re.sub(r"(_moe)?(_text|_mtp)?$", "", str(model_type))


def layer_config(checkpoint: Checkpoint, target: Checkpoint) -> dict[str, Any]:
    """The config of a head's layers: the head's own, or the target's where the head's folder does not describe layers."""
    source = checkpoint if "num_attention_heads" in checkpoint.text else target
    return {"model_type": source.config.get("model_type"), **copy.deepcopy(dict(source.text))}


# The files of `assistant`: a Gemma 4 assistant, a small drafter published with its target.

_MODEL_TYPES = ("gemma4_assistant", "gemma4_unified_assistant")
_ASSISTANT_NEEDED = ("model.embed_tokens.weight", "model.norm.weight", "pre_projection.weight", "post_projection.weight")
_NEEDS_GEMMA_4 = Reason("needs Gemma 4")


def _assistant_objections(checkpoint: Checkpoint, target: Checkpoint) -> Iterator[Reason]:
    if not str(target.text.get("model_type", target.config.get("model_type"))).startswith("gemma4"):
        yield _NEEDS_GEMMA_4.saying("an assistant reads the keys and values of a Gemma 4 target, and this target is not one")
    if checkpoint.config.get("tie_word_embeddings") is False:
        yield NOT_FOR_IT.saying("its output head is not its embedding, and only that is supported")
    sizes = {name: name for name in ("vocab_size", "head_dim", "global_head_dim", "sliding_window")}
    yield from common_objections(checkpoint, target, _ASSISTANT_NEEDED, width=checkpoint.config.get("backbone_hidden_size"), sizes=sizes)


ASSISTANT = Layout(
    is_one=lambda config, tensors: config.get("model_type") in _MODEL_TYPES or {"pre_projection.weight", "post_projection.weight"} <= tensors.keys(),
    objections=_assistant_objections,
    reads_keys=True,
    switches=frozenset(
        "backbone_hidden_size use_ordered_embeddings num_centroids centroid_intermediate_top_k image_token_id audio_token_id video_token_id".split()
    ),
    tensors=without_prefix,
    needs="an assistant for this target, such as Gemma 4's",
)


# The files of `eagle3`: an EAGLE-3 head, in the layouts of SafeAILab and SGLang (`midlayer.*`), vLLM and speculators (`layers.*`). Source: Li et al.
# 2025, "EAGLE-3: Scaling up Inference Acceleration of Large Language Models via Training-Time Test".

_EAGLE3_MARKS = Marks("eagle_?3")


def _eagle3_is_one(config: Config, tensors: Tensors) -> bool:
    """Whether it is an EAGLE-3 head: by names in its config, else by tensors that no other drafter has. A block drafter's `hidden_norm`
    is outside its layers."""
    if _EAGLE3_MARKS.on(config, {}):
        return True
    if not tensors and "draft_vocab_size" in config and not {"speculators_model_type", "dflash_config"} & set(config):
        return True  # a pytorch_model.bin alone, as EAGLE's own are published
    plain = bare(tensors)
    return ("d2t" in plain or "layers.0.hidden_norm.weight" in plain) and "hidden_norm.weight" not in plain


_EAGLE3_NEEDED = (
    "norm.weight", "layers.0.input_layernorm.weight", "layers.0.post_attention_layernorm.weight",
    "layers.0.self_attn.q_proj.weight", "layers.0.self_attn.k_proj.weight",
    "layers.0.self_attn.o_proj.weight", "layers.0.mlp.gate_proj.weight", "layers.0.mlp.up_proj.weight", "layers.0.mlp.down_proj.weight",
)  # fmt: skip
_EAGLE3_READ = r"(fc|lm_head|embed_tokens)\.(weight|scales|biases)|(norm|input_norm|fc_norm\.\d+|layers\.0\.hidden_norm)\.weight|d2t" + LAYERS_READ


def _eagle3_objections(checkpoint: Checkpoint, target: Checkpoint) -> Iterator[Reason]:
    if not checkpoint.tensors:
        yield INCOMPLETE.saying("it holds no model*.safetensors, and a pytorch_model.bin is not read here: take a safetensors version")
    several = ("fc.weight", "layers.0.hidden_norm.weight") if reads_layers(checkpoint.config) else ()  # ModelOpt writes them for several layers only
    kind = layer_kind(checkpoint.config)
    yield from kind.objections(checkpoint.text)
    needed, read = _EAGLE3_NEEDED + kind.needed + several, _EAGLE3_READ + GEMMAS_READ * kind.gemma
    sizes, layers = {"vocab_size": "vocab_size"}, layers_read(checkpoint, target)
    yield from common_objections(checkpoint, target, needed, read, widths(checkpoint)[1], sizes, layers)


EAGLE3 = Layout(
    is_one=_eagle3_is_one,
    objections=_eagle3_objections,
    needs="an EAGLE-3 head for this target",
    switches=frozenset({
        *GEMMAS_FIELDS, "draft_num_hidden_layers", "step_loss_decay", "use_aux_hidden_state", "norm_output", "norm_before_residual", "partial_rotary_factor",
        "norm_before_fc", "use_input_layernorm_in_first_layer", "use_last_layernorm", "next_layer_regular",  # as the tensors show
        "parallel_draft_step", "parallel_draft_heads_num_layers",  # so do these: heads for more than one step are tensors that nothing reads
    }),  # fmt: skip
    tensors=bare,
    guessed=lambda checkpoint: (
        None if any(_layer_ids(checkpoint.config)) or not reads_layers(checkpoint.config)
        else "its config names no layers of the target; the usual three were assumed"
    ),
)


# Which hidden states of the target an EAGLE-3 head reads, and their size, from any of the published config formats.

_FIELD = "eagle_aux_hidden_state_layer_ids"


def nested(config: Config) -> Config:
    """The section `eagle_config`, which SpecForge and NVIDIA's ModelOpt write; empty where there is none."""
    return table(config, "eagle_config")


def reads_layers(config: Config) -> bool:
    """Whether the head reads several layers of the target through `fc`. If not, it reads the hidden states after the last norm (as in vLLM)."""
    return nested(config).get("use_aux_hidden_state", True)


def layers_read(checkpoint: Checkpoint, target: Checkpoint) -> tuple[int, ...]:
    """The target's layers (counted from 0) whose outputs the head reads, concatenated in this order. It is () if the head reads
    the last hidden states.

    The formats count differently. At the top level (speculators, vLLM), id i is the input of layer i. So it is the output of layer i - 1. An id N of
    N layers is the last layer's output before the final norm. In `eagle_config`, which comes second, id i is the output of layer i, as SpecForge and
    ModelOpt write it. These ids are inputs where one of them is N. They are also inputs where they are EAGLE's own 2, N // 2 and N - 3. For
    DeepSeek's family they are inputs where none is below 2 (sglang#25454, #32334, llama.cpp#25794). The `layer_ids` of `eagle_config` are inputs
    (vLLM). DeepSpec's `target_layer_ids` are outputs. Without ids, EAGLE's own code takes the inputs of layers 2, N // 2 and N - 3. Training and other
    engines ignore the order of the ids and take layers as they come. ModelOpt wrote the ids out of a set.
    """
    if not reads_layers(checkpoint.config):
        return ()
    inputs, either, outputs, nested_inputs = _layer_ids(checkpoint.config)
    depth, family_ = target.text.get("num_hidden_layers") or 0, str(target.text.get("model_type") or "")
    own = [2, depth // 2, depth - 3]  # the layers whose inputs EAGLE's own code takes
    if either and not (depth in either or sorted(either) == own or (family_.startswith(("deepseek", "kimi")) and min(either) >= 2)):
        outputs = outputs or either
    if outputs and not inputs:
        return tuple(sorted(outputs))
    return tuple(layer - 1 for layer in sorted(inputs or either or nested_inputs or own))


def _layer_ids(config: Config) -> tuple[Any, ...]:
    """The fields that name layers, None where there is none: of inputs, of either, of outputs, of inputs again."""
    return config.get(_FIELD), nested(config).get(_FIELD), config.get("target_layer_ids"), nested(config).get("layer_ids")


def widths(checkpoint: Checkpoint) -> tuple[int | None, int | None]:
    """The hidden sizes of the head and of the target it was trained for; None where the config names none."""
    own = checkpoint.text.get("hidden_size")
    return own, checkpoint.config.get("target_hidden_size") or checkpoint.text.get("target_hidden_size") or own
