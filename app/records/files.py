"""Files of ours and files that a person names: where a new one may be written, reading, and atomic replacement."""

import errno
import os
import stat
import time
from collections.abc import Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from io import TextIOWrapper
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO, Callable, Iterator, TextIO, get_origin

from specdeck.decoding.checkpoints import open_regular, parse, read_regular
from specdeck.decoding.errors import SpecdeckError, one_line

from ..drawing.figures import counted
from .plain_data import from_data

Tell = Callable[[str], object]  # takes a line for the person


class TraceError(SpecdeckError):
    """A file cannot be written, or cannot be read as a trace. The message is one line with the place and the remedy."""


def clock() -> str:
    """The time, as a part of a name; names sort by it."""
    return f"{datetime.now():%Y%m%d-%H%M%S}"


# Files of ours

def read_json(path: Path | None, kind: Any, tell: Tell = lambda line: None) -> Any:
    """What a file of ours holds, a mapping or a sequence of this type, e.g. Mapping[str, int]. Without a readable file it is empty. An unreadable
    file gives `tell` a line."""
    try:
        if path:
            return from_data(kind, parse(read_regular(path)))
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as error:
        tell(f"{path} is left out: {one_line(error)}")
    return {} if get_origin(kind) is Mapping else ()


def create(folder: Path, suffix: str) -> BinaryIO:
    """Create a file in a folder of ours, and the folder if it is missing. Only its owner may read either. Raises OSError."""
    make_folder(folder)
    stamp = clock()
    for number in count():
        with suppress(FileExistsError):
            return open(folder / f"{stamp}-{number:02}{suffix}", "xb", opener=private)
    raise AssertionError("count() does not end")


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it that are missing, for their owner alone. Raises OSError."""
    for missing in reversed([place for place in (folder, *folder.parents) if not os.path.exists(place)]):
        missing.mkdir(mode=0o700, exist_ok=True)


def private(path: str, flags: int) -> int:
    """An opener for `open`: only its owner may read the file."""
    return os.open(path, flags, 0o600)


def replace(path: Path, text: str) -> None:
    """Replace a file's text, completely or not at all; a missing folder is made. Only its owner may read it. Raises OSError."""
    make_folder(path.parent)
    overwrite(path, text)


def overwrite(path: Path, text: str, shared: bool = False) -> None:
    """Replace a file's text, completely or not at all, in a folder that exists. Only its owner may read it, or if it is for sharing, whoever
    the umask lets. Raises OSError."""
    beside = path.with_name(f"{path.name}.{os.getpid()}-{time.monotonic_ns()}.part")  # nobody else's: two processes may write at a time
    with open(beside, "x", encoding="utf-8", opener=None if shared else private) as file, removed_if_it_fails(beside):
        file.write(text)
        file.flush()
        beside.replace(path)


@contextmanager
def removed_if_it_fails(path: Path) -> Iterator[None]:
    """Delete the file if writing fails."""
    try:
        yield
    except OSError:
        if os.path.isfile(path):
            with suppress(OSError):
                path.unlink()
        raise


# Files that a person names

def save(path: str | Path, text: str, shared: bool = False) -> Path:
    """Write a file that must not exist yet; returns its path. `shared`: whoever the umask lets may read it. Raises TraceError."""
    place = free_place(path)
    whole = text.encode("utf-8", "replace").decode()  # encoded first: a lone surrogate must not leave an empty file
    file = create_named(place, shared)
    try:
        with removed_if_it_fails(place), file:
            file.write(whole)
    except OSError as error:
        raise _unwritten(place, error) from None
    return place.resolve()


def create_named(place: Path, shared: bool = False) -> TextIO:
    """A new file for text, as for `save`. Raises TraceError."""
    try:
        return open(place, "x", encoding="utf-8", newline="\n", opener=None if shared else private)
    except OSError as error:
        raise _unwritten(place, error) from None


def free_place(path: str | Path) -> Path:
    """A path for a new file. Raises TraceError, before any work is done for it."""
    place = _place(path)
    if os.path.lexists(place):  # not Path's own, which fails on a name that is too long
        raise TraceError(f"{path} exists already: choose another name")
    if not os.path.isdir(place.parent):
        raise TraceError(f"{path} cannot be written: there is no folder {place.parent}")
    if not os.access(place.parent, os.W_OK | os.X_OK):
        raise TraceError(f"{path} cannot be written: you may not write to {place.parent.resolve()}")
    return place


def read_bytes(path: str | Path, characters: int | None = None) -> bytes:
    """A file's bytes, or only those of so many characters at its beginning. Raises TraceError."""
    try:
        if characters is None:
            return read_regular(_place(path))
        with TextIOWrapper(open_regular(_place(path)), "utf-8", "surrogateescape", newline="") as file:
            return file.read(characters).encode("utf-8", "surrogateescape")
    except OSError as error:
        raise TraceError(f"{path} cannot be read: {error.strerror or error}") from None


def read_text(path: str | Path) -> str:
    """A file's text. Raises TraceError."""
    try:
        return read_bytes(path).decode("utf-8")
    except UnicodeDecodeError:
        raise TraceError(f"{path} is not a trace: it is not text") from None


def from_utf8(data: bytes) -> tuple[str, str]:
    """Bytes as text, and where some are no UTF-8, words that say how many were replaced, else ""."""
    try:
        return data.decode("utf-8"), ""
    except UnicodeDecodeError:
        replaced = len(data) - len(data.decode("utf-8", "ignore").encode())
        return data.decode("utf-8", "replace"), f"is not UTF-8: {counted(replaced, 'byte')} {'was' if replaced == 1 else 'were'} replaced"


def closed(place: str | Path) -> str | None:
    """Return why a file or a folder may not be read, as "Permission denied". Return None where it may be read, or does not exist."""
    try:
        needed = os.R_OK | os.X_OK if stat.S_ISDIR(os.stat(place).st_mode) else os.R_OK
    except (FileNotFoundError, NotADirectoryError, ValueError):  # ValueError: a zero byte
        return None
    except OSError as error:
        return error.strerror or str(error)
    return None if os.access(place, needed) else os.strerror(errno.EACCES)


def _place(path: str | Path) -> Path:
    """The path that a person wrote. Raises TraceError for an empty one and one with a zero byte."""
    if not str(path):
        raise TraceError("the file name is empty: name a file")
    if "\0" in str(path):
        raise TraceError("a file name cannot hold a zero byte")
    return Path(os.path.expanduser(path))  # not Path's own, which fails on a stranger's home


def _unwritten(place: Path, error: OSError) -> TraceError:
    return TraceError(f"{place} cannot be written: {error.strerror or error}")
