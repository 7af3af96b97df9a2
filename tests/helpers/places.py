"""Disks, folders and environments that a person may have."""

from __future__ import annotations

import resource
from contextlib import contextmanager

import pytest

NOWHERE = "/proc"  # in which nobody can make a file, root neither
OUR_FOLDERS = ("SPECDECK_STATE_DIR", "SPECDECK_CONFIG_DIR")
BARE = dict.fromkeys((*OUR_FOLDERS, "HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "TERM", "LANG", "LC_ALL"))
HOSTILE = BARE | {"HOME": NOWHERE, "TERM": "dumb", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@contextmanager
def full_disk():
    """No file can grow."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def caught(act, *arguments) -> None:
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        act(*arguments)
