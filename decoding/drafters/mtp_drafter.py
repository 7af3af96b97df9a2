"""`mtp`: a multi-token-prediction head, layers trained together with the target on its hidden states, drafts token by token."""

from __future__ import annotations

import mlx.core as mx

from specdeck.decoding.taps import FINAL, Heard

from .chained_head import ChainedHead
from .networks.mtp_network import MtpHead, load_head
from .record import Loading
from .target_ends import TargetEnds


class MtpDrafter(ChainedHead):
    """Drafts k tokens with a head of any depth, by feeding its output after the last norm back as the next hidden state."""

    def __init__(self, head: MtpHead, ends: TargetEnds, name: str = "mtp") -> None:
        self.remark = head.norms
        super().__init__(head, ends, name, (FINAL,))

    @classmethod
    def load(cls, loading: Loading) -> MtpDrafter:
        """Load the checkpoint's head for its target. Raises LoadError, or PairError where the target's ends cannot be used alone."""
        return cls(load_head(loading.checkpoint, loading.target, loading.bits), TargetEnds(loading.track.model), loading.name)

    def _hidden(self, rows: Heard) -> mx.array:
        return rows[FINAL]

    def _logits(self, output: mx.array, width: int) -> mx.array:
        return self._ends.logits(output)
