"""The one reader of files, each of which may come from a stranger. A file may be a pipe, endless, too deep, or no JSON at all.
`tests/test_house.py` forbids other readers."""

import errno
import json
import os
import stat
from io import BufferedReader
from pathlib import Path
from typing import Any

from ..errors import LoadError, one_line

LARGEST = 1 << 26  # bytes; settings have thousands, a conversation of a hundred thousand tokens some tens of millions
TOKENIZER_LARGEST = 1 << 28  # bytes of one of its files; the largest vocabularies have some tens of millions
IRREGULAR = "it is not a regular file"  # but a folder, a pipe or a device, on which a reader may wait for ever


def open_regular(path: str | Path) -> BufferedReader:
    """A file, open for reading. Raises OSError, also for what is no regular file."""
    file = open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK))  # a pipe without a writer would block
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, IRREGULAR)
    return file


def read_regular(path: str | Path, most: int = LARGEST) -> bytes:
    """The content of a file. Raises OSError, also for what is no regular file, and for more than `most` bytes."""
    with open_regular(path) as file:
        if os.fstat(file.fileno()).st_size > most:
            raise OSError(errno.EFBIG, f"it has more than {most:,} bytes")
        return file.read(most)


def read_json_object(path: Path, missing: str = "") -> dict[str, Any]:
    """The object in a model's file. Raises LoadError, where there is no file with the text `missing`; empty without that text."""
    try:
        settings = parse(read_regular(path))
        if not isinstance(settings, dict):
            raise ValueError("it holds no JSON object")
        return settings
    except FileNotFoundError:
        if missing:
            raise LoadError(missing) from None
        return {}
    except (OSError, ValueError) as error:
        raise LoadError(f"{path} cannot be read: {one_line(getattr(error, 'strerror', None) or error)}: download it again") from error


def parse(text: bytes | str) -> Any:
    """What a JSON text, in UTF-8, holds. Raises ValueError, and no other error, whatever the text is."""
    try:
        return _DECODER.decode(text if isinstance(text, str) else text.decode("utf-8"))
    except RecursionError:
        raise ValueError("its brackets are nested too deeply") from None


def _whole(digits: str) -> int:
    if len(digits) > 308:
        raise ValueError(f"it holds a number of {len(digits):,} digits, which no float can hold")
    return int(digits)


_DECODER = json.JSONDecoder(parse_int=_whole)
