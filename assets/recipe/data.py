"""Turns conversations into windows of tokens, each token with the weight of its loss.

A document is one conversation. Documents are packed end to end into windows of T + 1 tokens; longer ones are left out.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from .corpus import Dialogue

Document = tuple[list[int], list[int]]  # token ids; loss weights in percent
REPLY, MARK = 100, 10  # percent of the loss: a reply's token, the line break after it
MENTION = 250  # percent: a token of a noun that a short request names, where the reply first names it
SHORT_REQUEST = 16  # words
WORD = re.compile(r"[a-z]{4,}", re.IGNORECASE)
ASKING = frozenset("about could give hear like make please short story talk tell that their them there this want what with write would your".split())


def first_mentions(request: str, reply: str) -> Iterator[tuple[int, int]]:
    """Where in a reply each of the words of a short request first stands, but for the words of asking."""
    if len(request.split()) <= SHORT_REQUEST:
        for word in {found.lower() for found in WORD.findall(request)} - ASKING:
            if found := re.search(rf"\b{word}", reply, re.IGNORECASE):
                yield found.span()


def encode(tokenizer: Tokenizer, turns: Dialogue, user: int = 0, reply: int = REPLY, mention: int = 0) -> Document:
    """The tokens of a conversation in ChatML with their weights; a reply's end token counts as part of it. `user` and `reply`:
    the weights of a user's and a reply's tokens, in percent; `mention`: the least weight of a first mention."""
    ids: list[int] = []
    weights: list[int] = []
    end, newline = tokenizer.token_to_id("<|im_end|>"), tokenizer.encode("\n").ids
    for (role, text), (_, before) in zip(turns, [("", ""), *turns]):
        head, said = tokenizer.encode(f"<|im_start|>{role}\n").ids, tokenizer.encode(text)
        weight = reply if role == "assistant" else user if role == "user" else 0
        body = [weight] * len(said.ids)
        for start, stop in first_mentions(before, text) if mention and role == "assistant" else ():
            body = [max(mention, one) if a < stop and b > start else one for one, (a, b) in zip(body, said.offsets)]
        ids += head + said.ids + [end] + newline
        weights += [0] * len(head) + body + [weight] + [MARK if role == "assistant" else 0] * len(newline)
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
