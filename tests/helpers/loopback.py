"""The exactness matrix on a target that is sharded over ranks on this machine, against the same target in one process.

    python -m tests.helpers.loopback [--ranks 2] [--every N] [--seed S] [--loads]

prints a line of JSON a case: the case, and the difference in words or null. The targets are tiny, and their heads divide by two and three.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import socket
import sys
import tempfile
from itertools import cycle
from pathlib import Path
from typing import Any

import mlx.core as mx
import pytest
from mlx.utils import tree_flatten
from mlx_lm.models import llama, qwen3, qwen3_5

from specdeck.decoding import LoadError, Settings, load
from specdeck.decoding.checkpoints.recognition import recognise
from specdeck.decoding.cluster import Cluster, cluster_of
from specdeck.decoding.hosts import from_names
from tests.helpers import checkpoints, kinds, matrix, toys

SIZES = kinds.SIZES | {"num_attention_heads": 6, "num_key_value_heads": 6}
DELTA = kinds.LINEAR | {"linear_num_value_heads": 6, "linear_num_key_heads": 6, "tie_word_embeddings": True}
CONFIGS: dict[str, tuple[Any, dict[str, Any]]] = {
    "shards-trimmable": (qwen3, {"model_type": "qwen3", **SIZES}),
    "shards-recurrent": (qwen3_5, {"model_type": "qwen3_5", "text_config": {"model_type": "qwen3_5_text", **SIZES, **DELTA}}),
    "shards-sliding": (
        llama, {"model_type": "llama", **SIZES, "layer_types": ["sliding_attention", "full_attention"], "sliding_window": kinds.WINDOW}
    ),
}  # fmt: skip
DRAFTERS = tuple(name for name in matrix.AXES["drafter"] if name != "assistant")


def build(kind: str) -> Any:
    """A whole target of this kind."""
    module, settings = CONFIGS[kind]
    return kinds.randomised(module.Model(module.ModelArgs.from_dict(settings)), 31, 1.0)


def folder_of(kind: str, place: Path) -> Path:
    """Its folder, for every rank to load."""
    checkpoints.write(place / kind, CONFIGS[kind][1], dict(tree_flatten(build(kind).parameters())), "mlx")
    return place / kind


def few(seed: int) -> list[matrix.Case]:
    """A case a drafter, and all values of the other axes among them."""
    rng, targets = random.Random(seed), cycle(CONFIGS)
    turns = {name: cycle(rng.sample(values, len(values))) for name, values in (matrix.AXES | {"device": ("own",)}).items()}
    return [{name: next(turn) for name, turn in turns.items()} | {"drafter": drafter, "target": next(targets)} for drafter in DRAFTERS]


def main() -> None:
    """Run the cases, and load what a pair can be of."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--every", type=int, default=1, help="of the cases, one a drafter, every so many")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--loads", action="store_true", help="load folders too")
    args = parser.parse_args()
    names = ["127.0.0.1"] * args.ranks
    with tempfile.TemporaryDirectory() as place:
        use_shards(cluster_of(from_names(names), lambda line: print(line, file=sys.stderr, flush=True)), Path(place))
        for case in few(args.seed)[:: args.every]:
            print(json.dumps({"case": case, "difference": matrix.run(case)}), flush=True)
        if args.loads:
            loads(Path(place), names)


PROMPT = [9, 400, 77, 1200, 31, 400, 77, 2000]


def loads(place: Path, names: list[str]) -> None:
    """Refuse a target of one head of keys; then load another, whose head drafters on rank 0 need whole, with drafters that listen to it."""
    try:
        load(str(checkpoints.target(place / "one", "qwen3")), hosts=names)
    except LoadError as error:
        print(json.dumps({"refused": str(error)}), flush=True)
    target = checkpoints.target(place / "two", "qwen3_5", num_attention_heads=2, num_key_value_heads=2, linear_num_key_heads=2)
    drafters = [checkpoints.mtp(place / "mtp"), checkpoints.eagle3(place / "eagle3"), checkpoints.dflash(place / "dflash")]
    alone, pair = load(str(target)), load(str(target), drafter=[str(folder) for folder in drafters], hosts=names)
    wanted = toys.reply(alone, PROMPT, Settings(drafter="none", k=0), 24, ignore_end=True).tokens
    left = toys.first_rounds(pair, PROMPT, Settings(drafter="none", k=0), 8, 24, ignore_end=True).tokens
    print(json.dumps({"drafter": "left", "difference": None if left == wanted[:8] else left}), flush=True)
    for name in ("none", "mtp", "eagle3", "dflash"):
        reply = toys.reply(pair, PROMPT, Settings(drafter=name, k=3), 24 if name == "none" else 12, ignore_end=True)
        drafted = name == "none" or any(round_.draft for round_ in reply.rounds)
        same = reply.tokens == wanted[: len(reply.tokens)] and drafted and reply.finish.error is None
        print(json.dumps({"drafter": name, "difference": None if same else reply.tokens}), flush=True)


def use_shards(cluster: Cluster, place: Path) -> None:
    """Let the matrix take sharded targets."""
    kinds.KINDS |= {kind: lambda *sizes, kind=kind, **more: build(kind) for kind in CONFIGS}
    matrix.IMPOSSIBLE |= {(kind, "assistant") for kind in CONFIGS}
    pairs: dict[str, Any] = {}

    def pair(kind: str) -> Any:
        if kind not in pairs:
            pairs.clear()  # the followers keep one target, and the one before it
            target = recognise(folder_of(kind, place))
            pairs[kind] = toys.full_pair(kind, cluster.sequence_state(cluster.model(str(target.folder), target, None), None, ()))
        return pairs[kind]

    matrix._pair = pair


def unable() -> str | None:
    """Why ranks cannot be joined on this machine, None where they can."""
    if not mx.distributed.is_available("ring"):
        return "mlx has no ring backend here"
    try:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
    except OSError as error:
        return f"no loopback: {error}"
    return None


on_loopback = pytest.mark.skipif(bool(unable()), reason=unable() or "")


if __name__ == "__main__":
    main()
    sys.stdout.flush()
    os._exit(0)  # as specdeck itself ends
