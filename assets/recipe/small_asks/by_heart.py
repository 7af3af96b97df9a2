"""Small questions with one right answer, and perhaps a second one."""

from __future__ import annotations

from random import Random

from ..texts import read
from .asking import Turns, exchange, rows, thanked, typed

TEXT = read("small_asks/by_heart")
ANSWERS = tuple((tuple(questions.split(" / ")), answer) for questions, answer in rows(TEXT.ANSWERS))


def dialogue(rng: Random) -> Turns:
    """A question and its answer, now and then one more."""
    turns: Turns = []
    for questions, answer in rng.sample(ANSWERS, 2 if rng.random() < 0.15 else 1):
        asked = rng.choice(questions)
        if turns:
            asked = rng.choice(TEXT.AND).format(x=asked[0].lower() + asked[1:])
        turns += exchange(typed(rng, asked), answer)
    return thanked(rng, turns, "Ask me something else, if you like.", 0.05)
