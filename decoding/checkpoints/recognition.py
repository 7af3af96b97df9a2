"""Finds the model that a name means. Recognises what its folder holds, by config and tensors, never by its name. Says why it cannot draft for a
target.

A checkpoint that no layout recognises is a whole model. Reads only config.json and the headers of the safetensors files, so that every
answer comes before weights are loaded.
"""

import os
from dataclasses import replace
from pathlib import Path
from typing import Callable, Iterable, Iterator

from ..errors import NOT_FOR_IT, NOT_WITH_KV_BITS, OTHER_LAYERS, OTHER_SIZES, OTHER_VOCABULARY, LoadError, Reason
from . import complete_files
from .block_layout import DFLASH, DFLASH2, DSPARK
from .bounded_reading import read_json_object
from .checkpoint import (
    WHOLE,
    Checkpoint,
    Config,
    head_layers,
    missing_sidecar,
    read_config,
    read_headers,
    read_sidecar,
    understood,
)
from .head_layout import ASSISTANT, EAGLE3, MTP, without_prefix
from .hub_download import fetch, in_cache
from .layout import REFUSED, Layout, Tensors
from .model_folder import EMBEDDED, embedded, hub_name, hub_parts, is_called, is_hub_name, known_as, programs

WITH_FILES = {  # the kinds of drafter with files, in the order of screens and help
    WHOLE: Layout(
        is_one=lambda config, tensors: False,  # what no layout recognises is a whole model
        needs="a smaller model with this vocabulary",
        embedded="drafter",
    ),
    "mtp": MTP,
    "assistant": ASSISTANT,
    "dflash": DFLASH,
    "dflash2": DFLASH2,
    "dspark": DSPARK,
    "eagle3": EAGLE3,
}
PREFIXES = tuple(prefix for files in WITH_FILES.values() for prefix in files.prefixes)

_KINDS = REFUSED | WITH_FILES  # the unsupported first: they have the marks of the drafters that they resemble


def recognise(folder: Path) -> Checkpoint:
    """The checkpoint in this folder. Raises LoadError if it has no config or a file is truncated. Where a sidecar of a whole model is truncated or
    missing, `unreadable` says so instead."""
    with understood(folder):
        config, tensors, unreadable, twice = read_config(folder), read_headers(folder), None, None
        generation = read_json_object(folder / "generation_config.json")
        try:
            tensors, twice = with_sidecar(tensors, read_sidecar(folder, config))
        except LoadError as error:
            unreadable = str(error)
        checkpoint = checkpoint_from(folder, config, tensors)
        if unreadable and not (checkpoint.whole and tensors):
            raise LoadError(unreadable)
        return replace(checkpoint, unreadable=unreadable, twice=twice, generation=generation)


def with_sidecar(tensors: Tensors, beside: Tensors) -> tuple[Tensors, str | None]:
    """The tensors of a model's own files with those of a sidecar. Where each holds a head, the sidecar's alone, and a line that says so."""
    own = {name: tensor for name, tensor in tensors.items() if name.startswith(PREFIXES)}
    if without_prefix(own).keys().isdisjoint(without_prefix(beside)):
        return {**tensors, **beside}, None
    others = {name: tensor for name, tensor in tensors.items() if name not in own}
    file = next(iter(beside.values())).file.name
    return {**others, **beside}, f"there are two heads: the one in {file} is taken, the one in the model's own files is not"


def checkpoint_from(folder: Path, config: Config, tensors: Tensors) -> Checkpoint:
    """The checkpoint with this config and these tensors; `folder` names it."""
    kind = next((name for name, files in _KINDS.items() if files.is_one(config, tensors)), WHOLE)
    if kind != WHOLE:
        return Checkpoint(kind, folder, _KINDS[kind].config(config), _KINDS[kind].tensors(tensors))
    prefixes = PREFIXES + head_layers(tensors)
    beside = {name: tensor for name, tensor in tensors.items() if name.startswith(prefixes)}
    return Checkpoint(kind, folder, config, {name: tensors[name] for name in tensors if name not in beside}, beside)


def in_target_folder(kind: str, target: Checkpoint) -> Checkpoint | None:
    """The drafter of this kind in a target's own folder, among its tensors or in a sidecar file. None if there is none."""
    files = WITH_FILES[kind]
    prefixes = files.prefixes and files.prefixes + head_layers(target.beside)
    own = {name: tensor for name, tensor in target.beside.items() if name.startswith(prefixes)}
    return replace(target, kind=kind, config=files.config(target.config), tensors=files.tensors(own), beside={}) if own else None


def own_heads(target: Checkpoint) -> list[Checkpoint]:
    """The drafters in a target's own folder, of every kind."""
    return [head for kind in WITH_FILES if (head := in_target_folder(kind, target))]


def own_head_trouble(target: Checkpoint) -> str | None:
    """Why a head in this target's own folder cannot be used; None if it can, or if there is none."""
    if target.unreadable:
        return target.unreadable
    return next((reason.line for head in own_heads(target) if (reason := why_not(head, target))), None)


_MISFITS = {reason.short for reason in (NOT_FOR_IT, OTHER_LAYERS, OTHER_SIZES, OTHER_VOCABULARY)}  # another drafter may fit


def guessed(checkpoint: Checkpoint) -> str | None:
    """What this drafter's config leaves open of what its net is fed, and what is taken instead, in one line. None where it leaves nothing open."""
    return _KINDS[checkpoint.kind].guessed(checkpoint)


def why_not(checkpoint: Checkpoint, target: Checkpoint, kv_bits: int | None = None) -> Reason | None:
    """Why this checkpoint cannot draft for this target, in a line that names both. None if it can as far as configs and tensors say.
    `checkpoints/vocabularies.py` compares the tokenizers."""
    reason = objection(checkpoint, target, kv_bits)
    if reason is None:
        return None
    own = checkpoint.folder == target.folder and not checkpoint.whole
    names = f"{known_as(target.folder)}: its own head cannot be used" if own else f"{known_as(checkpoint.folder)} cannot draft for {known_as(target.folder)}"
    out = "; --drafter lookup drafts without it" if own else "; specdeck models lists drafters that fit" if reason.short in _MISFITS else ""
    return reason.saying(f"{names}: {reason.line}{out}")


def objection(checkpoint: Checkpoint, target: Checkpoint, kv_bits: int | None = None) -> Reason | None:
    """The reason of `why_not` without the names, for screens that show them already."""
    kind = _KINDS[checkpoint.kind]
    if kind.refused:
        return Reason("not supported", kind.refused)
    if kv_bits is not None and kind.reads_keys:
        return NOT_WITH_KV_BITS.saying("it reads the target's keys and values, which kv-bits quantises: load without kv-bits")
    try:
        with understood(checkpoint.folder):
            return next(iter(kind.objections(checkpoint, target)), None)
    except LoadError as error:
        return NOT_FOR_IT.saying(str(error))


# From a name to its model: a folder, a hub name, a name in another program's folder, the embedded pair's.

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
    """A model of the hub's cache with its head's file, which mlx-lm leaves out. If the file cannot be downloaded, the model is without it,
    and with the reason."""
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
    """What a folder holds if all files of its model are there, but for its head's. Whether it can be loaded is another question."""
    try:
        found = recognise(folder)
        complete_files.check_shards(folder)
        if found.whole:
            complete_files.check_tokenizer(folder)
    except LoadError:
        return None
    return found if found.tensors else None
