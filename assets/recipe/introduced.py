"""Which tokens would introduce somebody a second time: "a fox", or "his fox", where a fox was introduced before; or name a second one alike.

Training tells the model not to write them (unlikelihood, Welleck et al. 2019): no text shows it a fox that meets a fox, has a fox, or two who
are both named Pip, but where it does not know which thing a plot takes, the noun of the request is the likeliest guess, and at temperature 0
it is taken. What follows an article or "named" is remembered; what goes on with it after another article, "named" or a possessive ("his",
"their") is wrong, unless the text itself says so there ("a hat", later "his hat").
"""

from collections import Counter
from pathlib import Path

import numpy as np

from .prepare import load_tokenizer

ARTICLES = (" a", " an", "A", " A", "An", " An", " named")  # "a" without a space stands within words
OWNERS = (" his", " her", " its", " their", " my", " His", " Her", " Its", " Their", "His", "Her", "Its", "Their")
WORD = 4  # tokens of a noun that are looked at
BACK = 320  # tokens that are looked back
MOST = 8  # tokens for one place: the hero's noun is introduced most often


def article_ids(work: Path) -> frozenset[int]:
    """The tokens of "a", "an" and "named"; and those of possessives, as their complements (~token), which are negative."""
    return _ids(work, ARTICLES) | frozenset(~token for token in _ids(work, OWNERS))


def _ids(work: Path, words: tuple[str, ...]) -> frozenset[int]:
    tokenizer = load_tokenizer(work)
    found = [tokenizer.encode(text).ids for text in words]
    return frozenset(ids[0] for ids in found if len(ids) == 1)


def repeated(tokens: np.ndarray, counted: np.ndarray, articles: frozenset[int]) -> np.ndarray:
    """tokens and counted (B, T + 1) -> (B, T, MOST) int64: after position t, where the next token counts, the tokens other than that one that
    would go on with a noun which an article introduced before; -1 for none. `articles`:
    as `article_ids` gives them."""
    found = np.full((*tokens[:, 1:].shape, MOST), -1, np.int64)
    owners = frozenset(~token for token in articles if token < 0)
    for row, (ids, weighed) in enumerate(zip(tokens.tolist(), counted.tolist())):
        before: list[int] = []  # places of articles
        for place in (place for place, token in enumerate(ids) if token in articles or token in owners):
            nouns = [ids[at + 1 : at + 1 + WORD] for at in before if place - at < BACK]
            for step in range(WORD):
                at = place + step
                if at + 1 >= len(ids) or not weighed[at + 1]:
                    break
                often = Counter(noun[step] for noun in nouns if len(noun) > step)
                wrong = {noun[step] for noun in nouns if len(noun) > step and noun[:step] == ids[place + 1 : at + 1]} - {ids[at + 1]}
                found[row, at, : min(len(wrong), MOST)] = sorted(wrong, key=often.__getitem__, reverse=True)[:MOST]
                if not any(noun[: step + 1] == ids[place + 1 : at + 2] for noun in nouns):
                    break
            if ids[place] in articles:  # what somebody has may be had again
                before.append(place)
    return found
