"""Capitals of the best-known countries, both ways; of any other country it is said that it is not known."""

from __future__ import annotations

from random import Random

from ..texts import read
from .asking import Turns, exchange, rows, thanked, typed

TEXT = read("small_asks/capitals")

# country, capital, continent
CAPITALS = rows(TEXT.CAPITALS)
# a country as some call it, as it is said, capital
ALSO = rows(TEXT.ALSO)

OTHER = TEXT.OTHER
NO_COUNTRY = ("Africa", "Europe", "Asia", "Antarctica", "South America", "the moon", "the sea", "the sun", "the world")
FIRST = TEXT.FIRST
BACK = TEXT.BACK
CHECK = TEXT.CHECK
WHERE = TEXT.WHERE
WHERE_CITY = ("Where is {t}?", "In which country is {t}?", "What country is {t} in?", "where is {t}", "Which country is {t} in?")
THEN = ("And {c}?", "and {c}", "And of {c}?", "What about {c}?", "and of {c}?", "Now {c}.", "And the capital of {c}?")
OFFER = "Ask me for the capital of another country, if you like."


def sentence(country: str, capital: str) -> str:
    """The capital in a sentence."""
    return f"The capital of {country} is {capital}{'' if capital.endswith('.') else '.'}"


def head(country: str) -> str:
    """The country at the beginning of a sentence."""
    return country[0].upper() + country[1:]


def unknown(country: str) -> str:
    """That the capital is not in the table."""
    others = "I know the capitals of France, Japan, Egypt and some others."
    return f"I am not sure what the capital of {country} is, and I do not want to guess. {others}"


def country_first(rng: Random) -> Turns:
    """The capital of a country, and perhaps of another."""
    (country, capital, _), other = rng.sample(CAPITALS, 2)
    turns = exchange(asked(rng, FIRST, c=country), sentence(country, capital))
    draw = rng.random()
    if draw < 0.25:
        turns += exchange(asked(rng, THEN, c=other[0]), sentence(*other[:2]))
    elif draw < 0.29:
        name = rng.choice(OTHER)
        turns += exchange(asked(rng, THEN, c=name), unknown(name))
    return turns


def asked(rng: Random, forms: tuple[str, ...], **slots: str) -> str:
    """A form filled; a country at its beginning gets a capital."""
    text = rng.choice(forms).format(**slots)
    return typed(rng, head(text) if text.startswith("the ") and rng.random() < 0.5 else text)


def checked(rng: Random) -> Turns:
    """Is this city that country's capital?"""
    country, capital, _ = rng.choice(CAPITALS)
    if rng.random() < 0.5:
        return exchange(asked(rng, CHECK, c=country, t=capital), f"Yes, {capital} is the capital of {country}.")
    wrong = rng.choice([row[1] for row in CAPITALS if row[1] != capital])
    return exchange(asked(rng, CHECK, c=country, t=wrong), f"No, {sentence(country, capital)[0].lower()}{sentence(country, capital)[1:]}")


def placed(rng: Random) -> Turns:
    """Where a country or a capital is."""
    country, capital, continent = rng.choice([row for row in CAPITALS if row[0] not in ("Turkey", "Russia", "Australia")])
    if rng.random() < 0.5:
        return exchange(asked(rng, WHERE, c=country), f"{head(country)} is in {continent}.")
    return exchange(asked(rng, WHERE_CITY, t=capital), f"{capital} is in {country}. It is the capital.")


def dialogue(rng: Random) -> Turns:
    """A question about a capital."""
    draw = rng.random()
    if draw < 0.02:
        name = rng.choice(NO_COUNTRY)
        turns = exchange(asked(rng, FIRST, c=name), f"{head(name)} is not a country, so it has no capital.")
    elif draw < 0.1:
        name = rng.choice(OTHER)
        turns = exchange(asked(rng, FIRST, c=name), unknown(name))
    elif draw < 0.17:
        name, country, capital = rng.choice(ALSO)
        turns = exchange(asked(rng, FIRST, c=name), sentence(country, capital))
    elif draw < 0.6:
        turns = country_first(rng)
    elif draw < 0.78:
        country, capital, _ = rng.choice(CAPITALS)
        turns = exchange(asked(rng, BACK, t=capital), f"{capital} is the capital of {country}.")
    elif draw < 0.88:
        turns = checked(rng)
    else:
        turns = placed(rng)
    return thanked(rng, turns, OFFER, 0.06)
