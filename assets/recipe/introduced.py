"""Which tokens would introduce somebody a second time: "a fox", or "his fox", where a fox was introduced before; or name a second one alike.

Training tells the model not to write them (unlikelihood, Welleck et al. 2019): no text shows it a fox that meets a fox, has a fox, or two who
are both named Pip, but where it does not know which thing a plot takes, the noun of the request is the likeliest guess, and at temperature 0
it is taken. What follows an article or "named" is remembered; what goes on with it after another article, "named" or a possessive ("his",
"their"), or one or two tokens behind these ("not a real fox", "a very big fox"), is wrong, unless the text itself says so there ("a hat", later "his hat").
So is, of two who are named at once, the second with the name of the first ("two lambs named Pip and Pip").
"""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .prepare import load_tokenizer

ARTICLES = (" a", " an", "A", " A", "An", " An", " named")  # "a" without a space stands within words
OWNERS = (" his", " her", " its", " their", " my", " His", " Her", " Its", " Their", "His", "Her", "Its", "Their")
WORD = 4  # tokens of a noun that are looked at
BACK = 320  # tokens that are looked back
MOST = 8  # tokens for one place


@dataclass(frozen=True)
class Introducers:
    """Token ids of the words that a noun follows: `articles`, which introduce it (" named" introduces a name), and `owners`, possessives;
    and of " named" and " and", for two who are named at once."""

    articles: frozenset[int]
    owners: frozenset[int]
    named: int = -1
    joining: int = -1


def introducers(work: Path) -> Introducers:
    """The ids in the work folder's tokenizer of those that are one token."""
    tokenizer = load_tokenizer(work)
    articles, owners = (frozenset(ids[0] for ids in (tokenizer.encode(word).ids for word in words) if len(ids) == 1) for words in (ARTICLES, OWNERS))
    return Introducers(articles, owners, *(tokenizer.encode(word).ids[0] for word in (" named", " and")))


def repeated(tokens: np.ndarray, counted: np.ndarray, words: Introducers) -> np.ndarray:
    """tokens and counted (B, T + 1) -> (B, T, MOST) int64: after position t, where the next token counts, the tokens other than that one that
    would go on with a noun which an article introduced before; -1 for none. Where there are more than MOST, those of what was introduced
    most often."""
    found = np.full((*tokens[:, 1:].shape, MOST), -1, np.int64)
    for row, (ids, weighed) in enumerate(zip(tokens.tolist(), counted.tolist())):
        before: list[int] = []  # places of articles
        for place in (place for place, token in enumerate(ids) if token in words.articles or token in words.owners):
            nouns = [ids[at + 1 : at + 1 + WORD] for at in before if place - at < BACK]
            for start in (place + 2, place + 1, place):  # behind up to two words, and at once, which counts where several do
                _mark(found[row], ids, weighed, nouns, start)
            if ids[place] in words.articles:  # what somebody has may be had again
                before.append(place)
            if ids[place] == words.named:  # "named Pip and Pip"
                for start in (at for at in range(place + 2, place + 2 + WORD) if ids[at : at + 1] == [words.joining]):
                    _mark(found[row], ids, weighed, [ids[place + 1 : start]], start)
    return found


def _mark(found: np.ndarray, ids: list[int], weighed: list[int], nouns: list[list[int]], start: int) -> None:
    """Into found (T, MOST): the tokens of a noun behind `start` that are wrong there."""
    for step in range(WORD):
        at = start + step
        if at + 1 >= len(ids) or not weighed[at + 1]:
            return
        often = Counter(noun[step] for noun in nouns if len(noun) > step)
        wrong = {noun[step] for noun in nouns if len(noun) > step and noun[:step] == ids[start + 1 : at + 1]} - {ids[at + 1]}
        found[at, : min(len(wrong), MOST)] = sorted(wrong, key=often.__getitem__, reverse=True)[:MOST]
        if not any(noun[: step + 1] == ids[start + 1 : at + 2] for noun in nouns):
            return
