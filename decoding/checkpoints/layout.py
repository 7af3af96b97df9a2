"""A layout recognises checkpoints of one kind of drafter by config and tensors, and checks them against a target. Below it is what layouts
share: names, kinds of layers, and objections, which yield Reasons. Loads no mlx."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Callable, Iterable, Iterator, Mapping, Sequence

from ..errors import EIGHT_BIT_FLOATS, INCOMPLETE, NOT_FOR_IT, OTHER_LAYERS, OTHER_SIZES, OTHER_VOCABULARY, UNREAD, Reason
from .checkpoint import Checkpoint, Config, Tensor, listed, table
from .complete_files import TAKE_ANOTHER, no_weights

Tensors = Mapping[str, Tensor]
NAME_PREFIX = re.compile(r"^((model|logit_head)\.)*")  # some checkpoints have one on every name, early ones of SpecForge on the head's


@dataclass(frozen=True)
class Marks:
    """`pattern`: a regular expression for architectures, model types or a block drafter's `projector_type`. `tensors`: prefixes of names of tensors
    that only this kind has."""

    pattern: str
    tensors: tuple[str, ...] = ()

    def on(self, config: Config, tensors: Tensors) -> bool:
        """Whether a checkpoint with this config and these tensors has one of the marks."""
        named = [*listed(config.get("architectures")), *(config.get(field) for field in ("model_type", "speculators_model_type"))]
        named.append(table(config, "dflash_config").get("projector_type"))
        bare = (NAME_PREFIX.sub("", name) for name in tensors if self.tensors)
        return any(re.search(self.pattern, str(name), re.IGNORECASE) for name in named) or any(name.startswith(self.tensors) for name in bare)


@dataclass(frozen=True, kw_only=True)
class Layout:
    """How checkpoints of one kind of drafter are recognised and checked against a target.

    `is_one(config, tensors)`: whether a checkpoint is of this kind. `objections(checkpoint, target)`: why it cannot draft for this target, the one
    to show first. `needs`: what a person must load where no such drafter is loaded. `refused`: why no target can use it.
    """

    is_one: Callable[[Config, Tensors], bool]
    objections: Callable[[Checkpoint, Checkpoint], Iterable[Reason]] = lambda checkpoint, target: ()
    needs: str = ""
    refused: str = ""
    switches: frozenset[str] | None = None
    """The keys of its config that its checks or its net read beside KNOWN; None where mlx-lm reads the config."""
    tensors: Callable[[Tensors], Tensors] = lambda tensors: tensors
    """Maps the tensors to the names that the network has."""
    config: Callable[[Config], Config] = lambda config: config
    """Maps the config to the fields that `objections` and the network expect."""
    prefixes: tuple[str, ...] = ()
    """Prefixes of its tensors' names where they lie in a target's own folder."""
    embedded: str | None = None
    """The subfolder of the embedded pair's folder with the drafter of this kind that comes with the embedded target."""
    reads_keys: bool = False
    """Whether it reads the target's keys and values, of which each host of a sharded target has only a part, and which kv-bits quantises."""
    guessed: Callable[[Checkpoint], str | None] = lambda checkpoint: None
    """What its config leaves open of what its net is fed, and what is taken instead, in one line; None where it leaves nothing open."""

    def ignored(self, checkpoint: Checkpoint, target: Checkpoint) -> str | None:
        """Its true switches and numbers that nothing here reads, in one line; None if there are none. Those that the target has too were
        copied from there."""
        if self.switches is None:
            return None
        parts = (checkpoint.config, *(table(checkpoint.config, name) for name in checkpoint.config.keys() - _READ_ELSEWHERE))
        found = {name: value for part in parts for name, value in part.items() if isinstance(value, (int, float)) and value is not False}
        unread = {name: value for name, value in found.items() if name not in KNOWN | self.switches}
        odd = sorted(f"{name} {value}" for name, value in unread.items() if target.text.get(name) != value)
        more = f" and {len(odd) - _SAID} more" if len(odd) > _SAID else ""
        return f"its config says {', '.join(odd[:_SAID])}{more}: not read here" if odd else None


def remark_of(*parts: str | None) -> str | None:
    """The parts that are not None, joined into one remark; None if all are."""
    return "; ".join(filter(None, parts)) or None


_SAID = 4  # switches that a line names
_READ_ELSEWHERE = frozenset(  # tables, the last three of the target's
    "rope_parameters rope_scaling quantization quantization_config speculators_config auto_map text_config vision_config audio_config".split()
)
KNOWN = frozenset(
    # sizes, of which most are checked against the tensors
    "hidden_size intermediate_size num_hidden_layers num_attention_heads num_key_value_heads head_dim vocab_size draft_vocab_size"
    " num_target_layers target_hidden_size max_position_embeddings rms_norm_eps rope_theta sliding_window"
    # of training and of other programs: these change nothing that is computed
    " attention_dropout initializer_range use_cache bos_token_id eos_token_id pad_token_id max_window_layers use_sliding_window"
    " pretraining_tp attention_bias mlp_bias tie_word_embeddings ttt_steps ttt_length num_anchors max_anchors embed_requires_grad".split()
)


