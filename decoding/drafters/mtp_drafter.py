"""`mtp`: a multi-token-prediction head, layers trained together with the target on its hidden states, drafts token by token.

Slot i of its cache pairs the hidden state of token i with the embedding of token i + 1. While drafting, the head's own output stands in
for hidden states that the target has not computed yet; those slots are dropped after the draft and computed anew from the target's states
once it has read the tokens. Unlike in the published loops, guesses are sampled from the head's distribution at T > 0.
"""

from __future__ import annotations

from typing import Any

import mlx.core as mx
from mlx_lm.models.cache import KVCache

from specdeck.decoding import cache
from specdeck.decoding.accept import Draft
from specdeck.decoding.taps import FINAL, Heard

from .base import Ask
from .guesses import Guesses
from .listener import Listening
from .nets.mtp_head import MtpHead, load_head
from .record import Loading
from .target_ends import TargetEnds


class MtpDrafter(Listening):
    """Drafts k tokens with a head of any depth, by feeding its output after the last norm back as the next hidden state."""

    def __init__(self, head: MtpHead, ends: TargetEnds, name: str = "mtp") -> None:
        self._head = head
        self.remark = head.norms
        self._ends = ends
        super().__init__(name, (FINAL,))

    @classmethod
    def load(cls, loading: Loading) -> MtpDrafter:
        """Load the checkpoint's head for its target. Raises LoadError, or PairError where the target's ends cannot be used alone."""
        return cls(load_head(loading.checkpoint, loading.target, loading.bits), TargetEnds(loading.track.model), loading.name)

    def propose(self, ask: Ask) -> Draft:
        self._catch_up()
        if not self._up_to_date or self._last is None or self._last[0] != self._held:
            return Draft(note=f"{self.name}: it waits for the target's next pass, whose hidden states it needs")
        hidden, guesses = self._last[1], Guesses(ask)
        for i in range(ask.room):
            token = guesses.draw(self._ends.logits(hidden))
            if i + 1 < ask.room:
                hidden = self._head(self._embed(token), hidden, self._cache)
        for entry in self._cache:
            cache.rewind(entry, self._held - self._origin)
        return guesses.draft(self.name)

    def _entries(self) -> list[Any]:
        return [KVCache() for _ in self._head.layers]

    def _read(self, rows: Heard, start: int) -> None:
        hidden = rows[FINAL]
        end = start + hidden.shape[0]
        outputs = self._head(self._embed(mx.array(self._sequence[start + 1 : end + 1], mx.uint32)), hidden, self._cache)
        self._last = (end, outputs[-1:])

    def _forget(self, start: int) -> None:
        super()._forget(start)
        self._last: tuple[int, mx.array] | None = None  # a position, and the head's output (1, H) for the slot before it

    def _embed(self, tokens: mx.array) -> mx.array:
        return self._head.embed_tokens(tokens) if "embed_tokens" in self._head else self._ends.embed(tokens)
