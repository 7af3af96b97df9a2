"""Thousands of nouns that a story may be about: from the list, and compounds of two words from it."""

from __future__ import annotations

import re
from functools import cache
from random import Random

from ..held import ONE
from ..texts import read
from .invented import is_rude

NOUNS = read("stories/nouns")
LIKE = {"food": "object", "place": "object"}  # kinds that a story treats as another


@cache
def listed() -> list[tuple[str, str]]:
    """Every noun of the list with its kind, without the unseen heroes."""
    return [(noun, LIKE.get(kind, kind)) for kind, nouns in NOUNS.NOUNS.items() for noun in nouns if noun not in ONE]


def draw(rng: Random) -> tuple[str, str]:
    """A noun and its kind: mostly of the list, now and then a compound (glass drum, dream catcher)."""
    while True:
        chance = rng.random()
        if chance < 0.8:
            return rng.choice(listed())
        if chance < 0.92:
            found = f"{rng.choice(NOUNS.MADE_OF)} {rng.choice(NOUNS.SHAPED)}", "object"
        else:
            found = f"{rng.choice(NOUNS.LOOKING_AFTER)} {rng.choice(NOUNS.LOOKERS)}", "person"
        if found[0] not in ONE:
            return found


def draw_thing(rng: Random) -> str:
    """A thing that can be owned, lost and found."""
    return rng.choice(NOUNS.NOUNS["object"]) if rng.random() < 0.7 else f"{rng.choice(NOUNS.MADE_OF)} {rng.choice(NOUNS.SHAPED)}"


def spliced(rng: Random) -> str:
    """A noun that nobody has heard, of the beginning of one noun and the end of another (pelicarriage): its tokens are those of real nouns,
    so that a model learns to do with every noun what it does with those it knows."""
    while True:
        one, other = (Random.choice(rng, listed())[0].split()[-1] for _ in range(2))
        heads = [at.start() for at in re.finditer("(?<=[^aeiouy])[aeiou]", one) if at.start() > 1]
        tails = [at.start() for at in re.finditer("[aeiou](?=[^aeiouy])", other) if at.start() < len(other) - 2]
        if not heads or not tails:
            continue
        found = one[: Random.choice(rng, heads)] + other[Random.choice(rng, tails) :]
        if 5 <= len(found) <= 11 and found not in {one, other} and found not in ONE and not is_rude(found):
            return found
