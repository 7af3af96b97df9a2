"""Lessons, the training data of drafters, and their files: tokens, and the target's distribution at some of them.

A lesson is one conversation, the trunk, followed by branches: alternative replies, each of which attends to the trunk up to the place
where it begins. So all replies of a conversation are read in one pass. Knows arrays only.
"""

from dataclasses import dataclass, fields
from pathlib import Path
from random import Random

import numpy as np
import torch
from torch import Tensor

TOP = 32  # tokens of a distribution that are kept


@dataclass
class Lesson:
    """Over T tokens: `place` in the conversation, `branch` (0 is the trunk), `sees`: how many of the trunk's tokens.
    Over M of them: `at`, their index; `top` (M, TOP) ids and `nats` (M, TOP), log probabilities of what follows."""

    tokens: np.ndarray
    place: np.ndarray
    branch: np.ndarray
    sees: np.ndarray
    at: np.ndarray
    top: np.ndarray
    nats: np.ndarray


@dataclass
class Batch:
    """Lessons side by side, padded: tokens, places, parents (B, T), the index of the token before each; seen (B, 1, T, T); at
    (M,) in the flat B * T; top, nats (M, TOP)."""

    tokens: Tensor
    places: Tensor
    parents: Tensor
    seen: Tensor
    at: Tensor
    top: Tensor
    nats: Tensor


def save_lessons(lessons: list[Lesson], path: Path) -> None:
    """Write one file, under another name first, so that a kill leaves no partial file."""
    columns = {field.name: np.concatenate([getattr(one, field.name) for one in lessons]) for field in fields(Lesson)}
    sizes = np.array([(len(one.tokens), len(one.at)) for one in lessons])
    partial = path.with_suffix(".partial.npz")
    np.savez(partial, sizes=sizes, **columns)
    partial.rename(path)


def load_lessons(path: Path) -> list[Lesson]:
    """Read a file that save_lessons wrote."""
    with np.load(path) as file:
        columns = {field.name: file[field.name] for field in fields(Lesson)}
        tokens, labels = np.cumsum(file["sizes"], axis=0).T
    cut = {name: np.split(column, (labels if name in ("at", "top", "nats") else tokens)[:-1]) for name, column in columns.items()}
    return [Lesson(**{name: parts[n] for name, parts in cut.items()}) for n in range(len(tokens))]


def grouped(lessons: list[Lesson], size: int, rng: Random) -> list[list[int]]:
    """All lessons once, in batches of `size` tokens, those of one length together, in random order: their indices."""
    order = sorted(range(len(lessons)), key=lambda n: (len(lessons[n].tokens), rng.random()))
    groups: list[list[int]] = [[]]
    for n in order:
        if (len(groups[-1]) + 1) * len(lessons[n].tokens) > size and groups[-1]:
            groups.append([])
        groups[-1].append(n)
    rng.shuffle(groups)
    return groups


def batch_of(lessons: list[Lesson]) -> Batch:
    """These lessons as one batch."""
    length = max(len(one.tokens) for one in lessons)

    def column(name: str, fill: int = 0) -> Tensor:
        rows = np.full((len(lessons), length), fill, np.int64)
        for row, one in zip(rows, lessons):
            row[: len(one.tokens)] = getattr(one, name)
        return torch.tensor(rows)

    places, branch, sees = column("place"), column("branch", -1), column("sees")
    index = torch.arange(length)
    trunk = (branch[:, None] == 0) & (index < sees[:, :, None])
    begins = (branch > 0) & (branch != branch.roll(1, 1))
    parents = torch.where(begins, sees, index).sub(1).clamp(min=0)
    same = (branch[:, None] == branch[:, :, None]) & (index <= index[:, None])
    at = np.concatenate([one.at.astype(np.int64) + n * length for n, one in enumerate(lessons)])
    top = np.concatenate([one.top for one in lessons]).astype(np.int64)
    nats = np.concatenate([one.nats for one in lessons]).astype(np.float32)
    return Batch(column("tokens"), places, parents, (trunk | same)[:, None], *map(torch.tensor, (at, top, nats)))
