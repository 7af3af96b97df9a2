"""Benchmark 4: `auto` over the best single drafter of each workload, and over plain, by a bench of 30 alternating turns."""

from __future__ import annotations

import statistics
from typing import Iterator

from specdeck.budget import Amounts
from specdeck.commands.bench_rows import PLAIN, Arm, Bench, BenchPlan, Group, Table
from specdeck.compare.timed_replies import show_progress
from specdeck.decoding import Settings
from specdeck.decoding.drafters import RECORDS
from specdeck.engine.engine import Engine
from specdeck.terminal.streams import ProgressLine

from .measuring import Figure, Options, median_interval, ratios

K = 4
COMPOSED = {record.name for record in RECORDS if record.composed}


def measure(options: Options) -> Iterator[Figure]:
    """The best single drafter is the one with the highest median; plain decoding is among them."""
    asked = ("model", "mtp", "assistant", "dflash", "lookup", "auto")
    workloads, base = ("echo", "edit", "open", "qa"), Settings(seed=0)
    plan = BenchPlan(base, workloads, (K,), (0.0,), asked, Amounts(2, options.turns or 30, options.tokens or 96))
    bench = Bench(Engine(pair=options.pair), plan)
    show_progress(bench.run(), ProgressLine())
    for group in plan.groups():
        yield from _figures(bench.table, group)


def _figures(table: Table, group: Group) -> Iterator[Figure]:
    rates = table.rates(group)
    auto, plain = rates[Arm("auto", K)], rates[PLAIN]
    best = max((arm for arm in rates if arm.drafter not in COMPOSED), key=lambda arm: statistics.median(rates[arm]))
    for name, others in ((f"the best single drafter ({best})", rates[best]), ("plain", plain)):
        found = ratios(auto, others)
        yield Figure(f"auto, k={K}, over {name}: {group.workload}", found, 0.98, interval=median_interval(found))
