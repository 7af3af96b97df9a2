"""Which hidden states of the target an EAGLE-3 head reads, and their size, from any of the published config formats. Loads no mlx."""

from __future__ import annotations

from typing import Any, Mapping

from specdeck.decoding.find.checkpoint import Checkpoint

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

    The formats count differently. In `eagle_config` (SpecForge, SGLang, ModelOpt), id i is the output of layer i. At the top level
    (speculators, vLLM), id i is the input of layer i, so the output of layer i - 1. Without ids, EAGLE's own code takes the inputs of
    layers 2, N // 2 and N - 3 of N.
    """
    if not reads_layers(checkpoint.config):
        return ()
    own = nested(checkpoint.config).get(_FIELD)
    depth = target.text.get("num_hidden_layers") or 0
    inputs = checkpoint.config.get(_FIELD) or (2, depth // 2, depth - 3)
    return tuple(own) if own else tuple(layer - 1 for layer in inputs)


def widths(checkpoint: Checkpoint) -> tuple[int | None, int | None]:
    """The head's hidden size and that of the target it was trained for; None where the config names none."""
    own = checkpoint.text.get("hidden_size")
    return own, checkpoint.config.get("target_hidden_size") or checkpoint.text.get("target_hidden_size") or own
