"""Block drafters that choose their guesses one after another: what `dflash2` and `dspark` share. Knows no network.

One pass computes logits for all places of a block, as in `dflash`; then a small step for each place corrects its logits by the guess before
it. So every guess is drawn from a distribution of its own, which is its q, and `probabilistic` and `block` judge it by p and q.
"""

from __future__ import annotations

import mlx.core as mx

from ..accept import Draft
from .base import Ask
from .dflash import DFlashDrafter
from .guesses import Guesses


class SequentialBlock(DFlashDrafter):
    """Its net has `walk(hidden, logits, embed)`, which returns a function of a place and the token before it, called once for each place in
    their order, that gives the place's logits (1, V); `embed` gives the embedding (1, H) of a token (1,)."""

    stops = True

    def _draft(self, hidden: mx.array, logits: mx.array, ask: Ask) -> Draft:
        row, guesses = self._net.walk(hidden, logits, self._embed), Guesses(ask, self.name)
        last = guesses.draw(row(0, mx.array(self._sequence[-1:], mx.uint32)))
        while len(guesses) < hidden.shape[0] and guesses.wants_more():
            last = guesses.draw(row(len(guesses), last))
        return guesses.draft()
