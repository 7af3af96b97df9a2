"""Figures of the README, made on this machine: python -m assets.scripts.measure [--json] [--runs N] [--all] [--tokens N]

Method, printed with the table: one process, one loaded pair; every figure of a row comes from runs that take turns (plain, model,
lookup, hybrid, plain, …), each from cold caches after one untimed turn; tokens a second is wall clock from the end of the
prompt's reading; a speed-up is the median over turns of this drafter's rate over plain's in the same turn, with its spread.
Knows workloads and decode(); writes nothing but its table.
"""

from __future__ import annotations

import argparse
import json
import os
import pty
import select
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field
from typing import Any, Iterator

import assets
from decoding import Settings, Stats, decode, load
from decoding.blas import load_openblas
from decoding.types import Finish

DRAFTERS = ("none", "model", "lookup", "hybrid")
TEMPERATURES = (0.0, 0.8)
K = 4


@dataclass
class Row:
    """One workload, temperature and drafter: a rate and the counts of every turn."""

    workload: str
    temperature: float
    drafter: str
    turns: list[Stats] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Median tokens a second."""
        return statistics.median(stats.tokens_per_second for stats in self.turns)

    @property
    def acceptance(self) -> float | None:
        """accepted / drafted, over all turns."""
        drafted = sum(stats.drafted for stats in self.turns)
        return sum(stats.accepted for stats in self.turns) / drafted if drafted else None

    def over(self, plain: Row) -> tuple[float, float, float]:
        """Median, least and most of this rate over plain's, turn by turn."""
        ratios = [a.tokens_per_second / b.tokens_per_second for a, b in zip(self.turns, plain.turns)]
        return statistics.median(ratios), min(ratios), max(ratios)


def prompts(workload: str, every: bool) -> list[str]:
    """One prompt of middle length, or all of them."""
    rows = json.loads((assets.WORKLOADS / f"{workload}.json").read_text())["prompts"]
    return [row["prompt"] for row in rows if every or row is next(r for r in rows if r["name"].startswith("middle"))]


def reply(pair: Any, prompt: str, settings: Settings, tokens: int, ignore_end: bool = False) -> Stats:
    """The stats of one reply from cold caches."""
    pair.reset()
    *_, last = decode(pair, prompt, settings, max_tokens=tokens, ignore_end=ignore_end)
    assert isinstance(last, Finish)
    return last.stats


def pooled(all_stats: list[Stats]) -> Stats:
    """Several prompts as one reply: counts and seconds added."""
    names = ("rounds", "drafted", "accepted", "tested", "emitted", "target_passes", "decode_seconds", "draft_seconds", "verify_seconds")
    return Stats(**{name: sum(getattr(stats, name) for stats in all_stats) for name in names})


def table(pair: Any, runs: int, tokens: int, every: bool) -> Iterator[list[Row]]:
    """One group of rows, plain first, for every workload and temperature."""
    for workload in ("echo", "edit", "open", "qa"):
        for temperature in TEMPERATURES:
            rows = [Row(workload, temperature, drafter) for drafter in DRAFTERS]
            for turn in range(-1, runs):
                for row in rows:
                    settings = Settings(drafter=row.drafter, k=K, temperature=temperature, seed=1000 + turn)
                    stats = pooled([reply(pair, prompt, settings, tokens) for prompt in prompts(workload, every)])
                    if turn >= 0:
                        row.turns.append(stats)
            yield rows


def against_mlx_lm(pair: Any, runs: int, tokens: int) -> tuple[float, float, float]:
    """Plain decoding over mlx-lm's generate_step, in turns: median, least, most. Both greedy, from cold caches, past any end."""
    import mlx.core as mx
    from mlx_lm.generate import generate_step

    prompt = pair.tokenizer.encode(prompts("echo", False)[0])
    ratios = []
    for turn in range(-1, runs):
        start = seen = 0.0
        for count, _ in enumerate(generate_step(mx.array(prompt), pair.target.model, max_tokens=tokens)):
            seen = time.perf_counter()
            start = start or seen  # its first token ends the reading of the prompt
        theirs = count / (seen - start)
        pair.reset()
        seen = start = 0.0
        for event in decode(pair, prompt, Settings(drafter="none", k=0), max_tokens=tokens, ignore_end=True):
            if getattr(event, "tokens", None):
                seen = time.perf_counter()
                start = start or seen
        ours = (tokens - 1) / (seen - start)
        if turn >= 0:
            ratios.append(ours / theirs)
    return statistics.median(ratios), min(ratios), max(ratios)


