"""Three-liners in the manner of the haiku, mostly of five, seven and five syllables."""

from __future__ import annotations

from random import Random

from ..texts import read
from .asking import Turns, blocks, exchange, more, request, thanked, typed

TEXT = read("small_asks/haiku")

HAIKU = blocks(TEXT.HAIKU)

VERBS = ("write", "write me", "give me", "make", "make up", "compose", "tell me")
NOUNS = ("a haiku", "a haiku", "a haiku", "a short haiku", "a haiku poem", "a three-line poem", "a poem in three lines")
THEN = TEXT.THEN
OFFER = "I have more haiku: about rain, a snail or the moon."
SHAPES = TEXT.SHAPES
SHAPE = (
    "A haiku is a very short poem from Japan. "
    "It has three lines, with five, seven and five syllables, and it often shows one moment in nature."
)


def dialogue(rng: Random) -> Turns:
    """A haiku about something, or any, and perhaps one more."""
    subject, *lines = rng.choice(HAIKU)
    about, noun = rng.choice(subject.split("|")), rng.choice(NOUNS)
    if rng.random() < 0.05:
        turns = exchange(typed(rng, rng.choice(SHAPES)), SHAPE)
        turns += exchange(request(rng, VERBS, f"one about {about}", 0), "\n".join(lines))
    else:
        turns = exchange(request(rng, VERBS, noun if rng.random() < 0.2 else f"{noun} about {about}"), "\n".join(lines))
    if rng.random() < 0.3:
        second, *other = rng.choice([entry for entry in HAIKU if entry[0] != subject])
        named = typed(rng, rng.choice(THEN).format(it=second.split("|")[0]))
        turns += exchange(named if rng.random() < 0.6 else more(rng, "haiku"), "\n".join(other))
    return thanked(rng, turns, OFFER, 0.1)
