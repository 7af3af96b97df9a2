"""Trains the target, and beside it the drafter, on shards of windows. Resumable: kill it at any time, run it again.

python -m assets.recipe.train --corpus DIR --work DIR --start DIR --phase first|second|third|last|leaning|longer|final|copies|settling|wider|asked|worded|sketch

Both go on from the weights of an older pair, whose tokenizer they keep.
"""

import argparse
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .data import REPLY, Windows
from .export import resumed
from .introduced import Introducers, introducers, repeated
from .model import Model, Shape, fast_dtype, settle
from .optim import Optimiser, for_steps, schedule
from .prepare import batch_rows, checks

TARGET = Shape(layers=16, width=288, heads=4, kv_heads=2, ff=704)
DRAFTER = Shape(layers=2, width=192, heads=3, kv_heads=1, ff=512, qk_norm=False)


@dataclass(frozen=True)
class Phase:
    """A run of so many steps, some 6,400 tokens each, on shards of one mix; `rate` is a share of the optimiser's, for no weights
    here are new."""

    shape: Shape
    mix: str
    steps: int
    rate: float
    falling: float = 0.35  # the share of the steps, at the end, over which the rate falls


PHASES = {  # by the checkpoint that each leaves
    "first": Phase(TARGET, "first", 1500, 0.8),
    "second": Phase(TARGET, "again", 330, 0.4),
    "third": Phase(TARGET, "long", 2500, 0.8),
    "last": Phase(TARGET, "last", 220, 0.3),
    "leaning": Phase(TARGET, "leaning", 1000, 0.6),
    "longer": Phase(TARGET, "longer", 1150, 0.5),
    "final": Phase(TARGET, "longer", 220, 0.3),
    "copies": Phase(TARGET, "copies", 600, 0.4),
    "settling": Phase(TARGET, "settling", 240, 0.25),
    "wider": Phase(TARGET, "wider", 4200, 0.5, falling=0.6),
    "asked": Phase(TARGET, "asked", 2200, 0.4, falling=0.6),
    "worded": Phase(TARGET, "worded", 6400, 0.25, falling=0.3),  # and on a GPU: on_gpu.py
    "sketch": Phase(DRAFTER, "leaning", 900, 0.8),  # the drafter knows the text then, not yet the target
}
BEFORE = {  # the checkpoint whose average a phase begins with
    "third": "second", "last": "third", "leaning": "blended", "longer": "leant", "final": "lengthened", "copies": "finished",
    "settling": "copied", "wider": "settled", "asked": "widened", "worded": "answered",
}  # fmt: skip
BLENDED = 0.75  # of the first phase's weights, the rest the older pair's: it copies as that did, and stories come back soon
BLENDS = {  # after a phase: the checkpoint that its weights are averaged with, their share, and the checkpoint that this gives
    "last": ("third", 0.6, "blended"),  # of 0, 0.35, 0.45, 0.5, 0.55, 0.6 and 1 the best on first prompts
    "leaning": ("blended", 0.8, "leant"),  # of 0.65, 0.8 and 1 the best on first prompts
    "longer": ("leant", 0.85, "lengthened"),  # of 0.6, 0.75, 0.85 and 1 the best on stories
    "final": ("lengthened", 0.35, "finished"),  # of 0.35, 0.5, 0.7 and 1 the best on stories and first prompts
    "copies": ("finished", 0.6, "copied"),  # of 0.4, 0.5, 0.6, 0.75 and 1 the best on passages and renamings
    "settling": ("copied", 0.35, "settled"),  # of 0.35 and 0.5 the best on renamings
    "wider": ("settled", 1.0, "widened"),  # at 0.9 fewer stories differ
    "asked": ("widened", 1.0, "answered"),
    "worded": ("answered", 1.0, "uncorrected"),
}
SHARPENED = {"settled": 1.2, "uncorrected": 1.2, "target": 1.2}  # a blend's logits are multiplied by it: README.md says why
UNLIKELY = 10.0  # weight of what would introduce a noun again; at any weight the loss is least for the true probabilities
CHUNK = 1024  # positions whose logits exist at one time
EVERY = 100  # steps between checkpoints
CHECKED = 1000  # steps between looks at the held-out conversations

Rows = Callable[[int], Windows]  # of a step


