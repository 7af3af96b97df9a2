"""Seeded damage to a JSON file: what a stranger's config, or half a download, may look like."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random
from typing import Any

ODD: tuple[Any, ...] = (
    None, True, 0, -1, 1e308, 10**30, 10**400, "", "../../etc", "os.path", "a.b", "\x1b[2J", "openelm", [], [1], [[]], {}, {"a": {}}, "NaN",
    float("nan"), "\ud800", "x" * 5000,
)  # fmt: skip


def mutated(values: dict[str, Any], rng: Random, changes: int = 3) -> dict[str, Any]:
    """A copy with some values replaced, some keys gone, some moved a level down."""
    copy = json.loads(json.dumps(values))
    for _ in range(rng.randint(1, changes)):
        place = copy
        while (inner := [value for value in place.values() if isinstance(value, dict) and value]) and rng.random() < 0.5:
            place = rng.choice(inner)
        key = rng.choice(sorted(place)) if place else "model_type"
        if rng.random() < 0.2:
            place.pop(key, None)
        else:
            place[key] = deepcopy(rng.choice(ODD))
    return copy
