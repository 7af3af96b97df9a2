"""Names in place of folders, for files that leave this machine: a path names its owner and how the disk is laid out."""

import os
from html import escape
from pathlib import Path
from typing import Iterable

from specdeck import assets
from specdeck.decoding.checkpoints import known_as
from specdeck.decoding.types import Settings

from ..chat.entries import named_in, names_of
from .export import Named


def folder_name(path: str | None) -> str | None:
    """The name of the model in a folder; what is a name stays."""
    return known_as(Path(path)) if path and os.path.isabs(path) else path


def folder_of(name: str | None) -> str | None:
    """The folder of a model of the embedded pair; any other name stays."""
    return next((str(folder) for folder in assets.MODELS.iterdir() if known_as(folder) == name), name)


def drawn_without_paths(svg: str, folders: Iterable[str]) -> str:
    """A picture of a screen with names in place of these folders, padded so that what follows stays in its place; the home folder is ~."""
    return named_in(svg, {_as_drawn(path): _as_drawn(name.ljust(len(path))) for path, name in names_of(folders).items()})


def _as_drawn(text: str) -> str:
    """As Rich writes it into an SVG."""
    return escape(text).replace(" ", "&#160;")


class NamedWithoutPaths:
    """The names of a pair, for the JSON of its replies."""

    def __init__(self, pair: Named) -> None:
        self._pair = pair
        self.name = self.target_path = pair.name

    def path(self, settings: Settings) -> str | None:
        return folder_name(self._pair.path(settings))
