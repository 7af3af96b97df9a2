"""`eagle3`: an EAGLE-3 head drafts token by token from hidden states of several layers of the target.

Its output head often covers a part of the vocabulary only. Its q is over the target's whole vocabulary all the same, 0 for tokens that the
head cannot guess, so every rule stays exact.
"""

from __future__ import annotations

import mlx.core as mx

from ..checkpoints.eagle3_layout import assumed, layers_read
from ..logits import placed
from ..target.hidden_states import FINAL, Heard
from ..weights import check_draft_vocabulary
from .chained_head import ChainedHead
from .drafter_record import Loading
from .embedding_and_head import EmbeddingAndHead
from .networks.eagle3_network import Eagle3Net, load_net

ASSUMED = "its config names no layers of the target; the usual three were assumed"


class Eagle3Drafter(ChainedHead):
    """Drafts chains, no trees. `layers`: those of the target whose outputs the head reads; () for the hidden states after the last norm.
    `remark`: on how its checkpoint was interpreted."""

    def __init__(self, head: Eagle3Net, layers: tuple[int, ...], ends: EmbeddingAndHead, name: str = "eagle3", remark: str | None = None) -> None:
        self.remark = remark
        super().__init__(head, ends, name, layers or (FINAL,))

    @classmethod
    def load(cls, loading: Loading) -> Eagle3Drafter:
        """Load the checkpoint's head for its target. Raises LoadError, or PairError where the target's ends cannot be used alone."""
        checkpoint, target = loading.checkpoint, loading.target
        head = load_net(checkpoint, target, loading.bits)
        check_draft_vocabulary(head.tokens, checkpoint, target)
        remark = ASSUMED if assumed(checkpoint.config) else None
        return cls(head, layers_read(checkpoint, target), EmbeddingAndHead(loading.track.model), loading.name, remark)

    def _hidden(self, rows: Heard) -> mx.array:
        return self._head.fused([rows[place] for place in self.places])

    def _logits(self, output: mx.array, width: int) -> mx.array:
        output, tokens = self._head.normed(output), self._head.tokens
        if "lm_head" not in self._head:
            return self._ends.logits(output)
        logits = self._head.lm_head(output)
        return logits if tokens is None else placed(logits, tokens, width)


load = Eagle3Drafter.load
