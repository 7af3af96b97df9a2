"""Goes on with the target of the worded phase for so many seconds on one GPU, then distils its drafters there.

python -m assets.recipe.on_gpu --corpus DIR --work DIR --start DIR --out DIR --seconds 300 --until 525

A GPU reads a shard in a tenth of the time that a process takes to make it. So processes make shards beside it, with what must not follow in them,
and the GPU reads whatever is there, an older shard again where nothing is. The lengths are in seconds because such a machine is lent for so long:
`--seconds` for the target, and the drafters end `--until` so many seconds are over. `--start` holds the drafters and, as `target`, the average of
worded.pt, not sharpened. Run again in the same work folder, with a target.pt in it, it goes on with the drafters.
"""

import argparse
import os
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random

import numpy as np
import torch

from . import chained, dflash, distill, harvest, mtp
from .data import Windows
from .export import resumed
from .folders import write_folders
from .introduced import MOST, introducers, repeated
from .learn import BATCH, lessons_in
from .model import Model, fast_dtype, lesson_dtype, settle
from .optim import Course, for_seconds, schedule
from .prepare import layout, load_tokenizer, make_shard, stock_of, windows_of
from .train import DRAFTER, TARGET, Batch, Run, batch_loss, batch_of, keep_tokenizer, load_average, save_average, token_losses
from .words import Stock

MIX = "worded"
RATE, FALLING = 0.7, 0.8  # as in train.PHASES, for batches five times as large
TOKENS = 32 * 1024  # of a batch
CHUNK = 8 * 1024  # positions whose logits exist at one time
FIRST = 1000  # number of the first shard: those before have been read
WAITING = 24  # shards that wait to be read; then makers wait
REMEMBERED = 64  # shards that are read again where none waits
PATIENCE = 90  # seconds until the first shard
FILES = 2  # times the lessons of harvest.FILES
HARVESTERS = 14
STUDY = 16 * 1024  # tokens of a batch of lessons


def make_shards(folder: Path, work: Path, stock: Stock, first: int, each: int) -> None:
    """Makes every `each`th shard from `first` on, without end, in a process of its own."""
    tokenizer, words, number = load_tokenizer(work), introducers(work), first
    while True:
        while len(list(folder.glob("*.npy"))) >= WAITING:
            time.sleep(0.2)
        windows = windows_of(stock, tokenizer, MIX, number)
        wrong = repeated(windows.tokens, windows.weights, words).astype(np.int16)
        partial = folder / f"{number}.partial"
        with partial.open("wb") as file:
            for array in (windows.tokens, windows.weights, wrong):
                np.save(file, array)
        partial.rename(folder / f"{number}.npy")
        number += each


def make_inputs(corpus: Path, work: Path, stock: Stock, files: list[harvest.Made]) -> None:
    """Makes what the harvest reads and asks, while the target is still in training."""
    tokenizer = load_tokenizer(work)
    for make, mix, number in files:
        if make is harvest.answers_file:
            harvest.kept_requests(corpus, work, mix, number)
        else:
            make_shard(work, mix, harvest.SHARDS + number, stock, tokenizer)


Shard = tuple[Windows, np.ndarray]  # with the tokens that must not follow


class Shards:
    """The shards of a folder in the order in which they come, each removed when it is read."""

    def __init__(self, folder: Path):
        self.folder, self.fresh = folder, 0
        self._kept: deque[Shard] = deque(maxlen=REMEMBERED)
        self._rng = Random(0)

    def next(self) -> Shard:
        """The next one, else one from before."""
        since = time.time()
        while not (waiting := sorted(self.folder.glob("*.npy"), key=lambda path: int(path.stem))) and not self._kept:
            if time.time() - since > PATIENCE:
                raise RuntimeError(f"no shard in {self.folder} after {PATIENCE} s: the processes that make them must have failed")
            time.sleep(0.1)
        if not waiting:
            return self._rng.choice(self._kept)
        with waiting[0].open("rb") as file:
            tokens, weights, wrong = (np.load(file) for _ in range(3))
        waiting[0].unlink()
        self.fresh += 1
        self._kept.append((Windows(tokens, weights), wrong))
        return self._kept[-1]

    def batches(self) -> Iterator[tuple[Windows, np.ndarray]]:
        """Batches of TOKENS without end; the next shard is read meanwhile."""
        order = np.random.default_rng(0)
        with ThreadPoolExecutor(1) as reader:
            ahead = reader.submit(self.next)
            while True:
                (windows, wrong), ahead = ahead.result(), reader.submit(self.next)
                rows = TOKENS // (windows.tokens.shape[1] - 1)
                mixed = order.permutation(len(windows.tokens))
                for start in range(0, len(mixed) - rows + 1, rows):
                    at = mixed[start : start + rows]
                    yield Windows(windows.tokens[at], windows.weights[at]), wrong[at]


def sent(windows: Windows, wrong: np.ndarray) -> Batch:
    """A batch on the GPU, copied while the GPU computes."""
    with torch.device("cpu"):
        batch = batch_of(windows, wrong, CHUNK)
    parts = (batch.tokens, batch.where, batch.weights, batch.wrong)
    return Batch(*(part.pin_memory().cuda(non_blocking=True) for part in parts)) if torch.cuda.is_available() else batch


