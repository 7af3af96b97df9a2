"""A stored comparison: its figures beside the two replies, and the pair that it was made on. Values; records/comparisons.py
writes and reads them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Mapping

from specdeck.decoding.types import Settings, Top

from .result import Comparison, Speed


@dataclass(frozen=True, slots=True)
class ComparisonFigures:
    """What the two replies do not hold: the ratios of B's paces to A's, seconds of a plain step, the target's two best tokens at
    the first difference, texts of tokens, and what else was measured in alternation with side A. `paths`: the drafters' folders;
    `sweep`: what older files have in place of `measured`, ratios by k; `rates`: those of the two replies, (A, B), None in older files."""

    ratios: tuple[float, ...]
    plain_step_seconds: float
    best: Top = ()
    names: Mapping[int, str] = field(default_factory=dict)
    sweep: Mapping[int, tuple[float, ...]] = field(default_factory=dict)
    paths: Mapping[str, str] = field(default_factory=dict)
    measured: tuple[Speed, ...] = ()
    rates: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class ComparedPair:
    """The pair that a stored comparison was made on, and when."""

    name: str
    target_path: str
    paths: Mapping[str, str]
    when: datetime

    def path(self, settings: Settings) -> str | None:
        """The folder of the drafter under these settings."""
        return self.paths.get(settings.drafter)


@dataclass(frozen=True, slots=True)
class StoredComparison:
    """A comparison as it was stored."""

    prompt: str
    comparison: Comparison
    figures: ComparisonFigures
    origin: ComparedPair
