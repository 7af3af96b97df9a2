"""Training of heads that draft token by token on hidden states of the frozen target: what `mtp` and `eagle3` share.

In drafting, a head's own output replaces the hidden states of tokens that the target has not read. It is trained in the same way: DEPTH
passes, each on the output of the one before, with the keys and values that a draft of that depth has in its cache.
"""

import argparse
from collections.abc import Callable
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .learn import Lessons, learn, lessons_in, losses, mixed
from .lessons import Batch
from .model import SPAN, Model, lesson_dtype, masked, settle
from .optim import Course, for_steps
from .train import Run, load_average

DEPTH = 3
SHARES = (1.0, 0.8, 0.6)  # of the loss, by depth

Table = tuple[Tensor, Tensor]  # cos and sin


class Past:
    """Keys and values (B, H, T, D) of every pass so far. A pass of depth d sees its own token's of pass d, its parent's of pass
    d - 1, and so on; the first pass's of all that came before those."""

    def __init__(self, batch: Batch):
        self.keys: list[Tensor] = []
        self.values: list[Tensor] = []
        self._parents = batch.parents
        self._seen = batch.seen.clone()
        self._seen[:, :, 1:, 0] = False  # the first token has no parent, so a head never has it

    def attend(self, q: Tensor) -> Tensor:
        """q (B, H, T, D) of the pass whose keys came last."""
        depth = len(self.keys)
        if depth == 1:
            return masked(q, self.keys[0], self.values[0], self._seen)
        own = torch.arange(q.shape[2]).expand_as(self._parents)
        self._seen = self._seen.scatter(3, self._back(own, depth - 2)[:, None, :, None], False)
        chain = [(self._at(self.keys[m], own, depth - 1 - m), self._at(self.values[m], own, depth - 1 - m)) for m in range(1, depth)]
        near = torch.stack([(q * k).sum(-1).float() for k, _ in chain], -1)
        return torch.cat([self._strip(q, near, [v for _, v in chain], start) for start in range(0, q.shape[2], SPAN)], 2)

    def _strip(self, q: Tensor, near: Tensor, values: list[Tensor], start: int) -> Tensor:
        """The attention of SPAN queries from `start` on to the first pass's keys, and to the near ones by their scores (B, H, T, N)."""
        end = min(start + SPAN, q.shape[2])
        far = (q[:, :, start:end] @ self.keys[0][:, :, :end].mT).float().masked_fill(~self._seen[:, :, start:end, :end], -torch.inf)
        weights = torch.cat((far, near[:, :, start:end]), -1).mul(q.shape[-1] ** -0.5).softmax(-1).to(q.dtype)
        out = weights[..., :end] @ self.values[0][:, :, :end]
        return out + sum(weights[..., end + n, None] * v[:, :, start:end] for n, v in enumerate(values))

    def _back(self, index: Tensor, steps: int) -> Tensor:
        """The ancestors (B, T), so many steps back."""
        for _ in range(steps):
            index = self._parents.gather(1, index)
        return index

    def _at(self, rows: Tensor, index: Tensor, steps: int) -> Tensor:
        """rows (B, H, T, D) at the ancestors."""
        return rows if steps == 0 else rows.gather(2, self._back(index, steps)[:, None, :, None].expand_as(rows))


class ChainedHead(nn.Module):
    """A head that reads a token's embedding and the hidden state of its parent."""

    def hidden(self, layers: list[Tensor], teacher: Model) -> Tensor:
        """The hidden states (B, T, width) that the head reads, from the outputs of the target's layers."""
        raise NotImplementedError

    def forward(self, embedded: Tensor, hidden: Tensor, table: Table, past: Past) -> Tensor:
        """embedded (B, T, width) of the tokens, hidden of their parents -> (B, T, width): what the output head reads, and the hidden
        states of the next pass."""
        raise NotImplementedError


def passes(head: ChainedHead, teacher: Model, batch: Batch, dtype: torch.dtype) -> list[Tensor]:
    """Logits (M, vocab) at the labelled places, by depth."""
    with torch.no_grad():
        layers = list(teacher.residuals(batch.tokens, dtype, batch.places, batch.seen))
        embedded = F.embedding(batch.tokens, teacher.embed).to(dtype)
    hidden = head.hidden(layers, teacher)
    table = tuple(part[batch.places] for part in teacher.rope(teacher.shape.context))
    past, out, before = Past(batch), [], batch.parents[..., None].expand_as(hidden)
    for _ in range(DEPTH):
        hidden = head(embedded, hidden.gather(1, before), table, past)
        out.append(teacher.logits(hidden.flatten(0, 1)[batch.at]).float())
    return out


@torch.no_grad()
def agreement(head: ChainedHead, teacher: Model, held: list[Batch], dtype: torch.dtype) -> str:
    """On lessons not trained on, by depth: share of equal first choices, share accepted when sampling."""
    same, overlap = torch.zeros(DEPTH), torch.zeros(DEPTH)
    for batch in held:
        for depth, logits in enumerate(passes(head, teacher, batch, dtype)):
            same[depth] += (logits.argmax(-1) == batch.top[:, 0]).float().mean() / len(held)
            overlap[depth] += (1 - losses(batch.top, batch.nats, logits).variation.mean()) / len(held)
    return " ".join(f"{a:.4f}/{b:.4f}" for a, b in zip(same, overlap))


def train_head(run: Run, teacher: Model, lessons: Lessons, course: Course, dtype: torch.dtype, rate: float) -> None:
    """Steps to the end of the course; shows the loss by depth."""

    def loss(batch: Batch, covering: bool) -> tuple[Tensor, Tensor]:
        found = [losses(batch.top, batch.nats, logits) for logits in passes(run.model, teacher, batch, dtype)]
        least = torch.stack([mixed(one.weighed(torch.ones_like(one.kl)), covering) for one in found])
        return least @ torch.tensor(SHARES), least

    learn(run, lessons, course, rate, loss, lambda: agreement(run.average, teacher, lessons.held, dtype))


def train_from_arguments(name: str, words: str | None, begun: Callable[[Model, Path], ChainedHead], steps: int, rate: float) -> None:
    """Read the arguments and train a head. `name`: of its checkpoint; `begun`: makes it for the target, from the folder of the models to
    begin with."""
    parser = argparse.ArgumentParser(description=words)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--start", type=Path, required=True, help="folder of the models to begin with: mtp in it")
    parser.add_argument("--steps", type=int, default=steps)
    parser.add_argument("--rate", type=float, default=rate)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    settle(args.threads)
    dtype = lesson_dtype()
    teacher = load_average(args.work / "target.pt")
    run = Run(lambda: begun(teacher, args.start), args.work / f"{name}.pt")
    lessons = lessons_in(args.work)
    train_head(run, teacher.to(dtype).compiled(), lessons, for_steps(args.steps), dtype, args.rate)
