"""`specdeck bench`: the workloads by the drafters, by k, greedy and sampled: what drafting gains on this machine.

Every drafter alternates with plain decoding, and only figures of the same turn are divided. Turns go over the whole table. Stopping early with Ctrl+C
therefore leaves every row with fewer turns, and the measured figures are printed.
"""

import argparse
import json
import shutil
import sys
import textwrap
from dataclasses import replace
from itertools import groupby
from statistics import geometric_mean
from typing import Any, Iterator, Mapping, Sequence

from specdeck.decoding import BEFORE_EXIT
from specdeck.decoding.drafters import NAMES
from specdeck.decoding.errors import SettingsError
from specdeck.decoding.types import MAX_K, MLX_LM, Settings

from ..budget import Amounts, Budget
from ..chat.drafter_health import all_health
from ..chat.wording import DRAFTED, TESTED, choice_words
from ..compare.best import best_of, elsewhere
from ..compare.best import options as best_options
from ..compare.result import Speed
from ..compare.timed_replies import show_progress
from ..drawing.clean_text import one_line
from ..drawing.figures import counted, pace, share, spread, times
from ..engine.this_machine import load
from ..models.disk import taken_elsewhere
from ..models.measurements import Measurements, keep_bench, keep_learnt
from ..settings import paths
from ..terminal.signals import Interrupted, catching
from ..terminal.streams import ProgressLine, complain
from . import options
from .bench_rows import Bench, BenchPlan, is_plain
from .command_table import WORKLOADS, naming_source
from .machine_properties import machine, property_lines
from .options import load_engine, recommended

Row = dict[str, Any]


def main(args: argparse.Namespace) -> int:
    """Check, load, measure, report; after a signal report what was measured."""
    args.raw = False  # there is no such option
    plan, busy, bench, progress = _plan(args), load(), None, ProgressLine()
    options.check(args)
    with catching() as signals:
        try:
            engine = load_engine(args, progress, signals)
            bench = Bench(engine, replace(plan, settings=recommended(plan.settings, engine.pair, args)))
            BEFORE_EXIT.append(lambda reason: show(args, found_in(bench, busy)))
            show_progress(bench.run(), progress)
            rows = [row for row in bench.table.rows() if not row["doubtful"]]
            if not all(map(is_plain, rows)):
                keep_learnt(engine.pair, paths.learnt(), bench.learnt())
            if trouble := keep_bench(rows, engine.pair, bench.plan.settings.adaptive_k, Measurements(paths.measurements())):
                complain(trouble)
        except Interrupted:
            pass
        finally:
            progress.clear()
        show(args, found_in(bench, busy) if bench else {"machine": {}, "rows": [], "health": [], "best": [], "budget_seconds": plan.budget.seconds})
        return signals.exit_code


def found_in(bench: Bench, busy: float) -> dict[str, Any]:
    """The object of `bench --json`; without rows before the first turn is over. `busy`: the load before it began."""
    plan, pair, rows = bench.plan, bench.pair, bench.table.rows()
    health = [one.of(name) for name, one in all_health(pair.known, bench.table.counts(), plan.thinking is not False).items()]
    measured = machine(pair, busy) | ({"drafters": "; ".join(pair.remarks)} if pair.remarks else {}) | {"method": bench.method}
    return {"machine": measured, "rows": rows, "health": health, "best": best_lines(rows, pair.paths, plan.settings.adaptive_k), "budget_seconds": plan.budget.seconds}


def show(args: argparse.Namespace, found: dict[str, Any]) -> None:
    """Print the table in the form that was asked for."""
    if args.json:
        print(json.dumps(found, allow_nan=False), flush=True)
    else:
        columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
        health = [f"health     {line}" for line in found["health"]]
        print(*("\n".join(part) for part in ([as_table(found, columns)], health, found["best"]) if part), sep="\n\n", flush=True)


def _plan(args: argparse.Namespace) -> BenchPlan:
    """What to measure. Raises SettingsError or LoadError before anything is loaded."""
    ks, temperatures, others = args.k or [2, 4, 8], args.temperature or [0.0, 0.8], argparse.Namespace(**vars(args) | {"k": None, "temperature": None})
    base = replace(options.settings_of(others), adaptive_k=bool(args.adaptive_k))  # `auto` alone would switch it on for all
    for name in args.workload:
        if name not in WORKLOADS:
            raise SettingsError(f"workload {name!r} is unknown: choose one of {', '.join(WORKLOADS)}")
    with naming_source(args, "k"):
        if bad := [k for k in ks if not 1 <= k <= MAX_K]:
            raise SettingsError(f"k must be from 1 to {MAX_K}, not {bad[0]} (plain decoding is always measured)")
    fields = {"prompts": "prompts", "runs": "runs", "max_tokens": "tokens", "k": "ks", "temperature": "temperatures"}
    narrowed = any(name in NAMES for name in args.drafter or ())  # names narrow the table, a folder or hub name alone adds to it
    return BenchPlan(
        base, tuple(dict.fromkeys(args.workload)), tuple(dict.fromkeys(ks)), tuple(dict.fromkeys(temperatures)), tuple(args.drafter) if narrowed else NAMES, Amounts(args.prompts, args.runs, args.max_tokens),
        options.thinking_of(args), args.against, Budget(args.seconds), frozenset(name for option, name in fields.items() if option not in args.defaulted),
    )  # fmt: skip


