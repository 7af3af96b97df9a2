"""Lets the target reply in every training dialogue, and notes its distribution wherever an assistant speaks.

python -m assets.recipe.harvest --corpus PATH --work DIR

A drafter meets the target's own words, not the corpus's: so at every turn the target replies itself, greedily or at the
temperature people sample at, beside the true reply. Resumable: shard by shard.
"""

import argparse
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from .corpus import read_corpus
from .data import LESSONS, REPLY, USER, Document, documents
from .lessons import TOP, Lesson, save_lessons
from .model import Block, Model, fast_dtype
from .prepare import load_tokenizer
from .train import load_average
from .words import gather

END = 2  # id of the end of a turn
LONGEST = 40  # tokens of a reply
LIMIT = 900  # tokens of a conversation
SAMPLED_AT = 0.8  # temperature of the replies that are not greedy
SHARDS = 6  # of the dialogues, of 8; and one of tasks


@dataclass
class Cache:
    """Keys and values of one layer: of the trunks (B, KV, L, D), of the branches (B, KV, S, LONGEST, D)."""

    keys: Tensor
    values: Tensor
    own_keys: Tensor
    own_values: Tensor


@dataclass
class Talk:
    """A batch of conversations. tokens (B, L); lengths; starts (B, S): trunk tokens that a branch sees, 0 for no branch."""

    docs: list[Document]
    tokens: Tensor
    starts: Tensor
    caches: list[Cache] = field(default_factory=list)


def talk_of(docs: list[Document]) -> Talk:
    """A branch wherever a dialogue's assistant begins to speak; tasks have none, their true reply is what the target says."""
    length = max(len(ids) for ids, _ in docs)
    tokens = torch.tensor([ids + [0] * (length - len(ids)) for ids, _ in docs])
    starts = [turns(weights) if USER in weights else [] for _, weights in docs]
    most = max(1, max(map(len, starts)))
    return Talk(docs, tokens, torch.tensor([row + [0] * (most - len(row)) for row in starts]))


def turns(weights: list[int]) -> list[int]:
    """Where the assistant's words begin."""
    return [i for i in range(1, len(weights)) if weights[i] == REPLY and weights[i - 1] != REPLY]


def read(teacher: Model, talk: Talk, dtype: torch.dtype) -> Tensor:
    """Reads the trunks and keeps keys and values; the hidden states (B, L, width)."""
    x = F.embedding(talk.tokens, teacher.embed).to(dtype)
    cos, sin = teacher.rope(talk.tokens.shape[1])
    for block in teacher.blocks:
        q, k, v = block.heads(x, cos, sin)
        own = k.new_zeros(*k.shape[:2], talk.starts.shape[1], LONGEST, k.shape[-1])
        talk.caches.append(Cache(k, v, own, own.clone()))
        x = block.after(x, F.scaled_dot_product_attention(q, block.widen(k), block.widen(v), is_causal=True))
    return teacher.normed(x)


