"""Facts in tables: colours, animals' homes, food, young, sounds and legs, what things are for and made of, past tenses, jobs."""

from __future__ import annotations

import re
from random import Random

from ..texts import read
from .asking import Turns, capital, exchange, plural, thanked, typed

TEXT = read("small_asks/tables")

# what is asked about, and how often relative to the others
RELATIONS = {
    "colour": 4.0, "home": 3.0, "food": 3.0, "young": 2.5, "sound": 2.5, "legs": 4.0, "use": 2.0, "made": 2.5, "past": 5.0, "who": 1.5,
    "comparative": 1.0, "group": 1.0, "gives": 2.0, "becomes": 2.0,
}
HOLDS = {name: getattr(TEXT, name.upper()) for name in RELATIONS}
MANY = (("does {x}", "do {x}"), ("is {x}", "are {x}"), ("has {x}", "have {x}"), ("{x} has", "{x} have"), ("{x} is", "{x} are"),
        *((f"{{x}} {verb}s", f"{{x}} {verb}") for verb in ("live", "eat", "say", "make", "turn", "become")))
OFFER = "Ask me something else, if you like."


def said(relation: str, x: str, y: str) -> str:
    """The fact in a sentence."""
    return TEXT.SAY[relation].format(x=x, y=y, b=x, X=capital(x), Y=capital(y))


def question(relation: str, x: str, rng: Random) -> str:
    """The question as typed, now and then of many of them."""
    frame = rng.choice(TEXT.ASK[relation])
    shown = f'"{x}"' if relation in ("past", "comparative") and rng.random() < 0.25 else x
    if relation == "young" and "{x}" in frame:
        shown = ("an " if x[0] in "aeio" else "a ") + x
    if relation in ("colour", "home", "food", "sound", "legs", "use", "gives", "becomes") and re.fullmatch(r"an? \w+", x) and rng.random() < 0.4:
        for one, many in MANY:
            frame = frame.replace(one, many)
        shown = plural(x.split(" ")[1])
    asked = frame.format(x=shown, b=x)
    return typed(rng, capital(asked) if frame[0].isupper() or rng.random() < 0.3 else asked)


def dialogue(rng: Random) -> Turns:
    """A question and its answer; perhaps the same of another thing, or whether it is so."""
    relation = rng.choices(tuple(RELATIONS), tuple(RELATIONS.values()))[0]
    (x, y), (other, what) = rng.sample(HOLDS[relation], 2)
    turns = exchange(question(relation, x, rng), said(relation, x, y))
    draw = rng.random()
    if draw < 0.2:
        asked = "a " + other if relation == "young" and other[0] not in "aeio" else other
        turns += exchange(typed(rng, rng.choice(TEXT.THEN).format(x=asked)), said(relation, other, what))
    elif draw < 0.27:
        turns += exchange(rng.choice(TEXT.SURE), f"Yes, I am sure. {said(relation, x, y)}")
    return thanked(rng, turns, OFFER, 0.05)
