"""Turns dialogues and tasks into windows of tokens, each token with the weight of its loss.

A document is one conversation. Documents are laid end to end in a window of T + 1 tokens, cut only where one alone is
longer.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
from tokenizers import Tokenizer

from .corpus import Dialogue, swap_names
from .tasks.answering import answering, stranger
from .tasks.copying import copying
from .tasks.editing import editing
from .tasks.renaming import renaming
from .tasks.talking import talking, with_system
from .words import Stock

Document = tuple[list[int], list[int]]  # token ids; loss weights in percent



@dataclass(frozen=True)
class Mix:
    """What one shard holds: the share of the dialogues, how many of each task, tokens of a window."""

    share: float
    tasks: tuple[tuple[Callable, int], ...]
    window: int


def short_renaming(stock: Stock, rng: Random) -> Dialogue:
    """Renaming in snippets of a few lines: what is learnt there carries over to longer ones."""
    return renaming(stock, rng, most=9)


def middle_renaming(stock: Stock, rng: Random) -> Dialogue:
    """Renaming in snippets of up to 12 lines: what a person pastes."""
    return renaming(stock, rng, most=12)


# Copying comes only with many short tasks, renaming after it: hence a second phase that is mostly tasks and has windows as long
# as the context, and a third that is mostly renaming.
TASKS = ((copying, 6500), (renaming, 3500), (answering, 2600), (stranger, 500), (editing, 700), (talking, 250))
TASKS_AGAIN = (
    (copying, 2600), (short_renaming, 7000), (renaming, 2600), (answering, 1800), (stranger, 300), (editing, 1000), (talking, 250),
)  # fmt: skip
TASKS_LONG = (
    (copying, 900), (short_renaming, 1500), (renaming, 900), (answering, 500), (stranger, 100), (editing, 300), (talking, 100),
)  # fmt: skip
TASKS_NAMES = (
    (copying, 3600), (short_renaming, 5000), (middle_renaming, 6000), (answering, 1200), (stranger, 250), (editing, 600), (talking, 200),
)  # fmt: skip
TASKS_SAID = ((copying, 500), (renaming, 200), (answering, 1500), (stranger, 300), (editing, 200), (talking, 300))
TASKS_COPIED = ((copying, 4000), (answering, 5000), (stranger, 500), (renaming, 1500), (editing, 500), (talking, 500))
LESSONS = Mix(1.0, TASKS_SAID, 1024), Mix(0.0, TASKS_COPIED, 1024)  # what the drafters learn from: replies, then copying
MIXES = {
    "first": Mix(1.0, TASKS, 1024),
    "tasks": Mix(0.3, TASKS_AGAIN, 1024),
    "long": Mix(0.25, TASKS_LONG, 4096),
    "names": Mix(0.3, TASKS_NAMES, 1024),
    "names_again": Mix(0.45, TASKS_NAMES, 1024),
}
USER, TASK_USER, REPLY, MARK = 35, 0, 100, 10  # percent of the loss


def encode(tokenizer: Tokenizer, turns: Dialogue, user: int) -> Document:
    """One conversation in ChatML; the reply's end token counts as part of the reply."""
    ids: list[int] = []
    weights: list[int] = []
    end, newline = tokenizer.token_to_id("<|im_end|>"), tokenizer.encode("\n").ids
    for role, text in turns:
        head = tokenizer.encode(f"<|im_start|>{role}\n").ids
        body = tokenizer.encode(text).ids + [end]
        weight = REPLY if role == "assistant" else user if role == "user" else 0
        ids += head + body + newline
        weights += [0] * len(head) + [weight] * len(body) + [MARK if role == "assistant" else 0] * len(newline)
    return ids, weights


def documents(stock: Stock, tokenizer: Tokenizer, seed: int, mix: Mix = MIXES["first"]) -> list[Document]:
    """One shard: dialogues of the stock, half of them with names swapped, and tasks, in random order."""
    rng = Random(seed)
    turns: list[tuple[Dialogue, int]] = []
    for dialogue in stock.dialogues:
        if rng.random() < mix.share:
            turns.append((swap_names(dialogue, stock.names, rng) if rng.random() < 0.5 else dialogue, USER))
    for task, count in mix.tasks:
        turns += [(task(stock, rng), TASK_USER) for _ in range(count)]
    rng.shuffle(turns)
    turns = mixed(turns, rng)
    return [encode(tokenizer, with_system(t, rng) if rng.random() < 0.05 else t, user) for t, user in turns]


def mixed(turns: list[tuple[Dialogue, int]], rng: Random) -> list[tuple[Dialogue, int]]:
    """Some neighbours joined into one conversation: tasks as later turns, dialogues after tasks."""
    out: list[tuple[Dialogue, int]] = []
    for dialogue, weight in turns:
        if out and rng.random() < 0.08:
            before, other = out.pop()
            out.append((before + dialogue, min(weight, other)))
        else:
            out.append((dialogue, weight))
    return out


@dataclass
class Windows:
    """tokens (N, T + 1) uint16, weights (N, T + 1) uint8 in percent."""

    tokens: np.ndarray
    weights: np.ndarray


def pack(docs: list[Document], length: int, pad: int = 0) -> Windows:
    """Best fit: each document goes to the fullest open window that holds it."""
    room, open_windows, done = length + 1, [], []
    for ids, weights in docs:
        ids, weights = ids[:room], weights[:room]
        fits = [w for w in open_windows if len(w[0]) + len(ids) <= room]
        if fits:
            best = max(fits, key=lambda w: len(w[0]))
            best[0].extend(ids)
            best[1].extend(weights)
            continue
        open_windows.append((list(ids), list(weights)))
        if len(open_windows) > 60:
            fullest = max(open_windows, key=lambda w: len(w[0]))
            open_windows.remove(fullest)
            done.append(fullest)
    done += open_windows
    tokens = np.full((len(done), room), pad, np.uint16)
    loss = np.zeros((len(done), room), np.uint8)
    for row, (ids, weights) in enumerate(done):
        tokens[row, : len(ids)], loss[row, : len(ids)] = ids, weights
    return Windows(tokens, loss)


def save_shard(docs: list[Document], path: Path, length: int) -> None:
    """Documents packed and written as one file."""
    packed = pack(docs, length)
    partial = path.with_suffix(".partial.npz")
    np.savez(partial, tokens=packed.tokens, weights=packed.weights)
    partial.rename(path)


def load_shard(path: Path) -> Windows:
    """What save_shard wrote."""
    arrays = np.load(path)
    return Windows(arrays["tokens"], arrays["weights"])