# Names and kinds of layers that several layouts share.

# Drafting does not need these tensors. t2d is the inverse of d2t, and verifier_* are the target's. The others guess how many guesses
# will be accepted.
_LEFT_OUT = ("t2d", "verifier_", "confidence_", "thresh_head_", "prob_head.")
_HEADLESS = re.compile(r"^(?=(markov_w[12]|gate_proj|joint_proj)\.)")  # ModelOpt writes a Markov head's tensors without the head's name


def bare(tensors: Tensors) -> Tensors:
    """The tensors by the nets' names (vLLM's), without the tensors that drafting does not need."""
    plain = {name: NAME_PREFIX.sub("", name).replace("midlayer.", "layers.0.") for name in tensors}
    return {_HEADLESS.sub("markov_head.", new): tensors[name] for name, new in plain.items() if not new.startswith(_LEFT_OUT)}


_GELU = "gelu_pytorch_tanh"
_GEMMAS = ("pre_feedforward_layernorm.weight", "post_feedforward_layernorm.weight", "layer_scalar")
LAYERS_READ = (
    r"|layers\.\d+\.self_attn\.[qkvo]_proj\.(weight|bias|scales|biases)"
    r"|layers\.\d+\.mlp\.(gate|up|down)_proj\.(weight|bias|scales|biases)"
    r"|layers\.\d+\.(self_attn\.[qk]_norm|input_layernorm|post_attention_layernorm)\.weight"
)
GEMMAS_READ = r"|layers\.\d+\.((pre|post)_feedforward_layernorm\.weight|layer_scalar)"
GEMMAS_FIELDS = frozenset(  # of Gemma 4's configs: each is read here, is 0, or means nothing where all layers are of full attention
    "attention_k_eq_v global_head_dim num_global_key_value_heads final_logit_softcapping hidden_size_per_layer_input vocab_size_per_layer_input"
    " num_kv_shared_layers".split()
)


@dataclass(frozen=True)
class LayerKind:
    """How a drafter's layers differ from Qwen 3's or Llama's.

    `gemma`: Gemma 4's layers of full attention. They have norms after attention and MLP too, a sum times `layer_scalar`, and an MLP gated by
    tanh-GELU. Their scores are not scaled, and their values are RMS-normed without a weight. `shared`: its values are what `k_proj` gives. `gated`:
    Qwen 3.5's attention, whose `q_proj` also gives a gate of each head's output. Its norms are stored less one, and RoPE turns a share of a head."""

    gemma: bool = False
    shared: bool = False
    gated: bool = False

    @property
    def needed(self) -> tuple[str, ...]:
        """Tensors that its first layer must have."""
        names = ("self_attn.v_proj.weight",) * (not self.shared) + _GEMMAS * self.gemma
        return tuple(f"layers.0.{name}" for name in names)

    def objections(self, config: Config) -> Iterator[Reason]:
        """Why layers of this kind cannot be built as the config describes them."""
        field, known = ("hidden_activation", _GELU) if self.gemma else ("hidden_act", "silu")
        if config.get(field) not in (None, known):
            yield NOT_FOR_IT.saying(f"its {field} is {config[field]}, and only {known} is supported")


def layer_kind(config: Config) -> LayerKind:
    """The layers of the drafter with this config. Sources: DeepSpec's modeling/dspark/gemma4 and eagle3/gemma4; for Qwen 3.5's, mlx-dspark 0.20.3,
    which runs the one published drafter with them (stanleyphoong/Ornith-1.0-9B-DSpark)."""
    gemma = Marks("gemma4(dspark|eagle3)").on(config, {})
    return LayerKind(gemma, gemma and bool(config.get("attention_k_eq_v")), bool(config.get("enable_qwen35_gated_q_proj")))


# Published kinds of drafter that are not supported. They are recognised so that they are refused by name, before they are downloaded or read. Their
# tensors and config fields resemble those of supported drafters; taken for these, they would draft badly or fail.
def _unsupported(words: str, pattern: str, *tensors: str, also: Callable[[Config, Tensors], bool] = lambda config, tensors: False) -> Layout:
    marks = Marks(pattern, tensors)
    return Layout(is_one=lambda config, tensors: marks.on(config, tensors) or also(config, tensors), refused=f"it is {words}: not supported yet")


def _is_eagle(config: Config, tensors: Tensors) -> bool:
    """Whether these are EAGLE's tensors, which are published under their target's architecture (sglang#33966). Their `fc` joins an embedding and a
    hidden state, and no norm follows the layers."""
    plain = bare(tensors)
    fc, normed = plain.get("fc.weight"), any("norm" in name and "layers." not in name for name in plain)
    return fc is not None and fc.shape[1:] == (2 * fc.shape[0],) and "layers.0.self_attn.q_proj.weight" in plain and not normed


