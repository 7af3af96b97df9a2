"""Prints the README's table from the result of a bench: specdeck bench --json > FILE; python -m assets.scripts.table FILE [-k K]

A row for each workload and temperature, a column for each drafter: speed-up over plain at one k, its spread, and the acceptance rate. Knows
the object of `bench --json`; measures nothing.
"""

from __future__ import annotations

import argparse
import json
from itertools import groupby
from pathlib import Path
from typing import Any, Sequence

Row = dict[str, Any]


def main() -> None:
    """Print the table and, below it, method and machine."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="what bench --json printed")
    parser.add_argument("-k", type=int, default=4, help="whose rows are shown (default 4)")
    args = parser.parse_args()
    found = json.loads(args.file.read_text(encoding="utf-8"))
    print(table(found["rows"], args.k), "", below(found["machine"]), sep="\n")


def table(rows: Sequence[Row], k: int) -> str:
    """The table in Markdown."""
    names = list(dict.fromkeys(row["drafter"] for row in rows if row["k"] == k))
    lines = [f"| workload | T | plain tok/s | {' | '.join(names)} |", "|---" * (3 + len(names)) + "|"]
    for (workload, temperature), group in groupby(rows, key=lambda row: (row["workload"], row["temperature"])):
        by_name = {row["drafter"]: row for row in group if row["k"] in (0, k)}
        cells = [cell(by_name[name]) if name in by_name else "" for name in names]
        lines.append(f"| {workload} | {temperature:g} | {by_name['none']['tokens_per_second']:.0f} | {' | '.join(cells)} |")
    return "\n".join(lines)


def cell(row: Row) -> str:
    """One drafter's cell: speed-up, spread, acceptance rate."""
    accepted = "no guesses" if row["acceptance_rate"] is None else f"{row['acceptance_rate']:.0%} accepted"
    return f"{row['speedup']:.2f}x ({row['spread'][0]:.2f}-{row['spread'][1]:.2f}), {accepted}"


def below(machine: dict[str, Any]) -> str:
    """The line below the table: method and machine."""
    versions = ", ".join(f"{name} {machine['versions'][name]}" for name in ("specdeck", "mlx", "mlx-lm"))
    return (
        f"Method: {machine['method']}. Machine: {machine['processor']}, {machine['cores']} cores, load {machine['load']} before it began, "
        f"{machine['backend']}, BLAS {machine['blas'] or 'built in'}, {machine['dtype']}; {versions}."
    )


if __name__ == "__main__":
    main()
