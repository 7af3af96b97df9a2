"""A JSON object from a file that may have been downloaded: it may be a pipe, endless, too deep, or no JSON at all."""

import errno
import json
import os
from pathlib import Path
from typing import Any

from ..errors import LoadError, one_line


def refuse_irregular(path: Path) -> None:
    """Raise LoadError for a folder, a pipe or a device in the place of a file of a model: a reader would wait for it."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise LoadError(f"{path} is not a regular file: remove it and download the model again")


def read_json_object(path: Path, missing: str) -> dict[str, Any]:
    """The object in a file. Raises LoadError, with the text `missing` where there is no file."""
    refuse_irregular(path)
    try:
        settings = parse(read_regular(path))
    except FileNotFoundError:
        raise LoadError(missing) from None
    except OSError as error:
        raise LoadError(f"{path} cannot be read: {one_line(error)}") from error
    except ValueError as error:
        raise LoadError(f"{path} cannot be read as JSON: {one_line(error)}: download it again") from error
    if not isinstance(settings, dict):
        raise LoadError(f"{path} does not hold a JSON object: download it again")
    return settings


def parse(text: bytes) -> Any:
    """What a JSON text in UTF-8 holds. Raises ValueError."""
    try:
        return json.loads(text.decode("utf-8"))
    except RecursionError:
        raise ValueError("its brackets are nested too deeply") from None


# Reading a file that somebody else may have put there: no pipe that blocks, no device without end.

LARGEST = 1 << 26  # bytes; settings have thousands


def read_regular(path: Path) -> bytes:
    """The content of a file of settings. Raises OSError, also for what is no file, and for more than LARGEST."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise OSError(errno.EINVAL, "it is not a file")
    if path.stat().st_size > LARGEST:
        raise OSError(errno.EFBIG, "it is too large")
    return path.read_bytes()
