"""Measures the cost of rolling back targets that cannot rewind: python -m assets.benchmarks.rollback_cost [--layers N] [--turns N] [-k N …] [--json]

Rounds are simulated on a SequenceState: the sequence is random, each guess is right with a fixed probability, and tokens after the first miss are
rolled back. Drafting takes no time, as with lookup, so the shares are upper bounds. Weights are random, as costs do not depend on them. The
tiny targets are those of the exactness matrix (counts and bytes only); the timed one is a hybrid like Qwen3.5 in float32.

The methods alternate within one run, round by round, each going first in turn. Times are the sum over rounds of the median over turns.
Three methods: `replay`, the SequenceState as it is; `again`, a SequenceState that restores a snapshot and reads the accepted tokens again with the next
draft, as for layers that cannot be replayed; `free`, where states stay as the rejected guesses left them (the text would be wrong, but the
cost is that of a free roll-back). A share is the extra time over `free`, of the method's decode time.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any, Iterator

import mlx.core as mx
from mlx.utils import tree_flatten
from mlx_lm.models import qwen3_5

from specdeck import decoding  # noqa: F401
from specdeck.decoding.target import cache
from specdeck.decoding.target.recurrent_replay import _input
from specdeck.decoding.target.sequence_state import SequenceState
from tests.helpers.kinds import KINDS, REWINDING

PROMPT = 64
Rounds = list[tuple[int, int]]  # tokens drafted, and of these accepted


class ReadAgain(SequenceState):
    """A SequenceState that reads accepted tokens again after a roll-back."""

    def _find_readers(self) -> tuple[()]:
        return ()


class FreeRollBack(SequenceState):
    """A SequenceState whose roll-back is free: length and attention are rolled back, recurrent states are not, which gives wrong text."""

    def roll_back(self, upto: int) -> None:
        for entry in cache.flat(self.entries):
            if cache.can_rewind(entry, upto):
                cache.rewind(entry, upto)
        self.length, self._row = min(upto, self.length), None

    def _take_snapshot(self) -> None: ...


WAYS: dict[str, type[SequenceState]] = {"replay": SequenceState, "again": ReadAgain, "free": FreeRollBack}


@dataclass(frozen=True)
class Row:
    """A target's figures, by method where they differ; `ms` per token and `share` are empty where nothing was timed."""

    target: str
    k: int
    tokens: int
    acceptance: float  # accepted / drafted
    snapshot_bytes: int  # of one snapshot
    tape_bytes: int  # the most that is kept beside it for a replay
    extra_passes: dict[str, float]  # settling passes per 100 tokens
    read: dict[str, float]  # tokens read per token emitted
    ms: dict[str, float]
    share: dict[str, float]


def hybrid(layers: int) -> Any:
    """A model like Qwen3.5 0.8B, with fewer layers and a proportionally smaller vocabulary."""
    args = qwen3_5.TextModelArgs(
        model_type="qwen3_5", hidden_size=1024, intermediate_size=3584, num_hidden_layers=layers, num_attention_heads=8,
        num_key_value_heads=2, head_dim=256, vocab_size=4096 * layers, linear_num_value_heads=16, linear_num_key_heads=16,
        linear_key_head_dim=128, linear_value_head_dim=128, linear_conv_kernel_dim=4, full_attention_interval=4,
        tie_word_embeddings=True,
    )  # fmt: skip
    mx.random.seed(0)
    model = qwen3_5.TextModel(args)
    model.eval()
    mx.eval(model.parameters())
    return model


def scripted(tokens: int, k: int, right: float, seed: int) -> Rounds:
    """Rounds that emit `tokens` tokens, each guess right with this probability."""
    rng, rounds, left = random.Random(seed), [], tokens
    while left > 0:
        drafted = min(k, left - 1)
        accepted = next((i for i in range(drafted) if rng.random() >= right), drafted)
        rounds.append((drafted, accepted))
        left -= accepted + 1
    return rounds


@dataclass
class Played:
    """The seconds of each round on one state, and how many tokens it read in all."""

    seconds: list[float]
    read: int = 0


def act(state: SequenceState, rounds: Rounds, width: int) -> Iterator[Played]:
    """Simulate the rounds on this state after a prompt, yielding after each."""
    rng, played = random.Random(7), Played([])
    state.reset()
    sequence = [rng.randrange(width) for _ in range(PROMPT)]
    state.follow(sequence)
    list(state.prefill(PROMPT - 1))
    state.passes = 0
    for drafted, accepted in rounds:
        guesses = [rng.randrange(width) for _ in range(drafted)]
        played.read += len(state.unread) + drafted
        start, base = time.perf_counter(), len(sequence)
        mx.eval(mx.argmax(state.read(mx.array(guesses, mx.uint32)), axis=-1))
        sequence += [*guesses[:accepted], rng.randrange(width)]
        state.roll_back(base + accepted)
        played.seconds.append(time.perf_counter() - start)
        yield played


