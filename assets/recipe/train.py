"""Trains the target on shards of windows. Resumable: kill it at any time, run it again.

python -m assets.recipe.train --corpus PATH --work DIR
"""

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .data import Windows, load_shard
from .model import Model, Shape, fast_dtype
from .optim import Optimiser, schedule
from .prepare import checks, prepare

TARGET = Shape(layers=16, width=288, heads=4, kv_heads=2, ff=704)
BATCH = 6 * 1024  # tokens
CHUNK = 2048  # positions whose logits exist at one time
EVERY = 300  # steps between checkpoints


@dataclass(frozen=True)
class Phase:
    """`mixes`: a shard each, numbered from `start`; it ends after `steps` and leaves the checkpoint `name`.pt."""

    name: str
    mixes: tuple[str, ...]
    start: int
    steps: int
    rate: float


PHASES = (
    Phase("target", ("first",) * 4, 0, 3200, 1.0),
    Phase("second", ("tasks", "long"), 0, 880, 0.4),
    Phase("third", ("names",), 10, 800, 0.4),
    Phase("fourth", ("names_again",), 11, 500, 0.35),
)


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


def batch_loss(model: Model, batch: Batch, dtype: torch.dtype, losses: Callable) -> Tensor:
    """Mean weighted loss of one batch, nats a token."""
    hidden = model(batch.tokens[:, :-1], dtype).flatten(0, 1)[batch.where]
    targets = batch.tokens[:, 1:].flatten()[batch.where]
    chunks = zip(hidden.split(CHUNK), targets.split(CHUNK), batch.weights.split(CHUNK))
    return sum(losses(h, model.embed, t, w) for h, t, w in chunks) / batch.weights.sum()


class Stream:
    """Batch number n of a fixed shuffled order over the shards; each shard has windows of its own length."""

    def __init__(self, paths: list[Path], batch: int = BATCH, seed: int = 0):
        self.paths, self.seed = paths, seed
        shapes = [np.load(path)["tokens"].shape for path in paths]
        self.batches = [max(1, round(batch / (length - 1))) for _, length in shapes]
        self.sizes = [count // rows for (count, _), rows in zip(shapes, self.batches)]
        self.held: tuple[int, Windows] | None = None

    def rows(self, number: int) -> Windows:
        """The windows of one batch; starts over when the shards are used up."""
        turn, number = divmod(number, sum(self.sizes))
        which = 0
        while number >= self.sizes[which]:
            number -= self.sizes[which]
            which += 1
        if self.held is None or self.held[0] != which:
            self.held = which, load_shard(self.paths[which])
        order = np.random.default_rng((self.seed, turn, which)).permutation(len(self.held[1].tokens))
        rows = self.batches[which]
        chosen = order[number * rows : (number + 1) * rows]
        return Windows(self.held[1].tokens[chosen], self.held[1].weights[chosen])


@torch.no_grad()
def examine(model: Model, documents: dict[str, list], dtype: torch.dtype) -> str:
    """By kind: mean loss of reply tokens (nats), share right, share of documents all right when read along."""
    out = []
    for kind, docs in documents.items():
        losses, right, whole = [], [], 0
        for ids, weights in docs:
            tokens = torch.tensor([ids[:1025]])
            at = torch.tensor(weights[1:1025]) == 100
            logits = model.logits(model(tokens[:, :-1], dtype)[0][at]).float()
            goal = tokens[0, 1:][at]
            losses.append(F.cross_entropy(logits, goal, reduction="none"))
            right.append(logits.argmax(-1) == goal)
            whole += bool(right[-1].all())
        out.append(f"{kind} {torch.cat(losses).mean():.3f}/{torch.cat(right).float().mean():.3f}/{whole / len(docs):.2f}")
    return "  ".join(out)


class Run:
    """A model in training with its optimiser, average and step; knows how to come back from a file."""

    def __init__(self, make: Callable[[], nn.Module], path: Path, after: Path | None = None):
        """Goes on from `path`, else from the end of the run `after`, else from what `make` makes."""
        torch.manual_seed(0)
        self.model, self.average, self.path, self.step = make(), make(), path, 0
        self.average.load_state_dict(self.model.state_dict())
        self.optimiser = Optimiser(self.model)
        if path.exists():
            self.restore(torch.load(path))
        elif after:
            self.restore(torch.load(after))
            self.step = 0

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


def train(run: Run, stream: Stream, steps: int, documents: dict[str, list], dtype: torch.dtype, rate: float = 1.0) -> None:
    """Steps until `steps`, with a line every 25, a check and a checkpoint every EVERY."""
    for block in run.model.blocks:
        block.compile(dynamic=False)
    losses = torch.compile(token_losses, dynamic=False)
    since, seen, total = time.time(), 0, 0.0
    while run.step < steps:
        batch = batch_of(stream.rows(run.step))
        loss = batch_loss(run.model, batch, dtype, losses)
        loss.backward()
        run.update(rate * schedule(run.step, steps))
        seen, total = seen + batch.tokens.numel(), total + loss.item()
        if run.step % 25 == 0:
            print(f"step {run.step} loss {total / 25:.4f} tokens/s {seen / (time.time() - since):.0f}", flush=True)
            since, seen, total = time.time(), 0, 0.0
        if run.step % EVERY == 0 or run.step == steps:
            run.save()
            print(f"step {run.step} checks {examine(run.average, documents, dtype)}", flush=True)
            since = time.time()


def main() -> None:
    """Reads the arguments and trains the phases, each from where the one before ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--threads", type=int, default=3)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    documents = checks(args.corpus, args.work)
    before = None
    for phase in PHASES:
        path = args.work / f"{phase.name}.pt"
        stream = Stream(prepare(args.corpus, args.work, phase.mixes, phase.start))
        train(Run(lambda: Model(TARGET), path, after=before), stream, phase.steps, documents, fast_dtype(), phase.rate)
        before = path


if __name__ == "__main__":
    main()
