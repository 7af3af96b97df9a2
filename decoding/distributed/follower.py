"""A follower: has a part of the target and repeats what rank 0 does with its own. mlx.launch runs this module on every host:

    mlx.launch --hostfile … -- python -m specdeck.decoding.distributed.follower PID

Rank 0 itself is the process PID, which mlx.launch did not start; in its place this module hands PID the environment that mlx.launch made
for rank 0, and ends everything once PID is gone. A line "go" on stdin starts the followers, "leave" ends rank 0's stand-in. Lines on
stdout are for cluster.py.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from typing import Any

from .spoken import BEAT, beat, tell

PREFIXES = ("MLX_", "NCCL_", "CUDA_VISIBLE")  # of the environment that mlx.launch makes


def main() -> None:
    """Be the follower of this rank, or rank 0's stand-in."""
    rank = int(os.environ["MLX_RANK"])
    try:
        if rank == 0:
            stand_in(int(sys.argv[1]))
        follow(rank)
        code = 0
    except BaseException as error:
        tell(rank, "error", " ".join(str(error).split()) or type(error).__name__)
        code = 1
    os._exit(code)  # mlx's threads may be waiting for a host that is gone


def stand_in(pid: int) -> None:
    """Hand over the environment; then wait until the process `pid` is gone, which ends all followers by the exit code 1, or until it says
    that they have left."""
    tell(0, "environment", {name: value for name, value in os.environ.items() if name.startswith(PREFIXES)})
    threading.Thread(target=_end_when_they_left, daemon=True).start()
    while _lives(pid):
        tell(0, "beat")
        time.sleep(BEAT / 2)
    os._exit(1)


def _end_when_they_left() -> None:
    for line in sys.stdin:
        if line.strip() == "leave":
            break
    os._exit(0)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def follow(rank: int) -> None:
    """Join the group once rank 0 says go, then do what it says until it says leave."""
    import mlx.core as mx

    from .channel import Channel

    tell(rank, "ready")
    threading.Thread(target=beat, args=(rank,), daemon=True).start()
    if sys.stdin.readline().strip() != "go":
        return
    channel = Channel(mx.distributed.init(strict=True, backend=os.environ["SPECDECK_BACKEND"]))
    obey(channel, lambda line: tell(rank, "progress", line))


def obey(channel: Any, progress: Any) -> None:
    """Carry out rank 0's orders until it says leave."""
    import mlx.core as mx

    from .parts import Parts
    from .wire import Verb

    parts, reads = Parts(channel, progress), 0
    while (order := channel.receive()).verb != Verb.LEAVE:
        parts.do(order)
        reads += order.verb in (Verb.READ, Verb.STEP)
        if reads % 256 == 255:
            mx.clear_cache()


if __name__ == "__main__":
    main()
