"""What a step of random input costs in processor time, and what the dearest ones spent it on: garbage collection, imports, or work."""

from __future__ import annotations

import gc
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Callable, Iterator

KEPT = 5


@dataclass(frozen=True, order=True)
class Step:
    """One step. `seconds`: processor time of this thread; `collecting`: those of them spent on garbage; `imported`: modules that came."""

    seconds: float
    number: int = 0
    collecting: float = 0.0
    imported: int = 0
    what: str = ""

    def __str__(self) -> str:
        return f"step {self.number}, {self.seconds:.2f} s ({self.collecting:.2f} s of garbage, {self.imported} modules imported): {self.what}"


class StepCosts:
    """The dearest steps, the dearest first."""

    def __init__(self) -> None:
        self.dearest: list[Step] = []
        self._number = 0

    @contextmanager
    def step(self, what: Callable[[], str]) -> Iterator[None]:
        """Measure what is done within as one step. `what`: says afterwards what it was; asked only where it is among the dearest."""
        self._number += 1
        modules, began = len(sys.modules), time.thread_time()
        with _collections() as spent:
            yield
        seconds = time.thread_time() - began
        if len(self.dearest) < KEPT or seconds > self.dearest[-1].seconds:
            step = Step(seconds, self._number, sum(spent), len(sys.modules) - modules, what())
            self.dearest = sorted([*self.dearest, step], reverse=True)[:KEPT]

    @property
    def longest(self) -> float:
        """Seconds of the dearest step."""
        return self.dearest[0].seconds if self.dearest else 0.0


@contextmanager
def _collections() -> Iterator[list[float]]:
    """The seconds of processor time of each garbage collection within."""
    spent: list[float] = []
    began = 0.0

    def watch(phase: str, _: object) -> None:
        nonlocal began
        if phase == "start":
            began = time.thread_time()
        else:
            spent.append(time.thread_time() - began)

    gc.callbacks.append(watch)
    try:
        yield spent
    finally:
        gc.callbacks.remove(watch)
