"""Loading a target on all hosts: every rank loads its part, then all answer how that went before anyone goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import mlx.core as mx
from mlx.utils import tree_reduce

from ..errors import LoadError
from ..target import logits_width
from .channel import Channel
from .shard import Shard, sharded_model

MIB = 1 << 20


def _add_bytes(total: int, array: mx.array) -> int:
    return total + array.nbytes


def part_of(folder: Path, channel: Channel, kv_bits: int | None, model: Any = None) -> Shard:
    """This rank's Shard of the target, with a model that is loaded already if one is given. Raises LoadError."""
    shard = Shard(model or sharded_model(folder, channel.group), channel, kv_bits)
    logits_width(shard, folder, kv_bits)
    return shard


def answer(channel: Channel, shard: Shard | None) -> tuple[int, ...]:
    """All ranks say whether they have their part, None if not. Returns the bytes of every rank's part. Raises LoadError where one has
    none, or where hosts compute on different devices, whose passes would not be queued alike."""
    weights = (tree_reduce(_add_bytes, shard.model.parameters(), 0) or 0) if shard else 0
    gpu = int(mx.default_device().type == mx.DeviceType.gpu)
    answers = channel.gather(int(shard is not None), gpu, weights // MIB)
    failed = [rank for rank, (loaded, _, _) in enumerate(answers) if not loaded]
    if failed:
        raise LoadError(f"the target could not be loaded on host {failed[0] + 1} of {channel.size}")
    if len({device for _, device, _ in answers}) > 1:
        raise LoadError("some hosts compute on a GPU and some on a CPU: all must do the same")
    return tuple(size * MIB for _, _, size in answers)
