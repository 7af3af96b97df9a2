"""Notices that a host is gone: mlx.launch ended, as it does when a follower ends, or a follower gives no sign of life.

mlx then raises in some calls and waits for ever in others. So the watching thread waits for GRACE seconds. If a call or a queued
computation is still not done, nothing in this process can end it: the functions in BEFORE_EXIT save what they can, and the process ends.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from contextlib import suppress

import mlx.core as mx

from ..errors import HostLost
from .channel import Channel
from .hosts import BEFORE_EXIT
from .mlx_launch import Launched

LOOK = 1.0  # seconds between two looks
SILENCE = 40  # signs of life of this machine's stand-in, 20 s, without one of a follower, until that is given up; 12 s are too few on a busy machine
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
    if channel.lost and not _ends(channel):
        _end(channel.trouble)


def _ends(channel: Channel) -> bool:
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
