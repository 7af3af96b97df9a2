"""The folders that a person named to list models from, stored from one start to the next."""

import json
import os
from pathlib import Path
from typing import Iterable

from specdeck.decoding.checkpoints import read_regular

from ..records import files


class NamedFolders:
    """`names` as they were typed, the oldest first; stored in `file`, or in memory alone if that is None."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        self.names = self._read()

    def add(self, name: str) -> str | None:
        """Add a folder unless it is there; returns a line about why it could not be stored."""
        if name in self.names:
            return None
        self.names.append(name)
        return self._write()

    def remove(self, name: str) -> str | None:
        """Remove a folder; returns a line about why that could not be stored."""
        self.names.remove(name)
        return self._write()

    def forget_empty(self, held: Iterable[Path]) -> list[str]:
        """Forget the folders that are there and hold none of these models; returns their names."""
        inside = {name for folder in held if (name := self.above(folder))}
        empty = [name for name in self.names if name not in inside and os.path.isdir(os.path.expanduser(name))]
        if empty:
            self.names = [name for name in self.names if name not in empty]
            self._write()
        return empty

    def above(self, folder: Path) -> str | None:
        """The name under which this folder, or one that contains it, was added; None if it was not."""
        places = (folder, *folder.parents)
        return next((name for name in self.names if Path(os.path.expanduser(name)).resolve() in places), None)

    def _read(self) -> list[str]:
        """The stored names; none if the file cannot be read."""
        try:
            names = json.loads(read_regular(self.file)) if self.file else []
        except (OSError, ValueError, RecursionError):
            return []
        return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []

    def _write(self) -> str | None:
        if self.file is None:
            return None
        try:
            files.replace(self.file, json.dumps(self.names))
        except OSError as error:
            return f"the folder is not remembered: {error}"
        return None
