"""What the config of an EAGLE-3 head says of the target that it reads, as the three writers of such heads say it. Loads no mlx."""

from __future__ import annotations

from typing import Any, Mapping

from specdeck.decoding.find.checkpoint import Checkpoint

_FIELD = "eagle_aux_hidden_state_layer_ids"


def nested(config: Mapping[str, Any]) -> Mapping[str, Any]:
    """The part of the config in which SpecForge and NVIDIA's ModelOpt say what is EAGLE's."""
    part = config.get("eagle_config")
    return part if isinstance(part, dict) else {}


def reads_layers(config: Mapping[str, Any]) -> bool:
    """Whether it reads several layers of the target, through `fc`; else the target's last hidden states as they are (vLLM)."""
    return nested(config).get("use_aux_hidden_state", True)


def layers_read(checkpoint: Checkpoint, target: Checkpoint) -> tuple[int, ...]:
    """The target's layers, from 0, whose outputs it reads, side by side in this order.

    In `eagle_config` an id is the layer's own (SGLang adds one to it where it counts what came before). At the top level it counts the
    layers passed, as the speculators format has it and vLLM reads it, so that 2 is the output of layer 1. Where neither names any, they are
    2, N // 2 and N - 3 layers passed (EAGLE's own code).
    """
    if not reads_layers(checkpoint.config):
        return ()
    own = nested(checkpoint.config).get(_FIELD)
    depth = target.text.get("num_hidden_layers") or 0
    passed = checkpoint.config.get(_FIELD) or (2, depth // 2, depth - 3)
    return tuple(own) if own else tuple(count - 1 for count in passed)


def widths(checkpoint: Checkpoint) -> tuple[int | None, int | None]:
    """The head's own hidden size, and that of the target it was made for."""
    own = checkpoint.text.get("hidden_size")
    return own, checkpoint.config.get("target_hidden_size") or checkpoint.text.get("target_hidden_size") or own
