"""Generates shards of windows when training needs them, in a process of their own.

A shard is BATCHES batches. One shard in sixteen has longer windows, so that long conversations are learnt too.
"""

import argparse
from collections.abc import Iterator
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from random import Random

import numpy as np
from tokenizers import Tokenizer

from .data import MENTION, Document, Windows, encode, load_windows, pack, save_windows
from .held import shown_prompts
from .mix import MIXES, Part, Weighed, dialogues, later, parts, stock_of
from .words import Stock

BATCHES = 96  # in a shard
TOGETHER = 2  # shards that one process makes: what it gathers first takes a while
SHORT, LONG = (512, 12), (1024, 6)  # tokens and number of a batch's windows


def layout(number: int) -> tuple[int, int]:
    """Tokens in a window and windows in a batch, for the shard with this number."""
    return LONG if number % 16 == 13 else SHORT


def batch_rows(corpus: Path, work: Path, mix: str, step: int) -> Windows:
    """The windows of one step's batch; generates its shard if it is missing."""
    number, place = divmod(step, BATCHES)
    windows, rows = shard(corpus, work, mix, number), layout(number)[1]
    at = slice(place * rows, (place + 1) * rows)
    return Windows(windows.tokens[at], windows.weights[at])


_HELD: dict[Path, Windows] = {}  # the shard that is being read


def shard(corpus: Path, work: Path, mix: str, number: int) -> Windows:
    """Read a shard; if it is missing, generate it and the next ones first."""
    path = shard_path(work, mix, number)
    if path not in _HELD:
        if not path.exists():
            maker = get_context("spawn").Process(target=make_shards, args=(corpus, work, mix, number))
            maker.start()
            maker.join()
        _HELD.clear()
        _HELD[path] = load_windows(path)
    return _HELD[path]


def shard_path(work: Path, mix: str, number: int) -> Path:
    """The path of a shard's file."""
    return work / f"{mix}{number}.npz"


def make_shards(corpus: Path, work: Path, mix: str, start: int, count: int = TOGETHER) -> None:
    """Generate `count` shards from this number on, each from its own seed."""
    stock, tokenizer = stock_of(corpus), load_tokenizer(work)
    for number in range(start, start + count):
        make_shard(work, mix, number, stock, tokenizer)


def make_shard(work: Path, mix: str, number: int, stock: Stock, tokenizer: Tokenizer) -> None:
    """Generate a shard that does not exist yet."""
    path = shard_path(work, mix, number)
    if not path.exists():
        save_windows(windows_of(stock, tokenizer, mix, number), path)


def windows_of(stock: Stock, tokenizer: Tokenizer, mix: str, number: int) -> Windows:
    """The windows of one shard, in random order."""
    length, rows = layout(number)
    return some_windows(stock, tokenizer, parts(mix), length, rows * BATCHES, Random(f"{mix}{number}"), number)


def some_windows(stock: Stock, tokenizer: Tokenizer, kinds: tuple[Part, ...], length: int, count: int, rng: Random, seed: int) -> Windows:
    """So many windows of conversations of these kinds, in a random order that `seed` gives."""
    packed = pack(documents(stock, tokenizer, kinds, rng, length, round(1.12 * length * count)), length)
    order = np.random.default_rng(seed).permutation(count)  # the fullest: what is left over is not read
    return Windows(packed.tokens[order], packed.weights[order])


def documents(stock: Stock, tokenizer: Tokenizer, kinds: tuple[Part, ...], rng: Random, longest: int, tokens: int) -> list[Document]:
    """Conversations of every kind, each kind to its share of so many tokens; none is longer than `longest`."""
    shown, found = shown_prompts(), []
    for part in kinds:
        found += some(part, dialogues(part, stock, rng, shown), tokenizer, longest, tokens * part.share / 100)
    rng.shuffle(found)
    return [encode(tokenizer, *weighed, mention=MENTION) for weighed in later(found, rng)]


def some(part: Part, source: Iterator, tokenizer: Tokenizer, longest: int, tokens: float) -> list[Weighed]:
    """As many conversations of one kind as make up so many tokens."""
    found, held = [], 0
    while held < tokens:
        turns = next(source)
        size = len(encode(tokenizer, turns)[0])
        if size <= longest:
            found.append((turns, part.user, part.reply))
            held += size
    return found


def load_tokenizer(work: Path) -> Tokenizer:
    """The tokenizer in the work folder."""
    return Tokenizer.from_file(str(work / "tokenizer" / "tokenizer.json"))


@cache
def checks(corpus: Path, work: Path, count: int = 12) -> dict[str, list[Document]]:
    """Held-out conversations of every kind, for the losses shown during training."""
    stock, tokenizer, shown = stock_of(corpus, "choose"), load_tokenizer(work), shown_prompts()
    found = {part.name: dialogues(part, stock, Random(7), shown, held=True) for part in parts()}
    return {name: [encode(tokenizer, next(source)) for _ in range(count)] for name, source in found.items()}


def main() -> None:
    """Generate many shards in advance, for training that is faster than generating them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--mix", choices=MIXES, default="first")
    parser.add_argument("--shards", type=int, required=True)
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    jobs = [(args.corpus, args.work, args.mix, start) for start in range(0, args.shards, TOGETHER)]
    with get_context("spawn").Pool(args.processes) as pool:
        pool.starmap(make_shards, jobs, chunksize=1)


if __name__ == "__main__":
    main()
