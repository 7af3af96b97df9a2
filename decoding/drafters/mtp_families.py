"""The families of models whose multi-token-prediction heads can be built, and the config that one of a head's layers is built from."""

from __future__ import annotations

import copy
import re
from typing import Any

from specdeck.decoding.find.checkpoint import Checkpoint

FAMILIES = ("qwen3_5", "qwen3_next", "qwen3")


def family(model_type: object) -> str:
    """qwen3_5 of qwen3_5_moe_text, qwen3 of qwen3_mtp, qwen3_next of itself."""
    return re.sub(r"(_moe)?(_text|_mtp)?$", "", str(model_type))


def layer_config(checkpoint: Checkpoint, target: Checkpoint) -> dict[str, Any]:
    """The config that a layer is built from; a head folder that says nothing of layers is like its target."""
    source = checkpoint if "num_attention_heads" in checkpoint.text else target
    return {"model_type": source.config.get("model_type"), **copy.deepcopy(dict(source.text))}
