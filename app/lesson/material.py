"""What the lesson shows: conversations recorded from the embedded pair, and those made anew on the pair that is loaded.

Knows traces; the folder is read when the first is asked for.
"""

from __future__ import annotations

from pathlib import Path
from typing import Sequence

from specdeck import assets
from specdeck.app.chat.conversation import Reply, Turn, fold
from specdeck.app.chat.entries import Entry
from specdeck.app.records import trace


class Material:
    """`turns` of a recording, by its name."""

    def __init__(self, folder: Path = assets.TRACES) -> None:
        self.folder = folder
        self._recorded: dict[str, list[Turn]] = {}
        self._live: dict[str, list[Turn]] = {}

    def turns(self, name: str) -> list[Turn]:
        """The replies of one, each under its own settings. Raises TraceError."""
        if name in self._live:
            return self._live[name]
        if name not in self._recorded:
            self._recorded[name] = fold(trace.load(self.folder / f"{name}.jsonl")).turns
        return self._recorded[name]

    def replies(self, name: str) -> list[Reply]:
        """Their replies."""
        return [turn.reply for turn in self.turns(name)]

    def is_live(self, name: str) -> bool:
        """It was made anew here."""
        return name in self._live

    def forget(self) -> None:
        """What was made here holds no more: another pair is there."""
        self._live.clear()

    def renew(self, name: str, entries: Sequence[Entry]) -> None:
        """Put what was made here in place of the recording."""
        self._live[name] = fold(entries).turns
