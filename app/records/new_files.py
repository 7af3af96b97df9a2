"""Files that are named by the clock, each by a name that nobody else has. Knows names; nothing of what is in a file."""

from __future__ import annotations

import os
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import BinaryIO


def clock() -> str:
    """Now, as a part of a name; names sort by it."""
    return f"{datetime.now():%Y%m%d-%H%M%S}"


def create(folder: Path, suffix: str) -> BinaryIO:
    """A new file in a folder of ours, which is made if it is not there; only its owner may read either. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    stamp = clock()
    for number in count():
        try:
            return open(folder / f"{stamp}-{number:02}{suffix}", "xb", opener=private)
        except FileExistsError:
            continue


def private(path: str, flags: int) -> int:
    """For `open`: only its owner may read the file."""
    return os.open(path, flags, 0o600)
