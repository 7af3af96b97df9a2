"""The models on this machine: in the hub's cache and in the folders that a person named. Each item holds what its configs, headers and vocabularies
say. Weights are never read. Slow enough for a thread of its own."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Collection, Iterable, Iterator, Mapping, Sequence

from specdeck.decoding.checkpoints import (
    DEPTH,
    Checkpoint,
    Footprint,
    PassWeights,
    complete_files,
    footprint,
    is_hub_name,
    known_as,
    model_folder,
    models_below,
    pass_weights,
    places,
    read_regular,
    recognise,
    understood,
    vocabulary_of,
)
from specdeck.decoding.errors import LoadError, one_line

from ..records import files
from ..records.files import closed

EMBEDDED = model_folder.embedded("target").parent
CACHE = 8192  # tokens of context that footprints include
UNREADABLE = "unreadable"


@dataclass(frozen=True)
class Item:
    """A folder with a model or a drafter. `trouble` says why it cannot be loaded. `found` then holds what is known all the same, None if even its
    kind is unknown. `vocabulary` is equal where the token maps are equal. It is None without a tokenizer.json."""

    name: str
    folder: Path
    size: int  # bytes on disk
    origin: str  # "embedded", "cache", "folder", or "hub" if it is not downloaded
    found: Checkpoint | None
    trouble: str | None = None
    vocabulary: str | None = None
    footprints: tuple[Footprint, Footprint] | None = None  # as its files are, and with half-precision numbers in float32
    reads: PassWeights | None = None  # what a pass reads; None where that is not known

    @property
    def hub_names(self) -> set[str]:
        """The names that the hub may use: the item's own name, and the last two folder names. Other programs name folders owner/name."""
        return {self.name, "/".join(self.folder.parts[-2:])}

    def footprint(self, wide: bool) -> Footprint:
        """Its memory, with a cache of CACHE tokens, or of its whole context if that is shorter."""
        return self.footprints[wide] if self.footprints else Footprint(self.size, None, CACHE)

    def larger_than(self, other: Item) -> bool:
        """Whether it takes more memory than another model. A model with fewer numbers does not count as larger: with more bits each, its pass may
        be faster."""
        fewer = self.reads and other.reads and 0 < self.reads.numbers < other.reads.numbers
        return not fewer and self.footprint(False).weights > other.footprint(False).weights

    @property
    def kind(self) -> str:
        """"model", or the name of the drafter that it is; "unreadable" if unknown."""
        return self.found.kind if self.found else UNREADABLE

    @property
    def is_target(self) -> bool:
        """Whether it can be loaded as a target: a whole model without trouble."""
        return self.whole and not self.trouble

    @property
    def whole(self) -> bool:
        """Whether it is a whole model, and not a head, which has no passes of a model's own."""
        return self.found is not None and self.found.whole

    @property
    def asked_as(self) -> str | None:
        """The name to load it by; None is the embedded target."""
        return None if self.folder == model_folder.embedded("target") else str(self.folder)


@dataclass(frozen=True)
class DiskScan:
    """Everything on disk, by name. `troubles`: folders that could not be read, a line each. `partial`: bytes of stopped downloads by hub name.
    `scanned`: false before the first scan."""

    items: tuple[Item, ...] = ()
    troubles: tuple[str, ...] = ()
    partial: Mapping[str, int] = field(default_factory=dict)
    scanned: bool = True

    def has(self, *names: str) -> bool:
        """Whether all files of these hub names are on disk, the heads' too."""
        whole = [item for item in self.items if not item.trouble and not (item.found and item.found.unreadable)]
        return all(any(name in item.hub_names for item in whole) for name in names)


def taken_elsewhere(path: str | None) -> str | None:
    """The model in this folder as another tool takes it: by its hub name, else the folder."""
    name = path and model_folder.hub_name(Path(path))
    return name if name and "@" not in name else path


