"""Which tokens would introduce somebody a second time: "a fox" where a fox was introduced before.

Training tells the model not to write them (unlikelihood, Welleck et al. 2019): no text shows it a fox that meets a fox, but where it does not
know which thing a plot takes, the noun of the request is the likeliest guess, and at temperature 0 it is taken.
"""

from pathlib import Path

import numpy as np

from .prepare import load_tokenizer

ARTICLES = (" a", " an", "A", " A", "An", " An")  # "a" without a space stands within words
WORD = 4  # tokens of a noun that are looked at
BACK = 320  # tokens that are looked back
MOST = 8  # tokens for one place


def article_ids(work: Path) -> frozenset[int]:
    """The tokens of "a" and "an"."""
    tokenizer = load_tokenizer(work)
    found = [tokenizer.encode(text).ids for text in ARTICLES]
    return frozenset(ids[0] for ids in found if len(ids) == 1)


def repeated(tokens: np.ndarray, counted: np.ndarray, articles: frozenset[int]) -> np.ndarray:
    """tokens and counted (B, T + 1) -> (B, T, MOST) int64: after position t, where the next token counts, the tokens other than that one that
    would go on with a noun which an article introduced before; -1 for none."""
    found = np.full((*tokens[:, 1:].shape, MOST), -1, np.int64)
    for row, (ids, weighed) in enumerate(zip(tokens.tolist(), counted.tolist())):
        before: list[int] = []  # places of articles
        for place in (place for place, token in enumerate(ids) if token in articles):
            nouns = [ids[at + 1 : at + 1 + WORD] for at in before if place - at < BACK]
            for step in range(WORD):
                at = place + step
                if at + 1 >= len(ids) or not weighed[at + 1]:
                    break
                wrong = {noun[step] for noun in nouns if len(noun) > step and noun[:step] == ids[place + 1 : at + 1]} - {ids[at + 1]}
                found[row, at, : min(len(wrong), MOST)] = sorted(wrong)[:MOST]
                if not any(noun[: step + 1] == ids[place + 1 : at + 2] for noun in nouns):
                    break
            before.append(place)
    return found
