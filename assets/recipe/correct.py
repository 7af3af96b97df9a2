"""Corrects what a finished target says to requests of some kinds, and leaves all else as it is.

python -m assets.recipe.correct --corpus DIR --work DIR --start DIR [--teach sums=1 stories=4] [--rate R] [--steps N]

Further training on a text that changed in one place moves everything: stories, what is known by heart, and with them what the drafters guess
right. Here some of a batch's windows are of the kinds that are to change, as the text is now, with cross-entropy; in all others the target learns
what it says itself (learning without forgetting, Li and Hoiem 2016): the KL divergence from its own distribution before. So its drafters stay
its drafters. Leaves `target.pt` in the work folder; resumable like train.py.
"""

import argparse
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import torch
from torch import Tensor

from .corpus import Dialogue
from .data import Windows
from .export import resumed
from .introduced import Introducers, introducers, repeated
from .mix import Part, parts, stock_of
from .model import Model, fast_dtype, settle
from .optim import for_steps, schedule
from .prepare import load_tokenizer, some_windows
from .small_asks import sums
from .train import EVERY, SHARPENED, TARGET, Run, batch_loss, batch_of, keep_tokenizer, load_average, token_losses
from .words import Stock

STEPS, RATE, FALLING = 300, 0.04, 0.9
KEPT = 3.0  # what the divergence on all else weighs in the loss, where what is taught weighs 1
LENGTH, ROWS = 512, 14  # tokens of a window; windows of a batch
BATCHES = 24  # that are made at one time
SHOWN = 10  # steps between lines


def teachable() -> dict[str, Part]:
    """The kinds of conversation that can be taught, by name: those of the last mix, and sums, which are a part of one."""
    return {part.name: part for part in (*parts("worded"), Part("sums", 1, lambda _, rng: sums.dialogue(rng)))}


def refuses_a_sum(dialogue: Dialogue) -> bool:
    """Whether a reply in it is one of those that the target lacks: it would learn its own, wrong one there."""
    return any(text in (sums.TOO_BIG, sums.BELOW_ZERO) for _, text in dialogue)


def others(taught: tuple[str, ...] = ("sums",)) -> tuple[Part, ...]:
    """The kinds of conversation of the last mix, without those that are taught and without those in which a sum is refused."""

    def made(part: Part, stock: Stock, rng: Random) -> Dialogue:
        while refuses_a_sum(found := part.make(stock, rng)):
            pass
        return found

    kept = [part for part in parts("worded") if part.name not in taught]
    return filling([Part(part.name, part.share, lambda stock, rng, part=part: made(part, stock, rng), part.user) for part in kept])


def filling(kinds: list[Part]) -> tuple[Part, ...]:
    """The kinds with shares that add up to a hundred."""
    whole = sum(part.share for part in kinds)
    return tuple(replace(part, share=100 * part.share / whole) for part in kinds)


def batches(work: Path, stock: Stock, taught: dict[str, int], step: int) -> Iterator[tuple[Windows, Windows]]:
    """(what is taught, others) for every step from this one on, without end. `taught`: windows of each kind in a batch."""
    asked, tokenizer = [replace(teachable()[name], share=windows) for name, windows in taught.items()], load_tokenizer(work)
    wanted = sum(taught.values())
    kinds = (filling(asked), wanted), (others(tuple(taught)), ROWS - wanted)
    while True:
        block, first = divmod(step, BATCHES)
        rng = Random(f"correct{block}")
        both = [some_windows(stock, tokenizer, kind, LENGTH, rows * BATCHES, rng, block) for kind, rows in kinds]
        for n in range(first, BATCHES):
            now, other = (Windows(part.tokens[n::BATCHES], part.weights[n::BATCHES]) for part in both)
            yield now, other
        step += BATCHES - first


