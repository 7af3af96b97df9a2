"""The skills that are taught, each a package or module with a `dialogue` of its own, and the share of the tokens that each has."""

from collections.abc import Callable
from random import Random

from . import explanations, fables, refusals, small_asks, small_talk, stories
from .corpus import Dialogue

SKILLS: tuple[tuple[str, float, Callable[[Random], Dialogue]], ...] = (
    ("stories", 36, stories.dialogue),
    ("explanations", 15, explanations.dialogue),
    ("small_asks", 24, small_asks.dialogue),
    ("small_talk", 11, small_talk.dialogue),
    ("refusals", 4, refusals.dialogue),
    ("fables", 5, fables.dialogue),
)
