"""The names of models: of the embedded pair, and of folders in the hub's cache and in other programs' folders. Also the name to show for a folder.
`recognition.py` goes from a name to its folder."""

import os
import re
from dataclasses import dataclass
from pathlib import Path

from specdeck import assets

from .bounded_reading import read_regular

_HUB_NAME = re.compile(r"(?P<repo>[A-Za-z0-9][\w.-]*/[\w.-]+)(?P<inner>(?:/[\w-][\w.-]*)*)(?:@(?P<revision>\w[\w./-]*))?")
PROGRAMS = ("~/.lmstudio/models", "~/.omlx/models")
"""Where LM Studio and oMLX keep models; mlx-lm and mlx-vlm keep theirs in the hub's cache."""
SHORT = 12  # digits of a commit that a name shows
EMBEDDED = "specdeck-"  # before the names of the embedded pair's folders


@dataclass(frozen=True)
class HubName:
    """What a hub name, org/model/folder@revision, says. `repo`: org/model. `inner`: a folder in it, "" where it names none. `revision`: a branch, a
    tag or the beginning of a commit; None for the branch main."""

    repo: str
    inner: str
    revision: str | None


def embedded(role: str) -> Path:
    """The folder of a model of the embedded pair; `role`: "target", "drafter", "mtp" or "dflash". It need not exist."""
    return assets.MODELS / role


def hub_parts(text: str) -> HubName | None:
    """What a text of the form org/model says, with a folder or a revision or without; None for another text."""
    found = _HUB_NAME.fullmatch(text)
    return HubName(found["repo"], found["inner"].lstrip("/"), found["revision"]) if found else None


def is_hub_name(text: str) -> bool:
    """Whether this text has the form of a hub name."""
    return hub_parts(text) is not None


def is_called(folder: Path, name: str) -> bool:
    """Whether a folder has this name: its own, or its owner's and its own, as other programs keep models."""
    parts = tuple(name.split("/"))
    return parts in (folder.parts[-len(parts) :], folder.resolve().parts[-len(parts) :])


def hub_name(folder: Path) -> str | None:
    """The hub name of a folder in the hub's cache, with its revision where that is not main. None for other folders."""
    for parent in folder.parents:
        if parent.name.startswith("models--"):
            kind, commit, *inner = (*folder.relative_to(parent).parts, "")  # snapshots/<commit>/folder
            inner = list(filter(None, inner)) if kind == "snapshots" else []
            name = "/".join([parent.name.removeprefix("models--").replace("--", "/", 1), *inner])
            return f"{name}@{at}" if kind == "snapshots" and commit and (at := revision(parent, commit)) else name
    return None


def revision(storage: Path, commit: str) -> str:
    """The name of a commit in one repository's cache: its branch or tag, else its first digits. Empty for main and where the repository is gone."""
    refs = storage / "refs"
    if not storage.is_dir():
        return ""
    named = sorted(str(file.relative_to(refs)) for file in refs.rglob("*") if file.is_file() and commit_of(file) == commit)
    return "" if "main" in named else next(iter(named), commit[:SHORT])


def commit_of(ref: Path) -> str:
    """The commit that a file of refs names, empty where it cannot be read."""
    try:
        return read_regular(ref).decode("utf-8", "replace").strip()
    except OSError:
        return ""


def programs() -> tuple[Path, ...]:
    """The folders in which other programs keep models, as far as there are any."""
    return tuple(folder.resolve() for name in PROGRAMS if os.path.isdir(folder := Path(os.path.expanduser(name))))


def known_as(folder: Path) -> str:
    """The name that people use for the model in this folder."""
    return f"{EMBEDDED}{folder.name}" if folder.parent == assets.MODELS else shown(folder)


def shown(folder: Path) -> str:
    """The name to show for a folder. In the hub's cache, where folders are named by commits, it is the hub name. In the folders of other programs it
    is owner and name. Elsewhere it is the folder's own name."""
    if name := hub_name(folder):
        return name
    above = next((place for place in programs() if place in folder.parents), folder.parent)
    return "/".join(folder.relative_to(above).parts) or folder.name
