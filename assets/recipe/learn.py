"""Distillation of any drafter on lessons: batches, losses, the training loop. Knows nothing of the student's network."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import torch
from torch import Tensor

from .lessons import Batch, batch_of, grouped, load_lessons
from .optim import Course, schedule
from .train import Run

BATCH = 4 * 1024  # tokens
SAMPLED_AT = 0.8  # temperature of the total variation
SHARPENED = 0.5  # temperature at which a share of the likeliest token is near to being it
COVERING = 0.45  # of a run's steps are KL alone
SHOWN = 25  # steps between lines
EVERY = 100  # steps between checkpoints


@dataclass
class Losses:
    """By place (M,), of a student's logits against the target's: `kl` divergence in nats, with what is not in the target's TOP as
    one outcome; total `variation` at SAMPLED_AT, in 0..1; and what the target's `first` choice lacks of 1 at SHARPENED."""

    kl: Tensor
    variation: Tensor
    first: Tensor

    def weighed(self, weights: Tensor) -> Tensor:
        """The means (3,) of the three losses, weighted by `weights` (M,)."""
        return torch.stack((self.kl, self.variation, self.first)) @ weights / weights.sum()


@torch.compile(dynamic=True)
def losses(top: Tensor, target: Tensor, logits: Tensor) -> Losses:
    """top (M, TOP) ids of the target's likeliest tokens and their log probabilities, logits (M, vocab). Of the vocabulary only sums are
    computed, not three whole distributions: a third less time."""
    chosen = logits.gather(-1, top)

    def nats(temperature: float) -> Tensor:
        return chosen / temperature - (logits / temperature).logsumexp(-1, keepdim=True)

    mine = nats(1.0)
    rest, my_rest = (1 - part.exp().sum(-1).clamp(max=1 - 1e-4) for part in (target, mine))
    kl = (target.exp() * (target - mine)).sum(-1) + rest * (rest / my_rest).log()
    p, q = (target / SAMPLED_AT).softmax(-1), nats(SAMPLED_AT).exp()
    return Losses(kl, 1 - torch.minimum(p, q).sum(-1), 1 - nats(SHARPENED)[:, 0].exp())


def mixed(means: Tensor, covering: bool) -> Tensor:
    """One loss of the means (3,): first the forward KL divergence, which covers what the target might say; then, mostly, what
    acceptance is made of: 1 minus the total variation is the share of guesses that speculative sampling accepts, and the target's
    first choice is what greedy decoding accepts."""
    kl, variation, first = means
    return kl if covering else 0.1 * kl + variation + first


class Lessons:
    """An endless stream of batches of the lessons in some files, from any step on."""

    def __init__(self, paths: list[Path], size: int = BATCH, held: int = 24):
        """Batches of `size` tokens. The first `held` lessons of the first file are kept to choose by."""
        lessons = [one for path in paths for one in load_lessons(path)]
        self.lessons, self.size = lessons[held:], size
        self.held = [batch_of([lessons[n] for n in group]) for group in grouped(lessons[:held], BATCH, Random(0))]
        self.a_round = len(grouped(self.lessons, size, Random(0)))

    def after(self, step: int) -> Iterator[Batch]:
        """The batches from this step on; never ends."""
        turn, skip = divmod(step, self.a_round)
        while True:
            for group in grouped(self.lessons, self.size, Random(turn))[skip:]:
                yield batch_of([self.lessons[n] for n in group])
            turn, skip = turn + 1, 0


def lessons_in(work: Path, size: int = BATCH) -> Lessons:
    """The lessons of all finished files in the work folder; one that a killed harvest left is called lessonsN.partial.npz."""
    return Lessons(sorted(path for path in work.glob("lessons*.npz") if path.stem.removeprefix("lessons").isdigit()), size)


Loss = Callable[[Batch, bool], tuple[Tensor, Tensor]]


def learn(run: Run, lessons: Lessons, course: Course, rate: float, loss: Loss, check: Callable[[], str]) -> None:
    """Steps until the course's end, with a line every SHOWN, a check and a checkpoint every EVERY and at the end. `loss`, of a batch and
    whether the run is still covering: what to minimise, and figures to show (N,)."""
    since, tokens, total = time.time(), 0, torch.zeros(())
    for batch in lessons.after(run.step):
        if (share := course(run.step)) >= 1:
            break
        least, figures = loss(batch, share < COVERING)
        least.backward()
        run.update(rate * schedule(run.step, share, decay=0.5))
        total, tokens = total + figures.detach(), tokens + batch.tokens.numel()
        if run.step % SHOWN == 0:
            shown = " ".join(f"{x:.4f}" for x in (total / SHOWN).tolist())
            print(f"step {run.step} {shown} tokens/s {tokens / (time.time() - since):.0f}", flush=True)
            since, tokens, total = time.time(), 0, torch.zeros(())
        if run.step % EVERY == 0:
            run.save()
            print(f"step {run.step} held {check()}", flush=True)
            since = time.time()
    run.save()
    print(f"step {run.step}, the end: held {check()}", flush=True)