def reply_logits(model: Model, rows: Windows, dtype: torch.dtype) -> tuple[Tensor, Tensor]:
    """The logits (N, vocab) at the positions before a token that counts, and these tokens' weights (N), which add up to 1."""
    tokens, counted = torch.tensor(rows.tokens.astype(np.int64)), torch.tensor(rows.weights[:, 1:].astype(np.float32)).flatten()
    at = counted.nonzero()[:, 0]
    hidden = model(tokens[:, :-1], dtype).flatten(0, 1)[at]
    return model.logits(hidden).float(), counted[at] / counted.sum()


def taught_loss(model: Model, rows: Windows, words: Introducers, dtype: torch.dtype, losses: Callable) -> Tensor:
    """Nats per token of what is taught, with what must not follow. The target's logits are sharper than the text: they are compared with it as
    they were before that."""

    def unsharpened(hidden: Tensor, *rest: Tensor) -> Tensor:
        return losses(hidden / SHARPENED["uncorrected"], *rest)

    batch = batch_of(rows, repeated(rows.tokens, rows.weights, words))
    return batch_loss(model, batch, dtype, unsharpened, rows.weights[:, 1:].sum() / 100)


def divergence(model: Model, before: Model, rows: Windows, dtype: torch.dtype) -> Tensor:
    """Nats per token by which the model left its own distribution of before."""
    mine, weights = reply_logits(model, rows, dtype)
    with torch.no_grad():
        was = reply_logits(before, rows, dtype)[0].log_softmax(-1)
    return ((was.exp() * (was - mine.log_softmax(-1))).sum(-1) * weights).sum()


def correct(run: Run, before: Model, rows: Iterator[tuple[Windows, Windows]], words: Introducers, steps: int, rate: float, kept: float = KEPT) -> None:
    """Steps until `steps`; prints the loss of what is taught and the divergence on all else, nats per token, and saves."""
    dtype, course, total = fast_dtype(), for_steps(steps), torch.zeros(2)
    losses = torch.compile(token_losses, dynamic=False)
    while run.step < steps:
        asked, other = next(rows)
        wrong = taught_loss(run.model, asked, words, dtype, losses)
        moved = divergence(run.model, before, other, dtype)
        (wrong + kept * moved).backward()
        run.update(rate * schedule(run.step, course(run.step), decay=FALLING))
        total += torch.stack((wrong, moved)).detach()
        if run.step % SHOWN == 0:
            print(f"step {run.step} taught {total[0] / SHOWN:.4f} moved {total[1] / SHOWN:.4f}", flush=True)
            total.zero_()
        if run.step % EVERY == 0 or run.step == steps:
            run.save()


def begun(work: Path, start: Path) -> Model:
    """The target to correct: the one that training left in the work folder, else that of the models to begin with."""
    if (work / "uncorrected.pt").exists():
        return load_average(work / "uncorrected.pt").requires_grad_(True)
    return resumed(Model(TARGET), start / "target", TARGET)


def kind_and_windows(text: str) -> tuple[str, int]:
    """A kind and its windows in a batch, as the command line names them."""
    name, _, windows = text.partition("=")
    if name not in teachable() or not windows.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is no kind and its windows, such as stories=4; the kinds are {', '.join(teachable())}")
    return name, int(windows)


def main() -> None:
    """Reads the arguments and corrects."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--start", type=Path, required=True, help="folder of the models to begin with: target in it")
    parser.add_argument("--teach", nargs="+", type=kind_and_windows, metavar="KIND=N", default=[("sums", 3)], help=f"kinds that are to be as the text is now, and windows of each, of {ROWS} in a batch")
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--rate", type=float, default=RATE, help="a share of the optimiser's")
    parser.add_argument("--kept", type=float, default=KEPT, help="what the divergence on all else weighs")
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    settle(args.threads)
    keep_tokenizer(args.start, args.work)
    run = Run(lambda: begun(args.work, args.start), args.work / "target.pt")
    before = begun(args.work, args.start).requires_grad_(False)
    for model in (run.model, before):
        model.compiled()
    rows = batches(args.work, stock_of(args.corpus), dict(args.teach), run.step)
    correct(run, before, rows, introducers(args.work), args.steps, args.rate, args.kept)


if __name__ == "__main__":
    main()
