"""A follower: has a part of the target and repeats what rank 0 does with its own. mlx.launch runs this module on every host:

    mlx.launch --hostfile … -- python -m specdeck.decoding.distributed.follower PID

Rank 0 itself is the process PID, which mlx.launch did not start; in its place this module hands PID the environment that mlx.launch made
for rank 0, and ends everything once PID is gone. Lines on stdin: "try" lets every rank find out whether the hosts can connect, "go" starts
the followers, "leave" ends rank 0's placeholder. Lines on stdout are for mlx_launch.py.
"""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Callable

import mlx.core as mx

from ..checkpoints import read_regular
from ..errors import LoadError
from ..target.target_loading import target_checkpoint
from .channel import NOTHING, Channel, Order, Verb, numbers_to_name, numbers_to_places, open_connections
from .hosts import LOCAL_NETWORK, RING
from .mlx_launch import BEAT, heartbeat, print_line, versions
from .shard import Shard, answer, part_of

# Parts: what a follower holds, a Shard for each of rank 0's ShardedStates, and what each order does with it.

class Parts:
    """The shards of one follower by their states' numbers. `progress` is called with a line for each step of loading."""

    def __init__(self, channel: Channel, progress: Callable[[str], None]) -> None:
        self._channel, self._progress = channel, progress
        self._shards: dict[int, Shard] = {}
        self._folders: dict[int, Path] = {}
        self._more: list[int] = []  # fresh tokens of the message that is still to come
        self._calls: dict[Verb, Callable[[Shard, Order], Any]] = {
            Verb.FOLLOW: lambda shard, order: shard.follow([*shard.sequence[: order.values[0]], *order.fresh]),
            Verb.PREFILL: lambda shard, order: next(shard.prefill(*order.values), None),
            Verb.READ: lambda shard, order: channel.queue(shard.read(_tokens(order))),
            Verb.STEP: lambda shard, order: channel.queue(shard.step(_tokens(order), bool(order.values[0]))),
            Verb.ROLL_BACK: lambda shard, order: None,
            Verb.FORGET: lambda shard, order: shard.forget(),
            Verb.RESET: lambda shard, order: shard.reset(),
            Verb.TAP: lambda shard, order: shard.tap(numbers_to_places(order.fresh)),
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
            self._call(self._shards[order.state], order)

    def _call(self, shard: Shard, order: Order) -> None:
        if order.verb not in (Verb.FOLLOW, Verb.TAP, Verb.RESET):
            shard.sequence.extend(order.fresh)
        if order.upto != NOTHING:
            shard.roll_back(order.upto)
        self._calls[order.verb](shard, order)
        shard.take_hidden()  # nobody here reads hidden states

    def _load(self, order: Order) -> None:
        """Load a model for a new state. Of the old shards the one that rank 0 may go back to is retained."""
        bits, retained, _ = order.values
        self._shards = {number: shard for number, shard in self._shards.items() if number == retained}
        models = {self._folders[number]: shard.model for number, shard in self._shards.items()}
        try:
            folder = target_checkpoint(numbers_to_name(order.fresh) or None, self._progress, tokenizer=False).folder
            self._progress(f"loading a part of {folder.name}")
            shard = part_of(folder, self._channel, bits or None, models.get(folder))
            self._shards[order.state], self._folders[order.state] = shard, folder
        except LoadError as error:
            self._progress(str(error))
            shard = None
        with suppress(LoadError):  # rank 0 says so
            answer(self._channel, shard)


def _tokens(order: Order) -> mx.array:
    return mx.array(order.guesses, mx.uint32)


PREFIXES = ("MLX_", "NCCL_", "CUDA_VISIBLE")  # of the environment that mlx.launch makes
CONNECT = 60  # seconds in which the hosts must have connected
FILES = ("MLX_HOSTFILE", "MLX_IBV_DEVICES")  # variables with the names of files that mlx.launch makes on every host
JOIN = "import signal, sys; signal.alarm(int(sys.argv[2])); import mlx.core as mx; mx.distributed.init(strict=True, backend=sys.argv[1])"
TAKEN = ": another program has taken the port meanwhile: start again"
REMOVE = 2  # seconds that mlx.launch has, to read the file of a process that ended
END = 10  # seconds after which what mlx.launch could not end is killed


def main() -> None:
    """Be the follower of this rank, or rank 0's placeholder."""
    rank = int(os.environ["MLX_RANK"])
    with remover(files_of_mlx_launch()):
        try:
            if rank == 0:
                hold_rank_0(int(sys.argv[1]))
            follow(rank)
            code = 0
        except BaseException as error:
            print_line(rank, "error", " ".join(str(error).split()) or type(error).__name__)
            code = 1
        os._exit(code)  # mlx's threads may be waiting for a host that is gone


def files_of_mlx_launch() -> list[str]:
    """The files that mlx.launch made for this process in the temporary folder, and never removes: those that it names in FILES, and one that
    holds the number of this process, for a kill of another host's."""
    number = f"{os.getpid()}\n".encode()
    files = [os.environ[name] for name in FILES if name in os.environ]
    for file in Path(tempfile.gettempdir()).glob("tmp.*"):  # as mktemp names them
        with suppress(OSError):
            if read_regular(file, len(number)) == number:
                files.append(str(file))
    return files


def remover(files: list[str]) -> subprocess.Popen[bytes]:
    """A process in a session of its own that removes these files REMOVE seconds after this process has ended in any way, or the returned
    object is gone: both end its input."""
    quiet = subprocess.DEVNULL
    words = ["/bin/sh", "-c", f'cat >/dev/null; sleep {REMOVE}; rm -f "$@"', "sh", *files]
    return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet, start_new_session=True)


