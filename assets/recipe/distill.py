"""Trains the drafter to agree with the target: on the target's whole distribution, not on the text.

python -m assets.recipe.distill --corpus PATH --work DIR

First the forward KL divergence, which covers what the target might say; then, mostly, the total variation distance at the
temperature people sample at: 1 minus it is the share of guesses that speculative sampling accepts. Resumable like train.py.
"""

import argparse
import time
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor

from .data import REPLY
from .model import Model, Shape, fast_dtype
from .prepare import checks, prepare
from .train import EVERY, FIRST, SECOND, TARGET, Run, Stream
from .optim import schedule

DRAFTER = Shape(layers=1, width=256, heads=4, kv_heads=2, ff=768)
BATCH = 8 * 1024  # tokens
SAMPLED_AT = 0.8  # temperature of the total variation
SHARPEN = 0.6  # of the steps are KL alone
STEPS = 2400


def divergence(teacher: Tensor, student: Tensor, sharp: bool) -> Tensor:
    """Mean over rows of logits (N, vocab): KL in nats, or mostly total variation in 0..1."""
    kl = F.kl_div(student.log_softmax(-1), teacher.log_softmax(-1), reduction="batchmean", log_target=True)
    if not sharp:
        return kl
    p, q = (teacher / SAMPLED_AT).softmax(-1), (student / SAMPLED_AT).softmax(-1)
    return 0.1 * kl + 0.5 * (p - q).abs().sum(-1).mean()


def load_teacher(path: Path) -> Model:
    """The averaged weights of a target's checkpoint."""
    teacher = Model(TARGET)
    teacher.load_state_dict(torch.load(path)["average"])
    return teacher.requires_grad_(False)


@torch.no_grad()
def agreement(teacher: Model, student: Model, documents: dict[str, list], dtype: torch.dtype) -> str:
    """By kind, at the reply's positions: share of equal argmax, mean of sum(min(p, q)) at SAMPLED_AT."""
    out = []
    for kind, docs in documents.items():
        same, overlap = [], []
        for ids, weights in docs[:25]:
            tokens, at = torch.tensor([ids[:1024]]), torch.tensor(weights[1:1025]) == REPLY
            p, q = (m.logits(m(tokens, dtype)[0, : len(at)][at]).float() for m in (teacher, student))
            same.append(p.argmax(-1) == q.argmax(-1))
            overlap.append(torch.minimum((p / SAMPLED_AT).softmax(-1), (q / SAMPLED_AT).softmax(-1)).sum(-1))
        out.append(f"{kind} {torch.cat(same).float().mean():.3f}/{torch.cat(overlap).mean():.3f}")
    return "  ".join(out)


def distill(run: Run, teacher: Model, stream: Stream, steps: int, documents: dict[str, list], dtype: torch.dtype, rate: float) -> None:
    """Steps until `steps`, on the reply's positions, with a line every 50, a check and a checkpoint every EVERY."""
    since, total = time.time(), 0.0
    while run.step < steps:
        rows = stream.rows(run.step)
        tokens = torch.from_numpy(rows.tokens.astype("int64"))[:, :-1]
        at = torch.from_numpy(rows.weights[:, 1:] == REPLY).flatten()
        with torch.no_grad():
            wanted = teacher.logits(teacher(tokens, dtype).flatten(0, 1)[at]).float()
        said = run.model.logits(run.model(tokens, dtype).flatten(0, 1)[at]).float()
        loss = divergence(wanted, said, sharp=run.step > SHARPEN * steps)
        loss.backward()
        run.update(rate * schedule(run.step, steps, decay=0.5))
        total += loss.item()
        if run.step % 50 == 0:
            print(f"step {run.step} loss {total / 50:.4f} tokens/s {50 * tokens.numel() / (time.time() - since):.0f}", flush=True)
            since, total = time.time(), 0.0
        if run.step % EVERY == 0 or run.step == steps:
            run.save()
            print(f"step {run.step} agreement {agreement(teacher, run.average, documents, dtype)}", flush=True)


def main() -> None:
    """Reads the arguments and distils."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--teacher", default="second.pt", help="checkpoint of the target, in the work folder")
    parser.add_argument("--name", default="drafter.pt", help="checkpoint of the drafter, in the work folder")
    parser.add_argument("--after", help="a drafter's checkpoint to go on from")
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--rate", type=float, default=1.0)
    parser.add_argument("--threads", type=int, default=3)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    stream = Stream(prepare(args.corpus, args.work, FIRST) + prepare(args.corpus, args.work, SECOND), BATCH, seed=1)
    run = Run(DRAFTER, args.work / args.name, after=args.work / args.after if args.after else None)
    documents = checks(args.corpus, args.work)
    distill(run, load_teacher(args.work / args.teacher), stream, args.steps, documents, fast_dtype(), args.rate)


if __name__ == "__main__":
    main()
