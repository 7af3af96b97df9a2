"""Trains the target, and beside it the drafter, on shards of windows. Resumable: kill it at any time, run it again.

python -m assets.recipe.train --corpus DIR --work DIR --start DIR [--drafter]

Both go on from the weights of an older pair, whose tokenizer they keep.
"""

import argparse
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .data import REPLY, Windows
from .export import resumed
from .model import Model, Shape, fast_dtype
from .optim import Optimiser, schedule
from .prepare import batch_rows, checks

TARGET = Shape(layers=16, width=288, heads=4, kv_heads=2, ff=704)
DRAFTER = Shape(layers=2, width=192, heads=3, kv_heads=1, ff=512, qk_norm=False)
STEPS = {"target": 2000, "sketch": 400}  # of some 6,400 tokens each; the drafter's first sketch knows the text, not yet the target
RATE = 0.8  # of the optimiser's: the weights are not new
CHUNK = 2048  # positions whose logits exist at one time
EVERY = 100  # steps between checkpoints
CHECKED = 1000  # steps between looks at the held-out conversations

Rows = Callable[[int], Windows]  # of a step


def token_losses(hidden: Tensor, head: Tensor, targets: Tensor, weights: Tensor) -> Tensor:
    """Weighted sum of cross-entropies, nats. hidden (N, width), targets and weights (N)."""
    logits = F.linear(hidden, head.to(hidden.dtype)).float()
    return (F.cross_entropy(logits, targets, reduction="none") * weights).sum()


@dataclass
class Batch:
    """tokens (B, T + 1) int64; where (N) flat positions whose next token counts; weights (N), 0 for padding."""

    tokens: Tensor
    where: Tensor
    weights: Tensor


def batch_of(rows: Windows) -> Batch:
    """A batch of windows; `where` is padded to whole chunks, so that compiled code sees one size."""
    tokens = torch.from_numpy(rows.tokens.astype(np.int64))
    weights = torch.from_numpy(rows.weights[:, 1:].astype(np.float32) / 100).flatten()
    where = weights.nonzero().flatten()
    short = -len(where) % CHUNK
    return Batch(tokens, F.pad(where, (0, short)), F.pad(weights[where], (0, short)))


def batch_loss(model: Model, batch: Batch, dtype: torch.dtype, losses: Callable, weight: Tensor) -> Tensor:
    """Weighted loss of one batch in nats, over the `weight` of all its tokens."""
    hidden = model(batch.tokens[:, :-1], dtype).flatten(0, 1)[batch.where]
    targets = batch.tokens[:, 1:].flatten()[batch.where]
    chunks = zip(hidden.split(CHUNK), targets.split(CHUNK), batch.weights.split(CHUNK))
    return sum(losses(h, model.embed, t, w) for h, t, w in chunks) / weight


@torch.no_grad()
def examine(model: Model, documents: dict[str, list], dtype: torch.dtype) -> str:
    """By kind: mean loss of reply tokens (nats), share right, share of documents all right when read along."""
    out = []
    for kind, docs in documents.items():
        losses, right, whole = [], [], 0
        for ids, weights in docs:
            tokens = torch.tensor([ids[:1025]])
            at = torch.tensor(weights[1:1025]) == REPLY
            logits = model.logits(model(tokens[:, :-1], dtype)[0][at]).float()
            goal = tokens[0, 1:][at]
            losses.append(F.cross_entropy(logits, goal, reduction="none"))
            right.append(logits.argmax(-1) == goal)
            whole += bool(right[-1].all())
        out.append(f"{kind} {torch.cat(losses).mean():.3f}/{torch.cat(right).float().mean():.3f}/{whole / len(docs):.2f}")
    return "  ".join(out)


class Run:
    """A model in training with its optimiser, average and step; knows how to come back from a file."""

    def __init__(self, make: Callable[[], nn.Module], path: Path):
        """Goes on from `path`, else from what `make` makes."""
        torch.manual_seed(0)
        self.model, self.average, self.path, self.step = make(), make(), path, 0
        self.average.load_state_dict(self.model.state_dict())
        self.optimiser = Optimiser(self.model)
        if path.exists():
            self.restore(torch.load(path))

    def restore(self, saved: dict) -> None:
        """What `save` wrote."""
        self.model.load_state_dict(saved["model"])
        self.average.load_state_dict(saved["average"])
        self.optimiser.restore(saved["optimiser"])
        self.step = saved["step"]

    @torch.no_grad()
    def update(self, scale: float) -> None:
        """One optimiser step, and the average follows."""
        self.optimiser.step(scale)
        self.follow()

    @torch.no_grad()
    def follow(self) -> None:
        """Counts a step that was done; the average comes nearer."""
        self.step += 1
        keep = min(0.995, self.step / (self.step + 20))
        torch._foreach_lerp_(list(self.average.parameters()), list(self.model.parameters()), 1 - keep)

    def save(self) -> None:
        """Written aside first: a kill leaves the old file whole."""
        partial = self.path.with_suffix(".partial")
        state = {"model": self.model.state_dict(), "average": self.average.state_dict()}
        torch.save({**state, "optimiser": self.optimiser.state(), "step": self.step}, partial)
        partial.rename(self.path)


