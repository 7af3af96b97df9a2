"""The lines that followers print and mlx.launch passes on to rank 0: a mark, the rank, what the line is, and a value as JSON.
Loads no mlx."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from importlib.metadata import PackageNotFoundError, version
from typing import Any, NamedTuple

MARK = "specdeck-host"
BEAT = 1.0  # seconds between two signs of life
PACKAGES = "specdeck", "mlx", "mlx-lm"  # which every host must have in the same version: they decide what is sent, and when
_alone = threading.Lock()


class Line(NamedTuple):
    """A line of the follower `rank`. `what`: environment, ready (with its versions), tried, beat, progress or error."""

    rank: int
    what: str
    value: Any


def print_line(rank: int, what: str, value: Any = None) -> None:
    """Print a line. If nobody reads it, mlx.launch is gone: end the process."""
    line = f"{MARK} {rank} {what} {json.dumps(value)}\n"
    try:
        with _alone:
            sys.stdout.write(line)
            sys.stdout.flush()
    except OSError:
        os._exit(1)


def heartbeat(rank: int) -> None:
    """Print a sign of life every BEAT seconds, for ever."""
    while True:
        time.sleep(BEAT)
        print_line(rank, "beat")


def parse_line(text: str) -> Line | None:
    """A printed text as a Line; None if no follower wrote it."""
    parts = text.rstrip("\n").split(" ", 3)
    if parts[0] != MARK or len(parts) < 4:
        return None
    try:
        return Line(int(parts[1]), parts[2], json.loads(parts[3]))
    except ValueError:
        return None


def versions() -> dict[str, str]:
    """The installed version of each of PACKAGES, by name; "none" for a checkout that was never installed."""
    return {name: _version(name) for name in PACKAGES}


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "none"
