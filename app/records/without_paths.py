"""Names in place of folders, for files that leave this machine: a path names its owner and how the disk is laid out."""

import os
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Iterable, Mapping, Protocol

from specdeck import assets
from specdeck.decoding.checkpoints import known_as
from specdeck.decoding.types import Finish, Settings

from ..chat.entries import Entry
from ..engine.messages import Failed


def folder_name(path: str | None) -> str | None:
    """The name of the model in a folder; what is a name stays."""
    return known_as(Path(path)) if path and os.path.isabs(path) else path


def folder_of(name: str | None) -> str | None:
    """The folder of a model of the embedded pair; any other name stays."""
    return next((str(folder) for folder in assets.MODELS.iterdir() if known_as(folder) == name), name)


def without_folders(entry: Entry, folders: Iterable[str]) -> Entry:
    """The entry with models' names in place of these folders where a failure quotes one; the home folder is ~."""
    if isinstance(entry, Failed):
        return replace(entry, reason=_named_in(entry.reason, _names_of(folders)))
    if isinstance(entry, Finish) and entry.error:
        return replace(entry, error=_named_in(entry.error, _names_of(folders)))
    return entry


def drawn_without_paths(svg: str, folders: Iterable[str]) -> str:
    """A picture of a screen with names in place of these folders, padded so that what follows stays in its place; the home folder is ~."""
    return _named_in(svg, {_as_drawn(path): _as_drawn(name.ljust(len(path))) for path, name in _names_of(folders).items()})


def _as_drawn(text: str) -> str:
    """As Rich writes it into an SVG."""
    return escape(text).replace(" ", "&#160;")


def _names_of(folders: Iterable[str]) -> dict[str, str]:
    """Models' names by folder, and ~ for the home folder, where that is not the root."""
    home = os.path.expanduser("~")
    return {path: known_as(Path(path)) for path in folders if path} | ({home: "~"} if len(home) > 1 else {})


def _named_in(text: str, names: Mapping[str, str]) -> str:
    """The text with names in place of paths, longer paths first: one may begin with another."""
    for path in sorted(names, key=len, reverse=True):
        text = text.replace(path, names[path])
    return text


class Named(Protocol):
    """The names of a pair and its folders."""

    @property
    def name(self) -> str: ...

    @property
    def target_path(self) -> str: ...

    def path(self, settings: Settings) -> str | None:
        """The folder of the drafter in force under these settings; None if it has none."""
        ...


class NamedWithoutPaths:
    """The names of a pair, for the JSON of its replies."""

    def __init__(self, pair: Named) -> None:
        self._pair = pair
        self.name = self.target_path = pair.name

    def path(self, settings: Settings) -> str | None:
        return folder_name(self._pair.path(settings))
