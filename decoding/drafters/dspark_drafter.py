"""`dspark`: a block drafter whose Markov head corrects the logits of each place by the guess before it. Its q covers the vocabulary."""

from __future__ import annotations

import mlx.core as mx

from .networks.dspark_network import DSparkNet, DSparkShape
from .walked_block import WalkedBlock


class DSparkDrafter(WalkedBlock):
    """Drafts at most a block, the row of the last token included."""

    net_of = DSparkNet
    shape_of = DSparkShape

    def _embed(self, tokens: mx.array) -> mx.array:
        return self._net.embed_tokens(tokens) if "embed_tokens" in self._net else super()._embed(tokens)

    def _logits(self, hidden: mx.array) -> mx.array:
        return self._net.lm_head(hidden) if "lm_head" in self._net else super()._logits(hidden)
