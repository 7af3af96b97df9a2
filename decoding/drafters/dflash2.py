"""`dflash2`: a block drafter whose selector chooses a path through the likeliest tokens of each place.

Its q covers the candidates of a place, 16 in the published drafters, and is 0 elsewhere.
"""

from __future__ import annotations

import mlx.core as mx

from .networks.dflash2_network import DFlash2Net, DFlash2Shape
from .sequential_block import SequentialBlock


class DFlash2Drafter(SequentialBlock):
    """Drafts at most a block without the last token."""

    net_of = DFlash2Net
    shape_of = DFlash2Shape

    def _embed(self, tokens: mx.array) -> mx.array:
        return self._net.embedded(super()._embed(tokens))

    def _logits(self, hidden: mx.array) -> mx.array:
        return self._net.scaled(super()._logits(hidden))


load = DFlash2Drafter.load
