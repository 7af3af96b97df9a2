"""What a folder is, by its config and its tensors, never by its name; and why it cannot draft for a given target.

Asks the records of the drafters; what they recognise nothing in is a whole model. Reads config.json and the headers of the
safetensors files, so every answer comes before anything heavy is loaded.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Mapping

from specdeck.decoding.errors import Reason
from specdeck.decoding.find.checkpoint import WHOLE, Checkpoint, Tensor, read_headers
from specdeck.decoding.find.source import read_config, shown

from . import WITH_FILES
from .relatives import REFUSED

_KINDS = REFUSED | WITH_FILES  # a relative has most of what its kin is recognised by


def recognise(folder: Path) -> Checkpoint:
    """What this folder holds. Raises LoadError where there is no config or a file is cut off."""
    config = read_config(folder)
    return described(folder, config, read_headers(folder, config))


def described(folder: Path, config: Mapping[str, Any], tensors: Mapping[str, Tensor]) -> Checkpoint:
    """The same from a config and headers in hand; `folder` is what it goes by."""
    kind = next((name for name, files in _KINDS.items() if files.is_one(config, tensors)), WHOLE)
    if kind != WHOLE:
        return Checkpoint(kind, folder, config, _KINDS[kind].tensors(tensors))
    prefixes = tuple(prefix for files in WITH_FILES.values() for prefix in files.prefixes)
    beside = {name: tensor for name, tensor in tensors.items() if name.startswith(prefixes)}
    return Checkpoint(kind, folder, config, {name: tensors[name] for name in tensors if name not in beside}, beside)


def in_target_folder(kind: str, target: Checkpoint) -> Checkpoint | None:
    """The drafter of this kind that lies in a target's own folder, beside its layers or in a sidecar file; None if there is none."""
    files = WITH_FILES[kind]
    own = {name: tensor for name, tensor in target.beside.items() if name.startswith(files.prefixes)}
    return replace(target, kind=kind, tensors=files.tensors(own), beside={}) if own else None


def why_not(checkpoint: Checkpoint, target: Checkpoint, kv_bits: int | None = None) -> Reason | None:
    """Why this cannot draft for this target, in a line that names both; None if nothing speaks against it. Tokenizers are compared
    elsewhere."""
    reason = objection(checkpoint, target, kv_bits)
    return reason and reason.saying(f"{shown(checkpoint.folder)} cannot draft for {shown(target.folder)}: {reason.line}")


def objection(checkpoint: Checkpoint, target: Checkpoint, kv_bits: int | None = None) -> Reason | None:
    """The reason of `why_not` by itself, for where both names are on the screen."""
    return next(iter(_KINDS[checkpoint.kind].objections(checkpoint, target, kv_bits)), None)