def attend(block: Block, q: Tensor, cache: Cache, unseen: Tensor, step: int) -> Tensor:
    """q (B, H, S, D) over the trunk, where not `unseen` (B, 1, 1, S, L), and over the branch's own tokens to `step`."""
    b, heads, s, d = q.shape
    kv = block.shape.kv_heads
    q = q.view(b, kv, heads // kv, s, d)
    far = (q.flatten(2, 3) @ cache.keys.mT).unflatten(2, (heads // kv, s)).float()
    near = (q.transpose(2, 3) @ cache.own_keys[..., : step + 1, :].mT).transpose(2, 3).float()
    weights = torch.cat((far.masked_fill(unseen, -torch.inf), near), -1).mul_(d**-0.5).softmax(-1).to(q.dtype)
    far, near = weights.split((cache.keys.shape[2], step + 1), -1)
    out = (far.flatten(2, 3) @ cache.values).unflatten(2, (heads // kv, s))
    out = out + (near.transpose(2, 3) @ cache.own_values[..., : step + 1, :]).transpose(2, 3)
    return out.reshape(b, heads, s, d)


def advance(teacher: Model, talk: Talk, tokens: Tensor, step: int, dtype: torch.dtype) -> Tensor:
    """Every branch reads one token (B, S): logits (B, S, vocab)."""
    x = F.embedding(tokens, teacher.embed).to(dtype)
    cos, sin = (table[talk.starts + step] for table in teacher.rope(teacher.shape.context))
    unseen = torch.arange(talk.tokens.shape[1]) >= talk.starts[:, None, None, :, None]
    for block, cache in zip(teacher.blocks, talk.caches):
        q, k, v = block.heads(x, cos, sin)
        cache.own_keys[..., step, :], cache.own_values[..., step, :] = k, v
        x = block.after(x, attend(block, q, cache, unseen, step))
    return teacher.logits(teacher.normed(x)).float()


@torch.no_grad()
def harvest(teacher: Model, docs: list[Document], dtype: torch.dtype, noise: torch.Generator) -> list[Lesson]:
    """The lessons of some conversations of about one length."""
    talk = talk_of(docs)
    hidden = read(teacher, talk, dtype)
    rows = torch.arange(len(docs))[:, None]
    top, nat = best(teacher.logits(hidden[rows, (talk.starts - 1).clamp(min=0)]).float())
    greedy = torch.rand(talk.starts.shape, generator=noise) < 0.5
    token, done = choose(top, nat, greedy, noise), talk.starts == 0
    said, tops, nats = [], [], []
    for step in range(LONGEST):
        said.append(torch.where(done, -1, token))
        done = done | (token == END)
        if done.all():
            break
        top, nat = best(advance(teacher, talk, token, step, dtype))
        tops.append(top), nats.append(nat)
        token = choose(top, nat, greedy, noise)
    branches = [torch.stack(part, 2).numpy() if part else np.zeros(len(docs)) for part in (said, tops, nats)]  # none in tasks alone
    return [lesson(teacher, talk, hidden[n], n, *(part[n] for part in branches)) for n in range(len(docs))]


def choose(top: Tensor, nats: Tensor, greedy: Tensor, noise: torch.Generator) -> Tensor:
    """The target's tokens (B, S): the likeliest, or a draw at SAMPLED_AT from the TOP likeliest (by Gumbel noise)."""
    gumbel = -torch.log(-torch.log(torch.rand(nats.shape, generator=noise).clamp_(1e-9, 1 - 1e-7)))
    index = torch.where(greedy[..., None], nats, nats / SAMPLED_AT + gumbel).argmax(-1, keepdim=True)
    return top.gather(-1, index)[..., 0]


def best(logits: Tensor) -> tuple[Tensor, Tensor]:
    """The TOP likeliest tokens and their log probabilities."""
    found, top = logits.topk(TOP, -1)
    return top, found - logits.logsumexp(-1, keepdim=True)


def lesson(teacher: Model, talk: Talk, hidden: Tensor, n: int, said: np.ndarray, tops: np.ndarray, nats: np.ndarray) -> Lesson:
    """One conversation; said (S, steps) with -1 after the end, tops and nats (S, steps, TOP) of what follows each."""
    ids, weights = talk.docs[n]
    at = np.flatnonzero(np.array(weights[1:]) == REPLY)
    top, nat = best(teacher.logits(hidden[torch.from_numpy(at)]).float())
    tokens, place, branch, sees = [np.array(ids)], [np.arange(len(ids))], [np.zeros(len(ids), int)], [1 + np.arange(len(ids))]
    ats, topss, natss, end = [at], [top.numpy()], [nat.numpy()], len(ids)
    for s, start in enumerate(talk.starts[n].tolist()):
        words = said[s][said[s] >= 0][:-1]  # nothing follows the end
        if not len(words):
            continue
        tokens.append(words), place.append(start + np.arange(len(words)))
        branch.append(np.full(len(words), s + 1)), sees.append(np.full(len(words), start))
        ats.append(end + np.arange(len(words))), topss.append(tops[s, : len(words)]), natss.append(nats[s, : len(words)])
        end += len(words)
    kinds = (np.uint16, np.uint16, np.uint8, np.uint16, np.uint16, np.uint16, np.float16)
    columns = (tokens, place, branch, sees, ats, topss, natss)
    return Lesson(*(np.concatenate(column).astype(kind) for column, kind in zip(columns, kinds)))


def groups(docs: list[Document], tokens: int = 12000, branches: int = 320) -> list[list[Document]]:
    """Conversations of one length together, as many as `tokens` and `branches` allow."""
    docs = sorted(((ids[:LIMIT], weights[:LIMIT]) for ids, weights in docs), key=lambda d: (len(turns(d[1])), len(d[0])))
    out: list[list[Document]] = [[]]
    for doc in docs:
        longest = max([len(doc[0]), *(len(ids) for ids, _ in out[-1])])
        if out[-1] and (len(out[-1]) + 1) * max(longest, len(turns(doc[1])) * tokens // branches) > tokens:
            out.append([])
        out[-1].append(doc)
    return out


def main() -> None:
    """Every shard that is not there yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--teacher", default="fourth.pt", help="checkpoint of the target, in the work folder")
    parser.add_argument("--threads", type=int, default=3)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    dtype = fast_dtype()
    teacher = load_average(args.work / args.teacher).to(dtype)
    stock, tokenizer = gather(read_corpus(args.corpus)["train"]), load_tokenizer(args.work)
    said, copied = (documents(stock, tokenizer, seed, mix) for seed, mix in zip((20, 21), LESSONS))
    for n, docs in enumerate([*(said[part::8] for part in range(SHARDS)), copied]):
        path = args.work / f"lessons{n}.npz"
        if path.exists():
            continue
        since, noise, found = time.time(), torch.Generator().manual_seed(n), []
        for group in groups(docs):
            found += harvest(teacher, group, dtype, noise)
        Random(n).shuffle(found)
        save_lessons(found, path)
        print(f"{path.name}: {len(found)} lessons, {sum(len(x.at) for x in found)} places, {time.time() - since:.0f} s", flush=True)


if __name__ == "__main__":
    main()
