"""Speed-ups as bars, in a terminal and as SVG. Knows rows of `bench --json`; measures nothing."""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import Any, Iterator, Sequence

from specdeck.decoding.drafters import BLUE, RECORDS

from ..drawing.clean_text import one_line
from ..drawing.figures import times
from .bench_rows import is_plain

LABEL = 20  # columns of a bar's name
FIGURE = 7  # columns of its figure
EIGHTHS = " ▏▎▍▌▋▊▉█"
HUES = {record.name: record.hue for record in RECORDS}
BAR, GAP, LEFT, WIDE = 16, 5, 190, 560  # of the SVG, in pixels

Row = dict[str, Any]


def bars(rows: Sequence[Row], columns: int | None = None) -> str:
    """One bar per row, all on one scale; │ marks plain decoding's pace."""
    most = max((row["speedup"] for row in rows), default=1.0)
    room = max(10, (columns or 100) - LABEL - FIGURE - 2)
    lines = [f"speed-up over plain decoding (│, in a bar ┃); the longest bar {times(most)}"]
    for title, group in groups(rows):
        lines += [title, *(_line(row, max(most, 1.0), room) for row in group if not is_plain(row))]
    return "\n".join(lines)


def groups(rows: Sequence[Row]) -> Iterator[tuple[str, list[Row]]]:
    """A title and the rows of every workload and temperature, plain decoding first."""
    for (workload, temperature), group in groupby(rows, key=lambda row: (row["workload"], row["temperature"])):
        yield f"{workload}, T={temperature:g}", list(group)


def name(row: Row, limit: int = LABEL) -> str:
    """A row's drafter and k."""
    k = f" k={row['k']}" if row["k"] else ""
    return "plain" if is_plain(row) else one_line(row["drafter"], limit - len(k)) + k


def _line(row: Row, most: float, room: int) -> str:
    return f"{name(row):>{LABEL}} {_bar(row['speedup'] / most * room, round(room / most), room)} {times(row['speedup']):>6}".rstrip()


def _bar(length: float, mark: int, room: int) -> str:
    """Full and eighth blocks, with the mark of plain decoding unless a block covers it."""
    full, rest = divmod(round(length * 8), 8)
    drawn = ("█" * full + (EIGHTHS[rest] if rest else "")).ljust(room)
    mark = min(mark, room - 1)
    return drawn[:mark] + ("│" if drawn[mark] == " " else "┃") + drawn[mark + 1 :]


def svg(rows: Sequence[Row], machine: dict[str, Any]) -> str:
    """The same as SVG: bars with their spread, a line at plain decoding's pace, the method below."""
    most = max((row["spread"][1] for row in rows), default=1.0) or 1.0
    scale, y, parts = WIDE / max(most, 1.0), 24, []
    for title, group in groups(rows):
        parts.append(_text(8, y + BAR, title, weight="bold"))
        y += BAR + GAP + 4
        for row in (row for row in group if not is_plain(row)):
            parts += _svg_bar(row, y, scale)
            y += BAR + GAP
        y += GAP
    foot = [_text(8, y + 16 + 14 * i, line, size=10) for i, line in enumerate(_foot(machine))]
    line = f'<line x1="{LEFT + scale:.1f}" y1="10" x2="{LEFT + scale:.1f}" y2="{y}" stroke="#444444" stroke-dasharray="4 3"/>'
    height, width = y + 16 + 14 * len(foot) + 8, LEFT + WIDE + 70
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">'
    caption = _text(LEFT + scale + 4, 16, "plain decoding = 1", size=10)
    return "\n".join([head, f'<rect width="{width}" height="{height}" fill="#ffffff"/>', *parts, line, caption, *foot, "</svg>", ""])


def _svg_bar(row: Row, y: int, scale: float) -> list[str]:
    low, high = (LEFT + value * scale for value in row["spread"])
    end, middle = LEFT + row["speedup"] * scale, y + BAR / 2
    hue = HUES.get(row["drafter"].partition(":")[0], BLUE)
    return [
        _text(LEFT - 8, y + BAR - 4, name(row), anchor="end"),
        f'<rect x="{LEFT}" y="{y}" width="{end - LEFT:.1f}" height="{BAR}" fill="{hue}"/>',
        f'<line x1="{low:.1f}" y1="{middle}" x2="{high:.1f}" y2="{middle}" stroke="#000000"/>',
        _text(max(end, high) + 6, y + BAR - 4, times(row["speedup"])),
    ]


def _text(x: float, y: float, text: str, size: int = 12, weight: str = "normal", anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}">{escape(one_line(text), quote=False)}</text>'


def _foot(machine: dict[str, Any]) -> list[str]:
    """Machine and method, wrapped."""
    words = one_line("; ".join(f"{key} {value}" for key, value in machine.items() if isinstance(value, (str, int, float)))).split()
    lines = [""]
    for word in words:
        lines = [*lines[:-1], f"{lines[-1]} {word}".strip()] if len(lines[-1]) + len(word) < 130 else [*lines, word]
    return lines