def compiled_losses(model: Model) -> Callable:
    """Compiles blocks and losses for both lengths of windows, by a step that changes nothing; without a compiler they stay as they are."""
    found = torch.compile(token_losses, dynamic=False)
    try:
        model.compiled(dynamic=False)
        for length in {layout(number)[0] for number in range(16)}:
            rows = TOKENS // length
            empty = Windows(np.zeros((rows, length + 1), np.uint16), np.full((rows, length + 1), 100, np.uint8))
            batch = sent(empty, np.full((rows, length, MOST), -1, np.int16))
            batch_loss(model, batch, fast_dtype(), found, 1.0, CHUNK).backward()
    except Exception as error:  # of many kinds, by the compiler's version
        print(f"not compiled: {error!r}"[:2000], flush=True)
        for block in model.blocks:
            block._compiled_call_impl = None
        found = token_losses
    model.zero_grad(set_to_none=True)
    return found


def train(run: Run, shards: Shards, course: Course, losses: Callable) -> None:
    """Steps to the course's end, with a line every 100."""
    since, dtype, total = time.time(), fast_dtype(), torch.zeros(())
    for windows, wrong in shards.batches():
        if (share := course(run.step)) >= 1:
            return
        loss = batch_loss(run.model, sent(windows, wrong), dtype, losses, float(windows.weights[:, 1:].sum() / 100), CHUNK)
        loss.backward()
        run.update(RATE * schedule(run.step, share, decay=FALLING))
        total = total + loss.detach()
        if run.step % 100 == 0:
            speed = 100 * TOKENS / (time.time() - since)
            print(f"step {run.step} loss {total.item() / 100:.4f} tokens/s {speed:.0f} fresh shards {shards.fresh} share {share:.3f}", flush=True)
            since, total = time.time(), torch.zeros(())


def learn_drafter(name: str, work: Path, start: Path, end: float) -> None:
    """Distils one drafter until this time, in a process of its own."""
    settle(threads=1)
    torch._dynamo.config.disable = True  # three processes would compile the same code, for longer than it saves here
    dtype = lesson_dtype()
    teacher = load_average(work / "target.pt")
    lessons, path = lessons_in(work, BATCH if name == "dflash" else STUDY), work / f"{name}.pt"
    course = for_seconds(end - time.time())
    if name == "drafter":
        student = Run(lambda: resumed(Model(DRAFTER), start / "drafter", DRAFTER), path)
        distill.distill(student, lessons, course, dtype, 0.6)
    elif name == "mtp":
        student = Run(lambda: mtp.begun(teacher, start), path)
        chained.train_head(student, teacher.to(dtype), lessons, course, dtype, 0.6)
    else:
        student = Run(lambda: resumed(dflash.Drafter(), start / "dflash", dflash.DRAFTER, dflash.DFLASH), path)
        dflash.train_drafter(student, teacher.to(dtype), lessons, course, dtype, 0.6)


def train_target(args: argparse.Namespace, files: list[harvest.Made]) -> None:
    """Trains the target, and leaves what the harvest needs."""
    since = time.time()
    folder, stock, forks = args.work / "waiting", stock_of(args.corpus), get_context("fork")  # forked before a GPU is touched, with the stock
    folder.mkdir(parents=True, exist_ok=True)
    makers = max(1, (os.cpu_count() or 2) - 3)
    shards = [forks.Process(target=make_shards, args=(folder, args.work, stock, FIRST + n, makers), daemon=True) for n in range(makers)]
    inputs = [forks.Process(target=make_inputs, args=(args.corpus, args.work, stock, files[n::2]), daemon=True) for n in range(2)]
    for process in (*shards, *inputs):
        process.start()
    settle(threads=1)
    run = Run(lambda: resumed(Model(TARGET), args.start / "target", TARGET), args.work / f"{MIX}.pt")
    losses = compiled_losses(run.model)
    print(f"ready to train: {time.time() - since:.0f} s", flush=True)
    train(run, Shards(folder), for_seconds(args.seconds), losses)
    for process in shards:
        process.terminate()
    run.save()
    save_average(run.average.state_dict(), args.work, "target")
    for process in inputs:
        process.join()


def main() -> None:
    """Reads the arguments; trains, harvests and distils, and writes after each what there is."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("corpus", "work", "start", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--seconds", type=float, required=True, help="of the target's training")
    parser.add_argument("--until", type=float, required=True, help="seconds of everything; the drafters have what is left, all at the same time")
    args = parser.parse_args()
    since, files, spawned = time.time(), harvest.files(FILES), get_context("spawn")
    keep_tokenizer(args.start, args.work)
    if not (args.work / "target.pt").exists():
        trainer = spawned.Process(target=train_target, args=(args, files))
        trainer.start()
        trainer.join()
        if trainer.exitcode:
            sys.exit("the target's training failed")
        write_folders(args.work, args.out)
        print(f"target: {time.time() - since:.0f} s", flush=True)
    missing = [file for file in files if not (args.work / f"lessons{file[2]}.npz").exists()]
    try:
        harvest.make_files(args.corpus, args.work, sorted(missing, key=lambda file: file[0] is harvest.text_file), HARVESTERS)
    except Exception as error:  # what the others made is enough to learn from
        print(f"harvest: {error!r}", flush=True)
    print(f"harvest: {time.time() - since:.0f} s", flush=True)
    students = [spawned.Process(target=learn_drafter, args=(name, args.work, args.start, since + args.until)) for name in ("drafter", "mtp", "dflash")]
    for process in students:
        process.start()
    for process in students:
        process.join()
    write_folders(args.work, args.out)
    print(f"drafters: {time.time() - since:.0f} s", flush=True)


if __name__ == "__main__":
    main()
