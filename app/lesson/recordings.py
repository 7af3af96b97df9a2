"""The recordings that the lesson shows: those bundled with the embedded pair, and those made here on the loaded pair.

Knows traces; a bundled recording is read from disk when first asked for.
"""

from __future__ import annotations

from pathlib import Path
from typing import Sequence

from specdeck import assets

from ..chat.conversation import Turn, fold
from ..chat.entries import Entry
from ..chat.reply import Reply
from ..records import trace


class Recordings:
    """The recordings by name; one made here replaces the bundled one."""

    def __init__(self, folder: Path = assets.TRACES) -> None:
        self.folder = folder
        self._recorded: dict[str, list[Turn]] = {}
        self._live: dict[str, list[Turn]] = {}

    def turns(self, name: str) -> list[Turn]:
        """The turns of a recording, each with its own settings. Raises TraceError."""
        if name in self._live:
            return self._live[name]
        if name not in self._recorded:
            self._recorded[name] = fold(trace.load(self.folder / f"{name}.jsonl")).turns
        return self._recorded[name]

    def replies(self, name: str) -> list[Reply]:
        """The replies of a recording's turns."""
        return [turn.reply for turn in self.turns(name)]

    def is_live(self, name: str) -> bool:
        """Whether the recording was made here, on the loaded pair."""
        return name in self._live

    def forget(self) -> None:
        """Drop the recordings made here: another pair is loaded."""
        self._live.clear()

    def renew(self, name: str, entries: Sequence[Entry]) -> None:
        """Replace a bundled recording by one made here."""
        self._live[name] = fold(entries).turns
