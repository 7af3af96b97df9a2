"""Benchmark 9: cold processes: first frame, the show's first frame, --help, and the first token beside mlx_lm.generate's on the same folder and
prompt. Of the frames also the processor time of all threads until then, which a busy machine changes less."""

from __future__ import annotations

import math
import os
import pty
import select
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Callable, Iterator, NamedTuple, Sequence

from specdeck import assets

from .measuring import Figure, Options, ratios, take_turns

ROOT = Path(__file__).resolve().parents[2]
PROMPT = "Find me a bus to Oakland"
RULE = b"==========\n"  # what mlx_lm.generate prints before the text
PATIENCE = 60.0  # seconds

OURS = [sys.executable, "-m", "specdeck"]
THEIRS = [sys.executable, "-m", "mlx_lm", "generate", "--model", str(assets.TARGET), "--prompt", PROMPT, "--max-tokens", "8"]


class Took(NamedTuple):
    """Seconds on the wall's clock, and of all the process's threads on processors."""

    wall: float
    processor: float


def measure(options: Options) -> Iterator[Figure]:
    """All figures, from alternating processes."""
    turns = options.turns or 7
    frame, show, help_, first, theirs = take_turns(
        turns,
        lambda _: until(OURS, lambda seen: b"Help" in seen, terminal=True),
        lambda _: first_start(),
        lambda _: to_its_end([*OURS, "--help"]),
        lambda _: until([*OURS, "run", PROMPT], lambda seen: bool(seen.strip())),
        lambda _: until(THEIRS, lambda seen: bool(seen.partition(RULE)[2].strip())),
    )
    first_token, their_first = walls(first), walls(theirs)
    yield Figure("first frame of a cold process", walls(frame), 1.0, sign="<=", unit=" s")
    yield Figure("the same in processor time", [took.processor for took in frame], unit=" s")
    yield Figure("the show's first frame at the first start", walls(show), 1.0, sign="<=", unit=" s")
    yield Figure("the same in processor time", [took.processor for took in show], unit=" s")
    yield Figure("--help", walls(help_), 0.3, sign="<=", unit=" s")
    yield Figure("first token of a cold process over mlx_lm.generate's", ratios(first_token, their_first), 1.0, sign="<=")
    yield Figure("first token of a cold process", first_token, unit=" s")
    yield Figure("mlx_lm.generate's first token", their_first, unit=" s")


def walls(turns: Sequence[Took]) -> list[float]:
    """The seconds on the wall's clock."""
    return [took.wall for took in turns]


def to_its_end(command: Sequence[str]) -> Took:
    """What a process takes that ends by itself; nobody asks for its processor time."""
    start = time.perf_counter()
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return Took(time.perf_counter() - start, math.nan)


def first_start() -> Took:
    """Until the show is seen, with no state from before."""
    with tempfile.TemporaryDirectory() as fresh:
        return until(OURS, lambda seen: b"RECORDING" in seen, terminal=True, SPECDECK_STATE_DIR=fresh)


def until(command: Sequence[str], reached: Callable[[bytes], bool], terminal: bool = False, **environ: str) -> Took:
    """From the start of a process until `reached` holds for its output; then the process is killed. `terminal`: whether its output
    is a terminal or a pipe."""
    ours, theirs = pty.openpty()
    environ = os.environ | {"TERM": "xterm-256color", "COLUMNS": "120", "LINES": "36"} | environ
    out, err = (theirs, theirs) if terminal else (subprocess.PIPE, subprocess.DEVNULL)
    start, seen = time.perf_counter(), b""
    process = subprocess.Popen(command, cwd=ROOT, env=environ, stdin=theirs, stdout=out, stderr=err, start_new_session=True)
    os.close(theirs)
    source = process.stdout.fileno() if process.stdout else ours
    while not reached(seen):
        if time.perf_counter() - start > PATIENCE or process.poll() is not None and not select.select([source], [], [], 0)[0]:
            raise SystemExit(f"benchmarks: {' '.join(command[1:])} showed nothing of what was waited for: {seen[-500:]!r}")
        if select.select([source], [], [], 0.2)[0]:
            seen += os.read(source, 65536)
    took = time.perf_counter() - start
    process.kill()
    usage = os.wait4(process.pid, 0)[2]
    process.returncode = -signal.SIGKILL  # `wait` would look for a process that is gone
    os.close(ours)
    return Took(took, usage.ru_utime + usage.ru_stime)
