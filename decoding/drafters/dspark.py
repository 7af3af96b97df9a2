"""The record of `dspark`: a block drafter with a Markov head (DSpark, DeepSeek 2026), in the layouts of DeepSpec (`Qwen3DSparkModel`),
SpecForge (`DSparkDraftModel`) and speculators (`DSparkSpeculator`)."""

from __future__ import annotations

from typing import Iterator

from specdeck.decoding.errors import INCOMPLETE, NOT_FOR_IT, Reason
from specdeck.decoding.find.checkpoint import Checkpoint

from .base import Drafter
from .block_layout import NEEDED, READ, bare, block_objections, flattened, setting
from .drafter_record import DrafterRecord, Files, Loading, Tensors
from .objections import draft_vocabulary
from .recognition_marks import DSPARK

_READ = (
    READ + r"|markov_head\.markov_w[12]\.(weight|scales|biases)|markov_head\.(gate|joint)_proj\.(weight|bias|scales|biases)"
    r"|(embed_tokens|lm_head)\.(weight|scales|biases)|d2t"
)
_LEFT_OUT = ("confidence_head.", "t2d", "verifier_")  # drafting does not need them: t2d is the inverse of d2t, the last are the target's
_HEADS = ("vanilla", "gated", "rnn")


def _tensors(tensors: Tensors) -> Tensors:
    return {name: tensor for name, tensor in bare(tensors).items() if not name.startswith(_LEFT_OUT)}


def _objections(checkpoint: Checkpoint, target: Checkpoint, kv_bits: int | None) -> Iterator[Reason]:
    yield from block_objections(checkpoint, target, "DSpark", NEEDED, _READ, first=0)
    yield from draft_vocabulary(checkpoint, target)
    head, rank = setting(checkpoint.config, "markov_head_type", "vanilla"), setting(checkpoint.config, "markov_rank", 0)
    if head not in _HEADS:
        yield NOT_FOR_IT.saying(f"its Markov head is of the type {head}, and only {', '.join(_HEADS)} are supported")
    if bool(rank) != ("markov_head.markov_w1.weight" in checkpoint.tensors):
        yield INCOMPLETE.saying(f"its config names a Markov head of rank {rank}, and its tensors do not agree")


def _load(loading: Loading) -> Drafter:
    from .dspark_drafter import DSparkDrafter

    return DSparkDrafter.load(loading)


RECORD = DrafterRecord(
    name="dspark",
    words="a block drafter that corrects each guess by the one before it",
    files=Files(
        is_one=DSPARK.on,
        objections=_objections,
        load=_load,
        how_to_load="add --drafter with a folder or hub name of a DSpark drafter for this target",
        tensors=_tensors,
        config=flattened,
    ),
)
