"""`dflash`: a block-diffusion drafter. One pass guesses a whole block, the likeliest token at each place, so guesses are points without q.

It reads hidden states of the target's layers; its cache holds what it computed from them for all tokens but the last. Drafted tokens never
enter the cache, so a rejection needs no roll-back.
"""

from __future__ import annotations

from typing import Any, Self

import mlx.core as mx
from mlx_lm.models.cache import KVCache

from ..accept import Draft
from ..checkpoints.published_table import trained_without_thinking
from ..logits import fit, placed, shape
from ..rules import rule_in_force
from ..target.hidden_states import Heard
from ..weights import check_draft_vocabulary
from .base import Ask
from .drafter_record import Loading
from .embedding_and_head import EmbeddingAndHead
from .hidden_state_drafter import HiddenStateDrafter
from .networks.dflash_network import DFlashNet, Shape, load_net


class DFlashDrafter(HiddenStateDrafter):
    """Drafts at most a block without the last token. Under `coupled` each guess is chosen with the noise of its position, as the target's
    will be."""

    net_of = DFlashNet
    shape_of = Shape

    def __init__(self, net: DFlashNet, shape: Shape, ends: EmbeddingAndHead, name: str = "dflash") -> None:
        self._net: Any = net  # of the kind `net_of`
        self._ends = ends
        self._block, self._mask, self._first = shape.block, shape.mask, shape.first
        super().__init__(name, shape.layers)

    @classmethod
    def load(cls, loading: Loading) -> Self:
        """Load the checkpoint's net for its target. Raises LoadError, or PairError where the target's ends cannot be used alone."""
        net_shape = cls.shape_of.of(loading.checkpoint, loading.target)
        net = load_net(loading.checkpoint, net_shape, loading.bits, cls.net_of)
        check_draft_vocabulary(net.tokens, loading.checkpoint, loading.target)
        drafter = cls(net, net_shape, EmbeddingAndHead(loading.track.model), loading.name)
        drafter.thinks = not trained_without_thinking(loading.checkpoint.folder)
        return drafter

    def propose(self, ask: Ask) -> Draft:
        self._catch_up()
        if not self._up_to_date:
            return Draft(note=f"{self.name}: it waits for the target's next pass, whose hidden states it needs")
        block = mx.array([self._sequence[-1], *[self._mask] * (self._block - 1)], mx.uint32)
        hidden = self._net(self._embed(block), self._cache)[self._first : self._first + ask.room]
        return self._draft(hidden, fit(self._logits(hidden), ask.draws.width, ask.suppressed), ask)

    def _draft(self, hidden: mx.array, logits: mx.array, ask: Ask) -> Draft:
        """A draft of one guess for each row: hidden (n, H) is the net's output, logits (n, V) are the output head's."""
        rule = rule_in_force(ask.settings.rule, ask.settings.temperature)
        return Draft(self.name, rule.choose_points(logits, lambda rows: shape(rows, ask.settings, ask.before), ask.draws))

    def _embed(self, tokens: mx.array) -> mx.array:
        return self._net.embed_tokens(tokens) if "embed_tokens" in self._net else self._ends.embed(tokens)

    def _logits(self, hidden: mx.array) -> mx.array:
        if "lm_head" not in self._net:
            return self._ends.logits(hidden)
        logits, tokens = self._net.lm_head(hidden), self._net.tokens
        return logits if tokens is None else placed(logits, tokens, self._net.vocabulary)

    def _entries(self) -> list[Any]:
        return [KVCache() for _ in self._net.layers]

    def _read(self, rows: Heard, start: int) -> None:
        self._net.read(mx.concatenate([rows[place] for place in self.places], axis=-1), self._cache)


load = DFlashDrafter.load
