"""Reads the table of published drafters in assets, of which each row names its source. It holds what there is, how often its guesses were accepted
elsewhere, and what may lower that here. Needs no network."""

import re
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, pairwise
from operator import mul
from pathlib import Path
from typing import Any, Mapping, Sequence

from specdeck import assets

from .bounded_reading import parse, read_regular
from .checkpoint import Checkpoint, quantisation
from .model_folder import shown

Counts = Sequence[tuple[int, int]]  # (accepted, drafted) at draft position 1, 2, …
_ODD = re.compile(r"[^a-z0-9.]")


@cache
def published_drafters() -> dict[str, Any]:
    """The table. "targets" maps a name to its shape, and "drafters" lists rows. "measured" maps a drafter to its acceptance, "speeds" to its
    speed-ups. "downloads" maps a target to its file."""
    return parse(read_regular(assets.PUBLISHED_DRAFTERS))


def trained_without_thinking(folder: Path) -> bool:
    """Whether the drafter in this folder was trained on replies without thinking, according to its model card. Its files do not say so; the
    table does, by the drafter's name."""
    return _drafter(shown(folder)).get("thinking") is False


def _drafter(name: str) -> Mapping[str, Any]:
    """The row of the drafter of this hub or folder name, empty if there is none."""
    return _named({row["name"]: row for row in published_drafters()["drafters"]}, name) or {}


def _named(rows: Mapping[str, Any], name: str) -> Any:
    """The row of a name without its owner and revision, None if there is none."""
    return {_last(key): row for key, row in rows.items()}.get(_last(name))


def conditional_rates(rates: Sequence[float]) -> tuple[float, ...]:
    """Acceptance at each position among the drafts that came so far, from vLLM's and llama.cpp's rates over all drafts. The first rate is the
    same; a later one is divided by the rate before it."""
    return tuple(rate / before if before else 0.0 for before, rate in pairwise((1.0, *rates)))


@dataclass(frozen=True, slots=True)
class PublishedAcceptance:
    """What was measured with a published drafter. `length`: mean tokens of a round, the target's own included. `rates`: by position, of all drafts,
    () where only the length was published. `k`: guesses of a draft. `temperature`: None where the source does not say."""

    by: str
    data: str
    k: int
    length: float
    rates: tuple[float, ...] = ()
    temperature: float | None = None

    @property
    def on(self) -> str:
        """On what it was measured: MT-bench, k 3, T 0."""
        return f"{self.data}, k {self.k}" + ("" if self.temperature is None else f", T {self.temperature:g}")

    @property
    def rate(self) -> float:
        """The share of all guesses that was accepted."""
        return (self.length - 1) / self.k

    def at(self, positions: int) -> list[float]:
        """Acceptance at positions 1 to `positions`, of all drafts. Where only a mean length is known, every tested guess has the same chance. Beyond
        k the last position's rate goes on."""
        tested = conditional_rates(self.rates) or (_chance(self.length, self.k),)
        return list(accumulate((tested[min(i, len(tested) - 1)] for i in range(positions)), mul))

    def expected(self, counts: Counts) -> float:
        """The share of guesses that would be accepted of drafts as long as these."""
        drafted = [drafted for _, drafted in counts]
        return sum(map(mul, self.at(len(drafted)), drafted)) / sum(drafted)


def _chance(length: float, k: int) -> float:
    """The chance a of each tested guess, if drafts of k guesses give rounds of this mean length. It solves 1 + a + a^2 + ... + a^k = length."""
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(middle**i for i in range(k + 1)) < length else (low, middle)
    return low


def published_acceptance(name: str) -> PublishedAcceptance | None:
    """What was measured with the drafter of this hub or folder name; None if the table has nothing."""
    found = _named(published_drafters()["measured"], name)
    if found is None:
        return None
    rates = tuple(found.get("rates", ()))
    return PublishedAcceptance(found["by"], found["data"], found["k"], found.get("length") or 1 + sum(rates), rates, found["temperature"])


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A speed-up over plain decoding that others measured with a drafter. `on`: the machine, and bits of the target; `source`: the page."""

    times: float
    on: str
    source: str

    @property
    def words(self) -> str:
        """0.70x (M3 Ultra; Rapid-MLX#3115)."""
        place = re.sub(r"https://(?:github\.com/[^/]+/)?", "", self.source)
        return f"{self.times:.2f}x ({self.on}; {re.sub(r'/(?:issues|pull)/', '#', place) if '/blob/' not in place else place.partition('/')[0]})"


def published_speeds(drafter: str, target: str) -> tuple[Elsewhere, ...]:
    """What others measured on Macs with the drafter of this hub or folder name, on a target named like `target`."""
    rows = _named(published_drafters()["speeds"], drafter)
    return tuple(Elsewhere(row["times"], row["on"], row["source"]) for row in rows or () if plain_name(row.get("for", "")) in plain_name(target))


def lost_elsewhere(found: Sequence[Elsewhere]) -> bool:
    """Whether others measured it, and it was slower than plain decoding every time."""
    return bool(found) and all(one.times < 1 for one in found)


@dataclass(frozen=True, slots=True)
class KnownDrafter:
    """What is known of a loaded drafter before it guesses. It holds what others measured, and why it may do worse here, the likeliest reason first.
    `thinkless`: it was trained on replies without thinking, and this target can think."""

    published: PublishedAcceptance | None = None
    reasons: tuple[str, ...] = ()
    thinkless: bool = False


def known_drafter(checkpoint: Checkpoint, target: Checkpoint, bits: int | None, remark: str | None, thinks: bool) -> KnownDrafter:
    """What is known of a drafter from its files. `bits`: what it was quantised to when it was loaded. `remark`: how its files were read. `thinks`:
    whether the target can think."""
    name = shown(checkpoint.folder)
    own = quantisation(checkpoint.config).get("bits") if any(name.endswith(".scales") for name in checkpoint.tensors) else None
    fewest = min((each for each in (bits, own) if isinstance(each, int)), default=16)
    reasons = [f"it is quantised to {fewest} bits" if fewest < 8 else "", remark or "", made_for_another(name, shown(target.folder))]
    return KnownDrafter(published_acceptance(name), tuple(filter(None, reasons)), thinks and trained_without_thinking(checkpoint.folder))


def made_for_another(name: str, target: str) -> str:
    """Says that its makers trained it for another target than this one, by the targets' names. Empty where it fits, or the table does not know it."""
    targets = _drafter(name).get("for", ())
    if not targets or any(plain_name(one) in plain_name(target) for one in targets):
        return ""
    return f"it was made for {' and '.join(targets)}, and this target is {target}"


def plain_name(name: str) -> str:
    """A name without case and punctuation: folders and hub names write Qwen3-8B and qwen3_8b."""
    return _ODD.sub("", name.lower())


def _last(name: str) -> str:
    """A name without its owner and revision."""
    return name.partition("@")[0].rpartition("/")[2]
