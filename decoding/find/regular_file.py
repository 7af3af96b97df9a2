"""Reading a file that somebody else may have put there: no pipe that blocks, no device without end."""

from __future__ import annotations

import errno
import os
from pathlib import Path

LARGEST = 1 << 26  # bytes; settings have thousands


def read_regular(path: Path) -> bytes:
    """The content of a file of settings. Raises OSError, also for what is no file, and for more than LARGEST."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise OSError(errno.EINVAL, "it is not a file")
    if path.stat().st_size > LARGEST:
        raise OSError(errno.EFBIG, "it is too large")
    return path.read_bytes()
