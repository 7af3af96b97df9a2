"""Trains a block-diffusion drafter for the target (DFlash, z-lab 2026): one pass over the last token and masks guesses a block.

python -m assets.recipe.dflash --work DIR --start DIR

The target is frozen; the drafter knows the tokens before a block only through the hidden states of the target's layers. One pass of the
target serves many blocks, at random places in its replies. A guess is tested only if those before it were accepted, so a place counts only
while the tokens before it are the target's first choices, and less at greater depth.
"""

import argparse
import math
from dataclasses import dataclass, replace
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .export import DFLASH, config, export_weights, resumed
from .learn import Lessons, learn, lessons_in, losses, mixed
from .lessons import Batch
from .model import Block, Model, Shape, lesson_dtype, matrix, rms_norm, settle
from .optim import Course, for_steps
from .train import TARGET, Run, load_average

DRAFTER = replace(TARGET, layers=3, ff=512)
TAPPED = (3, 7, 11, 15)  # layers of the target
BLOCK = 8  # the last token and seven guesses
MASK = 0  # the padding, which no text holds
FADING = 4.0  # guesses after which a place counts for 1 / e: the paper's, for blocks of 8
BLOCKS = 512  # in a batch
GROUP = 16  # blocks whose attention is one product

Table = tuple[Tensor, Tensor]  # cos and sin


class Drafter(nn.Module):
    """The network of decoding/drafters/dflash.py."""

    def __init__(self, shape: Shape = DRAFTER):
        super().__init__()
        self.shape = shape
        self.fc = matrix(shape.width, len(TAPPED) * shape.width)
        self.hidden_norm = nn.Parameter(torch.ones(shape.width))
        self.blocks = nn.ModuleList(Block(shape) for _ in range(shape.layers))
        self.norm = nn.Parameter(torch.ones(shape.width))

    def forward(self, tapped: Tensor, embedded: Tensor, context: Table, own: Table, seen: Tensor) -> Tensor:
        """tapped (B, T, TAPPED * width) of the target, embedded (B * C, N, width) of blocks one after another, C such rows for each
        of the target's, rotary tables of both, seen (B * C, 1, N, T + N) added to the scores -> (B * C, N, width) for the head."""
        known = rms_norm(F.linear(tapped, self.fc.to(tapped.dtype)), self.hidden_norm, self.shape.eps)
        x, times = embedded, len(embedded) // len(tapped)
        for block in self.blocks:
            far = (part.repeat_interleave(times, 0) for part in block.project(known, *context)[1:])
            q, *near = block.heads(x, *own)
            k, v = (block.widen(torch.cat(pair, 2)) for pair in zip(far, near))
            x = block.after(x, F.scaled_dot_product_attention(q, k, v, attn_mask=seen))
        return rms_norm(x, self.norm, self.shape.eps)


@dataclass
class Blocks:
    """Blocks in rows of G, C rows for each of the batch's: `first` (B * C, G), the index of each one's last read token; labels
    (B * C, G, BLOCK - 1), rows of the batch's top and nats that say what follows there; weights of the same shape."""

    first: Tensor
    labels: Tensor
    weights: Tensor