REFUSED = {
    "p-eagle": _unsupported(
        "a P-EAGLE head, which drafts in parallel, not an EAGLE-3 head", "p_?eagle", "mask_hidden",
        also=lambda config, tensors: config.get("parallel_drafting") is True and "dflash_config" not in config,
    ),
    "eagle": _unsupported("an EAGLE drafter, not an EAGLE-3 head", "eagle(?!_?3)", also=_is_eagle),
    "medusa": _unsupported("a set of Medusa heads", "medusa", "medusa_head."),
    "laguna": _unsupported("a Laguna block drafter", "laguna.*(dflash|dspark)|(dflash|dspark).*laguna"),
    "muse": _unsupported("a Muse Glimmer assistant", "muse_?glimmer_?assistant"),
}


def unsupported(config: Config) -> str | None:
    """The objection to a drafter with this config, if no target can make it work; None if one may."""
    return next((kind.refused for kind in REFUSED.values() if kind.is_one(config, {})), None)


# What several layouts object to.

_PACKED = (".weight_packed", ".qweight")  # as compressed-tensors, AWQ and GPTQ name a matrix
_SIZES = {  # a field of the target's config -> the reason where it differs, and its name in the error
    "num_hidden_layers": (OTHER_LAYERS, "number of layers"),
    "vocab_size": (OTHER_VOCABULARY, "vocabulary size"),
    "hidden_size": (OTHER_SIZES, "hidden size"),
}


def common_objections(
    checkpoint: Checkpoint,
    target: Checkpoint,
    needed: tuple[str, ...],
    read: str = ".*",
    width: int | None = None,
    sizes: Mapping[str, str] = {},
    layers: Sequence[int] = (),
    first: int = 0,
) -> Iterator[Reason]:
    """Objects to tensors that are missing, packed, or unread, and to sizes that are not the target's. Also objects to tokens and layers that the
    target does not have.

    `needed`: tensors that every drafter of its kind has. `read`: a pattern of the names that its loader reads. `width`: the size of the hidden states
    that it reads. `sizes`: field of its config -> field of the target's. `layers`: the target's layers that it reads. `first`: the lowest of these
    allowed, -1 where that names what the embedding gives."""
    tensors, hidden, vocabulary, depth = checkpoint.tensors, *(target.text.get(name) for name in ("hidden_size", "vocab_size", "num_hidden_layers"))
    for name in [name for name in tensors if name.endswith(_PACKED)][:1]:
        yield UNREAD.saying(f"{name} is packed by another tool, which is not read here: {TAKE_ANOTHER}")
    if any(tensor.dtype.startswith("F8") for tensor in tensors.values()):
        yield EIGHT_BIT_FLOATS.saying(f"its tensors are 8-bit floats, which are not read here: {TAKE_ANOTHER}")
    if trouble := no_weights(tensors):
        yield UNREAD.saying(trouble)
    if odd := sorted(name for name in tensors if not re.fullmatch(read, name)):  # it is something else, which explains what is missing
        count = f"{len(odd)} tensor{'s' * (len(odd) > 1)}"
        yield UNREAD.saying(f"it has {count} that no drafter here reads: {', '.join(odd[:3])}{', …' * (len(odd) > 3)}")
    for name in [name for name in needed if name not in tensors][:1]:
        yield INCOMPLETE.saying(f"it is incomplete: there is no {name}")

    if None not in (width, hidden) and width != hidden:
        yield OTHER_SIZES.saying(f"it reads hidden states of size {width}, and the target's have {hidden}")
    for theirs, ours in sizes.items():
        wanted, has = checkpoint.text.get(theirs, checkpoint.config.get(theirs)), target.text.get(ours, target.config.get(ours))
        if wanted is not None and has is not None and wanted != has:
            reason, words = _SIZES.get(ours, (NOT_FOR_IT, ours.replace("_", " ")))
            yield reason.saying(f"it was made for a target with {words} {wanted}, and this one has {has}")

    embedded, rows = checkpoint.size("embed_tokens.weight"), checkpoint.size("lm_head.weight") or vocabulary
    if vocabulary and embedded and embedded < vocabulary:  # it would read beyond its table
        yield INCOMPLETE.saying(f"it embeds {embedded} tokens, and the target has {vocabulary}")
    entries = checkpoint.size("d2t") or vocabulary
    if entries and rows and entries != rows:
        yield INCOMPLETE.saying(f"its output head guesses {rows} tokens, and its d2t, or the target where it has none, names {entries}")

    for layer in layers:
        if depth is not None and not first <= layer < depth:
            yield OTHER_LAYERS.saying(f"it reads layer {layer}, and the target has layers 0 to {depth - 1}")
    wide = checkpoint.columns("fc")
    if wide and layers and hidden and wide != hidden * len(layers):
        yield OTHER_SIZES.saying(f"its fc reads {wide} numbers a token, and {len(layers)} layers of the target give {hidden * len(layers)}")
