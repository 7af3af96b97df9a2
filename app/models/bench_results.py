"""What `specdeck bench` showed on this machine, stored by target: where advice begins for what no reply was written with.

A later bench replaces the figures of the same drafter, k, workload and temperature, and leaves the others.
"""

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Iterable, Mapping

from specdeck.decoding.drafters import NAMES
from specdeck.decoding.types import PLAIN

from ..records import files
from ..records.plain_data import Misfit, from_data
from .disk import known_as

TARGETS = 20  # whose figures are kept
FEWEST = 96  # tokens of a row, all turns together, from which its speed-up says something


@dataclass(frozen=True, slots=True)
class BenchFigure:
    """A row of a bench. `drafter`: the name that people use, as in measurements; `speed_up`: over plain decoding."""

    drafter: str
    k: int
    adaptive_k: bool
    workload: str
    temperature: float
    speed_up: float

    @property
    def of(self) -> tuple[object, ...]:
        """What was measured; a later figure of it replaces this one."""
        return self.drafter, self.k, self.adaptive_k, self.workload, self.temperature


def bench_figures(target: str, file: Path | None) -> list[BenchFigure]:
    """The figures with this target. What cannot be read is as if it were not there."""
    found = files.read_json(file, dict).get(target, [])
    figures: list[BenchFigure] = []
    for one in found if isinstance(found, list) else []:
        with suppress(Misfit, TypeError, ValueError):
            figures.append(from_data(BenchFigure, one))
    return figures


def keep_bench(rows: Iterable[Mapping[str, Any]], target: str, paths: Mapping[str, str], adaptive_k: bool, file: Path) -> None:
    """Store the rows of `bench --json`. `paths`: drafter -> folder, of those with files. A disk that takes nothing costs later advice, no
    more."""
    new = [
        BenchFigure(_name(row["drafter"], paths), row["k"], adaptive_k, row["workload"], row["temperature"], row["speedup"])
        for row in rows if row["drafter"] in (NAMES if row["drafter"] not in paths else paths) and row["drafter"] != PLAIN and row["of"] >= FEWEST
    ]  # fmt: skip
    if not new:
        return
    figures = {one.of: one for one in (*bench_figures(target, file), *new)}
    others = {name: kept for name, kept in files.read_json(file, dict).items() if name != target}
    with suppress(OSError):
        files.replace(file, json.dumps(dict([*others.items(), (target, [asdict(one) for one in figures.values()])][-TARGETS:])))


def _name(drafter: str, paths: Mapping[str, str]) -> str:
    return known_as(Path(paths[drafter])) if drafter in paths else drafter
