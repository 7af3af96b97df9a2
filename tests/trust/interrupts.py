"""Ctrl+C and SIGTERM, once or twice, at random moments of a command's whole life, from the first import to the last line.

    python -m tests.trust.interrupts --tries 300 --seed 1 [--only run]

Whenever it comes, the exit code is the signal's (or the command's own, where it was done), stderr holds one line at most, a terminal no
rest of a progress line, and stdout whole JSON or nothing. What Python itself says while it starts, before it has begun to import specdeck,
is counted apart: no package can change it.
"""

from __future__ import annotations

import argparse
import json
import os
import pty
import signal
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random

from specdeck import assets

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = Path(sys.executable).with_name("specdeck")
PROGRAMS = {"python -m specdeck": (sys.executable, "-m", "specdeck")} | ({"specdeck": (str(SCRIPT),)} if SCRIPT.exists() else {})
COMMANDS = {
    "--help": ("--help",),
    "run": ("run", "Find me a bus", "--max-tokens", "20", "--json"),
    "models": ("models", "--json"),
    "doctor": ("doctor", "--json"),
    "replay": ("replay", str(assets.TRACES / "same.jsonl"), "--json"),
    "compare": ("compare", "Find me a bus", "--max-tokens", "8", "--runs", "1", "--json"),
}
GAPS = (0.0, 0.001, 0.01, 0.05, 0.2)  # seconds at most between two signals
AFTER = 1.1  # of a command's life: some signals come when it is over
PATIENCE = 120  # seconds until waiting is given up; nothing is measured
OURS = tuple(str(ROOT / half) for half in ("app", "decoding"))
ENTRANCE = [str(ROOT / "app" / name) for name in ("__init__.py", "__main__.py", "terminal/signals.py")]  # on the way to catching them


@dataclass(frozen=True)
class Try:
    """One command under signals: how it was started, the moments of the signals in seconds since, and what became of it."""

    program: str
    command: str
    signum: signal.Signals
    moments: tuple[float, ...]
    code: int = 0
    out: bytes = b""
    err: bytes = b""

    @property
    def before_us(self) -> bool:
        """Whether Python was still starting: it was killed in silence, or tells of files none of which is ours."""
        if self.code == -self.signum and not self.out and not self.err:
            return True
        named = [line for line in self.err.decode().splitlines() if any(ours in line for ours in OURS) and not any(file in line for file in ENTRANCE)]
        return b"KeyboardInterrupt" in self.err and not named

    def troubles(self) -> list[str]:
        """What is not as it must be."""
        rest = self.err.replace(b"\r\n", b"\n").rpartition(b"\r\x1b[K")[2]  # what progress leaves on a terminal
        return [what for what, wrong in {
            f"exit code {self.code}": self.code not in (128 + self.signum, 0),
            "a traceback": b"Traceback" in self.err or b"Exception ignored" in self.err,
            "more than a line": rest.count(b"\n") > 1,
            "a line that does not end": bool(rest) and not rest.endswith(b"\n"),
            "stdout is no whole JSON": self.command != "--help" and bool(self.out) and not _whole(self.out),
        }.items() if wrong]  # fmt: skip


def attempt(rng: Random, only: str | None = None) -> Try:
    """A command, and signals at random moments."""
    command, program = only or rng.choice(list(COMMANDS)), rng.choice(list(PROGRAMS))
    first = rng.random() * AFTER * _life(command)
    moments = (first, first + rng.random() * rng.choice(GAPS)) if rng.random() < 0.6 else (first,)
    return carried_out(Try(program, command, rng.choice((signal.SIGINT, signal.SIGINT, signal.SIGTERM)), moments), rng.random() < 0.5)


def carried_out(planned: Try, terminal: bool) -> Try:
    """What becomes of it. `terminal`: stderr is one."""
    ours, theirs = pty.openpty() if terminal else os.pipe()
    began = time.monotonic()
    process = subprocess.Popen(
        [*PROGRAMS[planned.program], *COMMANDS[planned.command]], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=theirs, start_new_session=True,
        cwd=ROOT,
    )  # fmt: skip
    os.close(theirs)
    with ThreadPoolExecutor() as pool:
        err = pool.submit(_all_of, ours)
        try:
            for moment in planned.moments:
                time.sleep(max(0.0, began + moment - time.monotonic()))
                process.send_signal(planned.signum)
            out, _ = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    os.close(ours)
    return replace(planned, code=process.returncode, out=out, err=err.result())


def _all_of(handle: int) -> bytes:
    """What is written there until its writer has ended."""
    found = b""
    with suppress(OSError):  # how a terminal ends
        while more := os.read(handle, 1 << 16):
            found += more
    return found


def _whole(text: bytes) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False


@cache
def _life(command: str) -> float:
    """Seconds that a command takes here and now."""
    began = time.monotonic()
    subprocess.run([*PROGRAMS["python -m specdeck"], *COMMANDS[command]], cwd=ROOT, capture_output=True, check=True, timeout=PATIENCE)
    return time.monotonic() - began


def main() -> int:
    """Try, and name what was wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tries", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=COMMANDS)
    args = parser.parse_args()
    rng, bad, codes = Random(args.seed), 0, Counter()
    for _ in range(args.tries):
        tried = attempt(rng, args.only)
        codes["before specdeck" if tried.before_us else tried.code] += 1
        if not tried.before_us and (troubles := tried.troubles()):
            bad += 1
            print(troubles, tried, flush=True)
    print(f"seed {args.seed}: {args.tries} tried, {bad} bad; exit codes {dict(codes)}")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
