"""Disks, folders and environments that a person may have."""

from __future__ import annotations

import errno
import os
import resource
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Callable

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


def close_folder(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """A folder that may be neither listed nor searched. Root may do both, so the system's answers are put in its place."""
    inside = f"{folder}{os.sep}"

    def refusing(act: Callable[..., Any], whole: str) -> Callable[..., Any]:
        def ask(place: Any = ".", *more: Any, **options: Any) -> Any:
            if f"{place}{whole}".startswith(inside):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(place))
            return act(place, *more, **options)

        return ask

    access = os.access
    monkeypatch.setattr(os, "access", lambda place, *more, **options: not f"{place}{os.sep}".startswith(inside) and access(place, *more, **options))
    monkeypatch.setattr(os, "stat", refusing(os.stat, ""))
    for name in ("listdir", "scandir"):
        monkeypatch.setattr(os, name, refusing(getattr(os, name), os.sep))