def blocks_of(batch: Batch, count: int, noise: torch.Generator) -> Blocks:
    """About `count` blocks, drawn among the places of the batch that are labelled, and what follows each."""
    rows, length = batch.tokens.shape
    label = torch.full((rows * length,), -1)
    label[batch.at] = torch.arange(len(batch.at))
    label, index = label.view(rows, length), torch.arange(length).expand(rows, length)
    begins = batch.parents != (index - 1).clamp(min=0)  # a branch: its first token also follows a place of the trunk
    first, second = torch.cat((index, batch.parents), 1), torch.cat((index + 1, index), 1)
    never = torch.cat((label < 0, ~begins | (label.gather(1, batch.parents) < 0)), 1)
    a_row = min(first.shape[1], max(1, count // rows))
    group = min(GROUP, a_row)
    best = torch.rand(first.shape, generator=noise).masked_fill(never, -1).topk(a_row - a_row % group, 1)
    first, second = (which.gather(1, best.indices) for which in (first, second))
    found = first, *_follow(batch, label, first, second, best.values >= 0)
    return Blocks(*(part.unflatten(1, (-1, group)).flatten(0, 1) for part in found))


def _follow(batch: Batch, label: Tensor, here: Tensor, after: Tensor, counts: Tensor) -> tuple[Tensor, Tensor]:
    """Labels and weights (B, A, BLOCK - 1) along the words from `here` (B, A) on, the next of which is `after`."""
    labels, weights, length = [], [], label.shape[1]
    for place in range(BLOCK - 1):
        following = label.gather(1, here)
        counts = counts & (following >= 0)
        labels.append(following.clamp(min=0)), weights.append(counts * math.exp(-place / FADING))
        inside = after.clamp(max=length - 1)
        follows = (after < length) & (batch.parents.gather(1, inside) == here)
        counts = counts & follows & (batch.tokens.gather(1, inside) == batch.top[labels[-1], 0])
        here, after = inside, inside + 1
    return torch.stack(labels, -1), torch.stack(weights, -1)


def sight(before: Tensor, dtype: torch.dtype) -> Tensor:
    """What is added to the scores (R, 1, N, T + N) of G blocks a row: 0 where a block's token sees, which is its own block and what
    the target has read `before` it (R, G, T); else minus infinity."""
    rows, group, _ = before.shape
    near = torch.block_diag(*[torch.ones(BLOCK, BLOCK)] * group).bool().expand(rows, -1, -1)
    seen = torch.cat((before.repeat_interleave(BLOCK, 1), near), 2)
    return torch.zeros(seen.shape, dtype=dtype).masked_fill_(~seen, -torch.inf)[:, None]


def guess(drafter: Drafter, teacher: Model, batch: Batch, blocks: Blocks, dtype: torch.dtype) -> Tensor:
    """Hidden states (B * C, G, BLOCK - 1, width) of every guess."""
    row = torch.arange(len(blocks.first)) * len(batch.tokens) // len(blocks.first)
    at = row[:, None], blocks.first
    with torch.no_grad():
        layers = list(teacher.residuals(batch.tokens, dtype, batch.places, batch.seen))
        tapped = torch.cat([layers[layer] for layer in TAPPED], -1)
        words = torch.full((*blocks.first.shape, BLOCK), MASK)
        words[..., 0] = batch.tokens[at]
        embedded = F.embedding(words.flatten(1), teacher.embed).to(dtype)
        before = batch.seen[:, 0][at].scatter(2, blocks.first[..., None], False)
    table = teacher.rope(teacher.shape.context)
    places = (batch.places[at][..., None] + torch.arange(BLOCK)).flatten(1)
    context, own = (tuple(part[where] for part in table) for where in (batch.places, places))
    hidden = drafter(tapped, embedded, context, own, sight(before, dtype))
    return hidden.unflatten(1, (-1, BLOCK))[:, :, 1:]


@torch.no_grad()
def agreement(drafter: Drafter, teacher: Model, held: list[Batch], dtype: torch.dtype) -> str:
    """On lessons not trained on: how often the guesses up to each place are all the target's first choices, of blocks whose words
    are its choices so far."""
    right, counted = torch.zeros(BLOCK - 1), torch.zeros(BLOCK - 1)
    for batch in held:
        blocks = blocks_of(batch, BLOCKS, torch.Generator(torch.get_default_device()).manual_seed(0))
        logits = teacher.logits(guess(drafter, teacher, batch, blocks, dtype))
        same = (logits.argmax(-1) == batch.top[blocks.labels, 0]).cumprod(-1)
        right += (same * (blocks.weights > 0)).sum((0, 1))
        counted += (blocks.weights > 0).sum((0, 1))
    return " ".join(f"{share:.4f}" for share in right / counted)


def train_drafter(run: Run, teacher: Model, lessons: Lessons, course: Course, dtype: torch.dtype, rate: float) -> None:
    """Steps to the end of the course; shows KL, total variation and first choice."""

    def loss(batch: Batch, covering: bool) -> tuple[Tensor, Tensor]:
        blocks = blocks_of(batch, BLOCKS, torch.Generator(torch.get_default_device()).manual_seed(run.step))
        hidden, counts = guess(run.model, teacher, batch, blocks, dtype), blocks.weights > 0
        labels = blocks.labels[counts]
        found = losses(batch.top[labels], batch.nats[labels], teacher.logits(hidden[counts]).float())
        means = found.weighed(blocks.weights[counts])
        return mixed(means, covering), means

    learn(run, lessons, course, rate, loss, lambda: agreement(run.average, teacher, lessons.held, dtype))


def export_drafter(weights: dict[str, Tensor], shape: Shape, target: Shape, folder: Path) -> None:
    """A Drafter's state, of this shape, for a target of that one."""
    settings = config(shape) | {"architectures": ["DFlashDraftModel"], "block_size": BLOCK, "num_target_layers": target.layers}
    settings["dflash_config"] = {"target_layer_ids": list(TAPPED), "mask_token_id": MASK}
    export_weights(folder, shape, weights, DFLASH, settings)


def main() -> None:
    """Reads the arguments and trains the drafter."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--start", type=Path, required=True, help="folder of the pair to begin with: dflash in it")
    parser.add_argument("--steps", type=int, default=900)
    parser.add_argument("--rate", type=float, default=0.6)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    settle(args.threads)
    dtype = lesson_dtype()
    teacher = load_average(args.work / "target.pt").to(dtype).compiled()
    run = Run(lambda: resumed(Drafter(), args.start / "dflash", DRAFTER, DFLASH), args.work / "dflash.pt")
    lessons = lessons_in(args.work)
    train_drafter(run, teacher, lessons, for_steps(args.steps), dtype, args.rate)


if __name__ == "__main__":
    main()
