"""Fun facts that are sure, each with the words that name its subject."""

from __future__ import annotations

from random import Random

from ..texts import read
from .asking import Turns, exchange, more, request, rows, thanked, typed

TEXT = read("small_asks/facts")

FACTS = rows(TEXT.FACTS)

VERBS = ("tell me", "tell me", "give me", "say", "share", "write")
THINGS = TEXT.THINGS
FREE = TEXT.FREE
ABOUT = TEXT.ABOUT
WOW = TEXT.WOW
GLAD = ("I like that one too. {o}", "It is amazing, isn't it? {o}", "The world is full of such things. {o}")
REALLY = ("Really?", "really?", "Is that true?", "Are you sure?", "is that really true", "No way!")
YES = ("Yes, really! {o}", "Yes, it is true! {o}", "Yes, I am sure! {o}")
OFFER = "Say 'another one' for the next fun fact."


def asked(rng: Random, topic: str | None) -> str:
    """A request for any fact, or for one about a topic."""
    if topic is None:
        return typed(rng, rng.choice(FREE)) if rng.random() < 0.4 else request(rng, VERBS, rng.choice(THINGS))
    if rng.random() < 0.45:
        return typed(rng, rng.choice(ABOUT).format(t=topic))
    return request(rng, VERBS, f"{rng.choice(THINGS[:7])} about {topic}")


def dialogue(rng: Random) -> Turns:
    """A fact on request, perhaps a wow, perhaps one more."""
    (subject, text), (second, other) = rng.sample(FACTS, 2)
    turns = exchange(asked(rng, rng.choice(subject.split(" / ")) if rng.random() < 0.55 else None), text)
    draw = rng.random()
    if draw < 0.12:
        remarks, replies = rng.choice(((WOW, GLAD), (REALLY, YES)))
        turns += exchange(rng.choice(remarks), rng.choice(replies).format(o=OFFER))
    if draw > 0.75:
        topic = second.split(" / ")[0]
        ask = rng.choice((f"And about {topic}?", f"Now one about {topic}.", f"And {topic}?", f"One about {topic}, please."))
        turns += exchange(more(rng, "fact") if rng.random() < 0.6 else typed(rng, ask), other)
    return thanked(rng, turns, OFFER, 0.08)
