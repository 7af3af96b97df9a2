"""Files that a person names: where a new one may be written, what may be read, and reading a text."""

import errno
import os
import stat
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from specdeck.decoding.checkpoints import open_regular, read_regular
from specdeck.decoding.errors import SpecdeckError

from ..drawing.figures import counted
from . import files


class TraceError(SpecdeckError):
    """A file cannot be written, or not be read as a trace; one line that says where and what to do."""


def save(path: str | Path, text: str, shared: bool = False) -> Path:
    """Write a file that must not exist yet; returns its path. `shared`: as for `create`. Raises TraceError."""
    place = free_place(path)
    whole = text.encode("utf-8", "replace").decode()  # encoded first: a lone surrogate must not leave an empty file
    file = create(place, shared)
    try:
        with files.removed_if_it_fails(place), file:
            file.write(whole)
    except OSError as error:
        raise _unwritten(place, error) from None
    return place.resolve()


def free_place(path: str | Path) -> Path:
    """A path for a new file. Raises TraceError, before any work is done for it."""
    place = _place(path)
    if os.path.lexists(place):  # not Path's own, which fails on a name that is too long
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


def create(place: Path, shared: bool = False) -> TextIO:
    """A new file for text. Only its owner may read it, or if it is for sharing, whoever the umask lets. Raises TraceError."""
    try:
        return open(place, "x", encoding="utf-8", newline="\n", opener=None if shared else files.private)
    except OSError as error:
        raise _unwritten(place, error) from None


def _unwritten(place: Path, error: OSError) -> TraceError:
    return TraceError(f"{place} cannot be written: {error.strerror or error}")


def read_bytes(path: str | Path, characters: int | None = None) -> bytes:
    """A file's bytes, or only those of so many characters at its beginning. Raises TraceError."""
    try:
        if characters is None:
            return read_regular(_place(path))
        with TextIOWrapper(open_regular(_place(path)), "utf-8", "surrogateescape", newline="") as file:
            return file.read(characters).encode("utf-8", "surrogateescape")
    except OSError as error:
        raise TraceError(f"{path} cannot be read: {error.strerror or error}") from None


def closed(place: str | Path) -> str | None:
    """Why a file or a folder may not be read, as "Permission denied"; None where it may be, and where there is none."""
    try:
        needed = os.R_OK | os.X_OK if stat.S_ISDIR(os.stat(place).st_mode) else os.R_OK
    except (FileNotFoundError, NotADirectoryError, ValueError):  # ValueError: a zero byte
        return None
    except OSError as error:
        return error.strerror or str(error)
    return None if os.access(place, needed) else os.strerror(errno.EACCES)


def from_utf8(data: bytes) -> tuple[str, str]:
    """Bytes as text, and where some are no UTF-8, words that say how many were replaced, else ""."""
    try:
        return data.decode("utf-8"), ""
    except UnicodeDecodeError:
        replaced = len(data) - len(data.decode("utf-8", "ignore").encode())
        return data.decode("utf-8", "replace"), f"is not UTF-8: {counted(replaced, 'byte')} {'was' if replaced == 1 else 'were'} replaced"


def read_text(path: str | Path) -> str:
    """A file's text. Raises TraceError."""
    try:
        return read_bytes(path).decode("utf-8")
    except UnicodeDecodeError:
        raise TraceError(f"{path} is not a trace: it is not text") from None
