"""Prints the figures of the READMEs from the result of a bench: specdeck bench --json > FILE; python -m assets.benchmarks.readme_table FILE [-k K] [--write]

A short table for the project's README: the best drafter and auto on each workload at temperature 0. The whole one for this folder's: a row for each
workload and temperature, a column for each drafter: speed-up over plain at one k, its spread, and the acceptance rate. `--write` writes
both, and the rows into the figures that samples and advice name.
"""

from __future__ import annotations

import argparse
import json
from itertools import groupby
from pathlib import Path
from typing import Any, Sequence

from specdeck import assets
from specdeck.drawing.figures import pace, share, spread, times

README, WHOLE = assets.FIGURES.parent.parent / "README.md", Path(__file__).with_name("README.md")
BEGIN, END = "<!-- figures", "<!-- /figures -->"  # around the table
SHOWN = ("workload", "drafter", "k", "temperature", "tokens_per_second", "speedup", "spread", "acceptance_rate")
Row = dict[str, Any]


def main() -> None:
    """Print the short table and the whole one, below each method and machine; with --write, write all that is made of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="what bench --json printed")
    parser.add_argument("-k", type=int, default=4, help="whose rows are shown (default 4)")
    parser.add_argument("--write", action="store_true", help="write README.md and assets/figures.json")
    args = parser.parse_args()
    found = json.loads(args.file.read_text(encoding="utf-8"))
    how = below(found["machine"])
    for file, figured in ((README, short(found["rows"], args.k)), (WHOLE, table(found["rows"], args.k))):
        text = f"{figured}\n\n{how}"
        print(text, end="\n\n")
        if args.write:
            file.write_text(with_table(file.read_text(encoding="utf-8"), text), encoding="utf-8")
    if args.write:
        rows = [{key: row[key] for key in SHOWN} for row in found["rows"] if row["k"] in (0, args.k)]
        assets.FIGURES.write_text(figures(found["machine"], rows), encoding="utf-8")


def with_table(readme: str, text: str, begin: str = BEGIN, end: str = END) -> str:
    """A README with this text between the line that begins with `begin` and `end`."""
    before, rest = readme.split(begin)
    marker, rest = rest.split("\n", 1)
    return f"{before}{begin}{marker}\n{text}\n{end}{rest.split(end)[1]}"


def figures(machine: dict[str, Any], rows: Sequence[Row]) -> str:
    """The contents of assets/figures.json, a row a line."""
    lines = ",\n".join(f"  {json.dumps(row)}" for row in rows)
    return f'{{"machine": {json.dumps(machine)},\n "rows": [\n{lines}\n]}}\n'


def table(rows: Sequence[Row], k: int) -> str:
    """The table in Markdown."""
    names = list(dict.fromkeys(row["drafter"] for row in rows if row["k"] == k))
    lines = [f"| workload | T | plain tok/s | {' | '.join(names)} |", "|---" * (3 + len(names)) + "|"]
    for (workload, temperature), group in groupby(rows, key=lambda row: (row["workload"], row["temperature"])):
        by_name = {row["drafter"]: row for row in group if row["k"] in (0, k)}
        cells = [cell(by_name[name]) if name in by_name else "" for name in names]
        lines.append(f"| {workload} | {temperature:g} | {pace(by_name['none']['tokens_per_second'])} | {' | '.join(cells)} |")
    return "\n".join(lines)


def short(rows: Sequence[Row], k: int) -> str:
    """A row for each workload at temperature 0: plain's pace, the best drafter but auto, and auto."""
    lines = ["| workload | plain tok/s | best drafter | auto |", "|---" * 4 + "|"]
    for workload, group in groupby((row for row in rows if row["temperature"] == 0), key=lambda row: row["workload"]):
        by_name = {row["drafter"]: row for row in group if row["k"] in (0, k)}
        plain, auto = by_name.pop("none"), by_name.pop("auto", None)
        best = max(by_name.values(), key=lambda row: row["speedup"], default=None)
        cells = [f"`{best['drafter']}` {cell(best)}" if best else "", cell(auto) if auto else ""]
        lines.append(f"| {workload} | {pace(plain['tokens_per_second'])} | {' | '.join(cells)} |")
    return "\n".join(lines)


def cell(row: Row) -> str:
    """One drafter's cell: speed-up, spread, acceptance rate."""
    accepted = "no guesses" if row["acceptance_rate"] is None else f"{share(row['acceptance_rate'])} accepted"
    return f"{times(row['speedup'])} {spread(row['spread'])}, {accepted}"


def below(machine: dict[str, Any]) -> str:
    """The line below the table: method and machine, without what the method says of a column that only bench prints."""
    versions = ", ".join(f"{name} {machine['versions'][name]}" for name in ("specdeck", "mlx", "mlx-lm"))
    method = machine["method"].partition("; identical:")[0]
    return (
        f"Method: {method}. Machine: {machine['processor']}, {machine['cores']} cores, load {machine['load']} before it began, "
        f"{machine['backend']}, BLAS {machine['blas'] or 'built in'}, {machine['dtype']}; {versions}."
    )


if __name__ == "__main__":
    main()