def token_losses(hidden: Tensor, head: Tensor, targets: Tensor, weights: Tensor, wrong: Tensor) -> Tensor:
    """Weighted sum of cross-entropies and of the unlikelihoods of `wrong`, nats. hidden (N, width), targets and weights (N), wrong (N, MOST),
    -1 for none."""
    logits = F.linear(hidden, head.to(hidden.dtype)).float()
    chances = (logits.gather(1, wrong.clamp(min=0)) - logits.logsumexp(1, keepdim=True)).exp().clamp(max=0.99)
    unlikely = (-torch.log1p(-chances) * (wrong >= 0)).sum(1)
    return ((F.cross_entropy(logits, targets, reduction="none") + UNLIKELY * unlikely) * weights).sum()


@dataclass
class Batch:
    """tokens (B, T + 1) int64; where (N) flat positions whose next token counts; weights (N), 0 for padding; wrong (N, MOST), what should not
    follow."""

    tokens: Tensor
    where: Tensor
    weights: Tensor
    wrong: Tensor


def batch_of(rows: Windows, wrong: np.ndarray, chunk: int = CHUNK) -> Batch:
    """A batch of windows, with what `repeated` finds in them; `where` is padded to whole chunks, so that compiled code sees one size."""
    tokens = torch.tensor(rows.tokens.astype(np.int64))
    counted = (rows.weights[:, 1:].astype(np.float32) / 100).ravel()
    at = np.flatnonzero(counted)
    where, weights, unlikely = map(torch.tensor, (at, counted[at], wrong.reshape(-1, wrong.shape[-1])[at].astype(np.int64)))
    short = -len(at) % chunk
    return Batch(tokens, F.pad(where, (0, short)), F.pad(weights, (0, short)), F.pad(unlikely, (0, 0, 0, short), value=-1))


def batch_loss(model: Model, batch: Batch, dtype: torch.dtype, losses: Callable, weight: float, chunk: int = CHUNK) -> Tensor:
    """Weighted loss of one batch in nats, over the `weight` of all its tokens."""
    hidden = model(batch.tokens[:, :-1], dtype).flatten(0, 1)[batch.where]
    targets = batch.tokens[:, 1:].flatten()[batch.where]
    chunks = zip(*(part.split(chunk) for part in (hidden, targets, batch.weights, batch.wrong)))
    return sum(losses(h, model.embed, *rest) for h, *rest in chunks) / weight


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
            self.restore(torch.load(path, map_location=torch.get_default_device()))

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
    model.load_state_dict(torch.load(path, map_location=torch.get_default_device())["average"])
    return model.requires_grad_(False)


class Team:
    """Processes of one thread each that train together: weights and moments are shared, and each has a share of every batch and of
    the optimiser's work. They meet twice a step, where threads would meet at every product: on a machine that others use too,
    that makes several times as much of the same share of it."""

    def __init__(self, run: Run, ranks: int):
        self.ranks = ranks
        self._barrier = get_context("spawn").Barrier(ranks)
        if ranks > 1:
            run.model.share_memory()
            run.optimiser.share()
            self.gradients = torch.zeros(ranks, sum(p.numel() for p in run.model.parameters())).share_memory_()

    def meet(self) -> None:
        """Waits for the others; making shards may take one of them a while."""
        self._barrier.wait(1200)

    def add_up(self, model: Model, rank: int) -> None:
        """Every process's gradients become the sum of all."""
        if self.ranks == 1:
            return
        torch.cat([p.grad.flatten() for p in model.parameters()], out=self.gradients[rank])
        self.meet()
        sizes = [p.numel() for p in model.parameters()]
        for p, part in zip(model.parameters(), self.gradients.sum(0).split(sizes)):
            p.grad = part.view_as(p)


