"""A Gemma 4 assistant drafts: it reads the keys and values that the target holds and has no cache of its own.

There is nothing to prime and nothing to take back: a guess is made from what the target has read at that moment. All guesses of a
draft are asked for from one position, that of the last token that the target has read, and see nothing after it. (Not from that of
the token that goes in, one further: with the published weights that was seen to cost 21 points of acceptance.)
"""

from __future__ import annotations

from typing import Any, Mapping

import mlx.core as mx

from specdeck.decoding.accept import Draft
from specdeck.decoding.errors import PairError
from specdeck.decoding.taps import FINAL, Heard
from specdeck.decoding.track import Track
from specdeck.decoding.trunk import find_trunk

from .base import Ask, Drafter
from .guesses import Guesses
from .nets.assistant_net import AssistantNet, KeysValues, load_net
from .record import Loading
from .target_ends import TargetEnds


class AssistantDrafter(Drafter):
    """`entries`: for every kind of attention the entry of the target's cache that is read, the last of that kind."""

    places = (FINAL,)

    def __init__(self, net: AssistantNet, track: Track, entries: Mapping[str, int], name: str = "assistant") -> None:
        self.name = name
        self._net, self._track, self._ends = net, track, TargetEnds(track.model)
        self._entries = {kind: entries[kind] for kind in set(net.kinds)}
        self.reset()

    @classmethod
    def load(cls, loading: Loading) -> AssistantDrafter:
        """The assistant found, for this target. Raises LoadError and PairError."""
        checkpoint, target, track = loading.checkpoint, loading.target, loading.track
        net, entries = load_net(checkpoint, loading.bits), last_of_each_kind(track)
        lacking = [kind for kind in net.kinds if kind not in entries]
        if lacking:
            raise PairError(f"{checkpoint.folder.name} cannot draft for {target.folder.name}: it reads {lacking[0]} keys, and there are none")
        return cls(net, track, entries, loading.name)

    def hear(self, start: int, heard: Heard) -> None:
        """Only two rows matter: that of the last token read, and of the one before it where the target is a token ahead."""
        if heard:
            rows, end = heard[FINAL], start + heard[FINAL].shape[0]
            fresh = {at: rows[at - start : at - start + 1] for at in range(max(start, end - 2), end)}
            self._rows = {at: row for at, row in (self._rows | fresh).items() if end - 2 <= at < end}
            mx.async_eval(list(fresh.values()))  # else they would hold on to the whole pass that made them

    def propose(self, ask: Ask) -> Draft:
        last = len(ask.sequence) - 2  # the last token that the target must have read
        if last not in self._rows or self._track.length <= last:
            return Draft(note=f"{self.name}: it waits for the target's next pass, whose keys and values it needs")
        hidden, shared, guesses = self._rows[last], self._shared(last + 1), Guesses(ask)
        token = mx.array(ask.sequence[-1:], mx.uint32)
        for _ in range(ask.room):
            logits, hidden = self._net(self._ends.embed(token), hidden, shared, last)
            token = guesses.draw(logits)
        return guesses.draft(self.name)

    def reset(self) -> None:
        self._rows: dict[int, mx.array] = {}  # position -> hidden state (1, H) after the last norm

    def _shared(self, upto: int) -> dict[str, KeysValues]:
        """What the target holds of the first `upto` tokens, by kind."""
        return {kind: self._track.held(entry, upto) for kind, entry in self._entries.items()}


def last_of_each_kind(track: Track) -> dict[str, int]:
    """Kind of attention -> the last layer of that kind that has keys of its own: layers that share theirs have no entry."""
    layers: list[Any] = find_trunk(track.model).layers[: track.entries]
    return {layer.layer_type: i for i, layer in enumerate(layers)}
