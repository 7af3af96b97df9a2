"""What the configs of block drafters say: DFlash, DFlash2 and DSpark share their net's layout, and the reasons why one does not fit. Loads
no mlx.

A field may stand in the section `dflash_config` (z-lab, SpecForge) or at the top level (DeepSeek's DeepSpec, the first DFlash drafters). In
the speculators format (Red Hat's) the layers' fields have a section of their own, and some fields other names: `flattened` renames them.
"""

from __future__ import annotations

from typing import Any, Iterator, Mapping

from specdeck.decoding.errors import INCOMPLETE, NOT_FOR_IT, OTHER_LAYERS, OTHER_VOCABULARY, Reason
from specdeck.decoding.find.checkpoint import Checkpoint

from .drafter_record import Config, Tensors
from .objections import missing, other_hidden_size, other_sizes, unread

NEEDED = ("fc.weight", "hidden_norm.weight", "norm.weight", "layers.0.self_attn.q_proj.weight")
READ = (
    r"(fc|hidden_norm|norm)\.(weight|scales|biases)"
    r"|layers\.\d+\.(self_attn\.[qkvo]_proj|mlp\.(gate|up|down)_proj)\.(weight|bias|scales|biases)"
    r"|layers\.\d+\.(self_attn\.[qk]_norm|input_layernorm|post_attention_layernorm)\.weight"
)
_READS = "aux_hidden_state_layer_ids"
_SIZES = {"hidden_size": "hidden_size", "num_target_layers": "num_hidden_layers", "vocab_size": "vocab_size"}


def flattened(config: Config) -> Config:
    """A config in the speculators format with its fields where the others have them; another config as it is.

    Its `aux_hidden_state_layer_ids` name layers by their inputs (vLLM#40727, llama.cpp#26275). Where the config is silent, the last token's row
    only marks the place, and rows see their whole block in sliding layers too, as vLLM and llama.cpp read older files.
    """
    layers = config.get("transformer_layer_config")
    if not isinstance(layers, dict):
        return config
    own = {name: value for name, value in config.items() if value is not None and name != "transformer_layer_config"}
    read = config.get(_READS)
    renamed = {"target_layer_ids": [layer - 1 for layer in read if isinstance(layer, int)] if isinstance(read, list) else []}
    renamed |= {"is_causal": False} if config.get("sliding_window_non_causal", True) else {}
    return {**layers, "sample_from_anchor": False, **own, **renamed}


def setting(config: Mapping[str, Any], name: str, default: Any = None) -> Any:
    """A field of a block drafter's config."""
    value = (config.get("dflash_config") or {}).get(name)
    return config.get(name, default) if value is None else value


def block_size(config: Mapping[str, Any]) -> int | None:
    """Rows of a block, None where the config names none."""
    return setting(config, "runtime_block_size") or setting(config, "block_size")


def first_guess(config: Mapping[str, Any], default: int) -> int:
    """The first row of a block whose output is a guess: 1 where the last token's row only marks the place, 0 where it predicts too. The
    field has two names (SGLang, speculators)."""
    names = ("sample_from_anchor", "query_zero_predicts_next")
    said = next((value for value in (setting(config, name) for name in names) if value is not None), None)
    return default if said is None else int(not said)


def bare(tensors: Tensors) -> Tensors:
    """The tensors without the prefix that some checkpoints put before every name."""
    return {name.removeprefix("model."): tensor for name, tensor in tensors.items()}


def block_objections(checkpoint: Checkpoint, target: Checkpoint, what: str, needed: tuple[str, ...], read: str, first: int = 1) -> Iterator[Reason]:
    """Why a block drafter cannot draft for this target. `what` names its kind, `needed` are tensors that it must have, `read` is the
    pattern of those that are read; `first` as in `first_guess`."""
    config = checkpoint.config
    if config.get("transformer_layer_config"):
        yield NOT_FOR_IT.saying("it is in the speculators format, of which only EAGLE-3 heads, DFlash and DSpark drafters are read here")
    yield from missing(checkpoint, needed, what)
    yield from unread(checkpoint, read)
    yield from other_hidden_size(checkpoint.size("hidden_norm.weight"), target)
    yield from other_sizes(checkpoint, target, _SIZES)
    block = block_size(config)
    if block is not None and block <= first_guess(config, first):
        yield NOT_FOR_IT.saying(f"its block size is {block}: a block holds the last token and at least one guess")
    mask = setting(config, "mask_token_id")
    if mask is None:
        yield INCOMPLETE.saying("its config names no mask_token_id")
    elif mask >= (target.text.get("vocab_size") or mask + 1):
        vocabulary = target.text["vocab_size"]
        yield OTHER_VOCABULARY.saying(f"its mask token {mask} is not in the target's vocabulary of {vocabulary}")
    if "speculators_config" in config and not setting(config, "target_layer_ids"):
        yield INCOMPLETE.saying(f"its config names no {_READS}")
    layers = target.text.get("num_hidden_layers")
    beyond = [layer for layer in setting(config, "target_layer_ids") or () if layers is not None and not 0 <= layer < layers]
    if beyond:
        yield OTHER_LAYERS.saying(f"it reads layer {beyond[0]}, and the target has layers 0 to {layers - 1}")
