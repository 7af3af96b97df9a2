"""Parts: what a follower holds, a Shard for each of rank 0's ShardedTracks, and what each order does with it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any, Callable

import mlx.core as mx

from ..errors import LoadError
from ..target.target_loading import target_checkpoint
from .channel import Channel
from .shard import Shard, answer, part_of
from .wire import NOTHING, Order, Verb, numbers_to_name, numbers_to_places


class Parts:
    """The shards of one follower by their tracks' numbers. `progress` is called with a line for each step of loading."""

    def __init__(self, channel: Channel, progress: Callable[[str], None]) -> None:
        self._channel, self._progress = channel, progress
        self._shards: dict[int, Shard] = {}
        self._folders: dict[int, Path] = {}
        self._more: list[int] = []  # fresh tokens of the message that is still to come
        self._calls: dict[Verb, Callable[[Shard, Order], Any]] = {
            Verb.FOLLOW: lambda shard, order: shard.follow([*shard.sequence[: order.values[0]], *order.fresh]),
            Verb.PREFILL: lambda shard, order: next(shard.prefill(*order.values), None),
            Verb.READ: lambda shard, order: mx.async_eval(shard.read(_tokens(order))),
            Verb.STEP: lambda shard, order: mx.async_eval(shard.step(_tokens(order), bool(order.values[0]))),
            Verb.KEEP: lambda shard, order: None,
            Verb.FORGET: lambda shard, order: shard.forget(),
            Verb.RESET: lambda shard, order: shard.reset(),
            Verb.LISTEN: lambda shard, order: shard.listen(numbers_to_places(order.fresh)),
        }

    def do(self, order: Order) -> None:
        """Carry out an order of rank 0."""
        if order.verb == Verb.MORE:
            self._more += order.fresh
            return
        order, self._more = order._replace(fresh=(*self._more, *order.fresh)), []
        if order.verb == Verb.LOAD:
            self._load(order)
        elif order.verb == Verb.SUM:
            for _ in range(order.values[1]):
                self._channel.sum_of(order.values[0])
        else:
            self._call(self._shards[order.track], order)

    def _call(self, shard: Shard, order: Order) -> None:
        if order.verb not in (Verb.FOLLOW, Verb.LISTEN, Verb.RESET):
            shard.sequence.extend(order.fresh)
        if order.keep != NOTHING:
            shard.keep(order.keep)
        self._calls[order.verb](shard, order)
        shard.hear()  # nobody here reads hidden states

    def _load(self, order: Order) -> None:
        """Load a model for a new track. Of the old shards the one that rank 0 may go back to is retained."""
        bits, retained, _ = order.values
        self._shards = {number: shard for number, shard in self._shards.items() if number == retained}
        held = {self._folders[number]: shard.model for number, shard in self._shards.items()}
        try:
            folder = target_checkpoint(numbers_to_name(order.fresh) or None, self._progress, tokenizer=False).folder
            self._progress(f"loading a part of {folder.name}")
            shard = part_of(folder, self._channel, bits or None, held.get(folder))
            self._shards[order.track], self._folders[order.track] = shard, folder
        except LoadError as error:
            self._progress(str(error))
            shard = None
        with suppress(LoadError):  # rank 0 says so
            answer(self._channel, shard)


def _tokens(order: Order) -> mx.array:
    return mx.array(order.guesses, mx.uint32)
