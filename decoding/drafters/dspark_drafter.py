"""`dspark`: a block drafter whose Markov head corrects the logits of each place by the guess before it. Its q covers the vocabulary, with 0 for
tokens that its output head does not have."""

from __future__ import annotations

from typing import Self

import mlx.core as mx

from specdeck.decoding.logits import placed

from .drafter_record import Loading
from .networks.dspark_network import DSparkNet, DSparkShape
from .walked_block import WalkedBlock
from .weights import check_draft_vocabulary


class DSparkDrafter(WalkedBlock):
    """Drafts at most a block, the row of the last token included."""

    net_of = DSparkNet
    shape_of = DSparkShape

    @classmethod
    def load(cls, loading: Loading) -> Self:
        drafter = super().load(loading)
        check_draft_vocabulary(drafter._net.tokens, loading.checkpoint, loading.target)
        return drafter

    def _embed(self, tokens: mx.array) -> mx.array:
        return self._net.embed_tokens(tokens) if "embed_tokens" in self._net else super()._embed(tokens)

    def _logits(self, hidden: mx.array) -> mx.array:
        if "lm_head" not in self._net:
            return super()._logits(hidden)
        logits, tokens = self._net.lm_head(hidden), self._net.tokens
        return logits if tokens is None else placed(logits, tokens, self._net.vocabulary)
