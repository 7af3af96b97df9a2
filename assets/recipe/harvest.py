"""Lets the target reply to requests like those it was trained on, and stores its distribution at every token of its replies.

python -m assets.recipe.harvest --corpus DIR --work DIR

A drafter has to predict the target's own text, not the corpus's. So every request is answered twice: greedily, which is the lesson's
trunk, and at SAMPLED_AT, which is a branch. Some training text is read too, which is cheap. Resumable by files.
"""

import argparse
import json
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from random import Random

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from .data import REPLY, Windows, encode
from .held import shown_prompts
from .lessons import TOP, Lesson, save_lessons
from .mix import dialogues, parts, stock_of
from .model import Model, lesson_dtype, settle
from .prepare import load_tokenizer, shard
from .train import load_average

END = 2  # id of the end of a turn
LONGEST = 300  # tokens of a reply
LIMIT = 400  # tokens of a request and what was said before it
SAMPLED_AT = 0.8  # temperature of the replies that are not greedy
REQUESTS = 32  # answered at one time; on a GPU, three times as many
A_FILE = 500  # requests
A_TEXT = 960  # windows in a file
SEED = 900_000  # far from the shards'
SHARDS = 450  # the number of the first shard that is read: drafters from an older pair have learnt the first ones by heart


def requests(corpus: Path, work: Path, mix: str, number: int, count: int) -> list[list[int]]:
    """Ids of so many conversations up to where the assistant begins to speak; of every kind by its share of the tokens in the
    mix, and one kind after the other, for replies of one kind end at about the same time."""
    stock, tokenizer = stock_of(corpus), load_tokenizer(work)
    rng, shown, found = Random(SEED + number), shown_prompts(), []
    for part in parts(mix):
        source = dialogues(part, stock, rng, shown)
        opens = [opened(tokenizer, next(source), rng) for _ in range(round(count * part.share / 100))]
        found += sorted(opens, key=len)
    return [ids for ids in found if len(ids) <= LIMIT]


def kept_requests(corpus: Path, work: Path, mix: str, number: int) -> list[list[int]]:
    """The requests of one file of lessons: read, or else made and written."""
    path = work / f"requests{number}.json"
    if not path.exists():
        partial = path.with_suffix(".partial")
        partial.write_text(json.dumps(requests(corpus, work, mix, number, A_FILE)), encoding="utf-8")
        partial.rename(path)
    return json.loads(path.read_text(encoding="utf-8"))


def opened(tokenizer, turns: list[tuple[str, str]], rng: Random) -> list[int]:
    """A conversation up to one of its replies, and the tokens that open the reply."""
    replies = [n for n, (role, _) in enumerate(turns) if role == "assistant"]
    return encode(tokenizer, turns[: rng.choice(replies)])[0] + tokenizer.encode("<|im_start|>assistant\n").ids


@dataclass
class Talk:
    """R conversations that go on. `lengths` (R,) of what was read; keys and values by layer, (R, KV, P + LONGEST, D): of what was
    read, padded to P, then of what the target says."""

    lengths: Tensor
    padded: int
    keys: list[Tensor]
    values: list[Tensor]

    def kept(self, rows: Tensor) -> "Talk":
        """Some of the conversations."""
        return Talk(self.lengths[rows], self.padded, [k[rows] for k in self.keys], [v[rows] for v in self.values])


def read(teacher: Model, prompts: list[list[int]], dtype: torch.dtype) -> tuple[Talk, Tensor]:
    """Reads the prompts: the conversations, and the logits (R, vocab) of what follows."""
    lengths = torch.tensor([len(ids) for ids in prompts])
    padded = int(lengths.max())
    tokens = torch.tensor([ids + [0] * (padded - len(ids)) for ids in prompts])
    x, talk = F.embedding(tokens, teacher.embed).to(dtype), Talk(lengths, padded, [], [])
    cos, sin = teacher.rope(padded)
    for block in teacher.blocks:
        q, k, v = block.heads(x, cos, sin)
        talk.keys.append(F.pad(k, (0, 0, 0, LONGEST))), talk.values.append(F.pad(v, (0, 0, 0, LONGEST)))
        x = block.after(x, F.scaled_dot_product_attention(q, block.widen(k), block.widen(v), is_causal=True))
    last = x[torch.arange(len(prompts)), lengths - 1]
    return talk, teacher.logits(teacher.normed(last)).float()


