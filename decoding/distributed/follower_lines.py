"""The lines that followers print for rank 0, whom mlx.launch passes them on to: a mark, the rank, what it is, and a value as JSON.
Loads no mlx."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from typing import Any, NamedTuple

MARK = "specdeck-host"
BEAT = 1.0  # seconds between two signs of life
_alone = threading.Lock()


class Line(NamedTuple):
    """A line of the follower `rank`. `what`: environment, ready, tried, beat, progress or error."""

    rank: int
    what: str
    value: Any


def tell(rank: int, what: str, value: Any = None) -> None:
    """Print a line. Ends the process where nobody reads it any more: mlx.launch is gone."""
    line = f"{MARK} {rank} {what} {json.dumps(value)}\n"
    try:
        with _alone:
            sys.stdout.write(line)
            sys.stdout.flush()
    except OSError:
        os._exit(1)


def beat(rank: int) -> None:
    """Give a sign of life again and again."""
    while True:
        time.sleep(BEAT)
        tell(rank, "beat")


def heard(text: str) -> Line | None:
    """The line that this text is; None for what others print."""
    parts = text.rstrip("\n").split(" ", 3)
    if parts[0] != MARK or len(parts) < 4:
        return None
    try:
        return Line(int(parts[1]), parts[2], json.loads(parts[3]))
    except ValueError:
        return None
