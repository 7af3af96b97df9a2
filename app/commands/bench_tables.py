"""What bench prints of its rows: the table, and the fastest settings."""

import textwrap
from dataclasses import replace
from itertools import groupby
from statistics import geometric_mean
from typing import Any, Iterator, Mapping, Sequence

from specdeck.decoding.types import MLX_LM, Settings

from ..chat.wording import choice_words
from ..compare.best import best_of, elsewhere, options
from ..compare.result import Speed
from ..drawing.clean_text import one_line
from ..drawing.figures import pace, share, size, spread, times
from ..models.disk import taken_elsewhere
from .bench_rows import REMEMBERING, is_plain

Row = dict[str, Any]


def groups(rows: Sequence[Row]) -> Iterator[tuple[str, list[Row]]]:
    """A title and the rows of every workload and temperature, plain decoding first."""
    for (workload, temperature), group in groupby(rows, key=lambda row: (row["workload"], row["temperature"])):
        yield f"{workload}, T={temperature:g}", list(group)


def name(row: Row, limit: int) -> str:
    """A row's drafter and k."""
    k = f" k={row['k']}" if row["k"] else ""
    return "plain" if is_plain(row) else one_line(row["drafter"], limit - len(k)) + k


def best_lines(rows: Sequence[Row], paths: Mapping[str, str], adaptive_k: bool) -> list[str]:
    """The fastest drafter and k of each workload and over all, each with the options to copy, here and where another tool does the same.
    Over all counts the geometric mean of the speed-ups. Of no rows there is none."""
    if not rows:
        return []
    lines, found = [], [(title, [_speed_of(row, group, adaptive_k) for row in group if not is_plain(row) and row["drafter"] != MLX_LM]) for title, group in groups(rows)]
    for title, speeds in found:
        if speeds:  # an interrupted bench may have measured plain decoding alone
            best = best_of(speeds)
            lines.append(f"{title}: {best.line}   {_options(best.settings)}")
    whole = [speeds for _, speeds in found if len(speeds) == max(len(each) for _, each in found)]
    everywhere = set.intersection(*({_arm(speed) for speed in speeds} for speeds in whole))
    means = {arm: geometric_mean(speed.times for speeds in whole for speed in speeds if _arm(speed) == arm) for arm in everywhere}
    (drafter, k), mean = max(means.items(), key=lambda pair: pair[1], default=(("", 0), 1.0))
    settings = _settings(drafter, k, adaptive_k) if mean > 1 else None
    words = f"{choice_words(settings)}: {times(mean)}, the geometric mean" if settings else "plain decoding"
    other = elsewhere(settings, taken_elsewhere(paths.get(settings.drafter) if settings else None))
    over_all = [f"over all: {words}   {_options(settings)}"] if means else []
    return [*lines, *over_all, *([other] if other else [])]


def _arm(speed: Speed) -> tuple[str, int]:
    return speed.settings.drafter, speed.settings.k


def _settings(drafter: str, k: int, adaptive_k: bool) -> Settings:
    return Settings(drafter=drafter, k=k, adaptive_k=adaptive_k)


def _options(settings: Settings | None) -> str:
    """The options to copy; lookup with a memory is an arm of its own, whose texts the person has named."""
    if settings is None or not settings.drafter.endswith(REMEMBERING):
        return options(settings)
    return f"{options(replace(settings, drafter=settings.drafter.removesuffix(REMEMBERING)))} --memory …"


def _speed_of(row: Row, group: Sequence[Row], adaptive_k: bool) -> Speed:
    plain = next(other for other in group if is_plain(other))
    return Speed(_settings(row["drafter"], row["k"], adaptive_k), row["tokens_per_second"], plain["tokens_per_second"], tuple(row["spread"]))


HEAD = "drafter        tok/s speed-up (spread)   acc tok/rd draft verify  identical"
TAIL = "by position, %"
MARGIN = 11  # columns of the names of the machine's properties


def as_table(found: dict[str, Any], columns: int | None = None) -> str:
    """Machine and method, then the rows, workload by workload. Within 80 columns only the acceptance by position is cut."""
    lines = _machine(found["machine"], columns or 120)
    for title, rows in groups(found["rows"]):
        lines += ["", f"{title}, {rows[0]['prompt_tokens']} prompt tokens, rule {rows[0]['rule']}; seconds in ms per round"]
        if rows[0].get("looped"):
            lines.append(f"{rows[0]['looped']} of plain's {rows[0]['of']} tokens only repeat the end of a reply and count in no figure")
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