def advance(teacher: Model, talk: Talk, tokens: Tensor, step: int, dtype: torch.dtype) -> Tensor:
    """Every conversation reads one token (R,), the reply's number `step`: logits (R, vocab)."""
    x = F.embedding(tokens[:, None], teacher.embed).to(dtype)
    cos, sin = (table[talk.lengths + step][:, None] for table in teacher.rope(teacher.shape.context))
    at, places = talk.padded + step, torch.arange(talk.padded + step + 1)
    unseen = (places >= talk.lengths[:, None]) & (places < talk.padded)
    for block, keys, values in zip(teacher.blocks, talk.keys, talk.values):
        q, k, v = block.heads(x, cos, sin)
        keys[:, :, at], values[:, :, at] = k[:, :, 0], v[:, :, 0]
        x = block.after(x, attend(q, keys, values, unseen))
    return teacher.logits(teacher.normed(x[:, 0])).float()


def attend(q: Tensor, keys: Tensor, values: Tensor, unseen: Tensor) -> Tensor:
    """q (R, H, 1, D) over the first L of keys and values (R, KV, N, D), where not `unseen` (R, L). By products of three axes: for those of
    four, torch copies the keys and values first."""
    rows, groups, length = len(q), keys.shape[1], unseen.shape[1]
    k, v = (part.flatten(0, 1)[:, :length] for part in (keys, values))
    scores = torch.bmm(q.view(rows * groups, -1, q.shape[-1]), k.mT).float().mul_(q.shape[-1] ** -0.5)
    scores = scores.view(rows, groups, -1, length).masked_fill_(unseen[:, None, None], -torch.inf).softmax(-1)
    return torch.bmm(scores.flatten(0, 1).to(q.dtype), v).view(q.shape)


@torch.no_grad()
def replies(teacher: Model, prompts: list[list[int]], dtype: torch.dtype, noise: torch.Generator, kept: int = TOP) -> list[list[tuple]]:
    """For each prompt, half of them greedily, then half sampled: (token, TOP ids, log probabilities) of every token of the
    target's reply, its end too. Samples are drawn from the `kept` likeliest."""
    greedy = torch.arange(len(prompts)) < len(prompts) // 2
    (talk, logits), alive = read(teacher, prompts, dtype), torch.arange(len(prompts))
    found: list[list[tuple]] = [[] for _ in prompts]
    for step in range(LONGEST):
        top, nats = best(logits, kept)
        tokens = choose(top, nats, greedy[alive], noise)
        for row, *token_row in zip(alive.tolist(), tokens.tolist(), *(part[:, :TOP].cpu().numpy().copy() for part in (top, nats))):
            if not ended(found[row]):
                found[row].append(tuple(token_row))
        going = torch.tensor([not ended(found[row]) for row in alive.tolist()])
        if not going.any():
            break
        if going.float().mean() < 0.75:  # copies all keys and values, so not at every step
            talk, tokens, alive = talk.kept(going), tokens[going], alive[going]
        logits = advance(teacher, talk, tokens, step, dtype)
    return found


def ended(reply: list[tuple]) -> bool:
    """Whether a reply has its end token."""
    return bool(reply) and reply[-1][0] == END


def choose(top: Tensor, nats: Tensor, greedy: Tensor, noise: torch.Generator) -> Tensor:
    """The target's tokens (R,): the likeliest, or a draw at SAMPLED_AT (by Gumbel noise)."""
    gumbel = -torch.log(-torch.log(torch.rand(nats.shape, generator=noise).clamp_(1e-9, 1 - 1e-7)))
    index = torch.where(greedy[:, None], nats, nats / SAMPLED_AT + gumbel).argmax(-1, keepdim=True)
    return top.gather(-1, index)[:, 0]


def best(logits: Tensor, kept: int) -> tuple[Tensor, Tensor]:
    """The `kept` likeliest tokens and their log probabilities."""
    found, top = logits.topk(kept, -1)
    return top, found - logits.logsumexp(-1, keepdim=True)


def lesson(prompt: list[int], *both: list[tuple]) -> Lesson:
    """The lesson of one request and its two replies, trunk and branch. A reply's last token is a label only, never an input."""
    size, end = len(prompt), len(prompt)
    tokens, place, branch, sees, at = [np.array(prompt)], [np.arange(size)], [np.zeros(size)], [1 + np.arange(size)], []
    for n, reply in enumerate(both):
        words = np.array([token for token, _, _ in reply[:-1]], int)
        own = size + np.arange(len(words))
        tokens.append(words), place.append(own), branch.append(np.full(len(words), n))
        sees.append(np.full(len(words), size) if n else 1 + own)
        at.append(end + np.arange(len(words)) if n else size - 1 + np.arange(len(words) + 1))
        end += len(words)
    labels = [*both[0], *(row for reply in both[1:] for row in reply[1:])]  # what follows the prompt is labelled once
    top, nats = (np.stack([row[n] for row in labels]) for n in (1, 2))
    kinds = (np.uint16, np.uint16, np.uint8, np.uint16, np.uint16)
    columns = (np.concatenate(column).astype(kind) for column, kind in zip((tokens, place, branch, sees, at), kinds))
    return Lesson(*columns, top.astype(np.uint16), nats.astype(np.float16))


