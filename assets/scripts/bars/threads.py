"""Not a bar: the effect of the OpenBLAS settings of blas.py, compared with one thread for each core and the default spinning.

Decodes as `specdeck run` does in two processes, alternating by replies, plain and drafted.
"""

from __future__ import annotations

import tempfile
from functools import partial
from typing import Iterator

from specdeck.decoding.cpu.blas import usable_cores

from .app_rate import Side, by_turns
from .ask import Ask, Figure, median_interval, ratios

THEIRS = {"OPENBLAS_NUM_THREADS": str(usable_cores()), "OPENBLAS_THREAD_TIMEOUT": "26"}  # what it does unasked


def measure(ask: Ask) -> Iterator[Figure]:
    """Greedy, on this machine's cores; `taskset -c 0,1 python -m …` tells of two."""
    for drafter in ("none", "model", "lookup"):
        with tempfile.TemporaryDirectory() as folder:
            sides = (partial(Side, "headless", ask.tokens or 192, folder, drafter, given=given) for given in ({}, THEIRS))
            ours, theirs = by_turns(ask.turns or 20, *sides)
        found = ratios(ours, theirs)
        yield Figure(f"our threads over OpenBLAS's own: {drafter}", found, interval=median_interval(found))