def train(run: Run, rows: Rows, phase: Phase, words: Introducers, look: Callable[[], str], team: Team, rank: int = 0) -> None:
    """Steps until the phase's; the first process prints a line every 25 and saves. `look` says how well the average does."""
    run.model.compiled(dynamic=False)
    losses, dtype = torch.compile(token_losses, dynamic=False), fast_dtype()
    since, seen, total, course = time.time(), 0, 0.0, for_steps(phase.steps)
    while run.step < phase.steps:
        whole = rows(run.step) if rank == 0 else None
        team.meet()
        whole = whole or rows(run.step)
        mine = Windows(whole.tokens[rank :: team.ranks], whole.weights[rank :: team.ranks])
        batch = batch_of(mine, repeated(mine.tokens, mine.weights, words))
        loss = batch_loss(run.model, batch, dtype, losses, whole.weights[:, 1:].sum() / 100)
        loss.backward()
        team.add_up(run.model, rank)
        run.optimiser.step(phase.rate * schedule(run.step, course(run.step), decay=phase.falling), rank, team.ranks)
        team.meet()
        if rank:
            run.step += 1
            continue
        run.follow()
        seen, total = seen + whole.tokens.size, total + loss.item() * team.ranks
        if run.step % 25 == 0:
            print(f"step {run.step} loss {total / 25:.4f} tokens/s {seen / (time.time() - since):.0f}", flush=True)
            since, seen, total = time.time(), 0, 0.0
        if run.step % EVERY == 0 or run.step == phase.steps:
            run.save()
        if run.step % CHECKED == 0 or run.step == phase.steps:
            print(f"step {run.step} {look()}", flush=True)
            since = time.time()


def help_train(number: int, run: Run, rows: Rows, phase: Phase, words: Introducers, team: Team) -> None:
    """What every process but the first does."""
    settle(threads=1)
    train(run, rows, phase, words, str, team, number + 1)


def begun(name: str, work: Path, start: Path) -> Model:
    """The weights that a phase begins with: the older pair's, its and the first phase's mixed, or those of the phase before."""
    shape = PHASES[name].shape
    if name in BEFORE:
        return load_average(work / f"{BEFORE[name]}.pt").requires_grad_(True)
    old = resumed(Model(shape), start / ("drafter" if shape is DRAFTER else "target"), shape)
    if name == "second":
        new = load_average(work / "first.pt").state_dict()
        old.load_state_dict({key: value.lerp(new[key], BLENDED) for key, value in old.state_dict().items()})
    return old


def blend(work: Path, phase: str) -> None:
    """Write the checkpoint that BLENDS gives after a phase."""
    other, share, name = BLENDS[phase]
    averages, mine = (load_average(work / f"{one}.pt").state_dict() for one in (other, phase))
    mixed = {key: value.lerp(mine[key], share) for key, value in averages.items()}
    save_average(mixed, work, name)


def save_average(weights: dict[str, Tensor], work: Path, name: str) -> None:
    """A checkpoint of an average alone, sharpened as SHARPENED says."""
    sharper = {"norm": weights["norm"] * SHARPENED.get(name, 1)}  # the output head reads what the last norm gives
    torch.save({"average": weights | sharper}, work / f"{name}.pt")


def keep_tokenizer(start: Path, work: Path) -> None:
    """Copy the older pair's tokenizer into the work folder."""
    if not (work / "tokenizer").exists():
        shutil.copytree(start / "target", work / "tokenizer", ignore=shutil.ignore_patterns("*.safetensors", "c*", "g*"))


def main() -> None:
    """Reads the arguments and trains one phase."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--start", type=Path, required=True, help="folder of the pair to begin with: target and drafter in it")
    parser.add_argument("--phase", choices=PHASES, required=True)
    parser.add_argument("--steps", type=int, help="if not the phase's own: on a faster machine, more")
    parser.add_argument("--ranks", type=int, default=2, help="processes, each of one thread; 1 on a GPU")
    args = parser.parse_args()
    settle(threads=1)
    keep_tokenizer(args.start, args.work)
    phase = PHASES[args.phase]
    phase = replace(phase, steps=args.steps or phase.steps)
    run = Run(lambda: begun(args.phase, args.work, args.start), args.work / f"{args.phase}.pt")
    rows, team = partial(batch_rows, args.corpus, args.work, phase.mix), Team(run, args.ranks)
    words = introducers(args.work)
    helpers = torch.multiprocessing.spawn(help_train, (run, rows, phase, words, team), args.ranks - 1, join=False)
    train(run, rows, phase, words, lambda: examine(run.average, checks(args.corpus, args.work), fast_dtype()), team)
    helpers.join()


if __name__ == "__main__":
    main()