def side_by_side(states: dict[str, SequenceState], rounds: Rounds, width: int, turn: int = 0) -> dict[str, Played]:
    """Simulate the same rounds on all states, alternating round by round, each state going first in turn."""
    acts, names = {way: act(state, rounds, width) for way, state in states.items()}, list(states)
    for index in range(len(rounds)):
        at = (index + turn) % len(names)
        played = {way: next(acts[way]) for way in names[at:] + names[:at]}
    return played


def snapshot_bytes(model: Any, k: int) -> tuple[int, int]:
    """Bytes of a snapshot of the entries that cannot rewind, and an upper bound of the bytes of a tape over a draft of k tokens: arrays on it
    that are not needed otherwise are never computed."""
    state = SequenceState(model)
    state.follow([1] * PROMPT)
    list(state.prefill(PROMPT - 1))
    state.read(mx.array([1] * k, mx.uint32))
    states = [kept for _, kept in state._snapshot._states if kept is not None] if state._snapshot else []
    outputs = [[(*call.outputs, _input(call)) for call in calls] for calls in state._tape._calls] if state._tape else []
    return _bytes(states), _bytes(outputs)


def _bytes(tree: Any) -> int:
    return sum(leaf.nbytes for _, leaf in tree_flatten(tree) if isinstance(leaf, mx.array))


def measure(name: str, model: Any, rounds: Rounds, turns: int) -> Row:
    """The figures of one target; timed if turns > 0."""
    states, width = {way: kind(model) for way, kind in WAYS.items()}, SequenceState(model).width()
    emitted, drafted = (sum(column) for column in zip(*((accepted + 1, drafted) for drafted, accepted in rounds)))
    played = [side_by_side(states, rounds, width, turn) for turn in range(turns + 1)]  # the first one warms up
    read = {way: played[0][way].read / emitted for way in WAYS}
    extra = {way: 100 * (state.passes - len(rounds)) / emitted for way, state in states.items()}
    ms = {way: 1e3 * sum(map(median, zip(*(turn[way].seconds for turn in played[1:])))) / emitted for way in WAYS if turns}
    share = {way: 1 - ms["free"] / ms[way] for way in ms if way != "free"}
    k = max(rounds)[0]
    return Row(name, k, emitted, (emitted - len(rounds)) / drafted, *snapshot_bytes(model, k), extra, read, ms, share)


def table(layers: int, turns: int, tokens: int, right: list[float], ks: list[int]) -> Iterator[Row]:
    """The tiny targets, then the timed one at several k."""
    for kind in KINDS:
        if kind not in REWINDING:
            yield measure(kind, KINDS[kind](), scripted(400, 4, right[0], 1), 0)
    model = hybrid(layers)
    millions = sum(array.size for _, array in tree_flatten(model.parameters())) / 1e6
    for k in ks:
        for share in right:
            yield measure(f"hybrid, {layers} layers, {millions:.0f}M", model, scripted(tokens, k, share, 1), turns)


HEAD = ("target", "k", "accepted", "snapshot MiB", "tape MiB", *(f"{what} {way}" for what in ("extra", "read", "ms") for way in WAYS), "share replay", "share again")


def as_markdown(row: Row) -> str:
    """One row of the table, in Markdown."""
    figures = [f"{found:.{digits}f}" for by_way, digits in ((row.extra_passes, 1), (row.read, 2), (row.ms, 1)) for found in by_way.values()]
    shares = [f"{share:.0%}" for share in row.share.values()]
    cells = (row.target, row.k, f"{row.acceptance:.2f}", f"{row.snapshot_bytes / 2**20:.3g}", f"{row.tape_bytes / 2**20:.3g}", *figures, *shares)
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--layers", type=int, default=8, help="layers of the timed target (default 8)")
    parser.add_argument("--turns", type=int, default=7, help="turns (default 7)")
    parser.add_argument("--tokens", type=int, default=60, help="tokens of a turn (default 60)")
    parser.add_argument("--right", type=float, nargs="+", default=[0.7, 0.86], help="how often a guess is right")
    parser.add_argument("-k", type=int, nargs="+", default=[4], help="guesses of a draft")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows = table(args.layers, args.turns, args.tokens, args.right, args.k)
    if args.json:
        print(json.dumps([asdict(row) for row in rows]))
        return
    print(f"| {' | '.join(HEAD)} |", "|---" * len(HEAD) + "|", sep="\n")
    for row in rows:
        print(as_markdown(row), flush=True)


if __name__ == "__main__":
    main()
