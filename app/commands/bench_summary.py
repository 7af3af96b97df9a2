"""The winners of a bench on one screen: the best k of each drafter by workload. Knows rows of `bench --json`."""

from __future__ import annotations

from typing import Any, Sequence

from specdeck.app.drawing.clean_text import one_line

from .bench_plot import groups

Row = dict[str, Any]
TITLE, CELL, WIN = 14, 12, "*"


def summary(rows: Sequence[Row], columns: int | None = None) -> str:
    """Workloads by drafters: the speed-up at the best k, with the winner of each workload marked; plain wins if no drafter is
    faster. As many drafters as fit, the fastest first."""
    names = _by_best(rows)[: max(1, ((columns or 100) - TITLE - CELL) // CELL)]
    lines = [f"{'best k of each':<{TITLE}}{'plain tok/s':>{CELL}}" + "".join(f"{one_line(name, CELL - 2):>{CELL}}" for name in names)]
    for title, group in groups(rows):
        best = {name: max((row for row in group if row["k"] and row["drafter"] == name), key=_speed, default=None) for name in names}
        plain = next((row for row in group if not row["k"]), None)
        most = max([row["speedup"] for row in best.values() if row] + [1.0])
        cells = [f"{plain['tokens_per_second']:.1f}{WIN if most <= 1 else ' '}" if plain else "-"]
        cells += [f"{row['speedup']:.2f}x k{row['k']}{WIN if row['speedup'] == most > 1 else ' '}" if row else "- " for row in best.values()]
        lines.append(f"{title.replace(', T=', ' T='):<{TITLE}}" + "".join(f"{cell:>{CELL}}" for cell in cells))
    return "\n".join([*lines, f"{WIN} fastest on this workload"])


def _by_best(rows: Sequence[Row]) -> list[str]:
    """The drafters, by their highest speed-up."""
    best: dict[str, float] = {}
    for row in rows:
        if row["k"]:
            best[row["drafter"]] = max(best.get(row["drafter"], 0.0), row["speedup"])
    return sorted(best, key=lambda name: -best[name])


def _speed(row: Row) -> float:
    return row["speedup"]
