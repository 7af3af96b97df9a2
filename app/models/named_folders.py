"""The folders that a person named to look for models in, remembered from one start to the next."""

from __future__ import annotations

import json
from pathlib import Path

from specdeck.app.records import files


def read(file: Path | None) -> list[str]:
    """Those that were named; none where nothing readable is there."""
    try:
        folders = json.loads(file.read_text(encoding="utf-8")) if file else []
    except (OSError, ValueError):
        return []
    return [folder for folder in folders if isinstance(folder, str)] if isinstance(folders, list) else []


def write(file: Path | None, named: list[str]) -> str | None:
    """Remember these; a line about why that failed."""
    if file is None:
        return None
    try:
        files.replace(file, json.dumps(named))
    except OSError as error:
        return f"the folder is not remembered: {error}"
    return None
