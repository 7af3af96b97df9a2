"""Distils the target into the drafter: on the target's own replies and its distributions, not on the corpus's text.

python -m assets.recipe.distill --work DIR [--start DIR]

Reads the lessons that harvest.py wrote; resumable like train.py.
"""

import argparse
from pathlib import Path

import torch
from torch import Tensor

from .export import resumed
from .learn import Lessons, learn, lessons_in, losses, mixed
from .lessons import Batch
from .model import Model, lesson_dtype, settle
from .optim import Course, for_steps
from .train import DRAFTER, Run, load_average

STEPS = 9500


def labelled_logits(model: Model, batch: Batch, dtype: torch.dtype) -> Tensor:
    """The logits (M, vocab) at the labelled positions."""
    return model.logits(model(batch.tokens, dtype, batch.places, batch.seen).flatten(0, 1)[batch.at]).float()


@torch.no_grad()
def agreement(model: Model, held: list[Batch], dtype: torch.dtype) -> str:
    """On lessons not trained on: share of equal first choices, share accepted when sampling."""
    same, overlap = [], []
    for batch in held:
        logits = labelled_logits(model, batch, dtype)
        same.append((logits.argmax(-1) == batch.top[:, 0]).float().mean())
        overlap.append(1 - losses(batch.top, batch.nats, logits).variation.mean())
    return f"{torch.stack(same).mean():.4f} {torch.stack(overlap).mean():.4f}"


def distill(run: Run, lessons: Lessons, course: Course, dtype: torch.dtype, rate: float) -> None:
    """Train to the end of the course; prints KL, total variation and the agreement of first choices."""

    def loss(batch: Batch, covering: bool) -> tuple[Tensor, Tensor]:
        found = losses(batch.top, batch.nats, labelled_logits(run.model, batch, dtype))
        means = found.weighed(torch.ones_like(found.kl))
        return mixed(means, covering), means

    learn(run, lessons, course, rate, loss, lambda: agreement(run.average, lessons.held, dtype))


def main() -> None:
    """Reads the arguments and distils."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="folder of models whose drafter goes on; else the sketch in the work folder does")
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--rate", type=float, default=0.6)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    settle(args.threads)
    lessons = lessons_in(args.work)
    print(f"{len(lessons.lessons)} lessons, {lessons.a_round} batches a round", flush=True)

    def begun() -> Model:
        if args.start:
            return resumed(Model(DRAFTER), args.start / "drafter", DRAFTER)
        return load_average(args.work / "sketch.pt", DRAFTER).requires_grad_(True)

    run = Run(begun, args.work / "drafter.pt")
    distill(run, lessons, for_steps(args.steps), lesson_dtype(), args.rate)


if __name__ == "__main__":
    main()
