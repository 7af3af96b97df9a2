"""The published drafters for a target, and pairs to begin with: a table in assets, whose rows name their source. Asks no hub."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Collection, Mapping

from specdeck.decoding.checkpoints import Footprint, plain_name, published_acceptance, published_drafters, read_config, text_part
from specdeck.decoding.errors import LoadError

from .disk import CACHE, Item


def is_half_precision(name: str) -> bool:
    """Whether a model on the hub holds half-precision numbers, as far as its name tells: one that names no bits does."""
    return not _FEW_BITS.search(name)


_FEW_BITS = re.compile(r"\d-?bit|(?:mx|nv)?fp[48]|int[48]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Published:
    """A drafter on the hub. `bytes_`: of its weights, rounded; `target`: the row of the target's table that lists it; `remark`: a
    warning of its card; `source`: the page that was read; `warned`: others warn of it."""

    name: str
    kind: str
    bytes_: int
    target: str
    remark: str
    source: str
    warned: bool = False

    @property
    def measured(self) -> str:
        """What others measured with it; empty where nothing was published."""
        found = published_acceptance(self.name)
        return f"{found.by} measured {found.length:.2f} tokens a round ({found.on})" if found else ""

    @property
    def words(self) -> str:
        return self.kind + (f", {self.remark}" if self.remark else "")

    @property
    def item(self) -> Item:
        """The item as far as it is known before the hub is asked: enough for a memory plan."""
        half = is_half_precision(self.name)
        narrow = Footprint(self.bytes_, None, CACHE, matrices=(self.bytes_, self.bytes_ // 2) if half else (0, 0))
        wide = Footprint(2 * self.bytes_, None, CACHE, number_bytes=4, matrices=(2 * self.bytes_, self.bytes_ // 2)) if half else narrow
        return Item(self.name, Path(self.name), self.bytes_, "hub", None, footprints=(narrow, wide))


@dataclass(frozen=True, slots=True)
class PublishedPair:
    """A target on the hub and a drafter that was published for it. `bytes_`: of the target's weights."""

    target: str
    bytes_: int
    drafter: Published

    @property
    def name(self) -> str:
        """Qwen3-8B-4bit with Qwen3-8B-DFlash-b16."""
        return " with ".join(name.rpartition("/")[2] for name in self.parts)

    @property
    def parts(self) -> tuple[str, str]:
        """The hub names of both."""
        return self.target, self.drafter.name

    @property
    def sizes(self) -> tuple[int, int]:
        """Bytes of both."""
        return self.bytes_, self.drafter.bytes_

    @property
    def items(self) -> tuple[Item, Item]:
        """Both as far as they are known before the hub is asked, for a memory plan."""
        print_ = Footprint(self.bytes_, None, CACHE)
        return Item(self.target, Path(self.target), self.bytes_, "hub", None, footprints=(print_, print_)), self.drafter.item

    @property
    def measured(self) -> str:
        return self.drafter.measured


@cache
def published_pairs() -> tuple[PublishedPair, ...]:
    """A pair for each target that the table knows a download of, the largest target first: with the first of its drafters that somebody
    published a measurement of, else the first. None that others warn of."""
    pairs = []
    for name, file in published_drafters()["downloads"].items():
        rows = [_published(row, name) for row in published_drafters()["drafters"] if name in row["for"] and "warning" not in row]
        rows.sort(key=lambda row: published_acceptance(row.name) is None)
        pairs += [PublishedPair(file["name"], file["bytes"], rows[0])] if rows else []
    return tuple(sorted(pairs, key=lambda pair: -pair.bytes_))


def published_for(target: Item) -> tuple[Published, ...]:
    """The drafters of every row with this target's shape. Targets of one shape (Qwen3.5-27B, Qwen3.6-27B) are distinguished by
    name; if the name matches none of them, all their drafters are listed. Empty for a drafter, and for an unknown target."""
    return _with_shape(target.name, target.found.config) if target.found and target.is_target else ()


def other_drafter(target: str, folder: Path, loaded: Collection[str]) -> str:
    """A published drafter for the target in this folder that is none of those loaded, and what others measured with it, in words; of
    several, one that was measured. Empty where there is none."""
    try:
        rows = _with_shape(target, read_config(folder))
    except LoadError:
        return ""
    rows = [row for row in rows if row.name not in loaded and row.name.rpartition("/")[2] not in loaded and not row.warned]
    best = min(rows, key=lambda row: published_acceptance(row.name) is None, default=None)
    if best is None:
        return ""
    return f"F5 has {best.name.rpartition('/')[2]}, published for this target" + (f": {best.measured}" if best.measured else "")


def _with_shape(target: str, config: Mapping[str, Any]) -> tuple[Published, ...]:
    alike = [name for name, shape in published_drafters()["targets"].items() if _has_shape(config, shape)]
    named = [name for name in alike if plain_name(name) in plain_name(target)]
    chosen = named or alike
    rows = [(row, next((name for name in chosen if name in row["for"]), None)) for row in published_drafters()["drafters"]]
    return tuple(_published(row, name) for row, name in rows if name)


def _published(row: Mapping[str, Any], target: str) -> Published:
    remarks = ("trained without thinking" if row.get("thinking") is False else "", row.get("warning", ""))
    return Published(row["name"], row["kind"], row["bytes"], target, ", ".join(filter(None, remarks)), row["source"], "warning" in row)


def _has_shape(config: Mapping[str, Any], shape: Mapping[str, Any]) -> bool:
    text = text_part(config)
    kinds = {config.get("model_type"), text.get("model_type")}
    sizes = all(text.get(size) == shape[size] for size in ("hidden_size", "num_hidden_layers"))
    sizes = sizes and text.get("vocab_size", shape.get("vocab_size")) == shape.get("vocab_size", text.get("vocab_size"))
    return sizes and not kinds.isdisjoint(shape["model_types"])
