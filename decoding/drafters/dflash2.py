"""The record of `dflash2`: a block drafter with convolutions and a candidate selector (DFlash2, Inco AI and z-lab 2026)."""

from __future__ import annotations

import re
from typing import Iterator

from ..errors import INCOMPLETE, NOT_FOR_IT, Reason
from ..find.checkpoint import Checkpoint
from .base import Drafter
from .block_layout import NEEDED, READ, bare, block_objections, setting
from .drafter_record import DrafterRecord, Files, Loading, Tensors
from .recognition_marks import DFLASH2

_CODEBOOK = re.compile(r"(candidate_selector\.(?:predecessor|successor)_codebook)$")
_NEEDED = (
    *NEEDED, "candidate_selector.predecessor_codebook.weight", "candidate_selector.successor_codebook.weight",
    "candidate_selector.hidden_projection.weight", "layers.0.attention_conv.base_kernel", "layers.0.mlp_conv.base_kernel",
)  # fmt: skip
_READ = (
    READ + r"|layers\.\d+\.(attention|mlp)_conv\.(base_kernel|kernel_projection\.(weight|scales|biases))"
    r"|candidate_selector\.(predecessor_codebook|successor_codebook|hidden_projection)\.(weight|scales|biases)"
)
_FIELDS = ("conv_kernel_size", "conv_group_size", "selector_rank", "selector_top_k")
_SCALES = {"output_multiplier": 1.0, "final_logit_softcapping": None}  # fields of drafter and target, with the value that changes nothing


def _tensors(tensors: Tensors) -> Tensors:
    """By the names that the net has: published codebooks are bare arrays, quantised ones have `.weight` and `.scales`."""
    return {_CODEBOOK.sub(r"\1.weight", name): tensor for name, tensor in bare(tensors).items()}


def _objections(checkpoint: Checkpoint, target: Checkpoint, kv_bits: int | None) -> Iterator[Reason]:
    yield from block_objections(checkpoint, target, "DFlash2", _NEEDED, _READ)
    lacks = next((name for name in _FIELDS if not setting(checkpoint.config, name)), None)
    if lacks:
        yield INCOMPLETE.saying(f"its config names no {lacks}")
    for name, neutral in _SCALES.items():
        own, theirs = setting(checkpoint.config, name, neutral), target.text.get(name)
        if theirs is not None and own not in (neutral, theirs):
            yield NOT_FOR_IT.saying(f"its {name} is {own}, and the target's is {theirs}")


def _load(loading: Loading) -> Drafter:
    from .dflash2_drafter import DFlash2Drafter

    return DFlash2Drafter.load(loading)


RECORD = DrafterRecord(
    name="dflash2",
    words="a block drafter that chooses a path through its candidates",
    files=Files(
        is_one=DFLASH2.on,
        objections=_objections,
        load=_load,
        needs="a DFlash2 drafter for this target",
        tensors=_tensors,
    ),
)
