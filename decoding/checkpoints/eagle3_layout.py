"""The files of `eagle3`: an EAGLE-3 head (Li et al. 2025, "EAGLE-3: Scaling up Inference Acceleration of Large Language Models via
Training-Time Test"), in the layouts of SafeAILab and SGLang (`midlayer.*`), vLLM and the speculators format (`layers.*`)."""

import re
from typing import Iterator, Sequence

from ..errors import INCOMPLETE, NOT_FOR_IT, OTHER_SIZES, Reason
from .checkpoint import Checkpoint, Config, table
from .layout import Layout, Tensors, draft_vocabulary, missing, other_hidden_size, other_layers, other_sizes


def _is_one(config: Config, tensors: Tensors) -> bool:
    """Whether it is an EAGLE-3 head: by names in its config, else by tensors that no other drafter has (a block drafter's `hidden_norm`
    is outside its layers)."""
    if any(re.search("eagle_?3", str(config.get(field)), re.IGNORECASE) for field in ("architectures", "speculators_model_type", "model_type")):
        return True
    if not tensors and "draft_vocab_size" in config and not {"speculators_model_type", "dflash_config"} & set(config):
        return True  # a pytorch_model.bin alone, as EAGLE's own are published
    bare = _bare(tensors)
    return ("d2t" in bare or "layers.0.hidden_norm.weight" in bare) and "hidden_norm.weight" not in bare


def _bare(tensors: Tensors) -> Tensors:
    """The tensors by vLLM's names, without those that drafting does not need."""
    left_out = ("t2d", "verifier_norm.weight", "verifier_lm_head.weight")  # the inverse of d2t, and copies of the target's for training
    names = {name: re.sub(r"^midlayer\.", "layers.0.", name.removeprefix("model.")) for name in tensors}
    return {bare: tensors[name] for name, bare in names.items() if bare not in left_out}


_NEEDED = (
    "norm.weight", "layers.0.input_layernorm.weight", "layers.0.post_attention_layernorm.weight",
    "layers.0.self_attn.q_proj.weight", "layers.0.self_attn.k_proj.weight", "layers.0.self_attn.v_proj.weight",
    "layers.0.self_attn.o_proj.weight", "layers.0.mlp.gate_proj.weight", "layers.0.mlp.up_proj.weight", "layers.0.mlp.down_proj.weight",
)  # fmt: skip
_READ = (
    r"(fc|lm_head|embed_tokens)\.(weight|scales|biases)|(norm|input_norm|fc_norm\.\d+)\.weight|d2t"
    r"|layers\.\d+\.(self_attn\.[qkvo]_proj|mlp\.(gate|up|down)_proj)\.(weight|bias|scales|biases)"
    r"|layers\.\d+\.(self_attn\.[qk]_norm|input_layernorm|post_attention_layernorm)\.weight|layers\.0\.hidden_norm\.weight"
)
_SUPPORTED = {"hidden_act": "silu", "logit_scale": 1.0}  # fields that change the computation, with the only value supported here


def _objections(checkpoint: Checkpoint, target: Checkpoint, kv_bits: int | None) -> Iterator[Reason]:
    if not checkpoint.tensors:
        yield INCOMPLETE.saying("it holds no model*.safetensors, and a pytorch_model.bin is not read here: take a safetensors version")
    several = ("fc.weight", "layers.0.hidden_norm.weight") if reads_layers(checkpoint.config) else ()  # ModelOpt writes them for several layers only
    yield from missing(checkpoint, _NEEDED + several, "EAGLE-3", _READ)
    for field, value in _SUPPORTED.items():
        if checkpoint.text.get(field, value) != value:
            yield NOT_FOR_IT.saying(f"its {field} is {checkpoint.text[field]}, and only {value} is supported")
    yield from other_hidden_size(widths(checkpoint)[1], target)
    yield from other_sizes(checkpoint, target, {"vocab_size": "vocab_size"})
    yield from _layers(checkpoint, target)
    yield from _embedding_and_head(checkpoint, target)


def _layers(checkpoint: Checkpoint, target: Checkpoint) -> Iterator[Reason]:
    """Layers that the target does not have, or a width that `fc` was not made for."""
    hidden, layers = target.text.get("hidden_size"), layers_read(checkpoint, target)
    yield from other_layers(layers, target)
    wide = checkpoint.size("fc.weight", 1)
    if layers and hidden and wide != hidden * len(layers) and "fc.scales" not in checkpoint.tensors:
        yield OTHER_SIZES.saying(f"its fc reads {wide} numbers a token, and {len(layers)} layers of the target give {hidden * len(layers)}")


