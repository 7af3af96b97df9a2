"""A real model beside mlx-lm: python -m assets.benchmarks.real_models FOLDER PACKED [--turns N] [--tokens N] [--write]

FOLDER holds a model in half precision, PACKED the same model in 4 bits; `tests/helpers/real_models.py` makes both of SmolLM2-135M-Instruct.
Every arm decodes the same prompts greedily, in turn, the order reversed on odd turns, after one turn that is not counted:

- mlx-lm as it comes, in a process of its own that has never seen specdeck: FOLDER and PACKED;
- mlx-lm's generate_step in float32 with specdeck's BLAS, in this process;
- specdeck on FOLDER: plain, lookup, auto; and on PACKED: plain, auto.

A pace is of the tokens after the first burst, from then on; seconds to the first token include reading the prompt. A cell is the median over the
turns, a ratio the median of the ratios turn by turn. `--write` puts the table into this folder's README.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any, Callable, NamedTuple, Sequence

from specdeck import assets
from specdeck.commands.examination import pass_seconds
from specdeck.commands.machine_properties import machine
from specdeck.decoding import Settings, load
from specdeck.decoding.text.prompt import render
from specdeck.decoding.types import MLX_LM, Round

from .measuring import PLAIN, events, ratios
from .readme_table import WHOLE, with_table

BEGIN, END = "<!-- real models", "<!-- /real models -->"
K = 8
DOCUMENT = 3400  # tokens of the long prompt
WARM_TOKENS = 4  # of a reply of the turn that is not counted
SLOW_TOKENS = 6  # of a reply of mlx-lm as it comes from 4 bits, which writes one a second
PASSAGE = (
    "The lighthouse at Port Ellen was built in 1832 by Walter Frederick Campbell. It is square, two storeys high, and painted white. "
    "Its lamp was lit for the first time on a night of rain, and eleven ships came home by it."
)
CODE = """def mean(values):
    total = 0
    for value in values:
        total += value
    if not values:
        raise ValueError("no values")
    return total / len(values)
"""
PROMPTS = {
    "story": "Write a short story about a fox who wants to learn to swim.",
    "edit": f"Rewrite this code with the variable total renamed to amount:\n{CODE}",
    "echo": f"Repeat this text exactly, word for word: {PASSAGE}",
    "list": "Write the multiplication table of 7, from 7 x 1 to 7 x 20, one line each.",
}

# Run by a child that never imports specdeck: one line of JSON in, {"ids": [...], "tokens": n}, one out, [seconds to the first token, tokens a second].
CHILD = """
import json, sys, time
import mlx.core as mx
from mlx_lm import load
from mlx_lm.generate import generate_step
model, _ = load(sys.argv[1])
for line in sys.stdin:
    asked = json.loads(line)
    start = time.perf_counter()
    stamps = [time.perf_counter() for _ in generate_step(mx.array(asked["ids"]), model, max_tokens=asked["tokens"])]
    rate = (len(stamps) - 1) / (stamps[-1] - stamps[0])
    print(json.dumps([stamps[0] - start, rate]), flush=True)
"""


class Measured(NamedTuple):
    """One reply: seconds to the first token, tokens a second after the first burst."""

    first: float
    rate: float


Arm = Callable[[list[int], int], Measured]


def as_it_comes(folder: Path, most: int | None = None) -> Arm:
    """mlx-lm in a process of its own, which waits idle for its turns. `most`: tokens of a reply."""
    child = subprocess.Popen([sys.executable, "-c", CHILD, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    asked, answers = child.stdin, child.stdout
    assert asked and answers

    def run(ids: list[int], tokens: int) -> Measured:
        print(json.dumps({"ids": ids, "tokens": min(tokens, most or tokens)}), file=asked, flush=True)
        return Measured(*json.loads(answers.readline()))

    return run


def here(pair: Any, settings: Settings) -> Arm:
    """This process: specdeck, or mlx-lm's generate_step where the settings name it."""

    def run(ids: list[int], tokens: int) -> Measured:
        start = perf_counter()
        stamps = [(perf_counter(), len(event.tokens)) for event in events(pair, ids, settings, tokens) if isinstance(event, Round)]
        first = stamps[0][0]
        return Measured(first - start, sum(count for _, count in stamps[1:]) / (stamps[-1][0] - first))

    return run


def document(tokenizer: Any) -> str:
    """A prompt of DOCUMENT tokens: the embedded model's replies, then a request to repeat the first story."""
    text = (assets.MODELS / "replies.md").read_text(encoding="utf-8")
    ids = tokenizer.encode(text, add_special_tokens=False)[: DOCUMENT - 60]
    return f"{tokenizer.decode(ids)}\n\nRepeat the first story of this document, word for word."


