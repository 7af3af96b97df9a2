"""Calls drafters and catches what they raise: a drafter that raises is out for the rest of the reply, which goes on without it. That mlx
cannot compile a kernel is no fault of a drafter's, and goes on to the loop.

Knows the Drafter protocol; nothing of rounds.
"""

from __future__ import annotations

from typing import Any, Callable, Iterator

from .drafters.base import Drafter
from .errors import SpecdeckError
from .kernel_folder import is_kernel_failure
from .types import Settings


class DrafterGuard:
    """Makes every call of a drafter in one reply. `report` is called with one line for each drafter that raised."""

    def __init__(self, report: Callable[[str], None]) -> None:
        self._report = report
        self._out: set[str] = set()

    def is_out(self, drafter: Drafter) -> bool:
        """Whether this drafter raised in this reply."""
        return drafter.name in self._out

    def call(self, drafter: Drafter, method: Callable, *args: Any) -> Any:
        """The result of this method of the drafter; None if the drafter is out or raises."""
        if self.is_out(drafter):
            return None
        try:
            return method(*args)
        except Exception as error:  # whatever a drafter raises, the text is the target's
            self._put_out(drafter, error)
            return None

    def join(self, drafter: Drafter, settings: Settings) -> Iterator[int]:
        """Positions that `drafter.join` yields as it reads; ends early if it raises."""
        try:
            yield from drafter.join(settings)
        except Exception as error:
            self._put_out(drafter, error)

    def _put_out(self, drafter: Drafter, error: Exception) -> None:
        if is_kernel_failure(error):
            raise error
        self._out.add(drafter.name)
        reason = str(error) if isinstance(error, SpecdeckError) else f"{type(error).__name__}: {error}"
        self._report(f"drafter {drafter.name} failed and is off for this reply: {reason}")
        drafter.reset()
