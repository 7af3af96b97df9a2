"""`assistant`: a Gemma 4 assistant. It attends to the keys and values in the target's cache and has no cache of its own.

So it needs no prefill and no roll-back: a guess depends only on what the target has read so far. All guesses of a draft use the position
of the last token that the target has read and attend to nothing after it. (With the published weights, the position of the input token,
one further, was seen to cost 21 points of acceptance.)
"""

from __future__ import annotations

from typing import Any, Mapping

import mlx.core as mx

from ..accept import Draft
from ..errors import PairError
from ..target.backbone import find_backbone
from ..target.hidden_states import FINAL, Heard
from ..target.sequence_state import SequenceState
from .base import Ask, Drafter
from .drafter_record import Loading
from .embedding_and_head import EmbeddingAndHead
from .guesses import Guesses
from .networks.assistant_network import AssistantNet, KeysValues, load_net


class AssistantDrafter(Drafter):
    """`entries`: for each kind of attention the index of the target's cache entry that it reads, the last entry of that kind."""

    places = (FINAL,)
    stops = True

    def __init__(self, net: AssistantNet, track: SequenceState, entries: Mapping[str, int], name: str = "assistant") -> None:
        self.name = name
        self._net, self._track, self._ends = net, track, EmbeddingAndHead(track.model)
        self._entries = {kind: entries[kind] for kind in set(net.kinds)}
        self.reset()

    @classmethod
    def load(cls, loading: Loading) -> AssistantDrafter:
        """Load the checkpoint's net for its target. Raises LoadError, or PairError where the target lacks a kind of attention."""
        checkpoint, target, track = loading.checkpoint, loading.target, loading.track
        net, entries = load_net(checkpoint, loading.bits), last_of_each_kind(track)
        lacking = [kind for kind in net.kinds if kind not in entries]
        if lacking:
            names = f"{checkpoint.folder.name} cannot draft for {target.folder.name}"
            raise PairError(f"{names}: it reads keys of {lacking[0]} layers, and the target has none")
        return cls(net, track, entries, loading.name)

    def hear(self, start: int, heard: Heard) -> None:
        """Keep the last two rows: that of the last token read, and the one before it, needed when the target is one token ahead."""
        if heard:
            rows, end = heard[FINAL], start + heard[FINAL].shape[0]
            fresh = {at: rows[at - start : at - start + 1] for at in range(max(start, end - 2), end)}
            self._rows = {at: row for at, row in (self._rows | fresh).items() if end - 2 <= at < end}
            mx.async_eval(list(fresh.values()))  # unevaluated they would keep the whole pass in memory

    def propose(self, ask: Ask) -> Draft:
        last = len(ask.sequence) - 2  # the last token that the target must have read
        if last not in self._rows or self._track.length <= last:
            return Draft(note=f"{self.name}: it waits for the target's next pass, whose keys and values it needs")
        hidden, shared, guesses = self._rows[last], self._shared(last + 1), Guesses(ask, self.name)
        logits, hidden = self._net(self._ends.embed(mx.array(ask.sequence[-1:], mx.uint32)), hidden, shared, last)
        token = guesses.draw(logits)
        while guesses.wants_more():
            logits, hidden = self._net(self._ends.embed(token), hidden, shared, last)
            token = guesses.draw(logits)
        return guesses.draft()

    def reset(self) -> None:
        self._rows: dict[int, mx.array] = {}  # position -> hidden state (1, H) after the last norm

    def _shared(self, upto: int) -> dict[str, KeysValues]:
        """The target's keys and values for the first `upto` tokens, by kind of attention."""
        return {kind: self._track.keys_values(entry, upto) for kind, entry in self._entries.items()}


def last_of_each_kind(track: SequenceState) -> dict[str, int]:
    """Kind of attention -> the cache entry of the last such layer with keys of its own; layers that share keys have no entry."""
    layers: list[Any] = find_backbone(track.model).layers[: track.entries]
    return {layer.layer_type: i for i, layer in enumerate(layers)}


load = AssistantDrafter.load
