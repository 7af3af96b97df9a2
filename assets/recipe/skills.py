"""The skills that are taught, each a package or module with a `dialogue` of its own, and the share of the tokens that each has."""

from collections.abc import Callable
from random import Random

from . import about_this, explanations, fables, refusals, roles, small_asks, small_talk, stories
from .corpus import Dialogue

SKILLS: tuple[tuple[str, float, Callable[[Random], Dialogue]], ...] = (
    ("stories", 35, stories.dialogue),
    ("about_this", 10, about_this.dialogue),
    ("explanations", 11, explanations.dialogue),
    ("small_asks", 25, small_asks.dialogue),
    ("small_talk", 8, small_talk.dialogue),
    ("refusals", 10, refusals.dialogue),
    ("roles", 5, roles.dialogue),
    ("fables", 5, fables.dialogue),
)
