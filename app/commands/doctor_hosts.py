"""What doctor measures of a target that is sharded over hosts: an all-reduce, each host's part, and, where the whole target fits on this
machine, its passes here. A network makes passes dear, so drafts that pay little on one host may pay over several."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Mapping, Sequence

from specdeck.decoding import Curve

from .terminal import ProgressLine


def over_hosts(pair: Any, kv_bits: int | None, progress: ProgressLine) -> dict[str, Any]:
    """What `doctor --json` has besides for such a target, nothing for any other. `all_reduce_seconds`: of one token's hidden state;
    `whole_pass_seconds`: as `pass_seconds`, of the whole target on this machine, None if it does not fit."""
    if not pair.cluster:
        return {}
    progress.say("timing an all-reduce …")
    found = {"hosts": pair.cluster.hosts.words, "part_bytes": pair.cluster.parts, "all_reduce_seconds": pair.cluster.sum_seconds()}
    progress.say("timing passes on one host …")
    return found | {"whole_pass_seconds": whole_pass_seconds(pair, kv_bits)}


def whole_pass_seconds(pair: Any, kv_bits: int | None) -> dict[str, float] | None:
    """Seconds of a pass by width of the whole target, read again from its files; None if it does not fit beside what is loaded."""
    from specdeck.decoding import SequenceState, whole_model

    from .pass_costs import pass_seconds

    folder = Path(pair.target_path)
    if not _fits(folder):
        return None
    return pass_seconds(replace(pair, target=SequenceState(whole_model(folder)[0], kv_bits), cluster=None))


def _fits(folder: Path) -> bool:
    from specdeck.decoding.checkpoints import recognise

    from ..engine.adapter import machine
    from ..models.disk import item_of
    from ..models.memory_fit import plan
    from ..models.ram import memory

    item = item_of(folder.name, 0, "", recognise(folder), None)
    beside = plan((item,), (), (), machine(None), memory())
    return beside.adds <= beside.room


def whole_predictions(points: Sequence[Mapping[str, Any]], passes: Mapping[str, float]) -> list[float]:
    """The speed-up that every point of a cost curve would have on one host, where only the passes cost something else."""
    curve = Curve()
    for width, seconds in passes.items():
        curve.learn(int(width), seconds)
    speeds = [point["tokens"] / (point["draft"] + curve.at(point["k"] + 1) + point["host"]) for point in points]
    return [speed / speeds[0] for speed in speeds]
