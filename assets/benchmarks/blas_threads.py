"""The effect of the OpenBLAS settings of blas.py, compared with one thread for each core, with short and with the default
spinning, and with the system's OpenBLAS.

Decodes as `specdeck run` does in processes of their own, alternating by replies, plain and drafted.
"""

from __future__ import annotations

import tempfile
from functools import partial
from typing import Iterator

from specdeck.decoding.cpu.blas import usable_cores

from .app_over_run import Side, by_turns
from .measuring import Figure, Options, median_interval, ratios

ALL = {"OPENBLAS_NUM_THREADS": str(usable_cores())}
OTHERS = {
    "OpenBLAS's own": ALL | {"OPENBLAS_THREAD_TIMEOUT": "26"},
    "a thread for each core": ALL | {"OPENBLAS_THREAD_TIMEOUT": "19"},
    "a thread for each core, spinning 1 ms": ALL | {"OPENBLAS_THREAD_TIMEOUT": "21"},
    "the system's library": {"SPECDECK_BLAS": "libopenblas.so.0"},
}


def measure(options: Options) -> Iterator[Figure]:
    """Greedy, on this machine's cores; `taskset -c 0,1 python -m …` tells of two."""
    for drafter in ("none", "model", "lookup"):
        with tempfile.TemporaryDirectory() as folder:
            sides = (partial(Side, "run_process", options.tokens or 192, folder, drafter, given=given) for given in ({}, *OTHERS.values()))
            ours, *theirs = by_turns(options.turns or 20, *sides)
        for name, rates in zip(OTHERS, theirs):
            found = ratios(ours, rates)
            yield Figure(f"our settings over {name}: {drafter}", found, interval=median_interval(found))
