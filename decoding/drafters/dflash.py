"""The record of `dflash`: a block-diffusion drafter (DFlash, z-lab 2026)."""

from __future__ import annotations

from typing import Iterator

from ..errors import Reason
from ..find.checkpoint import Checkpoint
from .base import Drafter
from .block_layout import NEEDED, READ, bare, block_objections, flattened
from .drafter_record import Config, DrafterRecord, Files, Loading, Tensors
from .recognition_marks import DFLASH2, DSPARK


def _is_one(config: Config, tensors: Tensors) -> bool:
    """Whether it is a plain DFlash drafter: DFlash2 and DSpark drafters have its marks too, beside their own."""
    if DFLASH2.on(config, tensors) or DSPARK.on(config, tensors):
        return False
    return "dflash_config" in config or "hidden_norm.weight" in bare(tensors)


def _objections(checkpoint: Checkpoint, target: Checkpoint, kv_bits: int | None) -> Iterator[Reason]:
    yield from block_objections(checkpoint, target, "DFlash", NEEDED, READ)


def _load(loading: Loading) -> Drafter:
    from .dflash_drafter import DFlashDrafter

    return DFlashDrafter.load(loading)


RECORD = DrafterRecord(
    name="dflash",
    words="a block drafter that reads the target's hidden states",
    files=Files(
        is_one=_is_one,
        objections=_objections,
        load=_load,
        needs="a DFlash drafter for this target",
        tensors=bare,
        config=flattened,
        embedded="dflash",
        unasked="if it may draft",
    ),
)
