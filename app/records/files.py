"""Our files: new ones named by the time and by a name that no other has, reading, and atomic replacement of a file's text."""

import os
import time
from collections.abc import Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO, Callable, Iterator, get_origin

from specdeck.decoding.checkpoints import parse, read_regular
from specdeck.decoding.errors import one_line

from .plain_data import from_data


def clock() -> str:
    """The time, as a part of a name; names sort by it."""
    return f"{datetime.now():%Y%m%d-%H%M%S}"


Tell = Callable[[str], object]  # takes a line for the person


def read_json(path: Path | None, kind: Any, tell: Tell = lambda line: None) -> Any:
    """What a file of ours holds, a mapping or a sequence of this type, e.g. Mapping[str, int]; an empty one where there is none, and where it
    cannot be read, which `tell` gets a line about."""
    try:
        if path:
            return from_data(kind, parse(read_regular(path)))
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as error:
        tell(f"{path} is left out: {one_line(error)}")
    return {} if get_origin(kind) is Mapping else ()


def create(folder: Path, suffix: str) -> BinaryIO:
    """A new file in a folder of ours, which is made if it is missing; only its owner may read either. Raises OSError."""
    make_folder(folder)
    stamp = clock()
    for number in count():
        try:
            return open(folder / f"{stamp}-{number:02}{suffix}", "xb", opener=private)
        except FileExistsError:
            continue
    raise AssertionError("count() does not end")


def changed(path: Path) -> datetime:
    """When a file was last written. Raises OSError."""
    return moment(path.stat().st_mtime)


def moment(seconds: float) -> datetime:
    """A time of the system's, in seconds; one that no calendar has is taken for 1970."""
    try:
        return datetime.fromtimestamp(seconds)
    except (ValueError, OverflowError):
        return datetime.fromtimestamp(0)


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
    """A context that writes a new file: where that raises OSError, what is there of it is removed, for it would look like the whole."""
    try:
        yield
    except OSError:
        with suppress(OSError):
            path.unlink()
        raise
