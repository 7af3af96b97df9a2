"""Goes from a name to its model, recognised: a folder, a hub name, a name in another program's folder, the embedded pair's; downloads what is not
on disk. Raises LoadError, one line that says what to do."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Callable, Iterable, Iterator

from ..errors import LoadError
from . import complete_files
from .checkpoint import Checkpoint, missing_sidecar
from .hub_download import fetch, in_cache
from .model_folder import EMBEDDED, embedded, hub_name, hub_parts, is_called, is_hub_name, known_as, programs
from .recognition import recognise

DEPTH = 2  # a folder of models holds them, or folders of owners that hold them


def find(name: str, tell: Callable[[str], None]) -> Checkpoint:
    """The model that a folder or a name means; downloaded if it is not on disk. `tell` is called with a line for each step of a download."""
    path = Path(os.path.expanduser(name))
    if os.path.isdir(path):  # os.path: a name that is too long is no folder, and no error
        return recognise(path.resolve())
    if os.path.exists(path):
        raise LoadError(f"{name} is a file: give the folder that holds config.json and the safetensors")
    if found := next(filter(None, map(_whole, places(name))), None):
        return _with_head(found, name, tell)
    if not is_hub_name(name):
        raise LoadError(f"there is no folder {name}, and it is not a hub name (org/model)")
    return recognise(_fetch(name, name, tell))


def _fetch(name: str, shown: str, tell: Callable[[str], None]) -> Path:
    tell(f"downloading {shown}")
    return fetch(name, lambda done, total: tell(f"downloading {shown}: {100 * done // total} %"))


def _with_head(found: Checkpoint, name: str, tell: Callable[[str], None]) -> Checkpoint:
    """A model of the hub's cache with its head's file, which mlx-lm leaves out; where it cannot be downloaded without it, and with the reason."""
    hub, lacks = hub_parts(name), missing_sidecar(found.folder, found.config)
    if lacks is None or hub is None or hub_name(found.folder) is None:
        return found
    commit = found.folder.parts[-1 - len(Path(hub.inner).parts)]
    try:
        return recognise(_fetch(f"{name.partition('@')[0]}@{commit}", f"{lacks} of {name}", tell))
    except LoadError as error:
        return replace(found, unreadable=f"{lacks} is missing: {error}")


def places(name: str, folders: Iterable[str] = ()) -> Iterator[Path]:
    """The folders with a config that have this name, also in these `folders`, the likeliest first."""
    inside = embedded(name.removeprefix(EMBEDDED))
    if name == known_as(inside) and inside.is_dir():
        yield inside
    if (hub := hub_parts(name)) and (cached := in_cache(hub)):
        yield cached
    above = (*programs(), *(Path(os.path.expanduser(folder)) for folder in folders))
    files = (file for place in above for depth in range(DEPTH + 1) for file in sorted(place.glob(f"{'*/' * depth}config.json")))
    called = [file.parent.resolve() for file in files if is_called(file.parent, name)]
    yield from sorted(called, key=lambda folder: known_as(folder) != name)  # a part of one folder's name may be all of another's


def _whole(folder: Path) -> Checkpoint | None:
    """What a folder holds if all files of its model are there, but for its head's; whether it can be loaded is another question."""
    try:
        found = recognise(folder)
        complete_files.check_shards(folder)
        if found.whole:
            complete_files.check_tokenizer(folder)
    except LoadError:
        return None
    return found if found.tensors else None
