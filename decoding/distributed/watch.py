"""Notices that a host is gone: mlx.launch ended, as it does when a follower ends, or a follower gives no sign of life.

mlx then raises in some calls and waits for ever in others. So whoever watches waits a little; if what was queued is still not done, nothing
in this process can end it, and the process ends; LAST_ACTS come first, to keep what there is to keep.
"""

from __future__ import annotations

import os
import sys
import threading
import time

import mlx.core as mx

from specdeck.decoding.errors import HostLost

from .channel import Channel
from .last_acts import LAST_ACTS
from .launched import Launched

LOOK = 1.0  # seconds between two looks
SILENCE = 40  # signs of life of this machine's stand-in, 20 s, without one of a follower, until that is given up
GRACE = 3.0  # seconds in which a call that is under way may fail by itself


def watch(launched: Launched, channel: Channel) -> None:
    """Watch from now on, in a thread."""
    threading.Thread(target=_look, args=(launched, channel), name="watch hosts", daemon=True).start()


def _look(launched: Launched, channel: Channel) -> None:
    while not channel.trouble:
        time.sleep(LOOK)
        dumb = [launched.hosts.names[rank] for rank, beats in launched.silent.items() if beats > SILENCE]
        if launched.ended:
            channel.give_up(launched.reason())
        elif dumb:
            channel.give_up(f"{dumb[0]} does not answer any more")
            launched.end()
    if channel.lost and channel.last is not None and not _done(channel.last):
        _end(channel.trouble)


def _done(queued: mx.array) -> bool:
    """Whether what was queued ends within GRACE."""
    waiting = threading.Thread(target=_wait, args=(queued,), daemon=True)
    waiting.start()
    waiting.join(GRACE)
    return not waiting.is_alive()


def _wait(queued: mx.array) -> None:
    try:
        mx.eval(queued)
    except RuntimeError:
        pass


def _end(reason: str) -> None:
    try:
        for act in reversed(LAST_ACTS):
            act(reason)
        print(f"specdeck: {reason}", file=sys.stderr, flush=True)
        sys.stdout.flush()
    finally:
        os._exit(HostLost.exit_code)
