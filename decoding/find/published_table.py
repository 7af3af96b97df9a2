"""The table of published drafters in assets, whose rows say where each was read. Asks no hub."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from specdeck import assets

from .source import shown


@cache
def published_drafters() -> dict[str, Any]:
    """{"targets": name -> shape, "drafters": [row]}."""
    return json.loads(assets.PUBLISHED_DRAFTERS.read_text(encoding="utf-8"))


def trained_without_thinking(folder: Path) -> bool:
    """Whether the card of the drafter in this folder says that it was trained on replies without thinking. Nothing in its files tells:
    it is known by its name."""
    name = shown(folder).rpartition("/")[2]
    return any(row.get("thinking") is False and row["name"].endswith(f"/{name}") for row in published_drafters()["drafters"])
