"""Ranks on this machine: whether they can be, and which processes they are."""

from __future__ import annotations

import os
import socket
import subprocess
import time

import mlx.core as mx
import pytest

PATIENCE = 1200  # seconds: every sum over ranks waits for processes that share two cores with other tests


def unable() -> str | None:
    """Why mlx.launch cannot run two ranks here, None where it can."""
    if not mx.distributed.is_available("ring"):
        return "mlx has no ring backend here"
    if not os.path.exists("/bin/bash"):
        return "mlx.launch needs /bin/bash"
    try:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
    except OSError as error:
        return f"no loopback: {error}"
    return None


on_loopback = pytest.mark.skipif(bool(unable()), reason=unable() or "")


def followers(pid: int) -> dict[int, int]:
    """Rank -> process, of the followers of this rank 0 that run; under rank 0 its placeholder."""
    listed = subprocess.run(["ps", "axeww", "-o", "pid=,args="], capture_output=True, text=True).stdout
    found = {}
    for line in listed.splitlines():
        words = line.split()
        rank = next((word.removeprefix("MLX_RANK=") for word in words if word.startswith("MLX_RANK=")), None)
        if f"-m specdeck.decoding.distributed.follower {pid} " in line and rank is not None:
            found[int(rank)] = int(words[0])
    return found


def until_none_runs(pid: int) -> None:
    """Wait until the followers of this rank 0 have ended."""
    for _ in range(PATIENCE):
        if not followers(pid):
            return
        time.sleep(1)
    raise AssertionError(f"followers stay behind: {followers(pid)}")
