"""What the model is, does, has and can, asked as yes or no, and answered with that word first; and the few questions beside."""

from __future__ import annotations

import re
from random import Random

from ..texts import read
from .asking import Turns, capital, exchange, thanked, typed

TEXT = read("small_asks/about_me")
ANSWERS = tuple((tuple(questions.split(" / ")), answer) for questions, answer in TEXT.ANSWERS)
YES_OR_NO = tuple(TEXT.YES_OR_NO)
TURNED = {"me": "you", "my": "your", "your": "my"}  # what is mine in a question is yours in the answer
OTHER_WAY = re.compile(r"\b(me|my|your)\b")
OFFER = "Ask me something else, if you like."


def dialogue(rng: Random) -> Turns:
    """A question on the model and its answer."""
    if rng.random() < 0.45:
        questions, answer = rng.choice(ANSWERS)
        return thanked(rng, exchange(typed(rng, rng.choice(questions)), answer), OFFER, 0.05)
    kind = rng.choice(YES_OR_NO)
    asks, (answer,), things = (TEXT.YES_OR_NO[kind], TEXT.SAID[kind], TEXT.THINGS[kind])
    turns = []
    for number, thing in enumerate(rng.sample(things, 2 if rng.random() < 0.15 else 1)):
        form = rng.choice(asks) if number == 0 else rng.choice(TEXT.AND[kind])
        said = answer.format(x=OTHER_WAY.sub(lambda found: TURNED[found[0]], thing))
        turns += exchange(typed(rng, capital(form.format(x=thing)) if rng.random() < 0.7 else form.format(x=thing)), said)
    return thanked(rng, turns, OFFER, 0.05)
