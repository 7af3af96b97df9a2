"""Turns conversations into windows of tokens, each token with the weight of its loss.

A document is one conversation. Documents are packed end to end into windows of T + 1 tokens; longer ones are left out.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from .corpus import Dialogue

Document = tuple[list[int], list[int]]  # token ids; loss weights in percent
REPLY, MARK = 100, 10  # percent of the loss: a reply's token, the line break after it


def encode(tokenizer: Tokenizer, turns: Dialogue, user: int = 0, reply: int = REPLY) -> Document:
    """The tokens of a conversation in ChatML with their weights; a reply's end token counts as part of it. `user` and `reply`:
    the weights of a user's and a reply's tokens, in percent."""
    ids: list[int] = []
    weights: list[int] = []
    end, newline = tokenizer.token_to_id("<|im_end|>"), tokenizer.encode("\n").ids
    for role, text in turns:
        head = tokenizer.encode(f"<|im_start|>{role}\n").ids
        body = tokenizer.encode(text).ids + [end]
        weight = reply if role == "assistant" else user if role == "user" else 0
        ids += head + body + newline
        weights += [0] * len(head) + [weight] * len(body) + [MARK if role == "assistant" else 0] * len(newline)
    return ids, weights


@dataclass
class Windows:
    """tokens (N, T + 1) uint16, weights (N, T + 1) uint8 in percent."""

    tokens: np.ndarray
    weights: np.ndarray


def pack(docs: Iterable[Document], length: int, pad: int = 0) -> Windows:
    """Pack documents into windows by best fit: each goes into the fullest window that has room for it."""
    room, open_windows, done = length + 1, [], []
    for ids, weights in docs:
        if len(ids) > room:
            continue
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
    done += sorted(open_windows, key=lambda w: -len(w[0]))
    tokens = np.full((len(done), room), pad, np.uint16)
    loss = np.zeros((len(done), room), np.uint8)
    for row, (ids, weights) in enumerate(done):
        tokens[row, : len(ids)], loss[row, : len(ids)] = ids, weights
    return Windows(tokens, loss)


def save_windows(windows: Windows, path: Path) -> None:
    """Write one file, under another name first, so that a kill leaves no partial file."""
    partial = path.with_suffix(".partial.npz")
    np.savez(partial, tokens=windows.tokens, weights=windows.weights)
    partial.rename(path)


def load_windows(path: Path) -> Windows:
    """Read a file that save_windows wrote."""
    with np.load(path) as arrays:
        return Windows(arrays["tokens"], arrays["weights"])
