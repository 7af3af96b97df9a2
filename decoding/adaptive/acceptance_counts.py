"""Outcomes: how many guesses were accepted, by drafter and by position in the draft or another class. Knows arithmetic; nothing of mlx or
time."""

from __future__ import annotations

from typing import Mapping, Sequence

Tally = list[float]  # accepted, tested


class Outcomes:
    """Counts of accepted and tested guesses; old ones can be made to count less."""

    def __init__(self) -> None:
        self._tallies: dict[str, list[Tally]] = {}

    @property
    def tallies(self) -> dict[str, list[Tally]]:
        """All counts, as plain data for `recall`."""
        return self._tallies

    def recall(self, tallies: Mapping[str, Sequence[Sequence[float]]]) -> None:
        """Begin with these counts. Raises TypeError, ValueError or AttributeError for other data."""
        for drafter, counts in tallies.items():
            self._tallies[str(drafter)] = [[float(accepted), float(tested)] for accepted, tested in counts]

    def add(self, drafter: str, accepted: int, tested: int) -> None:
        """Count one draft: of its first `tested` guesses the first `accepted` were accepted."""
        for position in range(tested):
            self.count(drafter, position, position < accepted)

    def count(self, drafter: str, position: int, accepted: bool) -> None:
        """Count one tested guess at this position."""
        tallies = self._tallies.setdefault(drafter, [])
        tallies += [[0.0, 0.0] for _ in range(position + 1 - len(tallies))]
        tallies[position][0] += accepted
        tallies[position][1] += 1

    def fade(self, share: float, drafter: str) -> None:
        """Multiply all counts of this drafter by `share`."""
        for tally in self._tallies.get(drafter, []):
            tally[:] = (count * share for count in tally)

    def at(self, drafter: str, position: int) -> tuple[float, float]:
        """How many guesses were accepted and how many tested at a draft position, counted from 0."""
        tallies = self._tallies.get(drafter, [])
        return (tallies[position][0], tallies[position][1]) if position < len(tallies) else (0.0, 0.0)

    def of(self, drafter: str) -> tuple[float, float]:
        """How many guesses were accepted and how many tested at all positions together."""
        tallies = self._tallies.get(drafter, [])
        return sum(tally[0] for tally in tallies), sum(tally[1] for tally in tallies)
