"""Finds the folder of a model: the embedded pair's, a local one, or a hub name's in the hub's cache, downloaded if it is not
there; and the name to show for a folder. Raises LoadError, one line that says what to do."""

import os
import re
from pathlib import Path
from typing import Callable

from specdeck import assets

from ..errors import LoadError

_HUB_NAME = re.compile(r"([A-Za-z0-9][\w.-]*/[\w.-]+)((?:/[\w-][\w.-]*)*)")  # org/model, and perhaps a folder in it


def embedded(role: str) -> Path:
    """The folder of a model of the embedded pair; `role`: "target", "drafter", "mtp" or "dflash". It need not exist."""
    return assets.MODELS / role


def is_hub_name(text: str) -> bool:
    """Whether this text has the form org/model or org/model/folder."""
    return bool(_HUB_NAME.fullmatch(text))


def find(name: str, tell: Callable[[str], None]) -> Path:
    """The folder of a model, given as a folder or a hub name; downloaded if it is not on disk. `tell` is called with a line for each step
    of a download. Raises LoadError."""
    path = Path(os.path.expanduser(name))
    if os.path.isdir(path):  # os.path: a name that is too long is no folder, and no error
        return path.resolve()
    if os.path.exists(path):
        raise LoadError(f"{name} is a file: give the folder that holds config.json and the safetensors")
    if not is_hub_name(name):
        raise LoadError(f"there is no folder {name}, and it is not a hub name (org/model)")
    tell(f"downloading {name}")
    from .hub_download import fetch

    return fetch(name, lambda done, total: tell(f"downloading {name}: {100 * done // total} %"))


def hub_name(folder: Path) -> str | None:
    """org/name of a folder in the hub's cache, or org/name/folder of one below; None for other folders."""
    for parent in folder.parents:
        if parent.name.startswith("models--"):
            place = folder.relative_to(parent).parts  # snapshots/<commit>/folder
            return "/".join([parent.name.removeprefix("models--").replace("--", "/", 1), *(place[2:] if place[0] == "snapshots" else ())])
    return None


def known_as(folder: Path) -> str:
    """The name that people use for the model in this folder."""
    return f"specdeck-{folder.name}" if folder.parent == assets.MODELS else shown(folder)


def shown(folder: Path) -> str:
    """The name to show for a folder: its hub name in the hub's cache, where folders are named by commits; else the folder's own name."""
    return hub_name(folder) or folder.name
