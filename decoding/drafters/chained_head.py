"""Heads that draft token by token on the target's hidden states: what `mtp` and `eagle3` share.

Slot i of such a head's cache pairs the target's hidden states of token i with the embedding of token i + 1. While drafting, the head's own
output stands in for hidden states that the target has not computed yet; those slots are dropped after the draft and computed anew from the
target's states once it has read the tokens. Unlike in the published loops, guesses are sampled from the head's distribution at T > 0.
"""

import mlx.core as mx

from ..accept import Draft
from ..prefixes import common_prefix
from ..target import cache
from ..target.hidden_states import HiddenRows
from .base import DraftRequest
from .guesses import Guesses
from .hidden_state_drafter import HiddenStateDrafter


class ChainedHead(HiddenStateDrafter):
    """Drafts k tokens by feeding the head's output back as the next hidden state. Its net, the head, called with embeddings (n, H), hidden
    states (n, H) and a cache, returns (n, H)."""

    stops_early = True

    def _hidden(self, rows: HiddenRows) -> mx.array:
        """The hidden states (n, H) that the head reads, from those that the target gave."""
        raise NotImplementedError

    def _logits(self, output: mx.array, width: int) -> mx.array:
        """The logits (1, V) of the next guess, from the head's output (1, H); `width` is the target's V."""
        raise NotImplementedError

    def begin(self, sequence: list[int], checkpoint: int) -> None:
        if self._last and self._last[0] >= common_prefix(self._sequence, sequence):
            self._last = None  # the token after its slot is another one now
        super().begin(sequence, checkpoint)

    def propose(self, request: DraftRequest) -> Draft:
        self._catch_up()
        if not self._up_to_date or self._last is None or self._last[0] != self._cached_end:
            return self._waits()
        output, guesses = self._last[1], Guesses(request, self.name)
        token = guesses.draw(self._logits(output, request.draws.width))
        while guesses.wants_more():
            output = self._net(self._embed(token), output, self._cache)
            token = guesses.draw(self._logits(output, request.draws.width))
        for entry in self._cache:
            cache.rewind(entry, self._cached_end - self._cached_start)
        return guesses.draft()

    def _read(self, rows: HiddenRows, start: int) -> None:
        hidden = self._hidden(rows)
        end = start + hidden.shape[0]
        outputs = self._net(self._embed(mx.array(self._sequence[start + 1 : end + 1], mx.uint32)), hidden, self._cache)
        self._last = (end, outputs[-1:])

    def _forget(self, start: int) -> None:
        super()._forget(start)
        self._last: tuple[int, mx.array] | None = None  # a position, and the head's output (1, H) for the slot before it
