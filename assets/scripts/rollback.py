"""What going back costs on targets that cannot rewind: python -m assets.scripts.rollback [--layers N] [--turns N] [--json]

Rounds are acted out on a Track: the sequence is random, every guess of a draft is right with a set probability, and what comes
after the first miss is kept out. No drafter takes time, as with lookup, so the shares are the most that they can be. Weights are
random; costs do not depend on them. The tiny targets are those of the exactness matrix (counts and bytes only); the timed one
is a hybrid like Qwen3.5's in float32.

Timed side by side inside one run, in turns that alternate in order, the median of the turns: the Track as it is, and the same
rounds where going back is free (states stay as the rejected guesses left them: the text would be wrong, the cost is right).
"""

from __future__ import annotations

import argparse
import json
import random
import time
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any, Iterator

import decoding  # first: it loads OpenBLAS, where there is one, before mlx  # noqa: F401

import mlx.core as mx
from mlx.utils import tree_flatten
from mlx_lm.models import qwen3_5

from decoding import cache
from decoding.track import Track
from tests.kinds import KINDS, REWINDING

PROMPT = 64
Rounds = list[tuple[int, int]]  # tokens drafted, and of these accepted


class FreeTrack(Track):
    """Goes back at no cost: the length does, and attention; recurrent states stay where they are, which is wrong."""

    def keep(self, upto: int) -> None:
        for entry in cache.flat(self._entries):
            if cache.can_rewind(entry, upto):
                cache.rewind(entry, upto)
        self.length, self._row = min(upto, self.length), None

    def _hold(self) -> None: ...


@dataclass(frozen=True)
class Row:
    """A target's figures; `seconds` a token and `share` (of decode time, for going back) None where nothing was timed."""

    target: str
    k: int
    acceptance: float
    extra_passes: float  # settling passes per 100 tokens
    read: float  # tokens read per token emitted
    free_read: float  # the same, were going back free
    snapshot_bytes: int
    seconds: float | None = None
    free_seconds: float | None = None
    share: float | None = None


def hybrid(layers: int) -> Any:
    """Like Qwen3.5 0.8B, with fewer layers and a vocabulary that is smaller in proportion."""
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
    """Rounds that emit so many tokens, each guess right with this probability."""
    rng, rounds, left = random.Random(seed), [], tokens
    while left > 0:
        drafted = min(k, left - 1)
        accepted = next((i for i in range(drafted) if rng.random() >= right), drafted)
        rounds.append((drafted, accepted))
        left -= accepted + 1
    return rounds


def act(track: Track, rounds: Rounds, width: int) -> tuple[float, int]:
    """Play the rounds on this track, from a prompt that was read: (seconds, tokens read)."""
    rng = random.Random(7)
    track.reset()
    sequence = [rng.randrange(width) for _ in range(PROMPT)]
    track.follow(sequence)
    for _ in track.prefill(PROMPT - 1):
        pass
    track.passes, read, start = 0, 0, time.perf_counter()
    for drafted, accepted in rounds:
        guesses = [rng.randrange(width) for _ in range(drafted)]
        read += len(track.unread) + drafted
        mx.eval(mx.argmax(track.read(mx.array(guesses, mx.uint32) if guesses else None), axis=-1))
        base = len(sequence)
        sequence += [*guesses[:accepted], rng.randrange(width)]
        track.keep(base + accepted)
    return time.perf_counter() - start, read


def snapshot_bytes(track: Track) -> int:
    """Bytes of one snapshot of what cannot rewind."""
    entries = [e for e in cache.flat(track._entries) if not cache.can_rewind(e, track.length - 1)]
    return sum(array.nbytes for array in cache.arrays(entries))


def measure(name: str, model: Any, rounds: Rounds, turns: int) -> Row:
    """The figures of one target; timed if turns > 0."""
    tracks, width = (Track(model), FreeTrack(model)), Track(model).width()
    read = [act(track, rounds, width)[1] for track in tracks]
    emitted, extra = sum(accepted + 1 for _, accepted in rounds), tracks[0].passes - len(rounds)
    drafted = sum(drafted for drafted, _ in rounds)
    counts = Row(
        name, max(rounds)[0], sum(a for _, a in rounds) / drafted, 100 * extra / emitted, read[0] / emitted, read[1] / emitted,
        snapshot_bytes(tracks[0]),
    )  # fmt: skip
    times: list[list[float]] = [[], []]
    for turn in range(turns):
        for side in (0, 1) if turn % 2 == 0 else (1, 0):
            times[side].append(act(tracks[side], rounds, width)[0] / emitted)
    if not turns:
        return counts
    share = median(1 - free / real for real, free in zip(*times))
    return Row(*list(asdict(counts).values())[:7], median(times[0]), median(times[1]), share)


def pass_seconds(model: Any, turns: int, widths: range = range(1, 13)) -> dict[int, float]:
    """Median seconds of a pass by width."""
    track, times = Track(model), {width: [] for width in widths}
    for _ in range(turns):
        for width in widths:
            track.reset()
            track.follow([1] * (PROMPT + width))
            list(track.prefill(PROMPT))
            start = time.perf_counter()
            mx.eval(track.read())
            times[width].append(time.perf_counter() - start)
    return {width: median(found) for width, found in times.items()}


def table(layers: int, turns: int, tokens: int, right: float) -> Iterator[Row]:
    """The tiny targets, then the timed one at several k."""
    for kind in KINDS:
        if kind not in REWINDING:
            yield measure(kind, KINDS[kind](), scripted(400, 4, right, 1), 0)
    model = hybrid(layers)
    millions = sum(array.size for _, array in tree_flatten(model.parameters())) / 1e6
    for k in (2, 4, 8):
        yield measure(f"hybrid, {layers} layers, {millions:.0f}M", model, scripted(tokens, k, right, 1), turns)


def as_line(row: Row) -> str:
    """One row for a person."""
    timed = "" if row.share is None else f" {1e3 * row.seconds:8.1f} {1e3 * row.free_seconds:8.1f} {row.share:7.1%}"
    return f"{row.target:28} {row.k:2} {row.acceptance:10.0%} {row.extra_passes:9.1f} {row.read:6.2f} {row.free_read:6.2f} {row.snapshot_bytes / 2**20:9.3f}{timed}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--layers", type=int, default=8, help="layers of the timed target (default 8)")
    parser.add_argument("--turns", type=int, default=7, help="turns (default 7)")
    parser.add_argument("--tokens", type=int, default=60, help="tokens of a turn (default 60)")
    parser.add_argument("--right", type=float, default=0.7, help="how often a guess is right (default 0.7)")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows = table(args.layers, args.turns, args.tokens, args.right)
    if args.json:
        print(json.dumps([asdict(row) for row in rows]))
        return
    print(f"{'target':28} {'k':>2} {'acceptance':>10} {'settling':>9} {'read':>6} {'free':>6} {'MiB/shot':>9} {'ms/token':>8} {'free':>8} {'share':>7}")
    for row in rows:
        print(as_line(row), flush=True)


if __name__ == "__main__":
    main()