def groups(rows: Sequence[Row]) -> Iterator[tuple[str, list[Row]]]:
    """A title and the rows of every workload and temperature, plain decoding first."""
    for (workload, temperature), group in groupby(rows, key=lambda row: (row["workload"], row["temperature"])):
        yield f"{workload}, T={temperature:g}", list(group)


def best_lines(rows: Sequence[Row], paths: Mapping[str, str], adaptive_k: bool) -> list[str]:
    """Return a line for each workload and one over all: the fastest drafter and k, with specdeck's options. The last line is another tool's
    equivalent. Over all counts the geometric mean of the speed-ups. A doubtful figure is never the best. Where a figure is left out, nothing is said
    over all."""
    lines, tables = [], list[dict[Settings, float]]()
    for title, (plain, *others) in groups(rows):
        sure = [row for row in others if row["drafter"] != MLX_LM and not row["doubtful"]]
        chosen = [Settings(drafter=row["drafter"], k=row["k"], adaptive_k=adaptive_k) for row in sure]
        speeds = [Speed(settings, row["tokens_per_second"], plain["tokens_per_second"], tuple(row["spread"])) for settings, row in zip(chosen, sure)]
        doubted, best = sum(bool(row["doubtful"]) for row in others), best_of(speeds)
        if speeds and (best.settings or not doubted):  # an interrupted bench may have measured plain decoding alone
            lines.append(f"{title}: {best.line}   {best_options(best.settings)}")
        elif doubted:
            lines.append(f"{title}: {doubted} of {len(others)} speed-ups are doubtful")
        tables += [{speed.settings: speed.times for speed in speeds}] if speeds else []
    alike = all(table.keys() == tables[0].keys() for table in tables)  # where a bench was interrupted, some were not tried on the last text
    if not tables or not alike or any(row["doubtful"] for row in rows):
        return lines
    means = {settings: geometric_mean(table[settings] for table in tables) for settings in tables[0]}
    fastest = max(means, key=lambda settings: means[settings])
    settings = fastest if means[fastest] > 1 else None
    words = f"{choice_words(fastest)}: {times(means[fastest])}, the geometric mean" if settings else "plain decoding"
    other = elsewhere(settings, taken_elsewhere(paths.get(fastest.drafter)))
    return [*lines, f"over all: {words}   {best_options(settings)}", *filter(None, [other])]


HEAD = "drafter       tok/s speed-up (spread)   a/d  a/t tok/rd draft verify identical"
TAIL = "by position, %"


def as_table(found: dict[str, Any], columns: int | None = None) -> str:
    """Machine and method, then the rows, workload by workload. Within 80 columns only the acceptance by position is cut."""
    lines, rows = property_lines(found["machine"], columns or 120), found["rows"]
    for title, group in groups(rows):
        lines += ["", f"{title}, {group[0]['prompt_tokens']} prompt tokens, rule {group[0]['rule']}; ms a round"]
        if group[0].get("looped"):
            lines.append(f"{group[0]['looped']} of plain's {group[0]['of']} tokens only repeat the end of a reply and count in no figure")
        lines += [_beside(HEAD, TAIL, columns), *(_line(row, columns) for row in group)]
    legend = f"a/d: {DRAFTED}; a/t: {TESTED} (guesses up to the first miss); tok/rd: tokens per round, the end of a turn is none"
    lines += ["", *textwrap.wrap(legend, columns or 120)] if rows else []
    drafted = [row for row in rows if not is_plain(row)]  # the rows that have a speed-up
    if doubted := [row for row in drafted if row.get("doubtful")]:
        lines += ["", *textwrap.wrap(f"? {len(doubted)} of {counted(len(drafted), 'speed-up')}: {doubted[0]['doubtful']}. Measure again when nothing else runs", columns or 120)]
    return "\n".join(lines if rows else [*lines, "", "nothing was measured"])


def name(row: Row, limit: int) -> str:
    """A row's drafter and k."""
    k = f" k={row['k']}" if row["k"] else ""
    return "plain" if is_plain(row) else one_line(row["drafter"], limit - len(k)) + k


def _line(row: Row, columns: int | None) -> str:
    accepted = " ".join(f"{'-' if row.get(key) is None else share(row[key]):>4}" for key in ("acceptance_rate", "acceptance_per_tested"))
    identical = "-" if row["identical"] is None else f"{row['identical']}/{row['of']}"
    faster = "" if is_plain(row) else f"{times(row['speedup'])}{'?' if row.get('doubtful') else ''} {spread(row['spread'])}"
    left = (
        f"{name(row, 12):12} {pace(row['tokens_per_second']):>6} {faster:18} {accepted} {row['tokens_per_round']:6.2f} "
        f"{row['draft_seconds'] * 1e3:5.1f} {row['verify_seconds'] * 1e3:6.1f} {identical:>9}"
    )
    return _beside(left, " ".join(f"{share * 100:.0f}" for share in row["acceptance_by_position"]), columns)


def _beside(left: str, right: str, columns: int | None) -> str:
    """As many whole words in the right column as fit."""
    room = len(right) + 1 if columns is None else columns - len(left) - 2
    return f"{left}  {textwrap.shorten(right, room, placeholder='…')}".rstrip() if room > 0 else left
