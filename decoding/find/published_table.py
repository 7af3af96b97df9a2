"""Reads the table of published drafters in assets, of which each row names its source. Needs no network."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from specdeck import assets

from .model_folder import shown


@cache
def published_drafters() -> dict[str, Any]:
    """The table: {"targets": name -> shape, "drafters": [row, ...]}."""
    return json.loads(assets.PUBLISHED_DRAFTERS.read_text(encoding="utf-8"))


def trained_without_thinking(folder: Path) -> bool:
    """Whether the drafter in this folder was trained on replies without thinking, according to its model card. Its files do not say so; the
    table does, by the drafter's name."""
    name = shown(folder).rpartition("/")[2]
    return any(row.get("thinking") is False and row["name"].endswith(f"/{name}") for row in published_drafters()["drafters"])
