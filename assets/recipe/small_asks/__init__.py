"""Small things that a person types to try a model: poems, jokes, riddles, lists, recipes, sums, words, small functions.

Each kind is a module with its own tables and its own `dialogue`; here they get their shares.
"""

from __future__ import annotations

from random import Random

from . import (
    about_me,
    alphabet,
    by_heart,
    capitals,
    chance,
    counting,
    days_and_months,
    facts,
    haiku,
    jokes,
    kindness,
    kinds_of_things,
    lists,
    poems,
    python_functions,
    recipes,
    riddles,
    sayings,
    sums,
    tables,
    word_play,
)
from .asking import Turns

# how often each kind comes, relative to the others
KINDS = {
    poems: 12.0, lists: 14.0, python_functions: 12.0, jokes: 10.0, sums: 60.0, recipes: 7.0, riddles: 6.0, capitals: 6.0,
    word_play: 26.0, days_and_months: 14.0, alphabet: 4.0, counting: 16.0, facts: 4.0, kindness: 4.0,
    haiku: 3.0, sayings: 2.5, chance: 2.0, by_heart: 26.0, tables: 34.0, kinds_of_things: 14.0, about_me: 12.0,
}
MODULES, WEIGHTS = tuple(KINDS), tuple(KINDS.values())


def dialogue(rng: Random) -> Turns:
    """A conversation of one kind; one time in eight it goes on with a second kind."""
    turns = one(rng)
    if rng.random() < 0.12:
        turns = turns + one(rng)
    return turns


def one(rng: Random) -> Turns:
    """A conversation of one kind."""
    return rng.choices(MODULES, WEIGHTS)[0].dialogue(rng)
