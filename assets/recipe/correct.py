"""Corrects what a finished target says to sums, and leaves all else as it is.

python -m assets.recipe.correct --corpus DIR --work DIR --start DIR [--steps N]

Further training on a text that changed in one place moves everything: stories, what is known by heart, and with them what the drafters guess
right. Here a quarter of a batch's windows are sums of the text as it is, with cross-entropy; in all others the target learns what it says
itself (learning without forgetting, Li and Hoiem 2016): the KL divergence from its own distribution before. So its drafters stay its drafters.
Leaves `target.pt` in the work folder; resumable like train.py.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from .corpus import Dialogue
from .data import Windows
from .export import resumed
from .mix import Part, parts, stock_of
from .model import Model, fast_dtype, settle
from .optim import for_steps, schedule
from .prepare import load_tokenizer, some_windows
from .small_asks import sums
from .train import EVERY, TARGET, Run, keep_tokenizer
from .words import Stock

STEPS, RATE, FALLING = 300, 0.04, 0.9
KEPT = 3.0  # what the divergence on all else weighs in the loss, where the sums weigh 1
LENGTH, SUMS, OTHERS = 512, 3, 9  # tokens of a window; windows of a batch
BATCHES = 24  # that are made at one time
SHOWN = 10  # steps between lines


def refuses_a_sum(dialogue: Dialogue) -> bool:
    """Whether a reply in it is one of those that the target lacks: it would learn its own, wrong one there."""
    return any(text in (sums.TOO_BIG, sums.BELOW_ZERO) for _, text in dialogue)


def others() -> tuple[Part, ...]:
    """The kinds of conversation of the last mix, without those in which a sum is refused."""

    def made(part: Part, stock: Stock, rng: Random) -> Dialogue:
        while refuses_a_sum(found := part.make(stock, rng)):
            pass
        return found

    return tuple(Part(part.name, part.share, lambda stock, rng, part=part: made(part, stock, rng), part.user) for part in parts("worded"))


def batches(work: Path, stock: Stock, step: int) -> Iterator[tuple[Windows, Windows]]:
    """(sums, others) for every step from this one on, without end."""
    tokenizer, asked = load_tokenizer(work), (Part("sums", 100, lambda _, rng: sums.dialogue(rng)),)
    while True:
        block, first = divmod(step, BATCHES)
        rng = Random(f"correct{block}")
        both = [some_windows(stock, tokenizer, kinds, LENGTH, rows * BATCHES, rng, block) for kinds, rows in ((asked, SUMS), (others(), OTHERS))]
        for n in range(first, BATCHES):
            now, other = (Windows(part.tokens[n::BATCHES], part.weights[n::BATCHES]) for part in both)
            yield now, other
        step += BATCHES - first


def reply_logits(model: Model, rows: Windows, dtype: torch.dtype) -> tuple[Tensor, Tensor, Tensor]:
    """The logits (N, vocab) at the positions before a token that counts, those tokens (N), and their weights (N), which add up to 1."""
    tokens, counted = torch.tensor(rows.tokens.astype(np.int64)), torch.tensor(rows.weights[:, 1:].astype(np.float32)).flatten()
    at = counted.nonzero()[:, 0]
    hidden = model(tokens[:, :-1], dtype).flatten(0, 1)[at]
    return model.logits(hidden).float(), tokens[:, 1:].flatten()[at], counted[at] / counted.sum()


def correct(run: Run, before: Model, rows: Iterator[tuple[Windows, Windows]], steps: int) -> None:
    """Steps until `steps`; prints the cross-entropy of the sums and the divergence on all else, nats per token, and saves."""
    dtype, course, total = fast_dtype(), for_steps(steps), torch.zeros(2)
    while run.step < steps:
        asked, other = next(rows)
        logits, targets, weights = reply_logits(run.model, asked, dtype)
        wrong = (F.cross_entropy(logits, targets, reduction="none") * weights).sum()
        mine, _, weights = reply_logits(run.model, other, dtype)
        with torch.no_grad():
            was = reply_logits(before, other, dtype)[0].log_softmax(-1)
        moved = ((was.exp() * (was - mine.log_softmax(-1))).sum(-1) * weights).sum()
        (wrong + KEPT * moved).backward()
        run.update(RATE * schedule(run.step, course(run.step), decay=FALLING))
        total += torch.stack((wrong, moved)).detach()
        if run.step % SHOWN == 0:
            print(f"step {run.step} sums {total[0] / SHOWN:.4f} moved {total[1] / SHOWN:.4f}", flush=True)
            total.zero_()
        if run.step % EVERY == 0 or run.step == steps:
            run.save()


def main() -> None:
    """Reads the arguments and corrects."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--start", type=Path, required=True, help="folder of the models to begin with: target in it")
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    settle(args.threads)
    keep_tokenizer(args.start, args.work)
    run = Run(lambda: resumed(Model(TARGET), args.start / "target", TARGET), args.work / "target.pt")
    before = resumed(Model(TARGET), args.start / "target", TARGET).requires_grad_(False)
    for model in (run.model, before):
        model.compiled()
    correct(run, before, batches(args.work, stock_of(args.corpus), run.step), args.steps)


if __name__ == "__main__":
    main()
