"""This machine: the name of its processor, and whether a figure that was measured on it can be believed."""

import os
import platform
import subprocess
import sys
from functools import cache
from pathlib import Path
from statistics import median_low
from typing import Iterable, Sequence

from specdeck.decoding.checkpoints import read_regular

BUSY = 0.1  # the share by which figures that are divided, or the machine's speed between them, may differ


def doubt(probes: Iterable[float | None] = (), speed_up: float | None = None, tokens_per_round: float | None = None, turns: Sequence[float] = ()) -> str | None:
    """Why a figure is doubtful, by one rule for bench, doctor, compare and chat; None if nothing speaks against it. `turns`: the speed-up of
    each turn; where there are two or more, more than half of them must agree, and the engine's probes, the seconds of a fixed piece of work,
    which sample a moment only, are not asked. An unknown probe says nothing. A round's pass takes no less than a plain step, so no speed-up
    exceeds the tokens of a round."""
    if len(turns) > 1:
        if _change(turns) > 1 + BUSY:
            return f"its turns differ, from {min(turns):.2f}x to {max(turns):.2f}x: the machine was busy"
    elif (change := _change([probe for probe in probes if probe])) > 1 + BUSY:
        return f"the machine was busy: its speed changed by {change - 1:.0%} meanwhile"
    if speed_up and tokens_per_round and speed_up > (1 + BUSY) * tokens_per_round:
        return f"a speed-up of {speed_up:.2f}x with {tokens_per_round:.2f} tokens a round cannot be: the machine was busy beside one of the two"
    return None


def _change(values: Sequence[float]) -> float:
    """The factor around the median within which more than half of the values lie; of two values, their quotient."""
    if not values or min(values) <= 0:
        return 1.0
    middle = median_low(values)
    return sorted(max(value / middle, middle / value) for value in values)[len(values) // 2]


def processor() -> str:
    """The CPU's name, or its architecture if the system does not say."""
    if sys.platform == "darwin":  # where platform.processor() is "arm" for all of Apple silicon
        return _told_by("sysctl", "-n", "machdep.cpu.brand_string") or platform.machine()
    table = Path("/proc/cpuinfo")
    named = [line for line in read_regular(table).decode().splitlines() if line.startswith("model name")] if table.exists() else []
    return named[0].partition(":")[2].strip() if named else platform.processor() or platform.machine()


@cache
def _told_by(*command: str) -> str:
    """What a command of the system prints; "" if it cannot be run."""
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=5).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""


def load() -> float:
    """The programs that wanted a processor over the last minute: before a job, what other work there is."""
    return round(os.getloadavg()[0], 1)


def machine_words(busy: float | None = None) -> str:
    """Processor and number of cores in a few words, with the load before a job if that is known."""
    cores = os.cpu_count() or 1
    return f"{processor()}, {cores} core{'' if cores == 1 else 's'}" + (f", load {busy:g} before it began" if busy is not None else "")
