"""Heads that draft token by token on the target's hidden states: what `mtp` and `eagle3` share.

Slot i of such a head's cache pairs the target's hidden states of token i with the embedding of token i + 1. While drafting, the head's own
output stands in for hidden states that the target has not computed yet; those slots are dropped after the draft and computed anew from the
target's states once it has read the tokens. Unlike in the published loops, guesses are sampled from the head's distribution at T > 0.
"""

from typing import Any, Sequence

import mlx.core as mx
from mlx_lm.models.cache import KVCache

from ..accept import Draft
from ..target import cache
from ..target.hidden_states import HiddenRows, Place
from .base import DraftRequest
from .guesses import Guesses
from .hidden_state_drafter import EmbeddingAndHead, HiddenStateDrafter


class ChainedHead(HiddenStateDrafter):
    """Drafts k tokens by feeding the head's output back as the next hidden state. `head` has `layers` and perhaps `embed_tokens`; called with
    embeddings (n, H), hidden states (n, H) and a cache, it returns (n, H)."""

    stops_early = True

    def __init__(self, head: Any, embedding_and_head: EmbeddingAndHead, name: str, places: Sequence[Place]) -> None:
        self._head, self._embedding_and_head = head, embedding_and_head
        super().__init__(name, places)

    # what differs between heads

    def _hidden(self, rows: HiddenRows) -> mx.array:
        """The hidden states (n, H) that the head reads, from those that the target gave."""
        raise NotImplementedError

    def _logits(self, output: mx.array, width: int) -> mx.array:
        """The logits (1, V) of the next guess, from the head's output (1, H); `width` is the target's V."""
        raise NotImplementedError

    # what they share

    def propose(self, request: DraftRequest) -> Draft:
        self._catch_up()
        if not self._up_to_date or self._last is None or self._last[0] != self._cached_end:
            return Draft(note=f"{self.name}: it waits for the target's next pass, whose hidden states it needs")
        output, guesses = self._last[1], Guesses(request, self.name)
        token = guesses.draw(self._logits(output, request.draws.width))
        while guesses.wants_more():
            output = self._head(self._embed(token), output, self._cache)
            token = guesses.draw(self._logits(output, request.draws.width))
        for entry in self._cache:
            cache.rewind(entry, self._cached_end - self._cached_start)
        return guesses.draft()

    def _entries(self) -> list[Any]:
        return [KVCache() for _ in self._head.layers]

    def _read(self, rows: HiddenRows, start: int) -> None:
        hidden = self._hidden(rows)
        end = start + hidden.shape[0]
        outputs = self._head(self._embed(mx.array(self._sequence[start + 1 : end + 1], mx.uint32)), hidden, self._cache)
        self._last = (end, outputs[-1:])

    def _forget(self, start: int) -> None:
        super()._forget(start)
        self._last: tuple[int, mx.array] | None = None  # a position, and the head's output (1, H) for the slot before it

    def _embed(self, tokens: mx.array) -> mx.array:
        return self._head.embed_tokens(tokens) if "embed_tokens" in self._head else self._embedding_and_head.embed(tokens)
