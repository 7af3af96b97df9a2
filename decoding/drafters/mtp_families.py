"""The model families whose multi-token-prediction heads can be built, the config from which a head's layers are built, and the one of a Gemma 4
assistant that lies in its place."""

from __future__ import annotations

import copy
import re
from typing import Any, Mapping

from ..find.checkpoint import Checkpoint

FAMILIES = ("qwen3_5", "qwen3_next", "qwen3")


def family(model_type: object) -> str:
    """The family of a model type: qwen3_5 for qwen3_5_moe_text, qwen3 for qwen3_mtp, qwen3_next for itself."""
    return re.sub(r"(_moe)?(_text|_mtp)?$", "", str(model_type))


def layer_config(checkpoint: Checkpoint, target: Checkpoint) -> dict[str, Any]:
    """The config of a head's layers: the head's own, or the target's where the head's folder does not describe layers."""
    source = checkpoint if "num_attention_heads" in checkpoint.text else target
    return {"model_type": source.config.get("model_type"), **copy.deepcopy(dict(source.text))}


def merged_assistant(config: Mapping[str, Any]) -> Mapping[str, Any]:
    """The config of an assistant that was merged into this Gemma 4 target, where others have a head (omlx#2404); empty if there is none."""
    text = config.get("text_config")
    found = text.get("mtp_assistant_config") if isinstance(text, dict) else None
    return found if isinstance(found, dict) else {}