def scan_disk(folders: Iterable[str] = (), all_disk: bool = True) -> DiskScan:
    """Scan the embedded models, these folders, and with `all_disk` the hub's cache and other programs' folders."""
    named, troubles = [*folders], list[str]()
    places = {folder: "embedded" for folder in EMBEDDED.iterdir() if (folder / "config.json").is_file()}
    for folder in _cached(troubles) if all_disk else ():
        places.setdefault(folder, "cache")
    looked_at = dict.fromkeys((*(model_folder.PROGRAMS if all_disk else ()), *named))
    for name in looked_at:
        unread: list[str] = []
        inside = dict.fromkeys(_models_in(name, unread), "folder")
        places = inside | places
        if name in named:
            nothing = f"{name}: there is no model in that folder{models_below(Path(os.path.expanduser(name)))}"
            troubles += unread or ([] if inside else [nothing])
    troubles += _passed_over(looked_at)
    items = [_item(folder, origin) for folder, origin in places.items()]
    return DiskScan(tuple(sorted(items, key=lambda item: (item.origin != "embedded", item.name.lower()))), tuple(troubles), _partial() if all_disk else {})


def _passed_over(folders: Iterable[str]) -> list[str]:
    """A line for each folder in which GGUF files lie that no model here consists of."""
    lines = []
    for name in folders:
        with suppress(OSError, ValueError):  # it may not be read, or no folder can have its name
            if count := sum(1 for depth in range(DEPTH + 1) for _ in Path(os.path.expanduser(name)).glob(f"{'*/' * depth}*.gguf")):
                them = "GGUF file is" if count == 1 else "GGUF files are"
                lines.append(f"{name}: {count} {them} passed over: mlx reads safetensors; the same models are on the hub as mlx-community/…")
    return lines


def _cached(troubles: list[str]) -> Iterator[Path]:
    """Yield the newest snapshot of every model with a config in the hub's cache. The scan of huggingface_hub skips a damaged or unreadable
    repository, or fails at it."""
    from huggingface_hub import constants

    try:
        repos = sorted(Path(each.path) for each in os.scandir(constants.HF_HUB_CACHE) if each.name.startswith("models--"))
    except FileNotFoundError:
        return  # nothing was ever downloaded
    except (OSError, ValueError) as error:
        troubles.append(f"the hub's cache cannot be read: {one_line(error)}")
        return
    for repo in repos:
        try:
            yield from _snapshot_folders(repo)
        except (OSError, ValueError) as error:
            troubles.append(f"{model_folder.hub_name(repo / 'snapshots')}: it cannot be read in the hub's cache: {one_line(error)}")


def _snapshot_folders(repo: Path) -> list[Path]:
    """The folders with a config in a repository's snapshot that `main` names, else in the last written one."""
    snapshots, main = repo / "snapshots", repo / "refs" / "main"
    found = [folder for folder in snapshots.iterdir() if folder.is_dir()] if snapshots.is_dir() else []
    commit = read_regular(main).decode().strip() if main.is_file() else ""
    newest = max(found, key=lambda folder: (folder.name == commit, folder.stat().st_mtime), default=None)
    folders = [newest, *sorted(newest.iterdir())] if newest else []
    return [folder for folder in folders if (folder / "config.json").exists()]


def _partial() -> dict[str, int]:
    from huggingface_hub import constants

    found: dict[str, int] = {}
    parts = Path(constants.HF_HUB_CACHE).glob("models--*/blobs/*.incomplete") if os.access(constants.HF_HUB_CACHE, os.R_OK) else ()
    for part in parts:
        name = model_folder.hub_name(part)
        if name and "." not in part.stem:  # with a dot it is one of huggingface_hub 2, which nothing continues
            found[name] = found.get(name, 0) + _size(part)
    return found


def _size(file: Path) -> int:
    """Return the file's bytes on disk. A file that is gone or unreadable counts 0: a finished download removes its partial file."""
    with suppress(OSError):
        return file.stat().st_size if os.path.isfile(file) else 0
    return 0


