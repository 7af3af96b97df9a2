"""Simple recipes: what you need in a sentence, then three to five numbered steps."""

from __future__ import annotations

import re
from random import Random

from ..texts import read
from .asking import Turns, blocks, exchange, more, request, thanked, typed

TEXT = read("small_asks/recipes")

# name, ingredients, time, the recipe in one sentence, steps
RECIPES = blocks(TEXT.RECIPES.replace("\n    ", " "))

UNKNOWN = TEXT.UNKNOWN
MEALS = "soup|salad|omelette|eggs|pasta|potatoes|pizza|sandwich|rice$|stew|pancakes|toast|waffles"
HOW = TEXT.HOW
VERBS = ("give me", "tell me", "write", "show me", "write down", "find me")
THINGS = TEXT.THINGS
RAW = ("tea", "lemonade", "salad", "sandwich", "milk shake", "smoothie", "guacamole", "hummus", "fruit")
BARE = TEXT.BARE
ANY = ("an easy recipe", "a recipe", "a recipe", "a simple recipe", "a quick recipe", "any recipe")
IDEAS = TEXT.IDEAS
YES = TEXT.YES
NO = TEXT.NO
NEEDED = TEXT.NEEDED
LASTS = TEXT.LASTS
BRIEF = TEXT.BRIEF
OFFER = "Enjoy your meal!"


def recipe(entry: tuple[str, ...]) -> str:
    """The whole recipe."""
    steps = "\n".join(f"{i}. {step}" for i, step in enumerate(entry[3:], 1))
    return f"For {entry[0]} you need {needs(entry)}.\n{steps}"


def needs(entry: tuple[str, ...]) -> str:
    """The ingredients."""
    return entry[1].split(" | ")[0]


def lasts(entry: tuple[str, ...]) -> str:
    """How long it takes, in a sentence."""
    return f"It takes about {entry[1].split(' | ')[1]}."


def quick(entry: tuple[str, ...]) -> bool:
    """Whether it takes half an hour at most."""
    return entry[1].split(" | ")[1] in ("5 minutes", "10 minutes", "15 minutes", "20 minutes", "25 minutes", "30 minutes")


def asked(rng: Random, dish: str) -> str:
    """A request for a recipe."""
    if rng.random() < 0.45:
        how = rng.choice([form for form in HOW if "cook" not in form or not dish.endswith(RAW)])
        return typed(rng, how.format(it=dish) if not how.startswith("How is") or it(dish) == "it" else f"How are {dish} made?")
    if rng.random() < 0.12:
        return typed(rng, rng.choice(BARE).format(dish=re.sub("^an? ", "", dish)))
    return request(rng, VERBS, rng.choice(THINGS).format(it=dish))


def idea(rng: Random) -> tuple[Turns, tuple[str, ...]]:
    """What to cook: a proposal, perhaps another one, and the recipe."""
    entry, other = rng.sample([row for row in RECIPES if re.search(MEALS, row[0])], 2)
    turns = exchange(typed(rng, rng.choice(IDEAS)), f"How about {entry[0]}? Shall I tell you how to make {it(entry[0])}?")
    if rng.random() < 0.3:
        turns += exchange(rng.choice(NO), f"Then how about {other[0]}? Shall I tell you how to make {it(other[0])}?")
        entry = other
    return turns + exchange(rng.choice(YES), recipe(entry)), entry


def it(dish: str) -> str:
    """The pronoun for a dish."""
    return "them" if dish.endswith(("cakes", "eggs", "potatoes", "muffins", "cookies", "waffles")) else "it"


def unknown(rng: Random) -> Turns:
    """A dish that is in no table: that is said, and another one proposed."""
    dish, entry = rng.choice(UNKNOWN), rng.choice(RECIPES)
    turns = exchange(
        asked(rng, dish),
        f"I do not know how to make {dish}: I know only simple recipes. I can tell you how to make {entry[0]}, if you like.",
    )
    return turns + exchange(rng.choice(YES[:-1]), recipe(entry)) if rng.random() < 0.5 else turns


def dialogue(rng: Random) -> Turns:
    """A recipe, and perhaps a question about it or another one."""
    draw = rng.random()
    if draw < 0.08:
        return unknown(rng)
    if draw < 0.2:
        turns, entry = idea(rng)
    elif draw < 0.28:
        entry = rng.choice([row for row in RECIPES if quick(row)])
        turns = exchange(request(rng, VERBS, rng.choice(ANY)), recipe(entry))
    else:
        entry = rng.choice(RECIPES)
        turns = exchange(asked(rng, entry[0]), recipe(entry))
    return thanked(rng, turns + after(rng, entry), OFFER, 0.12)


def after(rng: Random, entry: tuple[str, ...]) -> Turns:
    """One time in three: what is needed, how long it takes, the same in short, or another recipe."""
    draw = rng.random()
    if draw < 0.08:
        return exchange(typed(rng, rng.choice(NEEDED)), f"You need {needs(entry)}.")
    if draw < 0.16:
        return exchange(typed(rng, rng.choice(LASTS)), lasts(entry))
    if draw < 0.23:
        return exchange(typed(rng, rng.choice(BRIEF)), entry[2])
    if draw < 0.31:
        return exchange(more(rng, "recipe"), recipe(rng.choice([row for row in RECIPES if row is not entry])))
    return []
