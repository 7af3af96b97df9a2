"""This machine: the name of its processor, and whether a figure that was measured on it can be believed."""

import os
import platform
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from statistics import median_low
from typing import Iterable, Sequence

from specdeck.decoding.checkpoints import read_regular

IDLE = 0.3  # the share of idle processors above which other programs disturb nobody
LEAST = 0.5  # seconds of all processors together that tell something: the system counts them in hundredths
BUSY = 0.1  # the share of the processors that others may take, and by which divided figures, or the machine's speed, may differ


def doubt(probes: Iterable[float | None] = (), speed_up: float | None = None, tokens_per_round: float | None = None, turns: Sequence[float] = (), crowds: Iterable[float | None] = ()) -> str | None:
    """Why a figure is doubtful, by one rule for bench, doctor, compare and chat; None if nothing speaks against it. `turns`: the speed-up of
    each turn; of two or more, more than half must agree. `probes`: seconds of a fixed piece of work; not asked beside turns, because they sample
    a moment only. `crowds`: the share of the processors that other programs took during each run. Beside steady other work turns agree and are
    wrong: it stalls the threads of narrow and of wide passes unequally. An unknown probe or crowd says nothing. A round's pass takes no less
    than a plain step, so no speed-up exceeds the tokens of a round."""
    if len(turns) > 1:
        if _change(turns) > 1 + BUSY:
            return f"its turns differ, from {min(turns):.2f}x to {max(turns):.2f}x: the machine was busy"
    elif (change := _change([probe for probe in probes if probe])) > 1 + BUSY:
        return f"the machine was busy: its speed changed by {change - 1:.0%} meanwhile"
    if (shares := sorted(share for share in crowds if share is not None)) and (share := shares[len(shares) // 2]) > BUSY:
        return f"other programs took {share:.0%} of the processors meanwhile"
    if speed_up and tokens_per_round and speed_up > (1 + BUSY) * tokens_per_round:
        return f"a speed-up of {speed_up:.2f}x with {tokens_per_round:.2f} tokens a round cannot be: the machine was busy beside one of the two"
    return None


class Crowd:
    """What other programs took of the processors since the last call, 0 to 1. None at the first call, after less than LEAST, and where the system
    does not say (all but Linux). The share is 0 while many processors are idle, as in a container on a large machine. Nobody waits there."""

    def __init__(self) -> None:
        self._before: tuple[float, float, float] | None = None

    def share(self) -> float | None:
        """What they took meanwhile."""
        before, self._before = self._before, processor_seconds()
        if before is None or self._before is None:
            return None
        busy, idle, own = (now - then for now, then in zip(self._before, before))
        whole = busy + idle
        return None if whole < LEAST else max(0.0, busy - own) / whole if idle < IDLE * whole else 0.0


def processor_seconds() -> tuple[float, float, float] | None:
    """Return the seconds that all processors were busy and idle since the system began, and this process's seconds. Return None if the system does
    not say."""
    try:
        fields = read_regular("/proc/stat").decode().partition("\n")[0].split()[1:9]
        user, nice, system, idle, waiting, *others = (int(field) / os.sysconf("SC_CLK_TCK") for field in fields)
    except (OSError, ValueError):
        return None
    return user + nice + system + sum(others), idle + waiting, time.process_time()


def _change(values: Sequence[float]) -> float:
    """The factor around the median within which more than half of the values lie; of two values, their quotient."""
    if not values or min(values) <= 0:
        return 1.0
    middle = median_low(values)
    return sorted(max(value / middle, middle / value) for value in values)[len(values) // 2]


def processor() -> str:
    """The CPU's name, or its architecture if the system does not say."""
    if sys.platform == "darwin":  # where platform.processor() is "arm" for all of Apple silicon
        return _output_of("sysctl", "-n", "machdep.cpu.brand_string") or platform.machine()
    table = Path("/proc/cpuinfo")
    named = [line for line in read_regular(table).decode().splitlines() if line.startswith("model name")] if table.exists() else []
    return named[0].partition(":")[2].strip() if named else platform.processor() or platform.machine()


@cache
def _output_of(*command: str) -> str:
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
    return f"{processor()}, {cores} core{'' if cores == 1 else 's'}" + (f", {load_words(busy)}" if busy is not None else "")


def load_words(busy: float) -> str:
    """The load before a job."""
    return f"load {busy:g} before it began"
