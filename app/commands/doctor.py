"""`specdeck doctor`: backend, BLAS, memory, versions, the cost of a pass by width, and what would make decoding faster here."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Mapping, Sequence

from specdeck.decoding import Curve
from specdeck.decoding.cpu.blas import advice as blas_advice
from specdeck.decoding.types import PLAIN, Settings

from ..chat.drafter_health import all_health, counts_by_drafter
from ..terminal.signals import Signals, catching
from ..terminal.streams import ProgressLine
from . import options
from .load_and_decode import open_pair, with_drafter
from .machine import backend, blas, memory_bytes, versions
from .printed_results import doctor_report


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
    from ..models.memory_fit import memory, plan

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


WIDE = "5"  # the width of a round at k=4
DEAR_PASS = 2.5  # if a pass over five tokens costs more plain passes than this, little can be gained
DEAR_STEP = 0.25  # a draft step is expensive above this share of a plain pass


def parser() -> options.Parser:
    """The options of doctor."""
    parser = options.Parser(prog="specdeck doctor", description="Measure the cost of a pass on this machine and suggest what would make it faster.")
    options.add_json(parser)
    parser.add_argument("--curve", action="store_true", help="with --json: include the cost curve, which takes a while (the report always has it)")
    options.add_models(parser)
    return parser


def main(args: argparse.Namespace) -> int:
    """Load the pair, time it, report."""
    options.check(args)
    progress = ProgressLine()
    with catching() as signals:
        found, pair = examine(args, progress)
        if args.curve or not args.json:
            found["curve"] = curve_of(pair, found, signals, progress)
            found["advice"] += no_gain(found["curve"])
        progress.clear()
        signals.raise_if_caught()
    if args.json:
        print(json.dumps(found), flush=True)
    else:
        from huggingface_hub.constants import HF_HUB_CACHE

        print(doctor_report(found, HF_HUB_CACHE, pair.name, untried(found["curve"], pair)), flush=True)
    return 0


def curve_of(pair: Any, found: dict[str, Any], signals: Signals, progress: ProgressLine) -> dict[str, Any] | None:
    """The drafter of the cost curve, and its points; None if no drafter guesses in every round. `found`: what examine found."""
    from .predicted_speedup import WORKLOAD, Effort, cost_curve, guesser

    who = guesser(pair, with_drafter(Settings(), pair))
    if who is None:
        return None
    points = cost_curve(pair, Settings(drafter=who, seed=0), found["pass_seconds"], signals, progress, Effort())
    rows = [asdict(point) | {"error": point.error} for point in points]
    if passes := found.get("whole_pass_seconds"):
        rows = [row | {"predicted_whole": whole} for row, whole in zip(rows, whole_predictions(rows, passes), strict=True)]
    return {"drafter": who, "workload": WORKLOAD, "points": rows}


def examine(args: argparse.Namespace, progress: ProgressLine) -> tuple[dict[str, Any], Any]:
    """The object of `doctor --json`, and the pair that it is about."""
    pair = open_pair(args, progress)
    from .bench_schedule import prompts
    from .pass_costs import draft_seconds, exactness, guesses, pass_seconds
    from .predicted_speedup import WORKLOAD

    sharded = over_hosts(pair, args.kv_bits, progress)
    progress.say("timing passes …")
    found = sharded | {
        "versions": versions(),
        "backend": backend(),
        "blas": blas(),
        "memory_bytes": memory_bytes(),
        "pass_seconds": pass_seconds(pair),
        "draft_seconds": draft_seconds(pair, with_drafter(Settings(), pair)),
    }
    progress.say("comparing passes with single steps …")
    texts = prompts(WORKLOAD, 0)
    found["exactness"] = exactness(pair, texts[0])
    progress.say("counting accepted guesses …")
    counts = counts_by_drafter(guesses(pair, with_drafter(Settings(), pair), texts))
    found["health"] = {name: one.of() for name, one in all_health(pair.known, counts, True).items()}
    return found | {"advice": advice(found, has_nvidia=shutil.which("nvidia-smi") is not None)}, pair


def advice(found: dict[str, Any], has_nvidia: bool) -> list[str]:
    """What would make it faster: lines that say what to do."""
    lines = []
    if found["backend"] == "cpu" and sys.platform == "linux":
        if slow := blas_advice():
            lines.append(slow)
        if has_nvidia:
            lines.append(_cuda(found["versions"]["mlx"]))
    wide, step = (seconds / found["pass_seconds"]["1"] for seconds in (found["pass_seconds"][WIDE], found["draft_seconds"]))
    if wide > DEAR_PASS:
        lines.append(f"a pass over {WIDE} tokens costs as much as {wide:.1f} passes over one: a draft pays only if nearly all of it is accepted; try -k 1 or 2")
    if step > DEAR_STEP:
        lines.append(f"a draft step costs {step:.0%} of a plain pass: a smaller drafter, or lookup, would pay more often")
    return lines


def no_gain(curve: dict[str, Any] | None) -> list[str]:
    """Advice if the curve predicts that drafting is slower than plain decoding at every k."""
    if curve is None:
        return []
    points = [point for point in curve["points"] if point["k"]]
    best = max(points, key=lambda point: point["predicted"], default=None)
    if best is None or best["predicted"] >= 1:
        return []
    return [
        f"drafter {curve['drafter']} is predicted to be slower than plain decoding at every k (best {best['predicted']:.2f}x, k={best['k']}): "
        "decode plainly (-k 0), or try another drafter"
    ]


def untried(curve: dict[str, Any] | None, pair: Any) -> list[str]:
    """The drafters that the curve does not cover, a line each: loaded ones, and the others with the reason."""
    tried = {curve["drafter"] if curve else None, PLAIN}
    loaded = [f"{name}: specdeck bench --drafter {name} measures it" for name in pair.drafters if name not in tried]
    return loaded + [f"{name}: {reason.removeprefix(f'{name}: ')}" for name, reason in pair.unavailable.items()]


def _cuda(mlx_version: str) -> str:
    # both wheels contain libmlx.so, and pip unpacks mlx-cpu last, so the extra alone would leave the CPU's in place
    return (
        "an NVIDIA GPU is here but mlx computes on the CPU: pip install 'specdeck[cuda]', then "
        f"pip install --force-reinstall --no-deps mlx-cuda-13=={mlx_version}"
    )
