"""Tokenizer and shards: everything that training reads, in a work folder."""

from multiprocessing import get_context
from pathlib import Path
from random import Random

from tokenizers import Tokenizer

from .corpus import read_corpus
from .data import TASKS, documents, encode, save_shard
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


def prepare(corpus: Path, work: Path, shards: int, processes: int = 3) -> list[Path]:
    """The shards' paths, made where they are missing. Shard n is seeded with n."""
    work.mkdir(parents=True, exist_ok=True)
    paths = [work / f"shard{n}.npz" for n in range(shards)]
    make_tokenizer(gather(read_corpus(corpus)["train"]), work / "tokenizer")
    missing = [n for n, path in enumerate(paths) if not path.exists()]
    if missing:
        with get_context("fork").Pool(processes) as pool:
            pool.starmap(shard, [(corpus, work, n) for n in missing], chunksize=1)
    return paths


def shard(corpus: Path, work: Path, number: int) -> None:
    """One pass over everything, in a process of its own."""
    stock = gather(read_corpus(corpus)["train"])
    save_shard(documents(stock, load_tokenizer(work), seed=number), work / f"shard{number}.npz")


def load_tokenizer(work: Path) -> Tokenizer:
    """The tokenizer that make_tokenizer put into the work folder."""
    return Tokenizer.from_file(str(work / "tokenizer" / "tokenizer.json"))


def checks(corpus: Path, work: Path) -> dict[str, list]:
    """Documents to choose settings by, none of them trained on: held-out dialogues, tasks on held-out code."""
    stock, tokenizer, rng = gather(read_corpus(corpus)["choose"], unseen=True), load_tokenizer(work), Random(7)
    kinds = {task.__name__: [task(stock, rng) for _ in range(60)] for task, _ in TASKS}
    kinds["dialogue"] = stock.dialogues[:80]
    return {kind: [encode(tokenizer, turns, user=0) for turns in found] for kind, found in kinds.items()}
