"""Which drafters a request means: those named by drafter, folder or hub name; where no files are named, those that come with the target.

Knows checkpoints; loads none.
"""

from __future__ import annotations

from typing import Callable, NamedTuple, Sequence

from ..checkpoints import model_folder
from ..checkpoints.checkpoint import Checkpoint
from ..checkpoints.recognition import WITH_FILES, in_target_folder, recognise, why_not
from ..errors import PairError
from . import BY_NAME


class Requested(NamedTuple):
    """`checkpoints`: name in the request -> the drafter's checkpoint, in the order of the request. `refused`: kind -> why a drafter
    that comes with the target cannot draft for it; None where the request names files, for then such a drafter is an error. `left`:
    kind -> how to load a drafter that comes with the target and that this request leaves out."""

    checkpoints: dict[str, Checkpoint]
    refused: dict[str, str] | None
    left: dict[str, str]


def requested(names: Sequence[str], target: Checkpoint, embedded: bool, progress: Callable[[str], None]) -> Requested:
    """What these names, each a drafter's, a folder or a hub name, mean beside this target; `embedded`: it is the embedded target.
    Raises LoadError where a folder cannot be found or read, PairError where a named kind of drafter has no files."""
    with_files = [name for name in names if name in WITH_FILES or name not in BY_NAME]
    left = {kind: why for kind in WITH_FILES if (why := _left_out(target, kind, embedded))}
    if not with_files:
        return Requested(*_unasked(names, target, embedded), left)
    places = {name: recognise(model_folder.find(name, progress)) for name in with_files if name not in WITH_FILES}
    checkpoints = {name: places.get(name) or _that_comes_with(target, name, embedded) for name in with_files}
    for name in set(WITH_FILES) - {checkpoint.kind for checkpoint in places.values()}:
        if name in checkpoints and not checkpoints[name]:
            raise PairError(left.get(name) or BY_NAME[name].not_loaded)
    return Requested({name: checkpoint for name, checkpoint in checkpoints.items() if checkpoint}, None, left)


def _left_out(target: Checkpoint, kind: str, embedded: bool) -> str | None:
    """What to say of the drafter of this kind that comes with the target where it is not loaded; None if there is none."""
    if target.unreadable and WITH_FILES[kind].prefixes and WITH_FILES[kind].beside(target.config):
        return f"{kind}: {target.unreadable}"
    if _that_comes_with(target, kind, embedded):
        return f"{kind}: it comes with this target and other drafters were asked for: choose it too (F5, or --drafter {kind})"
    return None


def _unasked(names: Sequence[str], target: Checkpoint, embedded: bool) -> tuple[dict[str, Checkpoint], dict[str, str]]:
    """The drafters that come with the target and are loaded without being named, the one to put in force last."""
    they_may_draft = not names or any(BY_NAME[name].composed for name in names)
    conditions = ["if it may draft"] * they_may_draft + ["always"]
    kinds = [kind for condition in conditions for kind, files in WITH_FILES.items() if files.unasked == condition]
    checkpoints = {kind: checkpoint for kind in kinds if (checkpoint := _that_comes_with(target, kind, embedded))}
    refused = {kind: reason.line for kind, checkpoint in checkpoints.items() if (reason := why_not(checkpoint, target))}
    return {kind: checkpoint for kind, checkpoint in checkpoints.items() if kind not in refused}, refused


def _that_comes_with(target: Checkpoint, kind: str, embedded: bool) -> Checkpoint | None:
    """The drafter of this kind that comes with the target: beside the embedded one, or in the target's own folder. None if there is none."""
    folder = WITH_FILES[kind].embedded
    if embedded and folder and model_folder.embedded(folder).is_dir():
        return recognise(model_folder.embedded(folder))
    return in_target_folder(kind, target)
