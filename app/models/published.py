"""The published drafters for a target, and pairs to begin with: a table in assets, whose rows name their source. Asks no hub."""

import re
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, Mapping

from specdeck.decoding.checkpoints import (
    Footprint,
    PassWeights,
    lost_elsewhere,
    plain_name,
    published_acceptance,
    published_drafters,
    published_speeds,
    text_part,
    unsupported,
)

from .disk import CACHE, Item


def bits_by_name(name: str) -> float:
    """Return the bits of a number of a model on the hub, by the model's name. They include its share of the scales; a name without bits means
    half precision."""
    named = _FEW_BITS.search(name)
    return int(next(filter(None, named.groups()))) + SCALES if named else 16


_FEW_BITS = re.compile(r"(\d)-?bit|(?:mx|nv)?fp([48])|int([48])", re.IGNORECASE)
SCALES = 0.5  # bits: a scale and a bias of 16 bits for 64 numbers


def described(name: str, bytes_: int, head: int = 0, shape: Mapping[str, Any] = MappingProxyType({})) -> Item:
    """A model of the hub as far as it is known before the hub is asked. `head`: numbers of its output matrix; `shape`: a target's row."""
    numbers, active, (chosen, of) = int(8 * bytes_ / bits_by_name(name)), shape.get("active", 1.0), shape.get("experts", (1, 1))
    own = numbers if bits_by_name(name) == 16 else 0  # the kinds that --draft-bits quantises
    prints = Footprint(bytes_, None, CACHE, matrices=(2 * own, own)), Footprint(4 * numbers, None, CACHE, number_bytes=4, matrices=(4 * own, own))
    if of > 1:
        reads = PassWeights(bytes_, numbers, head, (1 - active) / (1 - chosen / of), chosen / of)
    else:
        reads = PassWeights(int(active * bytes_), int(active * numbers), head)
    return Item(name, Path(name), bytes_, "hub", None, footprints=prints, reads=reads)


def described_by_name(name: str, bytes_: int) -> Item:
    """Describe a model that a search of the hub found, with the table's data for a target of that name. For an unlisted mixture of experts, the bytes
    of a pass are unknown."""
    alike = max((one for one in published_drafters()["targets"] if plain_name(one) in plain_name(name)), key=len, default=None)
    item = described(name, bytes_, 0, published_drafters()["targets"][alike] if alike else {})
    return item if alike or not _MIXTURE.search(name) else replace(item, reads=None)


_MIXTURE = re.compile(r"\bA\d+(\.\d+)?B\b|\d+x\d+B|MoE", re.IGNORECASE)  # 30B-A3B, 8x7B
_WITHOUT_HEAD = ("mtp", "dflash", "dflash2")  # kinds of drafters that use the target's output matrix


@dataclass(frozen=True)
class Published:
    """A drafter on the hub. `bytes_`: of its weights, rounded, 0 where they are not known. `target`: the row of the target's table that lists it.
    `remark`: a warning of its card. `source`: the page that was read."""

    name: str
    kind: str
    bytes_: int
    target: str
    remark: str
    source: str
    own_head: bool = True  # it has an output matrix of its own
    refused: str = ""  # why no drafter of its kind is loaded here, by what is known of its config

    @property
    def measured(self) -> str:
        """What others measured with it; empty where nothing was published."""
        found = published_acceptance(self.name)
        return f"{found.by} measured {found.length:.2f} tokens a round ({found.on})" if found else ""

    @property
    def words(self) -> str:
        return ", ".join(filter(None, (self.kind, self.remark, self.refused)))

    @cached_property
    def item(self) -> Item:
        """The item before the hub is asked. It is enough for a memory plan and an expected pace."""
        shape = published_drafters()["targets"][self.target] if self.kind == "mtp" else {}  # a mixture's head has experts too
        return described(self.name, self.bytes_, int(self.own_head), shape)


@dataclass(frozen=True)
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

    @cached_property
    def items(self) -> tuple[Item, Item]:
        """Both as far as they are known before the hub is asked, for a memory plan and an expected pace."""
        shape = published_drafters()["targets"][self.drafter.target]
        return described(self.target, self.bytes_, shape.get("vocabulary", 0) * shape.get("hidden_size", 0), shape), self.drafter.item


@cache
def published_pairs() -> tuple[PublishedPair, ...]:
    """Every published drafter of known size with every download of its targets, the largest target first. Left out: drafters that others warn
    of, that lose on every measured Mac, or that cannot be loaded here."""
    table, pairs = published_drafters(), []
    for file in table["downloads"]:
        rows = [row for row in table["drafters"] if file["target"] in row["for"] and "warning" not in row and "bytes" in row]
        found = [_published(row, file["target"]) for row in rows if not lost_elsewhere(published_speeds(row["name"], file["target"]))]
        pairs += [PublishedPair(file["name"], file["bytes"], drafter) for drafter in found if not drafter.refused]
    return tuple(sorted(pairs, key=lambda pair: -pair.bytes_))


def published_for(target: Item) -> tuple[Published, ...]:
    """The drafters of every row with this target's shape. Targets of one shape (Qwen3.5-27B, Qwen3.6-27B) are distinguished by name. If the name
    matches none of them, all their drafters are listed. Empty for a drafter, and for an unknown target."""
    if not target.found or not target.is_target:
        return ()
    table = published_drafters()
    named = [name for name in table["targets"] if plain_name(name) in plain_name(target.name)]
    alike = [name for name, shape in table["targets"].items() if _has_shape(target.found.config, shape) and ("hidden_size" in shape or name in named)]
    chosen = [name for name in alike if name in named] or alike
    rows = [(row, next((name for name in chosen if name in row["for"]), None)) for row in table["drafters"]]
    return tuple(_published(row, name) for row, name in rows if name)


def _published(row: Mapping[str, Any], target: str) -> Published:
    remarks = ("trained without thinking" if row.get("thinking") is False else "", row.get("warning", ""))
    return Published(row["name"], row["kind"], row.get("bytes", 0), target, ", ".join(filter(None, remarks)), row["source"], row.get("head", row["kind"] not in _WITHOUT_HEAD), unsupported(row.get("config", {})) or "")


def _has_shape(config: Mapping[str, Any], shape: Mapping[str, Any]) -> bool:
    text = text_part(config)
    kinds = {config.get("model_type"), text.get("model_type")}
    known = {"vocab_size": shape.get("vocab_size"), **text}  # a config may leave it to its tokenizer
    return not kinds.isdisjoint(shape["model_types"]) and all(known.get(size) == shape.get(size, known.get(size)) for size in ("hidden_size", "num_hidden_layers", "vocab_size"))
