"""The published drafters for a target: a table in assets, whose rows name their source. Asks no hub."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Mapping

from specdeck.decoding.find.memory_footprint import Footprint
from specdeck.decoding.find.published_table import published_drafters

from .disk import CACHE, Item

_ODD = re.compile(r"[^a-z0-9.]")


@dataclass(frozen=True, slots=True)
class Published:
    """A drafter on the hub. `bytes_`: of its weights, rounded; `target`: the row of the target's table that lists it; `remark`: a
    warning of its card; `source`: the page that was read."""

    name: str
    kind: str
    bytes_: int
    target: str
    remark: str
    source: str

    @property
    def words(self) -> str:
        """Its kind, and the warning of its card."""
        return self.kind + (f", {self.remark}" if self.remark else "")

    @property
    def item(self) -> Item:
        """The item as far as it is known before the hub is asked: enough for a memory plan. A name without bits means half precision."""
        half = not self.name.endswith("bit")
        narrow = Footprint(self.bytes_, None, CACHE, matrices=(self.bytes_, self.bytes_ // 2) if half else (0, 0))
        wide = Footprint(2 * self.bytes_, None, CACHE, number=4, matrices=(2 * self.bytes_, self.bytes_ // 2)) if half else narrow
        return Item(self.name, Path(self.name), self.bytes_, "hub", None, footprints=(narrow, wide))


def published_for(target: Item) -> tuple[Published, ...]:
    """The drafters of every row with this target's shape. Targets of one shape (Qwen3.5-27B, Qwen3.6-27B) are distinguished by
    name; if the name matches none of them, all their drafters are listed. Empty for a drafter, and for an unknown target."""
    if target.found is None or not target.found.whole or target.trouble:
        return ()
    alike = [name for name, shape in published_drafters()["targets"].items() if _has_shape(target, shape)]
    named = [name for name in alike if _plain(name) in _plain(target.name)]
    chosen = named or alike
    rows = [(row, next((name for name in chosen if name in row["for"]), None)) for row in published_drafters()["drafters"]]
    return tuple(
        Published(row["name"], row["kind"], row["bytes"], name, "trained without thinking" if row.get("thinking") is False else "", row["source"])
        for row, name in rows
        if name
    )


def _has_shape(target: Item, shape: Mapping[str, Any]) -> bool:
    text = target.found.text
    kinds = {target.found.config.get("model_type"), text.get("model_type")}
    sizes = all(text.get(size) == shape[size] for size in ("hidden_size", "num_hidden_layers"))
    return sizes and not kinds.isdisjoint(shape["model_types"])


def _plain(name: str) -> str:
    """A name without case and punctuation: folders and hub names write Qwen3-8B and qwen3_8b."""
    return _ODD.sub("", name.lower())
