"""Which hidden states of the target an EAGLE-3 head reads, and their size, from any of the published config formats. Loads no mlx."""

from __future__ import annotations

from typing import Any, Mapping

from ..find.checkpoint import Checkpoint

_FIELD = "eagle_aux_hidden_state_layer_ids"


def nested(config: Mapping[str, Any]) -> Mapping[str, Any]:
    """The section `eagle_config`, which SpecForge and NVIDIA's ModelOpt write; empty where there is none."""
    part = config.get("eagle_config")
    return part if isinstance(part, dict) else {}


def reads_layers(config: Mapping[str, Any]) -> bool:
    """Whether the head reads several layers of the target through `fc`; if not, it reads the hidden states after the last norm (as in vLLM)."""
    return nested(config).get("use_aux_hidden_state", True)


def layers_read(checkpoint: Checkpoint, target: Checkpoint) -> tuple[int, ...]:
    """The target's layers (counted from 0) whose outputs the head reads, concatenated in this order; () if it reads the last hidden states.

    The formats count differently. At the top level (speculators, vLLM), id i is the input of layer i, so the output of layer i - 1; an id N
    of N layers is the last one's output before the final norm. In `eagle_config`, which comes second, id i is the output of layer i as
    SpecForge and ModelOpt write it, and an input where the first id is 2 or more, or one is N (sglang#25454, #32334, llama.cpp#25794); its
    `layer_ids` are inputs (vLLM). Without ids, EAGLE's own code takes the inputs of layers 2, N // 2 and N - 3.
    """
    if not reads_layers(checkpoint.config):
        return ()
    depth, part = target.text.get("num_hidden_layers") or 0, nested(checkpoint.config)
    inputs, either = checkpoint.config.get(_FIELD), part.get(_FIELD)
    if either and not inputs and either[0] < 2 and depth not in either:
        return tuple(either)
    return tuple(layer - 1 for layer in inputs or either or part.get("layer_ids") or (2, depth // 2, depth - 3))


def assumed(config: Mapping[str, Any]) -> bool:
    """Whether the head reads several layers, and its config does not say which."""
    part = nested(config)
    return reads_layers(config) and not (config.get(_FIELD) or part.get(_FIELD) or part.get("layer_ids"))


def widths(checkpoint: Checkpoint) -> tuple[int | None, int | None]:
    """The head's hidden size and that of the target it was trained for; None where the config names none."""
    own = checkpoint.text.get("hidden_size")
    return own, checkpoint.config.get("target_hidden_size") or checkpoint.text.get("target_hidden_size") or own
