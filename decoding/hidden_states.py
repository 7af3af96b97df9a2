"""The hidden states that a track heard and nobody took yet: each position once, however often it is read.

Knows positions and rows; nothing of models or caches. Those of rejected tokens are dropped, and so are those of a position that is read
again, because it has the same hidden state.
"""

from __future__ import annotations

import mlx.core as mx

from .taps import Heard


class HiddenStates:
    """`segments`: those of the positions from `start` on, in order, by forward; positions before `start` were taken."""

    def __init__(self) -> None:
        self.segments: list[Heard] = []
        self.start = 0

    def add(self, rows_by_place: Heard, first: int) -> None:
        """Keep the rows (n, H) of the positions from `first` on that are not kept or taken yet."""
        fresh = self.start + _rows(self.segments) - first
        self.segments.append({place: rows[fresh:] for place, rows in rows_by_place.items()} if fresh else rows_by_place)

    def take(self) -> tuple[int, Heard]:
        """The first position and, by place, the rows (n, H) from it on."""
        start, segments = self.start, self.segments
        self.segments, self.start = [], start + _rows(segments)
        places = segments[0] if segments else ()
        return start, {place: mx.concatenate([segment[place] for segment in segments]) for place in places}

    def drop(self, upto: int) -> None:
        """Drop the positions from `upto` on. They are given out again if they are read anew."""
        self.start, left = min(self.start, upto), max(0, upto - self.start)
        kept = []
        for segment in self.segments:
            kept.append({place: rows[:left] for place, rows in segment.items()})
            left -= _rows(kept[-1:])
        self.segments = [segment for segment in kept if _rows([segment])]


def _rows(segments: list[Heard]) -> int:
    return sum(next(iter(segment.values())).shape[0] for segment in segments)
