"""The theme that a person last chose in the playground. It is used if neither config.toml nor the environment names one."""

import json
from pathlib import Path

from specdeck.decoding.checkpoints import read_regular

from ..settings import themes
from . import files


def chosen(path: Path) -> str | None:
    """The theme's name; None if none was chosen, or the file is damaged."""
    try:
        name = json.loads(read_regular(path))["theme"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return name if name in themes.NAMES else None


def remember(path: Path, name: str) -> None:
    """Store the theme's name. Raises OSError."""
    files.replace(path, json.dumps({"theme": name}))
