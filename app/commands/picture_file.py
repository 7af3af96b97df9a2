"""The file of a picture that a command also writes: checked before anything is measured, written after everything is printed."""

import os
from pathlib import Path

from specdeck.decoding.errors import LoadError

from ..records import files


def check(option: str, path: str | None) -> None:
    """Raise LoadError if no file of this name can be written; None is no file."""
    if path and not _may_be_written(path):
        raise LoadError(f"{option} {path!r} cannot be written: name a file in a folder that exists and that you may write to")


def write(option: str, path: str, text: str) -> None:
    """Write it, over a file of this name completely or not at all. Raises LoadError."""
    place = os.path.realpath(path)
    try:
        if os.path.exists(place) and not os.path.isfile(place):  # a pipe, a terminal
            Path(place).write_text(text, encoding="utf-8")
        else:
            files.overwrite(Path(place), text)
    except OSError as error:
        raise LoadError(f"{option} {path!r} cannot be written: {error.strerror}") from error


def _may_be_written(path: str) -> bool:
    """Whether a file of this name can be there: its folder exists and takes one, and it is not one itself."""
    try:
        os.lstat(path)
    except FileNotFoundError:
        pass
    except (OSError, ValueError):  # too long a name, or one with a zero byte
        return False
    place = os.path.realpath(path)
    if os.path.exists(place) and not os.path.isfile(place):
        return not os.path.isdir(place)
    folder = os.path.dirname(place)
    return os.path.isdir(folder) and os.access(folder, os.W_OK | os.X_OK)
