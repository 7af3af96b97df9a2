"""Names in place of folders' paths, for files that leave this machine: a path names its owner and how the disk is laid out.
The journal, which stays here, keeps the paths."""

import os
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Iterable, overload

from specdeck import assets
from specdeck.decoding.checkpoints import shown
from specdeck.decoding.types import Finish, Settings

from ..chat.entries import Asked, Entry
from ..engine.messages import Failed
from .export import Named

EMBEDDED = "embedded:"  # before the role of a model of the embedded pair


@overload
def folder_name(path: str) -> str: ...
@overload
def folder_name(path: None) -> None: ...
def folder_name(path: str | None) -> str | None:
    """What stands for a model's folder: its hub name, its role in the embedded pair, or its own name. None stays None."""
    if not path:
        return path
    folder = Path(path)
    return f"{EMBEDDED}{folder.name}" if folder.parent == assets.MODELS else shown(folder)


def folder_of(name: str | None) -> str | None:
    """The folder here that a name stands for, where that can be known: a model of the embedded pair; else the name as it is."""
    if name and name.startswith(EMBEDDED):
        return str(assets.MODELS / Path(name.removeprefix(EMBEDDED)).name)
    return name


def without_paths(entries: Iterable[Entry]) -> list[Entry]:
    """A conversation's entries with names in place of its models' folders, also where a failure quotes one; the home folder is ~."""
    named: dict[str, str] = {}
    return [_renamed(entry, named) for entry in entries]


def drawn_without_paths(svg: str, folders: Iterable[str]) -> str:
    """A picture of a screen with names in place of these folders, padded so that what follows stays in its place; the home folder is ~."""
    names = _with_home({path: folder_name(path) for path in folders if path})
    return _replaced(svg, {_as_drawn(path): _as_drawn(name.ljust(len(path))) for path, name in names.items()})


def _as_drawn(text: str) -> str:
    """As Rich writes it into an SVG."""
    return escape(text).replace(" ", "&#160;")


class NamedWithoutPaths:
    """The names of a pair, for the JSON of its replies."""

    def __init__(self, pair: Named) -> None:
        self._pair = pair
        self.name, self.target_path = pair.name, folder_name(pair.target_path)

    def path(self, settings: Settings) -> str | None:
        return folder_name(self._pair.path(settings))


def _renamed(entry: Entry, named: dict[str, str]) -> Entry:
    """`named`: the folders so far and their names, to which the entry's are added."""
    if isinstance(entry, Asked):
        named |= {path: folder_name(path) for path in (entry.target_path, entry.drafter_path) if path}
        return replace(entry, target_path=folder_name(entry.target_path), drafter_path=folder_name(entry.drafter_path))
    if isinstance(entry, Failed):
        return replace(entry, reason=_replaced(entry.reason, _with_home(named)))
    if isinstance(entry, Finish) and entry.error:
        return replace(entry, error=_replaced(entry.error, _with_home(named)))
    return entry


def _with_home(names: dict[str, str]) -> dict[str, str]:
    """These folders' names, and ~ for the home folder, where that is not the root."""
    home = os.path.expanduser("~")
    return names | ({home: "~"} if len(home) > 1 else {})


def _replaced(text: str, names: dict[str, str]) -> str:
    """Longer paths first: one may begin with another."""
    for path in sorted(names, key=len, reverse=True):
        text = text.replace(path, names[path])
    return text
