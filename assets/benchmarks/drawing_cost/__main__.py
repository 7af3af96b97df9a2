"""Measures the cost of drawing in a real terminal: python -m assets.benchmarks.drawing_cost [--seconds N] [--json]

A fake engine in the session's thread emits 1,000 tokens per second; the playground shows them in a pseudo-terminal of 120 x 36, and keys
are sent to it. Key to screen: from writing the key until the new value is read from the terminal. Cost per frame: CPU time of the drawing
thread over the frames drawn, with so many tokens in one reply. First frame: from starting specdeck, in a new process without downloaded
models, until the prompt is on the screen. The exit code is 1 if a limit is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Sequence

from specdeck.app import FRAME

from .played import PACE
from .terminal import ROOT, Terminal

FEW, MANY = 1_000, 20_000  # tokens held
WINDOW = 2_000  # tokens over which a frame's cost is taken
PAGES = 20
STARTS = 5
PAUSE = 0.13  # seconds between keys: no multiple of a frame
PAGE_UP, CTRL_Q = "\x1b[5~", "\x11"

Frame = tuple[int, float, float, float]  # tokens held; seconds: the clock's, this thread's CPU, the process's CPU


@dataclass(frozen=True)
class Figure:
    """A measured value and the limit that it is to stay under."""

    what: str
    value: float
    limit: float | None
    unit: str

    @property
    def met(self) -> bool:
        """It is under its limit, or has none."""
        return self.limit is None or self.value <= self.limit


def main() -> int:
    """Measure and print; returns 1 if a limit is missed."""
    parser = argparse.ArgumentParser(prog="python -m assets.benchmarks.drawing_cost", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=int, default=10, metavar="N", help="seconds of tokens a run (default 10, at least 4)")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    args = parser.parse_args()
    tokens = max(4, args.seconds) * PACE
    figures = [*starts(), *measured(run(0, tokens), run(MANY, tokens))]
    if args.json:
        rows = [asdict(figure) | {"met": figure.met} for figure in figures]
        print(json.dumps({"cores": os.cpu_count(), "load": os.getloadavg()[0], "figures": rows}))
    else:
        print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}\n")
        for figure in figures:
            limit = "" if figure.limit is None else f"<= {figure.limit:g}{figure.unit}  {'met' if figure.met else 'MISSED'}"
            print(f"{figure.what:66} {f'{figure.value:.4g}{figure.unit}':>10}  {limit}".rstrip())
    return 0 if all(figure.met for figure in figures) else 1


def starts() -> list[Figure]:
    """The seconds until the first frame, and until the help is printed."""
    frames, helps = [], []
    for _ in range(STARTS):
        with tempfile.TemporaryDirectory() as folder:
            environ = dict.fromkeys(("SPECDECK_STATE_DIR", "SPECDECK_CONFIG_DIR", "HF_HOME"), folder)
            began = time.perf_counter()
            terminal = Terminal([sys.executable, "-m", "specdeck"], 120, 36, environ)
            try:
                terminal.until(lambda seen: "Ask something" in seen)
                frames.append(time.perf_counter() - began)
            finally:
                terminal.process.kill()
        began = time.perf_counter()
        subprocess.run([sys.executable, "-m", "specdeck", "--help"], cwd=ROOT, check=True, capture_output=True)
        helps.append(time.perf_counter() - began)
    return [
        Figure("first frame, median of " + str(STARTS), statistics.median(frames) * 1e3, 1000, " ms"),
        Figure("--help, median of " + str(STARTS), statistics.median(helps) * 1e3, 300, " ms"),
    ]


@dataclass(frozen=True)
class Run:
    """Seconds from key to screen while tokens came, and from page up to the page; every frame."""

    keys: Sequence[float]
    pages: Sequence[float]
    frames: Sequence[Frame]


def run(held: int, tokens: int) -> Run:
    """`held` tokens at once, then `tokens` at the pace, with keys typed all the while."""
    with tempfile.TemporaryDirectory() as folder:
        terminal = Terminal([sys.executable, "-m", "assets.benchmarks.drawing_cost.played", folder], 120, 36)
        try:
            terminal.until(lambda seen: "ready" in seen)
            terminal.press(f"{held} {tokens}\r")
            terminal.until(lambda seen: newest(seen) >= held + PACE // 2)
            keys = steer(terminal, tokens / PACE - 2)  # a busy machine may be late
            terminal.until(lambda seen: newest(seen) == held + tokens - 1)  # all of it is shown in the end
            terminal.press("\t")
            terminal.rest(1.0)
            pages = page_up(terminal)
            terminal.press(CTRL_Q)
            terminal.close()
        finally:
            terminal.process.kill()
        return Run(keys, pages, json.loads((Path(folder) / "frames.json").read_text()))


def steer(terminal: Terminal, seconds: float) -> list[float]:
    """Change k up and down for a while; returns the seconds until the header shows each change."""
    took, end = [], time.perf_counter() + seconds
    while time.perf_counter() < end:
        key, k = ("]", 5) if len(took) % 2 == 0 else ("[", 4)
        terminal.press(key)
        took.append(terminal.until(lambda seen: f"k {k} " in seen))
        terminal.rest(PAUSE)
    return took


def page_up(terminal: Terminal) -> list[float]:
    """Press page up; returns the seconds until earlier words are on the screen."""
    took, top = [], 10**6
    for _ in range(PAGES):
        terminal.press(PAGE_UP)
        took.append(terminal.until(lambda seen: oldest(seen) < top))
        terminal.rest(PAUSE)
        top = oldest(terminal.seen)
    return took


def newest(seen: str) -> int:
    """The highest number of a word on the screen."""
    return max(map(int, re.findall(r"w(\d{6})", seen)), default=-1)


def oldest(seen: str) -> int:
    """The lowest."""
    return min(map(int, re.findall(r"w(\d{6})", seen)), default=10**6)


def measured(few: Run, many: Run) -> list[Figure]:
    """The figures against the limits."""
    cost_few, cost_many = cost(few.frames, FEW), cost(many.frames, MANY)
    first, last = paced(few.frames)[0], paced(few.frames)[-1]
    busy = (last[3] - first[3]) / (last[1] - first[1])
    return [
        Figure("key to screen, p95, from no token held", percentile(few.keys, 95) * 1e3, 150, " ms"),
        Figure(f"key to screen, p95, beyond {MANY:,} tokens held", percentile(many.keys, 95) * 1e3, 150, " ms"),
        Figure("key to screen, median", statistics.median([*few.keys, *many.keys]) * 1e3, None, " ms"),
        Figure("tokens a second shown", (last[0] - first[0]) / (last[1] - first[1]), None, ""),
        Figure("a frame comes after, median", statistics.median(gaps(few.frames)) * 1e3, None, " ms"),
        Figure("CPU of the process, of one core", busy * 100, 80, "%"),
        Figure(f"cost of a frame with {FEW:,} tokens held", cost_few * 1e3, FRAME * 1e3, " ms"),
        Figure(f"cost of a frame with {MANY:,} tokens held", cost_many * 1e3, FRAME * 1e3, " ms"),
        Figure("the one over the other", cost_many / cost_few, 1.5, "x"),
        Figure(f"a page up among {MANY:,} tokens, p95", percentile(many.pages, 95) * 1e3, 100, " ms"),
    ]


def paced(frames: Sequence[Frame]) -> list[Frame]:
    """Those that were drawn while tokens came."""
    total = frames[-1][0]
    return [frame for frame in frames if PACE // 2 <= frame[0] < total]


def cost(frames: Sequence[Frame], held: int) -> float:
    """CPU seconds of the screen's thread per frame, while held .. held + WINDOW tokens were."""
    window = [frame for frame in frames if held + PACE // 2 <= frame[0] < held + PACE // 2 + WINDOW]
    return (window[-1][2] - window[0][2]) / (len(window) - 1)


def gaps(frames: Sequence[Frame]) -> list[float]:
    """Seconds between frames."""
    drawn = paced(frames)
    return [after[1] - before[1] for before, after in zip(drawn, drawn[1:])]


def percentile(values: Sequence[float], share: int) -> float:
    """The value that `share` percent of them do not exceed."""
    return statistics.quantiles(values, n=100, method="inclusive")[share - 1]


if __name__ == "__main__":
    sys.exit(main())
