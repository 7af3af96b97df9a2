"""A rank's part of a target: loads it, and the SequenceState that reads with it."""

from contextlib import contextmanager
from pathlib import Path
from typing import Any, Callable, Iterator, Sequence

import mlx.core as mx
from mlx.utils import tree_reduce
from mlx_lm.utils import _get_classes

from ..checkpoints import model_config
from ..errors import LoadError, one_line
from ..rules.draws import NO_TOKENS
from ..target.hidden_states import Place
from ..target.recurrent_replay import Reader
from ..target.sequence_state import SequenceState, prefill_chunk
from ..target.target_loading import logits_width
from ..text.prompt import common_prefix
from ..weights import whole_model
from .channel import NOTHING, Channel, Verb, places_to_numbers


class Shard(SequenceState):
    """The SequenceState of one rank: whether recurrent layers can be replayed is agreed between the ranks, because it is found out by a trial."""

    def __init__(self, model: Any, channel: Channel, *args: Any, **options: Any) -> None:
        self._channel = channel
        super().__init__(model, *args, **options)

    def _find_readers(self) -> tuple[Reader, ...]:
        readers = super()._find_readers()
        return readers if self._channel.agree(bool(readers)) else ()


def check_shardable(folder: Path) -> None:
    """Raises LoadError where mlx-lm cannot shard models of this type."""
    config = model_config.read_config(folder)
    try:
        model, _ = _get_classes(config)
    except ValueError:
        return  # loading says that mlx-lm lacks the type
    if not hasattr(model, "shard"):
        raise LoadError(f"{folder}: models of type {config.get('model_type')} cannot be sharded by mlx-lm: load it without hosts")


def sharded_model(folder: Path, group: mx.distributed.Group) -> Any:
    """This rank's part of the model; of the weights only that part is read and kept. Raises LoadError."""
    check_shardable(folder)
    return whole_model(folder, change=_sharded(folder, group))


def _sharded(folder: Path, group: mx.distributed.Group) -> Callable[[Any], None]:
    def shard(model: Any) -> None:
        heads = [(part, part.lm_head) for part in model.modules() if "lm_head" in part and hasattr(part, "sharding_group")]
        try:
            model.shard(group)
        except Exception as error:  # whatever a model's own code raises: assertions, splits that do not divide
            raise LoadError(f"{folder}: it cannot be sharded over {group.size()} hosts: {one_line(error)}") from error
        for part, head in heads:  # whole: drafters on rank 0 use it alone
            part.lm_head, part.sharding_group = head, None
        _check_heads(model, folder, group.size())

    return shard


def _check_heads(model: Any, folder: Path, hosts: int) -> None:
    """Raise LoadError where a rank would get no heads: mlx-lm divides their number without a check."""
    counts = [getattr(part, name) for part in model.modules() for name in ("n_heads", "n_kv_heads", "num_key_value_heads") if hasattr(part, name)]
    if 0 in counts:
        raise LoadError(f"{folder}: it cannot be sharded over {hosts} hosts: it has fewer heads of keys than that")


# Loading a target on all hosts: every rank loads its part, then all answer how that went before anyone goes on.

MIB = 1 << 20


def part_of(folder: Path, channel: Channel, kv_bits: int | None, model: Any = None) -> Shard:
    """This rank's Shard of the target, with a model that is loaded already if one is given. Raises LoadError."""
    shard = Shard(model or sharded_model(folder, channel.group), channel, kv_bits)
    logits_width(shard, folder, kv_bits)
    return shard


