"""This process as rank 0, and the followers that mlx.launch runs for it on all hosts."""

from __future__ import annotations

import atexit
import os
import sys
import threading
import time
from contextlib import suppress
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Any, Callable, Sequence

import mlx.core as mx

from ..checkpoints.checkpoint import Checkpoint
from ..checkpoints.model_folder import embedded
from ..errors import HostLost, LoadError, one_line
from .channel import NOTHING, Channel, Verb, name_to_numbers
from .hosts import BEFORE_EXIT, Hosts
from .mlx_launch import Launched
from .shard import Shard, ShardedState, answer, part_of

_cluster: Cluster | None = None
_numbers = count(1)


def cluster_of(hosts: Hosts, progress: Callable[[str], None]) -> Cluster:
    """The cluster of these hosts, started if this process has none. Raises LoadError."""
    global _cluster
    if _cluster is None:
        _cluster = _started(hosts, progress)
    if _cluster.hosts != hosts:
        raise LoadError(f"this process is joined with {', '.join(_cluster.hosts.names)} already: other hosts need a new process")
    _cluster.channel.check()
    _cluster.launched.progress = progress
    return _cluster


def _started(hosts: Hosts, progress: Callable[[str], None]) -> Cluster:
    launched = Launched(hosts, progress)
    try:
        os.environ |= launched.ready()
        launched.try_to_join()
        launched.say("go")
        backend = launched.backend
        channel = Channel(mx.distributed.init(strict=True, backend=backend))
    except BaseException as error:
        launched.end()
        if isinstance(error, LoadError) or not isinstance(error, Exception):
            raise
        raise LoadError(f"hosts: they could not be joined: {one_line(error)}") from error
    watch(launched, channel)
    atexit.register(_end_if_lost, channel)
    return Cluster(hosts, channel, launched)


def _end_if_lost(channel: Channel) -> None:
    """If the followers are gone, end this process at once: mlx's own clean-up would wait for them."""
    if channel.lost:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(HostLost.exit_code)


class Cluster:
    """`parts`: bytes of each host's part of the target that was loaded last.

    mlx.launch starts every rank, also rank 0, which must be this process: it has the terminal, or the notebook. So a placeholder is
    started in its place, which hands over the environment that mlx.launch made for rank 0. A process can be in one group only, so the
    first cluster stays until the process ends. Then, or if any host is lost, everything that was started ends by itself.
    """

    def __init__(self, hosts: Hosts, channel: Channel, launched: Launched) -> None:
        self.hosts, self.channel, self.launched = hosts, channel, launched
        self.parts: tuple[int, ...] = ()
        self._number, self._hidden = NOTHING, 0

    def model(self, name: str | None, target: Checkpoint, kv_bits: int | None, beside: Any = None) -> Any:
        """This host's part of the target, loaded while the others load theirs. `name`: as the user gave it; `beside`: the pair that is
        replaced, whose parts are retained and taken over where they are the same. Raises LoadError where any host cannot load its part."""
        before = beside.target if beside and beside.cluster else None
        retained = before.number if before else NOTHING
        self._number, self._hidden = next(_numbers), target.text.get("hidden_size", 1024)
        with self.channel.in_step():
            self.channel.send(Verb.LOAD, self._number, values=(kv_bits or 0, retained), fresh=name_to_numbers(_place(name, target)))
        return self._part(target, kv_bits, before.model if before and beside.target_path == str(target.folder) else None).model

    def _part(self, target: Checkpoint, kv_bits: int | None, model: Any) -> Shard:
        try:
            shard, failure = part_of(target.folder, self.channel, kv_bits, model), None
        except LoadError as error:
            shard, failure = None, error
        with self.channel.in_step():
            try:
                self.parts = answer(self.channel, shard)
            except LoadError as error:
                failure = failure or LoadError(self.launched.last_error() or str(error))
        if failure or shard is None:
            raise failure or LoadError("the target could not be loaded on this host")
        return shard

    def sequence_state(self, model: Any, kv_bits: int | None, suppressed: Sequence[int]) -> ShardedState:
        """The state of the target that was loaded last."""
        return ShardedState(Shard(model, self.channel, kv_bits, suppressed), self.channel, self._number)

    def sum_seconds(self, repeats: int = 50) -> float:
        """Seconds of one sum over all hosts of one token's hidden state, of which a pass needs two a layer."""
        with self.channel.in_step():
            self.channel.send(Verb.SUM, values=(self._hidden, repeats + 1))
            self.channel.sum_of(self._hidden)
            start = perf_counter()
            for _ in range(repeats):
                self.channel.sum_of(self._hidden)
            return (perf_counter() - start) / repeats

    def leave(self) -> None:
        """Let the followers end; this process cannot join hosts again."""
        with self.channel.in_step():
            self.channel.send(Verb.LEAVE)
            mx.eval(self.channel.last)
        self.channel.trouble = "the hosts were left: start again to join them"
        self.launched.say("leave")


def _place(name: str | None, target: Checkpoint) -> str:
    """How other hosts find the target: by the same folder or hub name, "" for the embedded target."""
    if target.folder == embedded("target"):
        return ""
    return str(target.folder) if name is None or Path(name).expanduser().is_dir() else name


# Notices that a host is gone: mlx.launch ended, as it does when a follower ends, or a follower gives no sign of life.
#
# mlx then raises in some calls and waits for ever in others. So the watching thread waits for GRACE seconds. If a call or a queued
# computation is still not done, nothing in this process can end it: the functions in BEFORE_EXIT save what they can, and the process ends.

LOOK = 1.0  # seconds between two looks
SILENCE = 40  # a follower is lost after so many signs of life (20 s) of this machine's placeholder without one of its own; 12 s were too few
GRACE = 3.0  # seconds in which a call that is under way may fail by itself


def watch(launched: Launched, channel: Channel) -> None:
    """Watch from now on, in a thread."""
    threading.Thread(target=_look, args=(launched, channel), name="watch hosts", daemon=True).start()


def _look(launched: Launched, channel: Channel) -> None:
    while not channel.trouble:
        time.sleep(LOOK)
        silent = [launched.hosts.names[rank] for rank, beats in launched.silent.items() if beats > SILENCE]
        if launched.ended:
            channel.give_up(launched.reason())
        elif silent:
            channel.give_up(f"{silent[0]} does not answer any more")
            launched.end()
    if channel.lost and not _calls_finish(channel):
        _end(channel.trouble)


def _calls_finish(channel: Channel) -> bool:
    """Whether the call in progress and the queued computation end within GRACE seconds: either may wait for the lost host."""
    queued = threading.Thread(target=_wait, args=(channel.last,), daemon=True)
    queued.start()
    end = time.monotonic() + GRACE
    while channel.under_way or queued.is_alive():
        if time.monotonic() > end:
            return False
        time.sleep(GRACE / 20)
    return True


def _wait(queued: mx.array | None) -> None:
    with suppress(RuntimeError):
        mx.eval(queued)


def _end(reason: str) -> None:
    try:
        for act in reversed(BEFORE_EXIT):
            act(reason)
        print(f"specdeck: {reason}", file=sys.__stderr__, flush=True)
        sys.stdout.flush()
    finally:
        os._exit(HostLost.exit_code)
