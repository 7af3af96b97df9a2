"""Hides the messages about sockets that mlx's ring backend prints on stderr. Loads no mlx."""

from __future__ import annotations

import os
import sys


def silence_mlx() -> None:
    """Point descriptor 2, to which C++ prints, at the null device; Python's stderr gets a copy of the old one. Call once in a process."""
    if sys.stderr.fileno() != 2:
        return
    sys.stderr.flush()
    own = os.fdopen(os.dup(2), "w", buffering=1, errors="backslashreplace")
    sys.stderr = sys.__stderr__ = own
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)
