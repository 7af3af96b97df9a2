"""Goes from a name to the folder of its model: a folder, a hub name, a name in another program's folder, the embedded pair's; downloads what is not
on disk. Raises LoadError, one line that says what to do."""

import os
from pathlib import Path
from typing import Callable, Iterable, Iterator

from ..errors import LoadError
from . import complete_files
from .hub_download import fetch, in_cache
from .model_folder import EMBEDDED, embedded, hub_parts, is_called, is_hub_name, known_as, programs
from .recognition import recognise

DEPTH = 2  # a folder of models holds them, or folders of owners that hold them


def find(name: str, tell: Callable[[str], None]) -> Path:
    """The folder of a model, given as a folder or by its name; downloaded if it is not on disk. `tell` is called with a line for each step of a
    download."""
    path = Path(os.path.expanduser(name))
    if os.path.isdir(path):  # os.path: a name that is too long is no folder, and no error
        return path.resolve()
    if os.path.exists(path):
        raise LoadError(f"{name} is a file: give the folder that holds config.json and the safetensors")
    if folder := on_disk(name):
        return folder
    if not is_hub_name(name):
        raise LoadError(f"there is no folder {name}, and it is not a hub name (org/model)")
    tell(f"downloading {name}")
    return fetch(name, lambda done, total: tell(f"downloading {name}: {100 * done // total} %"))


def on_disk(name: str) -> Path | None:
    """The folder of the model that has this name and all its files: of the embedded pair, in the hub's cache, or in the folders of other programs.
    None if there is none."""
    return next(filter(_is_whole, places(name)), None)


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


def _is_whole(folder: Path) -> bool:
    """Whether all files of a folder's model are there; whether it can be loaded is another question."""
    try:
        found = recognise(folder)
        complete_files.check_shards(folder)
        if found.whole:
            complete_files.check_tokenizer(folder)
    except LoadError:
        return False
    return bool(found.tensors)