def load_average(path: Path, shape: Shape = TARGET) -> Model:
    """The averaged weights of a checkpoint, frozen."""
    model = Model(shape)
    model.load_state_dict(torch.load(path)["average"])
    return model.requires_grad_(False)


class Team:
    """Processes of one thread each that train together: weights and moments are shared, and each has a share of every batch and of
    the optimiser's work. They meet twice a step, where threads would meet at every product: on a machine that others use too,
    that makes several times as much of the same share of it."""

    def __init__(self, run: Run, ranks: int):
        run.model.share_memory()
        run.optimiser.share()
        self.ranks = ranks
        self.gradients = torch.zeros(ranks, sum(p.numel() for p in run.model.parameters())).share_memory_()
        self._barrier = get_context("spawn").Barrier(ranks)

    def meet(self) -> None:
        """Waits for the others; making shards may take one of them a while."""
        self._barrier.wait(1200)

    def add_up(self, model: Model, rank: int) -> None:
        """Every process's gradients become the sum of all."""
        torch.cat([p.grad.flatten() for p in model.parameters()], out=self.gradients[rank])
        self.meet()
        sizes = [p.numel() for p in model.parameters()]
        for p, part in zip(model.parameters(), self.gradients.sum(0).split(sizes)):
            p.grad = part.view_as(p)


def train(run: Run, rows: Rows, steps: int, look: Callable[[], str], team: Team, rank: int = 0) -> None:
    """Steps until `steps`; the first process prints a line every 25 and saves. `look` says how well the average does."""
    run.model.compiled(dynamic=False)
    losses, dtype = torch.compile(token_losses, dynamic=False), fast_dtype()
    since, seen, total = time.time(), 0, 0.0
    while run.step < steps:
        whole = rows(run.step) if rank == 0 else None
        team.meet()
        whole = whole or rows(run.step)
        batch = batch_of(Windows(whole.tokens[rank :: team.ranks], whole.weights[rank :: team.ranks]))
        loss = batch_loss(run.model, batch, dtype, losses, torch.tensor(whole.weights[:, 1:].sum() / 100))
        loss.backward()
        team.add_up(run.model, rank)
        run.optimiser.step(RATE * schedule(run.step, steps), rank, team.ranks)
        team.meet()
        if rank:
            run.step += 1
            continue
        run.follow()
        seen, total = seen + whole.tokens.size, total + loss.item() * team.ranks
        if run.step % 25 == 0:
            print(f"step {run.step} loss {total / 25:.4f} tokens/s {seen / (time.time() - since):.0f}", flush=True)
            since, seen, total = time.time(), 0, 0.0
        if run.step % EVERY == 0 or run.step == steps:
            run.save()
        if run.step % CHECKED == 0 or run.step == steps:
            print(f"step {run.step} {look()}", flush=True)
            since = time.time()


def help_train(number: int, run: Run, rows: Rows, steps: int, team: Team) -> None:
    """What every process but the first does."""
    torch.set_num_threads(1)
    train(run, rows, steps, str, team, number + 1)


def main() -> None:
    """Reads the arguments and trains one of the two."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--start", type=Path, required=True, help="folder of the pair to begin with: target and drafter in it")
    parser.add_argument("--drafter", action="store_true", help="the drafter's first sketch instead of the target")
    parser.add_argument("--steps", type=int)
    parser.add_argument("--ranks", type=int, default=2, help="processes, each of one thread")
    args = parser.parse_args()
    torch.set_num_threads(1)
    if not (args.work / "tokenizer").exists():
        shutil.copytree(args.start / "target", args.work / "tokenizer", ignore=shutil.ignore_patterns("*.safetensors", "c*", "g*"))
    name, shape, first = ("sketch", DRAFTER, "drafter") if args.drafter else ("target", TARGET, "target")
    run = Run(lambda: resumed(Model(shape), args.start / first, shape), args.work / f"{name}.pt")
    rows, team, steps = partial(batch_rows, args.corpus, args.work), Team(run, args.ranks), args.steps or STEPS[name]
    helpers = torch.multiprocessing.spawn(help_train, (run, rows, steps, team), args.ranks - 1, join=False)
    train(run, rows, steps, lambda: examine(run.average, checks(args.corpus, args.work), fast_dtype()), team)
    helpers.join()


if __name__ == "__main__":
    main()
