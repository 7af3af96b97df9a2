"""`mtp`: a multi-token-prediction head, layers trained together with the target on its hidden states, drafts token by token."""

from __future__ import annotations

import mlx.core as mx

from ..target.hidden_states import FINAL, Heard
from .base import remark_of
from .chained_head import ChainedHead
from .drafter_record import Loading
from .embedding_and_head import EmbeddingAndHead
from .frequent_head import FrequentHead
from .networks.mtp_network import MtpHead, load_head


class MtpDrafter(ChainedHead):
    """Drafts k tokens with a head of any depth, by feeding its output after the last norm back as the next hidden state."""

    def __init__(self, head: MtpHead, ends: EmbeddingAndHead, name: str = "mtp", frequent: FrequentHead | None = None) -> None:
        """`frequent`: the most frequent rows of the target's output head, of which `ends` then gives the logits; None: all rows."""
        self.remark = remark_of(head.norms, frequent and frequent.words)
        self._frequent = frequent
        super().__init__(head, ends, name, (FINAL,))

    @classmethod
    def load(cls, loading: Loading) -> MtpDrafter:
        """Load the checkpoint's head for its target. Raises LoadError, or PairError where the target's ends cannot be used alone."""
        target = loading.track.model
        frequent = FrequentHead(target, loading.draft_vocab) if loading.draft_vocab else None
        head = load_head(loading.checkpoint, loading.target, loading.bits)
        return cls(head, EmbeddingAndHead(frequent.model if frequent else target), loading.name, frequent)

    def begin(self, sequence: list[int], checkpoint: int) -> None:
        super().begin(sequence, checkpoint)
        if self._frequent:
            self._frequent.begin(sequence)

    def _hidden(self, rows: Heard) -> mx.array:
        return rows[FINAL]

    def _logits(self, output: mx.array, width: int) -> mx.array:
        return self._ends.logits(output)


load = MtpDrafter.load
