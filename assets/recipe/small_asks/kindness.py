"""Kind words on request: compliments, good-night wishes, birthday wishes, thank-you notes, a wish for the day."""

from __future__ import annotations

from random import Random

from ..texts import read
from .asking import Turns, exchange, order, request, thanked, typed

TEXT = read("small_asks/kindness")
PEOPLE = read("small_asks/people")

COMPLIMENTS = TEXT.COMPLIMENTS
NIGHTS = TEXT.NIGHTS
BIRTHDAYS = TEXT.BIRTHDAYS
REASONS = TEXT.REASONS
NOTES = TEXT.NOTES
DAYS = TEXT.DAYS
FLATTER = ("a compliment", "a nice compliment", "something nice", "a kind word", "something kind", "a little compliment")
FLATTER_ASK = TEXT.FLATTER_ASK
NIGHT_ASK = TEXT.NIGHT_ASK
BIRTHDAY_ASK = TEXT.BIRTHDAY_ASK
NOTE_ASK = TEXT.NOTE_ASK
DAY_ASK = TEXT.DAY_ASK
OFFER = "I am always glad to say something kind."
AGAIN = TEXT.AGAIN


def ordered(rng: Random, forms: tuple[str, ...], **slots: str) -> str:
    """An order that ends with its form."""
    return order(rng, (rng.choice(forms).format(**slots),), "\0").replace(" \0", "")


def plain(rng: Random, user: str, replies: tuple[str, ...]) -> Turns:
    """One of the replies, and perhaps another of them."""
    first, second = rng.sample(replies, 2)
    turns = exchange(user, first)
    return turns + exchange(rng.choice(AGAIN), second) if rng.random() < 0.3 else turns


def compliment(rng: Random) -> Turns:
    """Something nice to the user."""
    ask = (
        typed(rng, rng.choice(FLATTER_ASK))
        if rng.random() < 0.6
        else request(rng, ("tell me", "give me"), rng.choice(FLATTER), 0.08)
    )
    return plain(rng, ask, COMPLIMENTS)


def birthday(rng: Random) -> Turns:
    """Wishes for a named person, perhaps once more in other words."""
    name = rng.choice(PEOPLE.FIRST_NAMES)
    ask = (
        ordered(rng, BIRTHDAY_ASK, p=name)
        if rng.random() < 0.8
        else rng.choice(
            (
                f"It is {name}'s birthday today. What can I write?",
                f"My friend {name} has a birthday. Write a wish.",
                f"birthday wish for {name}",
                f"Happy birthday message for {name}, please.",
            )
        )
    )
    return plain(rng, ask, tuple(wish.format(p=name) for wish in BIRTHDAYS))


def note(rng: Random) -> Turns:
    """A short thank-you note to a named person for something."""
    name, reason = rng.choice(PEOPLE.FIRST_NAMES), rng.choice(REASONS)
    user = ordered(rng, NOTE_ASK, p=name, r=reason)
    return plain(rng, user, tuple(text.format(p=name, r=reason) for text in NOTES))


def dialogue(rng: Random) -> Turns:
    """A kind word of one sort."""
    draw = rng.random()
    if draw < 0.32:
        turns = compliment(rng)
    elif draw < 0.47:
        turns = plain(rng, ordered(rng, NIGHT_ASK), NIGHTS)
    elif draw < 0.68:
        turns = birthday(rng)
    elif draw < 0.88:
        turns = note(rng)
    else:
        turns = plain(rng, ordered(rng, DAY_ASK), DAYS)
    return thanked(rng, turns, OFFER, 0.12)
