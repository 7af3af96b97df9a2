"""Tokenizer and shards: everything that training reads, in a work folder."""

from collections.abc import Sequence
from multiprocessing import get_context
from pathlib import Path
from random import Random

from tokenizers import Tokenizer

from .corpus import read_corpus
from .data import MIXES, TASKS, TASKS_AGAIN, documents, encode, save_shard
from .tokenizer import save_tokenizer, train_tokenizer
from .words import Stock, gather

VOCABULARY = 4096


def make_tokenizer(stock: Stock, folder: Path) -> Tokenizer:
    """Learnt from the training dialogues and about a fifth as much task text."""
    if not (folder / "tokenizer.json").exists():
        rng = Random(0)
        texts = [text for dialogue in stock.dialogues for _, text in dialogue]
        for task, count in TASKS:
            texts += [task(stock, rng)[0][1] for _ in range(count)]
        save_tokenizer(train_tokenizer(texts, VOCABULARY), folder)
    return Tokenizer.from_file(str(folder / "tokenizer.json"))


def prepare(corpus: Path, work: Path, mixes: Sequence[str], start: int = 0, processes: int = 3) -> list[Path]:
    """The paths of one shard a mix named, made where they are missing; they are numbered from `start`, and seeded so."""
    work.mkdir(parents=True, exist_ok=True)
    paths = [work / f"{mix}{n}.npz" for n, mix in enumerate(mixes, start)]
    make_tokenizer(gather(read_corpus(corpus)["train"]), work / "tokenizer")
    missing = [(corpus, work, n, mix) for n, mix in enumerate(mixes, start) if not paths[n - start].exists()]
    if missing:
        with get_context("fork").Pool(processes) as pool:
            pool.starmap(shard, missing, chunksize=1)
    return paths


def shard(corpus: Path, work: Path, number: int, name: str) -> None:
    """One shard, in a process of its own."""
    stock, mix = gather(read_corpus(corpus)["train"]), MIXES[name]
    save_shard(documents(stock, load_tokenizer(work), number, mix), work / f"{name}{number}.npz", mix.window)


def load_tokenizer(work: Path) -> Tokenizer:
    """The tokenizer that make_tokenizer put into the work folder."""
    return Tokenizer.from_file(str(work / "tokenizer" / "tokenizer.json"))


def checks(corpus: Path, work: Path) -> dict[str, list]:
    """Documents to choose settings by, none of them trained on: held-out dialogues, tasks on held-out code."""
    stock, tokenizer, rng = gather(read_corpus(corpus)["choose"], unseen=True), load_tokenizer(work), Random(7)
    kinds = {task.__name__: [task(stock, rng) for _ in range(60)] for task, _ in TASKS_AGAIN}
    kinds["dialogue"] = stock.dialogues[:80]
    return {kind: [encode(tokenizer, turns, user=0) for turns in found] for kind, found in kinds.items()}
