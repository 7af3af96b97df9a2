"""The file of a picture that a command also writes: checked before anything is measured, written after everything is printed."""

from __future__ import annotations

import os
from pathlib import Path

from specdeck.decoding.errors import LoadError


def check(option: str, path: str | None) -> None:
    """Raise LoadError if no file of this name can be written; None is no file."""
    if path and not _may_be_written(path):
        raise LoadError(f"{option} {path!r} cannot be written: name a file in a folder that exists")


def write(option: str, path: str, text: str) -> None:
    """Write it. Raises LoadError."""
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise LoadError(f"{option} {path!r} cannot be written: {error.strerror}") from error


def _may_be_written(path: str) -> bool:
    """Whether a file of this name can be there: its folder exists, and it is not one itself."""
    try:
        os.lstat(path)
    except FileNotFoundError:
        pass
    except (OSError, ValueError):  # too long a name, or one with a zero byte
        return False
    return os.path.isdir(os.path.dirname(os.path.abspath(path))) and not os.path.isdir(path)