def _models_in(name: str, unread: list[str], depth: int = DEPTH) -> Iterator[Path]:
    """Yield the folders with a model below the folder of this name. `unread` gets a line about each folder that may not be read."""
    folder = Path(os.path.expanduser(name))
    if reason := closed(folder):
        unread.append(f"{name}: the folder may not be read: {reason}")
        return
    try:
        if (folder / "config.json").is_file():
            yield folder.resolve()
        elif depth and folder.is_dir():
            for below in sorted(folder.iterdir()):
                if below.is_dir() and not below.name.startswith("."):
                    yield from _models_in(os.path.join(name, below.name), unread, depth - 1)
    except OSError:
        return  # it went away meanwhile


def _item(folder: Path, origin: str) -> Item:
    name, size, found = known_as(folder), sum(map(_size, folder.rglob("*"))), None
    try:
        with understood(folder):  # one odd folder must not hide the others
            found = recognise(folder)
            complete_files.check_model(found) if found.whole else complete_files.check_shards(folder)
            return item_of(name, size, origin, found, vocabulary_of(folder) if found.whole else None)
    except LoadError as error:
        return Item(name, folder, size, origin, found, str(error))


def item_of(name: str, size: int, origin: str, found: Checkpoint, vocabulary: str | None) -> Item:
    tokens = min(CACHE, found.context or CACHE)
    footprints = footprint(found, tokens, False), footprint(found, tokens, True)
    return Item(name, found.folder, size, origin, found, None, vocabulary, footprints, pass_weights(found))


class NamedFolders:
    """`names` as they were typed, the oldest first; stored in `file`, or in memory alone if that is None."""

    def __init__(self, file: Path | None = None, tell: files.Tell = lambda line: None) -> None:
        self.file = file
        self.names: list[str] = []
        self._read_again(tell)

    def place(self, name: str) -> str | None:
        """The name or folder by which the engine finds the model that a person names. It is the folder if the engine would not find the same folder
        by the name. None if there is none."""
        if is_hub_name(name) and not self.names:
            return name  # without a look into the hub's cache, which takes 50 ms of the first frame
        folder = next(places(name, self.names), None)
        return None if folder is None else name if folder == next(places(name), None) else str(folder)

    def add(self, name: str) -> str | None:
        """Add a folder unless it is there; returns a line about why it could not be stored."""
        return self._write([name], [])

    def remove(self, name: str) -> str | None:
        """Remove a folder; returns a line about why that could not be stored."""
        return self._write([], [name])

    def forget_empty(self, models: Collection[Path], looked_at: Collection[str]) -> list[str]:
        """Forget scanned folders that are there, may be read and hold none of these models; returns their names."""
        places = {name: os.path.expanduser(name) for name in self.names if name in looked_at}
        empty = [name for name, place in places.items() if os.path.isdir(place) and not closed(place) and not any(_holds(name, each) for each in models)]
        if empty:
            self._write([], empty)
        return empty

    def above(self, folder: Path) -> str | None:
        """The name under which this folder, or a folder around it, was added; None if it was not."""
        return next((name for name in self.names if _holds(name, folder)), None)

    def _read_again(self, tell: files.Tell = lambda line: None) -> None:
        """Take what is stored: another specdeck may have added or removed folders since."""
        if self.file and self.file.exists():
            self.names = [*files.read_json(self.file, Sequence[str], tell)]

    def _write(self, added: Sequence[str], removed: Sequence[str]) -> str | None:
        self._read_again()
        self.names = [name for name in dict.fromkeys((*self.names, *added)) if name not in removed]
        try:
            if self.file:
                files.replace(self.file, json.dumps(self.names))
        except OSError as error:
            return f"the folder is not remembered: {error}"
        return None


def _holds(name: str, folder: Path) -> bool:
    """Whether the folder of this name is this one, or contains it."""
    return Path(os.path.expanduser(name)).resolve() in (folder, *folder.parents)
