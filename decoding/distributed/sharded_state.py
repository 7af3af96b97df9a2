"""ShardedState: rank 0's SequenceState of a target whose other parts are on other hosts. Says each call to the followers, then does the same.

A roll-back needs nobody else: it goes with the next message. Draws, argmax and verdict happen on rank 0 alone, so nothing depends on
rounding that differs between hosts. Knows a SequenceState's calls; nothing of rounds.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Iterator, Sequence

import mlx.core as mx

from ..prefixes import common_prefix
from ..rules.array_helpers import NO_TOKENS
from ..target.hidden_states import Place
from ..target.sequence_state import SequenceState, prefill_chunk
from .channel import Channel
from .shard import Shard
from .wire import NOTHING, Verb, places_to_numbers


class ShardedState(SequenceState):
    """The calls and attributes of a SequenceState, over all hosts. `number` tells the followers which of their tracks is meant."""

    def __init__(self, shard: Shard, channel: Channel, number: int) -> None:
        self._shard, self._channel, self.number = shard, channel, number
        self._told = 0  # so many tokens of the sequence are known to the followers
        self._keep = NOTHING  # a roll-back that they are not told of yet

    def __getattr__(self, name: str) -> Any:
        return getattr(self._shard, name)

    def reset(self) -> None:
        """Empty the cache of every rank. Raises HostLost where one is gone."""
        self._keep, self._told = NOTHING, 0
        with self._channel.in_step():
            self._channel.send(Verb.RESET, self.number)
            self._shard.reset()

    def forget(self) -> None:
        """Empty the cache of every rank but follow the same sequence."""
        with self._said(Verb.FORGET):
            self._shard.forget()

    def follow(self, sequence: list[int]) -> int:
        """As SequenceState.follow. The followers get what they do not have in common with it."""
        self._catch_up()
        common = common_prefix(self._shard.sequence, sequence)
        self._told = len(sequence)
        with self._channel.in_step():
            self._channel.send(Verb.FOLLOW, self.number, values=(common,), fresh=sequence[common:])
            return self._shard.follow(sequence)

    def prefill(self, upto: int, checkpoint: int = -1, chunk: int | None = None) -> Iterator[int]:
        """As SequenceState.prefill; a message for each chunk, so that it may be left between two."""
        chunk = chunk or prefill_chunk()
        reading = self._shard.prefill(upto, checkpoint, chunk)
        while self._shard.length < upto:
            with self._said(Verb.PREFILL, upto, checkpoint, chunk):
                length = next(reading)
            yield length

    def read(self, draft: mx.array = NO_TOKENS) -> mx.array:
        """As SequenceState.read."""
        with self._said(Verb.READ, guesses=draft):
            return self._queued(self._shard.read(draft))

    def step(self, token: mx.array, certain: bool = False) -> mx.array:
        """As SequenceState.step."""
        with self._said(Verb.STEP, int(certain), guesses=token):
            return self._queued(self._shard.step(token, certain))

    def keep(self, upto: int) -> None:
        """As SequenceState.keep; the followers do it before their next call."""
        if self._keep != NOTHING:
            self._catch_up()
        self._keep = upto
        self._shard.keep(upto)

    def listen(self, places: Sequence[Place]) -> None:
        """As SequenceState.listen. The followers listen too, so that all ranks compute the same layers."""
        self._catch_up()
        with self._channel.in_step():
            self._channel.send(Verb.LISTEN, self.number, fresh=places_to_numbers(places))
            self._shard.listen(places)

    def _catch_up(self) -> None:
        """Tell the followers everything that they were not told yet."""
        if self._keep != NOTHING or self._told < len(self._shard.sequence):
            with self._said(Verb.KEEP):
                pass

    @contextmanager
    def _said(self, verb: Verb, *values: int, guesses: mx.array = NO_TOKENS) -> Iterator[None]:
        """A context for the call that all ranks make now."""
        fresh, keep = self._shard.sequence[self._told :], self._keep
        self._told, self._keep = self._told + len(fresh), NOTHING
        with self._channel.in_step():
            self._channel.send(verb, self.number, keep, values, fresh, guesses)
            yield

    def _queued(self, rows: mx.array) -> mx.array:
        """The same, queued: what follows on the channel must come after it on every rank."""
        mx.async_eval(rows)
        self._channel.last = rows
        return rows
