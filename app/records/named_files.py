"""Files that a person names: where a new one may be written, and reading a text."""

import os
from pathlib import Path
from typing import TextIO

from specdeck.decoding.errors import SpecdeckError

from . import files


class TraceError(SpecdeckError):
    """A file cannot be written, or not be read as a trace; one line that says where and what to do."""


def save(path: str | Path, text: str) -> Path:
    """Write a file that must not exist yet; returns its path. Raises TraceError."""
    place = free_place(path)
    whole = text.encode("utf-8", "replace").decode()  # encoded first: a lone surrogate must not leave an empty file
    file = create(place)
    try:
        with files.removed_if_it_fails(place), file:
            file.write(whole)
    except OSError as error:
        raise _unwritten(place, error) from None
    return place.resolve()


def free_place(path: str | Path) -> Path:
    """A path for a new file. Raises TraceError, before any work is done for it."""
    place = _place(path)
    if os.path.exists(place):  # not Path's own, which fails on a name that is too long
        raise TraceError(f"{path} exists already: choose another file name")
    if not os.path.isdir(place.parent):
        raise TraceError(f"{path} cannot be written: there is no folder {place.parent}")
    return place


def _place(path: str | Path) -> Path:
    """The path that a person wrote. Raises TraceError for an empty one and one with a zero byte."""
    if not str(path):
        raise TraceError("the file name is empty: name a file")
    if "\0" in str(path):
        raise TraceError("a file name cannot hold a zero byte")
    return Path(os.path.expanduser(path))  # not Path's own, which fails on a stranger's home


def create(place: Path) -> TextIO:
    """A new file for text, which only its owner may read. Raises TraceError."""
    try:
        return open(place, "x", encoding="utf-8", newline="\n", opener=files.private)
    except OSError as error:
        raise _unwritten(place, error) from None


def _unwritten(place: Path, error: OSError) -> TraceError:
    return TraceError(f"{place} cannot be written: {error.strerror or error}")


def read_bytes(path: str | Path) -> bytes:
    """A file's bytes. Raises TraceError."""
    place = _place(path)
    if os.path.exists(place) and not place.is_file():
        raise TraceError(f"{path} cannot be read: it is no file")  # a pipe could block, and a device may never end
    try:
        return place.read_bytes()
    except OSError as error:
        raise TraceError(f"{path} cannot be read: {error.strerror or error}") from None


def read_text(path: str | Path) -> str:
    """A file's text. Raises TraceError."""
    try:
        return read_bytes(path).decode("utf-8")
    except UnicodeDecodeError:
        raise TraceError(f"{path} is not a trace: it is not text") from None
