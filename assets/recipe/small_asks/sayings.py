"""Tongue twisters of our own, proverbs explained in a sentence, and mottoes."""

from __future__ import annotations

from random import Random

from ..texts import read
from .asking import Turns, exchange, more, plural, request, rows, thanked

TEXT = read("small_asks/sayings")

TWISTERS = rows(TEXT.TWISTERS)
PROVERBS = rows(TEXT.PROVERBS)
TWIST = TEXT.TWIST
MEAN = TEXT.MEAN
PROVERB = ("a proverb", "a saying", "a wise saying", "an old saying", "a proverb", "a piece of wisdom", "a short proverb")
VERBS = ("tell me", "give me", "say", "write")
WHAT = TEXT.WHAT
OFFER = "I know more sayings and tongue twisters."


def meaning(sense: str) -> str:
    """The proverb's sense in a sentence."""
    return f"It means that {sense}."


def spoken(topic: str) -> str:
    """A topic as said after `about`."""
    if topic in ("moon", "wind"):
        return f"the {topic}"
    return topic if topic in ("bread", "snow", "rain", "tea", "soup") else plural(topic)


def twister(rng: Random) -> Turns:
    """A tongue twister, perhaps about a thing, and perhaps another."""
    (topic, text), (_, other) = rng.sample(TWISTERS, 2)
    thing = rng.choice(TWIST)
    if rng.random() < 0.35:
        thing += f" about {spoken(topic)}"
    turns = exchange(request(rng, VERBS, thing), text)
    return turns + exchange(more(rng, "tongue twister"), other) if rng.random() < 0.35 else turns


def proverb(rng: Random) -> Turns:
    """A proverb on request and its meaning, or the meaning of a given one."""
    (saying, sense), (other, _) = rng.sample(PROVERBS, 2)
    if rng.random() < 0.6:
        form = rng.choice(MEAN)
        return exchange(form.format(s=saying), meaning(sense))
    turns = exchange(request(rng, VERBS, rng.choice(PROVERB)), f"{saying}.")
    if rng.random() < 0.5:
        return turns + exchange(rng.choice(WHAT), meaning(sense))
    return turns + exchange(more(rng, "proverb"), f"{other}.") if rng.random() < 0.4 else turns


def dialogue(rng: Random) -> Turns:
    """A tongue twister or a proverb."""
    return thanked(rng, twister(rng) if rng.random() < 0.5 else proverb(rng), OFFER, 0.08)
