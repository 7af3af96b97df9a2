"""`dspark`: a block drafter whose Markov head corrects the logits of each place by the guess before it. Its q covers the vocabulary, with 0 for
tokens that its output head does not have."""

from __future__ import annotations

from typing import Self

from .drafter_record import Loading
from .networks.dspark_network import DSparkNet, DSparkShape
from .sequential_block import SequentialBlock


class DSparkDrafter(SequentialBlock):
    """Drafts at most a block, the row of the last token included."""

    net_of = DSparkNet
    shape_of = DSparkShape

    @classmethod
    def load(cls, loading: Loading) -> Self:
        drafter = super().load(loading)
        drafter.remark = "its head is Domino's, a GRU over the block's tokens" if "markov_head.inputs.weight" in loading.checkpoint.tensors else None
        return drafter


load = DSparkDrafter.load
