"""Trains the drafter to agree with the target: on the target's own replies and its whole distribution, not on the text.

python -m assets.recipe.distill --work DIR

First the forward KL divergence, which covers what the target might say; then, mostly, what acceptance is made of: the total
variation distance at the temperature people sample at (1 minus it is the share of guesses that speculative sampling accepts) and
the target's first choice, which is what greedy decoding accepts. Reads the lessons that harvest.py left; resumable like train.py.
"""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import torch
import torch.nn.functional as F
from torch import Tensor

from .lessons import Batch, batch_of, grouped, load_lessons
from .model import Model, Shape, fast_dtype
from .optim import schedule
from .train import Run

DRAFTER = Shape(layers=2, width=192, heads=3, kv_heads=1, ff=512, qk_norm=False)
BATCH = 8 * 1024  # tokens
SAMPLED_AT = 0.8  # temperature of the total variation
SHARPENED = 0.5  # temperature at which a share of the likeliest token is near to being it
COVERING = 0.45  # of a run's steps are KL alone
EPOCHS = 6  # rounds through the lessons, in each of two runs
EVERY = 250  # steps between checkpoints


def losses(batch: Batch, logits: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Means over the batch's places, of the student's logits (M, vocab): KL divergence in nats, with what is not in the target's
    TOP as one outcome; total variation at SAMPLED_AT, in 0..1; and what the target's first choice lacks of 1 at SHARPENED."""
    nats = logits.log_softmax(-1)
    mine = nats.gather(-1, batch.top)
    rest, my_rest = (1 - part.exp().sum(-1).clamp(max=1 - 1e-4) for part in (batch.nats, mine))
    kl = (batch.nats.exp() * (batch.nats - mine)).sum(-1) + rest * (rest / my_rest).log()
    p = (batch.nats / SAMPLED_AT).softmax(-1)
    q = (logits / SAMPLED_AT).softmax(-1).gather(-1, batch.top)
    first = (logits / SHARPENED).softmax(-1).gather(-1, batch.top[:, :1])
    return kl.mean(), 1 - torch.minimum(p, q).sum(-1).mean(), 1 - first.mean()


def said(model: Model, batch: Batch, dtype: torch.dtype) -> Tensor:
    """The logits (M, vocab) at the places that are labelled."""
    return model.logits(model(batch.tokens, dtype, batch.places, batch.seen).flatten(0, 1)[batch.at]).float()


@torch.no_grad()
def agreement(model: Model, held: list[Batch], dtype: torch.dtype) -> str:
    """On lessons not trained on: share of equal first choices, share accepted when sampling."""
    same, overlap = [], []
    for batch in held:
        logits = said(model, batch, dtype)
        same.append((logits.argmax(-1) == batch.top[:, 0]).float().mean())
        overlap.append(1 - losses(batch, logits)[1])
    return f"{torch.stack(same).mean():.4f} {torch.stack(overlap).mean():.4f}"


class Lessons:
    """Batches without end over the lessons of some files, from any step on."""

    def __init__(self, paths: list[Path], held: int = 400):
        """The first `held` lessons of the first file are kept to choose by."""
        lessons = [one for path in paths for one in load_lessons(path)]
        self.lessons = lessons[held:]
        self.held = [batch_of([lessons[n] for n in group]) for group in grouped(lessons[:held], BATCH, Random(0))]
        self.a_round = len(grouped(self.lessons, BATCH, Random(0)))

    def after(self, step: int) -> Iterator[Batch]:
        """The batches from this step on, without end."""
        turn, skip = divmod(step, self.a_round)
        while True:
            for group in grouped(self.lessons, BATCH, Random(turn))[skip:]:
                yield batch_of([self.lessons[n] for n in group])
            turn, skip = turn + 1, 0


def distill(run: Run, lessons: Lessons, steps: int, dtype: torch.dtype, rate: float) -> None:
    """Steps until `steps`, with a line every 50, a check and a checkpoint every EVERY."""
    since, tokens, total = time.time(), 0, torch.zeros(3)
    for batch in lessons.after(run.step):
        if run.step >= steps:
            break
        parts = losses(batch, said(run.model, batch, dtype))
        kl, variation, first = parts
        loss = kl if run.step < COVERING * steps else 0.1 * kl + variation + first
        loss.backward()
        run.update(rate * schedule(run.step, steps, decay=0.5))
        total, tokens = total + torch.stack(parts).detach(), tokens + batch.tokens.numel()
        if run.step % 50 == 0:
            shown = " ".join(f"{x:.4f}" for x in (total / 50).tolist())
            print(f"step {run.step} kl, variation, first {shown} tokens/s {tokens / (time.time() - since):.0f}", flush=True)
            since, tokens, total = time.time(), 0, torch.zeros(3)
        if run.step % EVERY == 0 or run.step == steps:
            run.save()
            print(f"step {run.step} agreement {agreement(run.average, lessons.held, dtype)}", flush=True)


def main() -> None:
    """Reads the arguments and distils."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--threads", type=int, default=3)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    lessons = Lessons(sorted(args.work.glob("lessons?.npz")))
    print(f"{len(lessons.lessons)} lessons, {lessons.a_round} batches a round", flush=True)
    first, second, steps = args.work / "drafter.pt", args.work / "again.pt", round(EPOCHS * lessons.a_round)
    distill(Run(lambda: Model(DRAFTER), first), lessons, steps, fast_dtype(), args.rate)
    distill(Run(lambda: Model(DRAFTER), second, after=first), lessons, steps, fast_dtype(), args.rate)


if __name__ == "__main__":
    main()
