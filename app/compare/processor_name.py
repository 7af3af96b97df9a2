"""The name of this machine's processor: what a figure was measured on."""

import os
import platform
from pathlib import Path


def processor() -> str:
    """The CPU's name, or its architecture if the system does not say."""
    table = Path("/proc/cpuinfo")
    named = [line for line in table.read_text().splitlines() if line.startswith("model name")] if table.exists() else []
    return named[0].partition(":")[2].strip() if named else platform.processor() or platform.machine()


def machine_words() -> str:
    """Processor and number of cores, in a few words."""
    cores = os.cpu_count() or 1
    return f"{processor()}, {cores} core{'' if cores == 1 else 's'}"