def _embedding_and_head(checkpoint: Checkpoint, target: Checkpoint) -> Iterator[Reason]:
    """Embedding and output head: the checkpoint's own, or the target's if the sizes agree."""
    own, hidden = widths(checkpoint)[0], target.text.get("hidden_size")
    lacks = next((name for name in ("embed_tokens", "lm_head") if f"{name}.weight" not in checkpoint.tensors), None)
    if lacks and own and hidden and own != hidden:
        yield OTHER_SIZES.saying(f"it has no {lacks} of its own, and the target's is for hidden states of size {hidden}, not {own}")
    yield from draft_vocabulary(checkpoint, target)


EAGLE3 = Layout(
    is_one=_is_one,
    objections=_objections,
    needs="an EAGLE-3 head for this target",
    switches=frozenset({
        *_SUPPORTED, "use_aux_hidden_state", "norm_output", "norm_before_residual", "partial_rotary_factor",
        "norm_before_fc", "use_input_layernorm_in_first_layer", "use_last_layernorm", "next_layer_regular",  # as the tensors show
        "parallel_draft_step", "parallel_draft_heads_num_layers",  # so do these: heads for more than one step are tensors that nothing reads
    }),  # fmt: skip
    tensors=_bare,
)


# Which hidden states of the target an EAGLE-3 head reads, and their size, from any of the published config formats. Loads no mlx.

_FIELD = "eagle_aux_hidden_state_layer_ids"


def nested(config: Config) -> Config:
    """The section `eagle_config`, which SpecForge and NVIDIA's ModelOpt write; empty where there is none."""
    return table(config, "eagle_config")


def reads_layers(config: Config) -> bool:
    """Whether the head reads several layers of the target through `fc`; if not, it reads the hidden states after the last norm (as in vLLM)."""
    return nested(config).get("use_aux_hidden_state", True)


def layers_read(checkpoint: Checkpoint, target: Checkpoint) -> tuple[int, ...]:
    """The target's layers (counted from 0) whose outputs the head reads, concatenated in this order; () if it reads the last hidden states.

    The formats count differently. At the top level (speculators, vLLM), id i is the input of layer i, so the output of layer i - 1; an id N
    of N layers is the last one's output before the final norm. In `eagle_config`, which comes second, id i is the output of layer i as
    SpecForge and ModelOpt write it, and an input where one is N, where they are EAGLE's own 2, N // 2 and N - 3, and for DeepSeek's family
    where none is below 2 (sglang#25454, #32334, llama.cpp#25794); its `layer_ids` are inputs (vLLM). DeepSpec's `target_layer_ids` are outputs.
    Without ids, EAGLE's own code takes the inputs of layers 2, N // 2 and N - 3. Training and other engines take layers as they come, whatever
    the order of the ids, which ModelOpt wrote out of a set.
    """
    if not reads_layers(checkpoint.config):
        return ()
    depth, part = target.text.get("num_hidden_layers") or 0, nested(checkpoint.config)
    inputs, either, outputs = checkpoint.config.get(_FIELD), part.get(_FIELD), checkpoint.config.get("target_layer_ids")
    if either and not _are_inputs(sorted(either), target):
        outputs = outputs or either
    if outputs and not inputs:
        return tuple(sorted(outputs))
    return tuple(layer - 1 for layer in sorted(inputs or either or part.get("layer_ids") or _own_inputs(depth)))


def _own_inputs(depth: int) -> list[int]:
    """The layers whose inputs EAGLE's own code takes."""
    return [2, depth // 2, depth - 3]


def _are_inputs(ids: Sequence[int], target: Checkpoint) -> bool:
    """Whether the ids of an `eagle_config` name layers by their inputs."""
    depth = target.text.get("num_hidden_layers") or 0
    of_deepseek = str(target.text.get("model_type") or "").startswith(("deepseek", "kimi"))
    return depth in ids or list(ids) == _own_inputs(depth) or (of_deepseek and ids[0] >= 2)


def assumed(config: Config) -> bool:
    """Whether the head reads several layers, and its config does not say which."""
    part = nested(config)
    return reads_layers(config) and not (config.get(_FIELD) or config.get("target_layer_ids") or part.get(_FIELD) or part.get("layer_ids"))


def widths(checkpoint: Checkpoint) -> tuple[int | None, int | None]:
    """The head's hidden size and that of the target it was trained for; None where the config names none."""
    own = checkpoint.text.get("hidden_size")
    return own, checkpoint.config.get("target_hidden_size") or checkpoint.text.get("target_hidden_size") or own
