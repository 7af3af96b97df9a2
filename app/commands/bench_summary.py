"""The winners of a bench on one screen: the best k of each drafter by workload. Knows rows of `bench --json`."""

from __future__ import annotations

from statistics import geometric_mean
from typing import Any, Mapping, Sequence

from specdeck.decoding.types import MLX_LM, Settings

from ..chat.wording import choice_words
from ..compare.best import best_of, elsewhere, options
from ..compare.result import Speed
from ..drawing.clean_text import one_line
from ..drawing.figures import pace, times
from ..models.disk import taken_elsewhere
from .bench_plot import groups
from .bench_rows import REMEMBERING, is_plain

Row = dict[str, Any]
TITLE, CELL, WIN = 14, 12, "*"


def summary(rows: Sequence[Row], columns: int | None = None) -> str:
    """Workloads by drafters: the speed-up at the best k, with the winner of each workload marked; plain wins if no drafter is
    faster. As many drafters as fit, the fastest first."""
    names = _by_best(rows)[: max(1, ((columns or 100) - TITLE - CELL) // CELL)]
    lines = [f"{'best k of each':<{TITLE}}{'plain tok/s':>{CELL}}" + "".join(f"{one_line(name, CELL - 2):>{CELL}}" for name in names)]
    for title, group in groups(rows):
        best = {name: max((row for row in group if row["drafter"] == name), key=_speed, default=None) for name in names}
        plain = next((row for row in group if is_plain(row)), None)
        most = max([row["speedup"] for row in best.values() if row] + [1.0])
        cells = [f"{pace(plain['tokens_per_second'])}{WIN if most <= 1 else ' '}" if plain else "-"]
        cells += [f"{times(row['speedup'])} k{row['k']}{WIN if row['speedup'] == most > 1 else ' '}" if row else "- " for row in best.values()]
        lines.append(f"{title.replace(', T=', ' T='):<{TITLE}}" + "".join(f"{cell:>{CELL}}" for cell in cells))
    return "\n".join([*lines, f"{WIN} fastest on this workload"])


def best_lines(rows: Sequence[Row], paths: Mapping[str, str], adaptive_k: bool) -> list[str]:
    """The fastest drafter and k of each workload and over all, each with the options to copy, here and where another tool does the same.
    Over all counts the geometric mean of the speed-ups."""
    lines, found = [], [(title, [_speed_of(row, group, adaptive_k) for row in group if not is_plain(row) and row["drafter"] != MLX_LM]) for title, group in groups(rows)]
    for title, speeds in found:
        best = best_of(speeds)
        lines.append(f"{title}: {best.line}   {options(best.settings)}")
    everywhere = set.intersection(*({_arm(speed) for speed in speeds} for _, speeds in found)) if found else set()
    means = {arm: geometric_mean(speed.times for _, speeds in found for speed in speeds if _arm(speed) == arm) for arm in everywhere}
    (drafter, k), mean = max(means.items(), key=lambda pair: pair[1], default=(("", 0), 1.0))
    settings = _settings(drafter, k, adaptive_k) if mean > 1 else None
    words = f"{choice_words(settings)}: {times(mean)}, the geometric mean" if settings else "plain decoding"
    other = elsewhere(settings, taken_elsewhere(paths.get(settings.drafter) if settings else None))
    return [*lines, f"over all: {words}   {options(settings)}", *([other] if other else [])]


def _arm(speed: Speed) -> tuple[str, int]:
    return speed.settings.drafter, speed.settings.k


def _settings(drafter: str, k: int, adaptive_k: bool) -> Settings:
    return Settings(drafter=drafter.removesuffix(REMEMBERING), k=k, adaptive_k=adaptive_k)


def _speed_of(row: Row, group: Sequence[Row], adaptive_k: bool) -> Speed:
    plain = next(other for other in group if is_plain(other))
    return Speed(_settings(row["drafter"], row["k"], adaptive_k), row["tokens_per_second"], plain["tokens_per_second"], tuple(row["spread"]))


def _by_best(rows: Sequence[Row]) -> list[str]:
    """The drafters, by their highest speed-up."""
    best: dict[str, float] = {}
    for row in rows:
        if not is_plain(row):
            best[row["drafter"]] = max(best.get(row["drafter"], 0.0), row["speedup"])
    return sorted(best, key=lambda name: -best[name])


def _speed(row: Row) -> float:
    return row["speedup"]
