"""`specdeck bench`: the workloads by the drafters, by k, greedy and sampled: what drafting gains on this machine.

Every drafter alternates with plain decoding, and only figures of the same turn are divided. Turns go over the whole table, so
that stopping early leaves every row with fewer turns: Ctrl+C prints what was measured.
"""

import argparse
import json
import math
import shutil
import sys
from dataclasses import replace
from typing import Any

from specdeck.decoding import BEFORE_EXIT
from specdeck.decoding.checkpoints import KnownDrafter
from specdeck.decoding.drafters import NAMES
from specdeck.decoding.errors import HostLost, SettingsError
from specdeck.decoding.types import MAX_K

from ..budget import Budget
from ..chat.drafter_health import all_health
from ..models.measurements import Measurements, keep_bench, keep_learnt
from ..settings import paths
from ..terminal.signals import Interrupted, Signals, catching
from ..terminal.streams import ProgressLine, complain
from . import options
from .bench_rows import Table
from .bench_schedule import BenchPlan, Turns
from .bench_tables import as_table, best_lines
from .command_table import WORKLOADS, told_from
from .load_and_decode import load_decoder, recommended
from .machine import machine


def main(args: argparse.Namespace) -> int:
    """Check, load, measure, report; after a signal, or if a host of a sharded target is lost, report what was measured."""
    args.raw = False  # there is no such option
    run = BenchRun(_plan(args))
    options.check(args)
    with catching() as signals:
        lost = False
        try:
            run.measure(args, signals)
        except HostLost as error:
            if not run.table.turns:
                raise
            complain(error)
            lost = True
        show(args, run.found)
        return signals.exit_code or int(lost)


class BenchRun:
    """A bench and what it has measured so far."""

    def __init__(self, plan: BenchPlan) -> None:
        self._plan, self.table = plan, Table()
        self._turns: Turns | None = None
        self._machine: dict[str, Any] = {}
        self._paths: dict[str, str] = {}  # of the drafters' models, by name
        self._known: dict[str, KnownDrafter] = {}

    @property
    def plan(self) -> BenchPlan:
        """What is measured: of what was asked for, as much as fits the budget once that is known."""
        return self._turns.plan if self._turns else self._plan

    @property
    def found(self) -> dict[str, Any]:
        """The object of `bench --json`; complete but without rows before the first turn is over."""
        health = [one.of(name) for name, one in all_health(self._known, self.table.counts(), self.plan.thinking is not False).items()]
        rows = self.table.rows()
        best = best_lines(rows, self._paths, self.plan.settings.adaptive_k)
        return {"machine": self._machine | {"method": self.plan.method(self.table.turns)}, "rows": rows, "health": health, "best": best, "budget_seconds": self.plan.budget.seconds}

    def measure(self, args: argparse.Namespace, signals: Signals) -> None:
        """Load the pair and run all turns; a signal ends it. Raises LoadError; HostLost if a host is lost between turns."""
        progress = ProgressLine()
        try:
            decoder = load_decoder(args, progress, signals)
            pair = decoder.pair
            self._plan = replace(self._plan, settings=recommended(self._plan.settings, pair, args))
            self._known = pair.known
            self._machine = machine(pair) | ({"drafters": "; ".join(pair.remarks)} if pair.remarks else {})
            self._paths = pair.paths
            BEFORE_EXIT.append(lambda reason: show(args, self.found))
            self._turns = turns = Turns(decoder, self._plan, self.table, progress)
            turns.run()
            keep_learnt(pair, paths.learnt(), turns.learnt())
            if trouble := keep_bench(self.table.rows(), pair, self.plan.settings.adaptive_k, Measurements(paths.measurements())):
                complain(trouble)
        except Interrupted:
            pass
        finally:
            progress.clear()


def show(args: argparse.Namespace, found: dict[str, Any]) -> None:
    """Print the table in the form that was asked for."""
    if args.json:
        print(json.dumps(_finite(found), allow_nan=False), flush=True)
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
    with told_from(args, "k"):
        if bad := [k for k in ks if not 1 <= k <= MAX_K]:
            raise SettingsError(f"k must be from 1 to {MAX_K}, not {bad[0]} (plain decoding is always measured)")
    fields = {"prompts": "prompts", "runs": "runs", "max_tokens": "tokens", "k": "ks", "temperature": "temperatures"}
    asked = NAMES if _all_are_wanted(args.drafter) else tuple(args.drafter)
    return BenchPlan(
        base, tuple(dict.fromkeys(args.workload)), tuple(dict.fromkeys(ks)), tuple(dict.fromkeys(temperatures)), asked,
        args.runs, args.prompts, args.max_tokens, options.thinking_of(args), args.against, Budget(args.seconds), frozenset(name for option, name in fields.items() if option not in args.defaulted),
    )  # fmt: skip


def _finite(value: Any) -> Any:
    """The same with null for what JSON has no number for: what was measured is printed whatever it is."""
    if isinstance(value, dict):
        return {key: _finite(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(inner) for inner in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _all_are_wanted(drafters: list[str] | None) -> bool:
    """Whether all drafters of the pair are measured: names narrow the table, a folder or hub name alone adds to it."""
    return not any(name in NAMES for name in drafters or [])