def answer(channel: Channel, shard: Shard | None) -> tuple[int, ...]:
    """All ranks say whether they have their part, None if not. Returns the bytes of every rank's part. Raises LoadError where one has
    none, or where hosts compute on different devices, whose passes would not be queued alike."""
    weights = (tree_reduce(lambda total, array: total + array.nbytes, shard.model.parameters(), 0) or 0) if shard else 0
    gpu = int(mx.default_device().type == mx.DeviceType.gpu)
    answers = channel.gather(int(shard is not None), gpu, weights // MIB)
    failed = [rank for rank, (loaded, _, _) in enumerate(answers) if not loaded]
    if failed:
        raise LoadError(f"the target could not be loaded on host {failed[0] + 1} of {channel.size}")
    if len({device for _, device, _ in answers}) > 1:
        raise LoadError("some hosts compute on a GPU and some on a CPU: all must do the same")
    return tuple(size * MIB for _, _, size in answers)


# ShardedState: rank 0's SequenceState of a target whose other parts are on other hosts. Says each call to the followers, then does the same.
#
# A roll-back needs nobody else: it goes with the next message. Draws, argmax and verdict happen on rank 0 alone, so nothing depends on
# rounding that differs between hosts.

class ShardedState(SequenceState):
    """The calls and attributes of a SequenceState, over all hosts. `number` tells the followers which of their states is meant."""

    def __init__(self, shard: Shard, channel: Channel, number: int) -> None:
        self._shard, self._channel, self.number = shard, channel, number
        self._told = 0  # tokens of the sequence that the followers know
        self._upto = NOTHING  # a roll-back that they are not told of yet

    def __getattr__(self, name: str) -> Any:
        return getattr(self._shard, name)

    def reset(self) -> None:
        """Empty the cache of every rank. Raises HostLost where one is gone."""
        self._upto, self._told = NOTHING, 0
        with self._channel.in_step():
            self._channel.send(Verb.RESET, self.number)
            self._shard.reset()

    def forget(self) -> None:
        with self._said(Verb.FORGET):
            self._shard.forget()

    def follow(self, sequence: list[int]) -> int:
        """The followers get what they do not have in common with the sequence."""
        self._catch_up()
        common = common_prefix(self._shard.sequence, sequence)
        self._told = len(sequence)
        with self._channel.in_step():
            self._channel.send(Verb.FOLLOW, self.number, values=(common,), fresh=sequence[common:])
            return self._shard.follow(sequence)

    def prefill(self, upto: int, checkpoint: int = -1, chunk: int | None = None) -> Iterator[int]:
        """A message for each chunk, so that it may be left between two."""
        while self._shard.length < upto:
            tokens = chunk or prefill_chunk(self._shard.pace)
            with self._said(Verb.PREFILL, upto, checkpoint, tokens):
                next(self._shard.prefill(upto, checkpoint, tokens))
            yield self._shard.length

    def read(self, draft: mx.array = NO_TOKENS) -> mx.array:
        with self._said(Verb.READ, guesses=draft):
            return self._queued(self._shard.read(draft))

    def step(self, token: mx.array, certain: bool = False) -> mx.array:
        with self._said(Verb.STEP, int(certain), guesses=token):
            return self._queued(self._shard.step(token, certain))

    def roll_back(self, upto: int) -> None:
        """The followers do it before their next call."""
        if self._upto != NOTHING:
            self._catch_up()
        self._upto = upto
        self._shard.roll_back(upto)

    def tap(self, places: Sequence[Place]) -> None:
        """The followers tap their parts too, so that all ranks compute the same layers."""
        self._catch_up()
        with self._channel.in_step():
            self._channel.send(Verb.TAP, self.number, fresh=places_to_numbers(places))
            self._shard.tap(places)

    def _catch_up(self) -> None:
        """Tell the followers everything that they were not told yet."""
        if self._upto != NOTHING or self._told < len(self._shard.sequence):
            with self._said(Verb.ROLL_BACK):
                pass

    @contextmanager
    def _said(self, verb: Verb, *values: int, guesses: mx.array = NO_TOKENS) -> Iterator[None]:
        """A context for the call that all ranks make now."""
        fresh, upto = self._shard.sequence[self._told :], self._upto
        self._told, self._upto = self._told + len(fresh), NOTHING
        with self._channel.in_step():
            self._channel.send(verb, self.number, upto, values, fresh, guesses)
            yield

    def _queued(self, rows: mx.array) -> mx.array:
        self._channel.queue(rows)
        return rows
