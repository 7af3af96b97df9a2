"""Keeps what mlx's ring prints by itself, about sockets, off the terminal. Loads no mlx."""

from __future__ import annotations

import os
import sys


def silence_mlx() -> None:
    """Give Python's stderr a descriptor of its own and let the one that C++ prints to lead nowhere. Once in a process."""
    if sys.stderr.fileno() != 2:
        return
    sys.stderr.flush()
    own = os.fdopen(os.dup(2), "w", buffering=1, errors="backslashreplace")
    sys.stderr = sys.__stderr__ = own
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)