def harvest(teacher: Model, prompts: list[list[int]], noise: torch.Generator) -> list[Lesson]:
    """The lessons of some requests of about one length."""
    both_replies = replies(teacher, prompts + prompts, lesson_dtype(), noise)
    return [lesson(prompt, *both) for prompt, *both in zip(prompts, both_replies, both_replies[len(prompts) :])]


@torch.no_grad()
def read_text(teacher: Model, windows: Windows) -> list[Lesson]:
    """Lessons without replies: windows of training text, and the target's distribution at each token of an assistant's turn."""
    tokens, size = torch.tensor(windows.tokens[:, :-1].astype(np.int64)), windows.tokens.shape[1] - 1
    hidden, places, lessons = teacher(tokens, lesson_dtype()), np.arange(size), []
    for row, state, weights in zip(windows.tokens, hidden, windows.weights[:, 1:]):
        at = np.flatnonzero(weights >= REPLY)
        top, nats = (part.cpu().numpy() for part in best(teacher.logits(state[torch.tensor(at)]).float(), TOP))
        kinds = (np.uint16, np.uint16, np.uint8, np.uint16, np.uint16, np.uint16, np.float16)
        columns = (row[:-1], places, np.zeros(size), places + 1, at, top, nats)
        lessons.append(Lesson(*(column.astype(kind) for column, kind in zip(columns, kinds))))
    return lessons


def text_file(corpus: Path, work: Path, mix: str, number: int) -> None:
    """One file of lessons from a shard's text, in a process of one thread."""
    settle(threads=1)
    teacher, found, whole = load_average(work / "target.pt").to(lesson_dtype()), [], shard(corpus, work, mix, SHARDS + number)
    for start in range(0, A_TEXT, 10):
        found += read_text(teacher, Windows(whole.tokens[start : start + 10], whole.weights[start : start + 10]))
    save_lessons(found, work / f"lessons{number}.npz")
    print(f"file {number}: {len(found)} windows, {sum(len(one.at) for one in found)} places", flush=True)


def answers_file(corpus: Path, work: Path, mix: str, number: int) -> None:
    """One file of lessons from the target's replies, in a process of one thread."""
    settle(threads=1)
    teacher = load_average(work / "target.pt").to(lesson_dtype())
    since, noise, found = time.time(), torch.Generator(torch.get_default_device()).manual_seed(number), []
    prompts, together = kept_requests(corpus, work, mix, number), 3 * REQUESTS if teacher.embed.is_cuda else REQUESTS
    for start in range(0, len(prompts), together):
        found += harvest(teacher, prompts[start : start + together], noise)
        print(f"file {number}: {len(found)} of {len(prompts)}, {time.time() - since:.0f} s", flush=True)
    Random(number).shuffle(found)
    save_lessons(found, work / f"lessons{number}.npz")


Made = tuple[Callable[[Path, Path, str, int], None], str, int]  # how a file is made, the mix of what it holds, its number
FILES = (  # how each file is made, and the mix of its requests or of the shard that it reads
    *((answers_file, mix) for mix in ("tales", "by_heart", "worded", "tales", "by_heart", "worded")),
    *((text_file, mix) for mix in (*("worded",) * 3, *("by_heart",) * 3, *("tales",) * 3)),
)


def main() -> None:
    """Make every file of lessons that does not exist yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    missing = [file for file in files() if not (args.work / f"lessons{file[2]}.npz").exists()]
    for _, mix, number in (file for file in missing if file[0] is text_file):  # two processes would make the same shards
        shard(args.corpus, args.work, mix, SHARDS + number)
    make_files(args.corpus, args.work, missing, args.processes)


def files(rounds: int = 1) -> list[Made]:
    """What makes FILES, so many times over, each time from other requests and shards."""
    return [(*file, number) for number, file in enumerate(FILES * rounds)]


def make_files(corpus: Path, work: Path, missing: list[Made], processes: int) -> None:
    """Make these files of lessons, the shards of which exist."""
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:  # not a Pool: its processes may not generate shards in others
        done = [pool.submit(make, corpus, work, mix, number) for make, mix, number in missing]
        for one in done:
            one.result()


if __name__ == "__main__":
    main()
