"""Performance targets of specdeck, each measured by a file of its own: python -m assets.benchmarks [NAME …] [--turns N]

Method: the sides of a comparison alternate within one run (in reversed order on odd turns, after one turn that is not counted). A figure is
the median over turns, with the least and the most, or an interval where a benchmark says so. A target is met if the median reaches it. The code
that specdeck is compared with uses the models as mlx-lm builds them, in the same float type. Figures depend on machine and load, which are
printed with them.
"""

from __future__ import annotations

import argparse
import signal
import sys
from importlib import import_module
from typing import Iterator

from specdeck import decoding  # noqa: F401
from specdeck.commands.machine_properties import machine
from specdeck.decoding import load

from .measuring import Figure, Options

BENCHMARKS = {
    "1": "plain_over_mlx_lm", "2": "model_over_mlx_lm", "3": "lookup_over_plain", "4": "auto_over_best_drafter", "5": "forwards_over_reply",
    "6": "acceptance_over_optimum", "7": "lookup_seconds", "8": "app_over_run", "9": "cold_start", "10": "peak_memory",
    "curve": "predicted_speedup", "scale": "growth_with_context", "threads": "blas_threads",
}  # fmt: skip


def main() -> int:
    """Measure the named benchmarks, or all; returns 1 if a target is missed."""
    args = parser().parse_args()
    names = args.names or list(BENCHMARKS)
    if unknown := [name for name in names if name not in BENCHMARKS]:
        raise SystemExit(f"benchmarks: there is none named {unknown[0]!r}: choose from {', '.join(BENCHMARKS)}")
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))  # processes that wait for their turn are ended
    pair = load(args.model, drafter=args.drafter)
    options, found = Options(pair, args.turns, args.tokens, args.pld), []
    print(*(f"{key:12} {value}" for key, value in machine(pair).items()), "", sep="\n", flush=True)
    for name, figure in measured(names, options):
        found.append(figure.met)
        print(as_line(name, figure), flush=True)
    return 1 if False in found else 0


def parser() -> argparse.ArgumentParser:
    """The command's options."""
    options = argparse.ArgumentParser(
        prog="python -m assets.benchmarks", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    listed = "\n".join(f"{name:6} {import_summary(module)}" for name, module in BENCHMARKS.items())
    options.add_argument("names", nargs="*", metavar="NAME", help=f"which (default: all):\n{listed}")
    options.add_argument("--turns", type=int, metavar="N", help="turns of every benchmark (default: each its own; of 6 thousands of positions)")
    options.add_argument("--tokens", type=int, metavar="N", help="tokens of a reply (default: each its own)")
    options.add_argument("--model", metavar="M", help="folder or hub name of another target")
    options.add_argument("--drafter", metavar="D", action="append", help="folder or hub name of another drafter; repeatable")
    options.add_argument("--pld", metavar="FOLDER", help="a checkout of benjamin-levin/mlx-lm, for benchmark 3")
    return options


def import_summary(module: str) -> str:
    """The first line of a benchmark's docstring, read from the file without importing it, so that --help loads no mlx."""
    from pathlib import Path

    return (Path(__file__).parent / f"{module}.py").read_text(encoding="utf-8").split("\n", 1)[0].strip("\"").replace("%", "%%")


def measured(names: list[str], options: Options) -> Iterator[tuple[str, Figure]]:
    """The figures of these benchmarks, each with its benchmark's name, as they are measured."""
    for name in names:
        print(f"measuring {name} …", file=sys.stderr, flush=True)
        for figure in import_module(f".{BENCHMARKS[name]}", __package__).measure(options):
            yield name, figure


def as_line(name: str, figure: Figure) -> str:
    """One figure as a line of text."""
    low, high = figure.spread
    spread = f" ({low:.3g}-{high:.3g})" if high > low else ""
    verdict = "" if figure.wanted is None else f"{figure.sign} {figure.wanted:g}{figure.unit}  {'met' if figure.met else 'MISSED'}"
    note = f"\n       {figure.note}" if figure.note else ""
    return f"{name:6} {figure.what:86} {figure.value:.3g}{figure.unit}{spread}  {verdict}".rstrip() + note


if __name__ == "__main__":
    sys.exit(main())
