"""The folders that a person named to list models from, stored from one start to the next."""

import json
import os
from pathlib import Path
from typing import Collection, Sequence

from specdeck.decoding.checkpoints import is_hub_name, model_finding

from ..records import files
from ..records.files import closed


class NamedFolders:
    """`names` as they were typed, the oldest first; stored in `file`, or in memory alone if that is None."""

    def __init__(self, file: Path | None = None, tell: files.Tell = lambda line: None) -> None:
        self.file = file
        self.names: list[str] = []
        self._read_again(tell)

    def place(self, name: str) -> str | None:
        """The name or folder by which the engine finds the model that a person calls so: its folder where only these folders hold one of that name.
        None if there is none."""
        if is_hub_name(name) and not self.names:
            return name  # without a look into the hub's cache, which takes 50 ms of the first frame
        folder = next(model_finding.places(name, self.names), None)
        return None if folder is None else name if folder == next(model_finding.places(name), None) else str(folder)

    def add(self, name: str) -> str | None:
        """Add a folder unless it is there; returns a line about why it could not be stored."""
        self._read_again()
        if name in self.names:
            return None
        self.names.append(name)
        return self._write()

    def remove(self, name: str) -> str | None:
        """Remove a folder; returns a line about why that could not be stored."""
        self._read_again()
        self.names = [each for each in self.names if each != name]
        return self._write()

    def forget_empty(self, models: Collection[Path], looked_at: Collection[str]) -> list[str]:
        """Forget those of the folders that were looked at which are there, may be read and hold none of these models; returns their names."""
        places = {name: os.path.expanduser(name) for name in self.names if name in looked_at}
        empty = [name for name, place in places.items() if os.path.isdir(place) and not closed(place) and not any(_holds(name, each) for each in models)]
        if empty:
            self._read_again()
            self.names = [name for name in self.names if name not in empty]
            self._write()
        return empty

    def above(self, folder: Path) -> str | None:
        """The name under which this folder, or one that contains it, was added; None if it was not."""
        return next((name for name in self.names if _holds(name, folder)), None)

    def _read_again(self, tell: files.Tell = lambda line: None) -> None:
        """Take what is stored: another specdeck may have added or removed folders since."""
        if self.file and self.file.exists():
            self.names = [*files.read_json(self.file, Sequence[str], tell)]

    def _write(self) -> str | None:
        if self.file is None:
            return None
        try:
            files.replace(self.file, json.dumps(self.names))
        except OSError as error:
            return f"the folder is not remembered: {error}"
        return None


def _holds(name: str, folder: Path) -> bool:
    """Whether the folder of this name is this one, or contains it."""
    return Path(os.path.expanduser(name)).resolve() in (folder, *folder.parents)
