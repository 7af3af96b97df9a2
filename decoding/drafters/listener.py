"""What drafters that listen to the target have in common: rows are noted as they are heard and read into a cache when wanted.

Positions are those of the sequence. A drafter's cache holds what it made of the rows from `_origin` to `_held` - 1; rows heard
and not read yet wait. The cache is of attention only, so it rewinds by itself. Knows nothing of what a drafter does with a row.
"""

from __future__ import annotations

from typing import Any, Iterator, Sequence

import mlx.core as mx

from specdeck.decoding import cache
from specdeck.decoding.common_prefix import common_prefix
from specdeck.decoding.taps import Heard, Place
from specdeck.decoding.types import Settings

from .base import LONG_READ, Drafter

CHUNK = 512  # rows that may wait: more are read at once, so that a drafter not in force holds no past of any length


class Listening(Drafter):
    """Base of `mtp` and `dflash`. A drafter that joins late, or failed for a while, goes on from where it hears again: its
    attention is over relative positions, so that a past that begins later is only a shorter past."""

    def __init__(self, name: str, places: Sequence[Place]) -> None:
        self.name = name
        self.places = tuple(places)
        self._sequence: list[int] = []
        self._forget(0)

    # what a drafter says of itself

    def _entries(self) -> list[Any]:
        """A fresh cache, one entry a layer."""
        raise NotImplementedError

    def _read(self, rows: Heard, start: int) -> None:
        """Read the rows of the positions from `start` on into the cache."""
        raise NotImplementedError

    # what the loop tells it; what does not stand is never heard

    def begin(self, sequence: list[int], checkpoint: int) -> None:
        common = common_prefix(self._sequence, sequence)
        self._sequence = sequence
        self._cut(min(common, len(sequence) - 1))

    def hear(self, start: int, heard: Heard) -> None:
        count = _count(heard)
        if not count:
            return
        if start > self._end:
            self._forget(start)
        self._cut(start)
        self._waiting.append(heard)
        self._end += count
        if self._unread >= CHUNK:
            self._catch_up()

    def join(self, settings: Settings) -> Iterator[int]:
        if self._unread >= LONG_READ:
            yield self._held
            self._catch_up()
            mx.eval(cache.arrays(self._cache))
            yield self._held

    def reset(self) -> None:
        self._sequence = []
        self._forget(0)

    # the rows

    @property
    def _unread(self) -> int:
        """Rows that can be read: the last token's is not among them, for drafting starts with that token."""
        return min(self._end, len(self._sequence) - 1) - self._held

    @property
    def _up_to_date(self) -> bool:
        """Whether all is read but the last token."""
        return self._held == len(self._sequence) - 1

    def _catch_up(self) -> None:
        """Read what can be read."""
        count = self._unread
        if count > 0:
            rows = _joined(self._waiting)
            self._waiting = [{place: row[count:] for place, row in rows.items()}] if _count(rows) > count else []
            self._read({place: row[:count] for place, row in rows.items()}, self._held)
            self._held += count

    def _cut(self, to: int) -> None:
        """Forget everything from position `to` on."""
        if to < self._held:
            self._waiting = []
            self._rewind(to)
        elif to < self._end:
            self._waiting = [{place: row[: to - self._held] for place, row in _joined(self._waiting).items()}]
            self._end = to

    def _rewind(self, to: int) -> None:
        if to < self._origin or not all(cache.can_rewind(entry, to - self._origin) for entry in self._cache):
            self._forget(to)
            return
        for entry in self._cache:
            cache.rewind(entry, to - self._origin)
        self._held = self._end = to

    def _forget(self, start: int) -> None:
        """Forget all; the next row is that of position `start`."""
        self._origin = self._held = self._end = start  # _end: the first position not heard
        self._waiting: list[Heard] = []
        self._cache = self._entries()


def _count(heard: Heard) -> int:
    return next(iter(heard.values())).shape[0] if heard else 0


def _joined(segments: list[Heard]) -> Heard:
    return {place: mx.concatenate([segment[place] for segment in segments]) for place in segments[0]}