def hold_rank_0(pid: int) -> None:
    """Hand over the environment; then wait until the process `pid` is gone, which ends all followers by the exit code 1, or until it says
    that they have left."""
    print_line(0, "environment", {name: value for name, value in os.environ.items() if name.startswith(PREFIXES)})
    threading.Thread(target=_listen, daemon=True).start()
    while _lives(pid):
        print_line(0, "beat")
        time.sleep(BEAT / 2)
    # mlx.launch ends the others now, but waits for ever for one that does not end, as a stopped one
    subprocess.Popen(["/bin/sh", "-c", f"sleep {END}; kill -9 -{os.getpgrp()}"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    os._exit(1)


def _listen() -> None:
    for line in sys.stdin:
        if line.strip() == "try":
            print_line(0, "tried", trouble_joining())
        elif line.strip() == "leave":
            break
    os._exit(0)


def trouble_joining() -> str | None:
    """Why the hosts cannot connect, None if they can. Tried in a process that an alarm ends: while mlx waits for a host whose packets a
    firewall drops, it lets no Python run in its process, not even for a Ctrl+C."""
    if lost := [name for name in FILES if name in os.environ and not _holds_something(os.environ[name])]:
        return f"mlx.launch could write no file for {lost[0]} to the temporary folder there: is its disk full, or read-only?"
    words = [sys.executable, "-c", JOIN, os.environ["SPECDECK_BACKEND"], str(CONNECT)]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
    if not done.returncode:
        return None
    said = done.stderr.strip().splitlines()
    why = said[-1] if said else f"exit code {done.returncode}"
    if done.returncode == -signal.SIGALRM:
        why = f"no answer in {CONNECT} s: a firewall may drop it, or an address is out of reach"
    return why + (TAKEN if "bind" in why else f"; {LOCAL_NETWORK}" if sys.platform == "darwin" else "")


def _holds_something(file: str) -> bool:
    try:
        return os.path.getsize(file) > 0
    except OSError:
        return False


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def follow(rank: int) -> None:
    """Join the group once all ranks could try it and rank 0 says go; then do what it says until it says leave."""
    print_line(rank, "ready", versions())
    threading.Thread(target=heartbeat, args=(rank,), daemon=True).start()
    if sys.stdin.readline().strip() != "try":
        return
    print_line(rank, "tried", trouble_joining())
    if sys.stdin.readline().strip() != "go":
        return
    channel = joined(os.environ["SPECDECK_BACKEND"])
    parts, reads = Parts(channel, lambda line: print_line(rank, "progress", line)), 0
    while (order := channel.receive()).verb != Verb.LEAVE:
        parts.do(order)
        reads += order.verb in (Verb.READ, Verb.STEP)
        if reads % 256 == 255:
            mx.clear_cache()


def joined(backend: str) -> Channel:
    """The channel of this rank. Only a ring's messages come by sockets alone."""
    before = open_connections()
    group = mx.distributed.init(strict=True, backend=backend)
    return Channel(group, open_connections() - before if backend == RING else ())


if __name__ == "__main__":
    main()