def measure(arms: dict[str, Arm], prompts: dict[str, list[int]], turns: int, tokens: int) -> dict[str, dict[str, list[Measured]]]:
    """By workload and arm, the replies of every turn; mlx-lm's own 4-bit products are left out on the document, which they would read for minutes."""
    found: dict[str, dict[str, list[Measured]]] = {workload: {name: [] for name in arms} for workload in prompts}
    for turn in range(-1, turns):
        for workload, ids in prompts.items():
            if turn < 0 and workload == "document":
                continue
            for name in list(arms) if turn % 2 else list(reversed(arms)):
                if workload == "document" and name == MLX_PACKED:
                    continue
                reply = arms[name](ids, tokens if turn >= 0 else WARM_TOKENS)
                if turn >= 0:
                    found[workload][name].append(reply)
                print(f"turn {turn + 1} of {turns}: {workload}, {name}: {reply.rate:.1f} tok/s, first after {reply.first:.2f} s", file=sys.stderr, flush=True)
    return found


MLX, MLX_PACKED, MLX_FLOAT = "mlx-lm as it comes", "mlx-lm as it comes, 4 bits", "mlx-lm, float32 and OpenBLAS"


def median_of(replies: Sequence[Measured], what: str) -> float:
    """The median pace or seconds of some replies."""
    return statistics.median(getattr(one, what) for one in replies)


def cell(ours: Sequence[Measured], theirs: Sequence[Measured]) -> str:
    """A speed-up with its spread."""
    if not ours or not theirs:
        return "-"
    found = ratios([one.rate for one in ours], [one.rate for one in theirs])
    return f"{statistics.median(found):.2f}x ({min(found):.2f}-{max(found):.2f})"


def table(found: dict[str, dict[str, list[Measured]]]) -> str:
    """Markdown: paces of plain decoding, then what drafting gains over plain, then the time to the first token."""
    lines = ["| workload | plain tok/s: half precision, 4 bits | over mlx-lm in float32 | over mlx-lm as it comes: half precision, 4 bits | lookup | auto | auto, 4 bits | first token, s: ours, mlx-lm's in float32 |", "|---" * 8 + "|"]
    for workload, by_arm in found.items():
        plain, packed = by_arm["plain"], by_arm["plain, 4 bits"]
        lines.append(
            f"| {workload} | {median_of(plain, 'rate'):.1f}, {median_of(packed, 'rate'):.1f} | {cell(plain, by_arm[MLX_FLOAT])} | "
            f"{cell(plain, by_arm[MLX])}, {cell(packed, by_arm[MLX_PACKED])} | {cell(by_arm['lookup'], plain)} | {cell(by_arm['auto'], plain)} | "
            f"{cell(by_arm['auto, 4 bits'], packed)} | {median_of(plain, 'first'):.2f}, {median_of(by_arm[MLX_FLOAT], 'first'):.2f} |"
        )
    return "\n".join(lines)


def below(about: dict[str, Any], turns: int, tokens: int, passes: dict[str, float]) -> str:
    """The line below the table: method and machine."""
    versions = ", ".join(f"{name} {about['versions'][name]}" for name in ("specdeck", "mlx", "mlx-lm"))
    wide = ", ".join(f"{width}: {seconds / passes['1']:.2f}" for width, seconds in passes.items() if width in ("2", "5", "9", "16"))
    return (
        f"Method: {turns} turns, all arms alternating in each on one prompt a workload, {tokens} tokens a reply from cold caches, temperature 0, k {K}; the median and in "
        f"brackets the least and the most of the turns. lookup, auto: over plain of the same folder. A pass over several tokens in passes over one: {wide}. Machine: "
        f"{about['processor']}, {about['cores']} cores, load {about['load']} before it began, {about['backend']}, BLAS {about['blas'] or 'built in'}; {versions}."
    )


def main() -> None:
    """Measure, print the table, and with --write put it into the README of this folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("packed", type=Path)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--tokens", type=int, default=64)
    parser.add_argument("--workloads", nargs="*", default=[*PROMPTS, "document"])
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    pair, packed = load(str(args.folder), drafter=["lookup", "auto"]), load(str(args.packed), drafter=["lookup", "auto"])
    about, passes = machine(pair), pass_seconds(pair)
    lookup, auto = Settings(drafter="lookup", k=K), Settings(drafter="auto", k=K)
    arms = {
        MLX: as_it_comes(args.folder), MLX_PACKED: as_it_comes(args.packed, SLOW_TOKENS), MLX_FLOAT: here(pair, replace(PLAIN, drafter=MLX_LM)),
        "plain": here(pair, PLAIN), "lookup": here(pair, lookup), "auto": here(pair, auto), "plain, 4 bits": here(packed, PLAIN), "auto, 4 bits": here(packed, auto),
    }  # fmt: skip
    texts = PROMPTS | {"document": document(pair.tokenizer)}
    prompts = {name: list(render(pair.tokenizer, texts[name]).tokens) for name in args.workloads}
    found = measure(arms, prompts, args.turns, args.tokens)
    text = f"{table(found)}\n\n{below(about, args.turns, args.tokens, passes)}"
    print(text)
    if args.write:
        WHOLE.write_text(with_table(WHOLE.read_text(encoding="utf-8"), text, BEGIN, END), encoding="utf-8")


if __name__ == "__main__":
    main()
