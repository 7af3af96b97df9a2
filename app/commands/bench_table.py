"""The rows of a bench as a table for people and as CSV. Knows rows of `bench --json`; measures nothing."""

from __future__ import annotations

import csv
import io
import textwrap
from typing import Any, Sequence

from ..drawing.clean_text import one_line
from ..drawing.figures import pace, share, size, spread, times
from .bench_plot import groups, name
from .bench_rows import JSON_KEYS, is_plain

Row = dict[str, Any]
HEAD = "drafter        tok/s speed-up (spread)   acc tok/rd draft verify  identical"
TAIL = "by position, %"
MARGIN = 11  # columns of the names of the machine's properties


def as_table(found: dict[str, Any], columns: int | None = None) -> str:
    """Machine and method, then the rows, workload by workload. Within 80 columns only the acceptance by position is cut."""
    lines = _machine(found["machine"], columns or 120)
    for title, rows in groups(found["rows"]):
        lines += ["", f"{title}, {rows[0]['prompt_tokens']} prompt tokens, rule {rows[0]['rule']}; seconds in ms per round"]
        lines += [_beside(HEAD, TAIL, columns), *(_line(row, columns) for row in rows)]
    return "\n".join(lines if found["rows"] else [*lines, "", "nothing was measured"])


def _line(row: Row, columns: int | None) -> str:
    accepted = "-" if row["acceptance_rate"] is None else share(row["acceptance_rate"])
    identical = "-" if row["identical"] is None else f"{row['identical']}/{row['of']}"
    faster = "" if is_plain(row) else f"{times(row['speedup'])} {spread(row['spread'])}"
    left = (
        f"{name(row, 12):12} {pace(row['tokens_per_second']):>7} {faster:18} {accepted:>4} {row['tokens_per_round']:6.2f} "
        f"{row['draft_seconds'] * 1e3:5.1f} {row['verify_seconds'] * 1e3:6.1f} {identical:>10}"
    )
    return _beside(left, " ".join(f"{share * 100:.0f}" for share in row["acceptance_by_position"]), columns)


def _beside(left: str, right: str, columns: int | None) -> str:
    """As many whole words in the right column as fit."""
    room = len(right) + 1 if columns is None else columns - len(left) - 2
    return f"{left}  {textwrap.shorten(right, room, placeholder='…')}".rstrip() if room > 0 else left


def as_csv(rows: Sequence[Row]) -> str:
    """The rows of `bench --json`, a line each; lists are joined by spaces, null is empty."""
    text = io.StringIO()
    table: csv.DictWriter[str] = csv.DictWriter(text, JSON_KEYS, lineterminator="\n")
    table.writeheader()
    table.writerows({key: " ".join(map(str, value)) if isinstance(value, list) else value for key, value in row.items()} for row in rows)
    return text.getvalue()


def _machine(machine: dict[str, Any], columns: int) -> list[str]:
    """The machine's properties that the figures depend on, by name, then the method."""
    shown = {key: value for key, value in machine.items() if key not in ("versions", "memory_bytes", "blas", "method")}
    if machine.get("versions"):
        shown |= {"blas": machine["blas"] or "the one built in", "memory": size(machine["memory_bytes"])}
        shown |= {"versions": ", ".join(f"{name} {version}" for name, version in machine["versions"].items())}
    shown |= {"method": machine["method"]}
    return [line for key, value in shown.items() for line in _wrapped(key, one_line(str(value)), columns)]


def _wrapped(key: str, text: str, columns: int) -> list[str]:
    return textwrap.wrap(text, columns, initial_indent=f"{key:{MARGIN}}", subsequent_indent=" " * MARGIN)