def first_token_seconds() -> float:
    """From starting `specdeck run` to its first character, a process of its own; the median of three."""
    return statistics.median(_until(["run", "Find me a bus to Oakland"], lambda seen: True, subprocess.PIPE) for _ in range(3))


def first_frame_seconds() -> float:
    """From starting `specdeck` in a terminal to a frame with its footer; the median of three."""
    return statistics.median(_until([], lambda seen: b"Help" in seen, None) for _ in range(3))


def _until(words: list[str], there: Any, pipe: int | None) -> float:
    ours, theirs = pty.openpty()
    start = time.perf_counter()
    command = [sys.executable, "-m", "app.cli", *words]
    environ = os.environ | {"TERM": "xterm-256color", "COLUMNS": "120", "LINES": "36"}
    streams = {"stdin": theirs, "stdout": pipe or theirs, "stderr": subprocess.DEVNULL if pipe else theirs}
    process = subprocess.Popen(command, env=environ, start_new_session=True, **streams)
    os.close(theirs)
    source, seen = (process.stdout.fileno() if pipe else ours), b""
    while time.perf_counter() - start < 30 and not (seen and there(seen)):
        if select.select([source], [], [], 1)[0]:
            seen += os.read(source, 65536)
    took = time.perf_counter() - start
    process.kill()
    process.wait()
    os.close(ours)
    return took


def as_markdown(groups: list[list[Row]]) -> str:
    """The README's table: one row a workload and temperature, a column a drafter."""
    lines = ["| workload | T | plain tok/s | model | accepted | lookup | accepted | hybrid |", "|---|---|---|---|---|---|---|---|"]
    for plain, *others in groups:
        model, lookup, hybrid = others
        ratio = {row.drafter: f"{row.over(plain)[0]:.2f}x ({row.over(plain)[1]:.2f}-{row.over(plain)[2]:.2f})" for row in others}
        taken = {row.drafter: "-" if row.acceptance is None else f"{row.acceptance:.0%}" for row in others}
        lines.append(
            f"| {plain.workload} | {plain.temperature:g} | {plain.rate:.0f} | {ratio['model']} | {taken['model']} "
            f"| {ratio['lookup']} | {taken['lookup']} | {ratio['hybrid']} |"
        )
    return "\n".join(lines)


def as_rows(groups: list[list[Row]]) -> list[dict[str, Any]]:
    """The same as data."""
    return [
        {"workload": row.workload, "temperature": row.temperature, "drafter": row.drafter, "tokens_per_second": row.rate,
         "speedup": row.over(group[0])[0], "spread": row.over(group[0])[1:], "acceptance_rate": row.acceptance,
         "tokens_per_round": statistics.mean(stats.tokens_per_round for stats in row.turns)}
        for group in groups for row in group
    ]  # fmt: skip


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--runs", type=int, default=5, help="timed turns (default 5)")
    parser.add_argument("--tokens", type=int, default=96, help="most tokens of a reply (default 96)")
    parser.add_argument("--all", action="store_true", help="every prompt of a workload, pooled, in place of one of middle length")
    args = parser.parse_args()
    pair = load()
    groups = []
    for rows in table(pair, args.runs, args.tokens, args.all):
        groups.append(rows)
        print(f"{rows[0].workload} T={rows[0].temperature:g} done", file=sys.stderr)
    mlx_lm = against_mlx_lm(pair, args.runs, args.tokens)
    method = (
        f"{args.runs} turns, {'all prompts' if args.all else 'one prompt'} a workload, at most {args.tokens} tokens, k={K}, rule probabilistic, "
        f"BLAS {load_openblas()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    )
    found = {"method": method, "rows": as_rows(groups), "plain_over_mlx_lm": mlx_lm,
             "first_token_seconds": first_token_seconds(), "first_frame_seconds": first_frame_seconds()}  # fmt: skip
    if args.json:
        print(json.dumps(found))
        return
    print(as_markdown(groups), "", f"Method: {method}.", sep="\n")
    print(f"plain over mlx-lm's generate_step: {mlx_lm[0]:.2f}x ({mlx_lm[1]:.2f}-{mlx_lm[2]:.2f})")
    print(f"first token of a cold process {found['first_token_seconds']:.2f} s, first frame {found['first_frame_seconds']:.2f} s")


if __name__ == "__main__":
    main()
