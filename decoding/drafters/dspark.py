"""The record of `dspark`: a block drafter with a Markov head (DSpark, DeepSeek 2026), in the layouts of DeepSpec (`Qwen3DSparkModel`),
SpecForge (`DSparkDraftModel`), ModelOpt and speculators (`DSparkSpeculator`), or with a GRU in the head's place (Domino, arXiv 2605.29707)."""

from __future__ import annotations

from typing import Iterator

from ..errors import INCOMPLETE, NOT_FOR_IT, Reason
from ..find.checkpoint import Checkpoint
from .base import Drafter
from .block_layout import NEEDED, READ, bare, block_objections, flattened, setting
from .drafter_record import DrafterRecord, Files, Loading, Tensors
from .recognition_marks import DOMINO, DSPARK

_READ = READ + r"|markov_head\.(markov_w[12]|inputs|states|narrow|wide)\.(weight|scales|biases)|markov_head\.(gate|joint)_proj\.(weight|bias|scales|biases)"
_DOMINO = {  # SpecForge's and ModelOpt's names -> ours
    "prefix_gru.weight_ih_l0": "markov_head.inputs.weight", "prefix_gru.weight_hh_l0": "markov_head.states.weight",
    "embed_proj.0.weight": "markov_head.narrow.weight", "embed_proj.2.weight": "markov_head.wide.weight",
}  # fmt: skip
_HEADS = ("vanilla", "gated", "rnn")


def _tensors(tensors: Tensors) -> Tensors:
    return {_DOMINO.get(name, name): tensor for name, tensor in bare(tensors).items()}


def _objections(checkpoint: Checkpoint, target: Checkpoint, kv_bits: int | None) -> Iterator[Reason]:
    if DOMINO.on(checkpoint.config, {}) or "markov_head.inputs.weight" in checkpoint.tensors:
        yield from block_objections(checkpoint, target, "Domino", (*NEEDED, *_DOMINO.values()), _READ)
        return
    yield from block_objections(checkpoint, target, "DSpark", NEEDED, _READ, first=0)
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
        needs="a DSpark drafter for this target",
        tensors=_tensors,
        config=flattened,
    ),
)
