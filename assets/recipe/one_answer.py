"""A question that several skills answer belongs to the first of them: a model that learnt two answers to it begins one and ends with the other."""

from collections.abc import Callable
from functools import cache
from random import Random

from .corpus import Dialogue
from .held import first_request
from .skills import SKILLS

Make = Callable[[Random], Dialogue]

ORDER = ("about_this", "small_asks", "small_talk", "explanations", "refusals")  # the first that answers a question has it
DRAWS = 30_000  # conversations of a skill whose first questions are noted: all that are frequent


@cache
def questions(skill: str) -> frozenset[str]:
    """What is often asked first in conversations of a skill."""
    make, rng = next(make for name, _, make in SKILLS if name == skill), Random(skill)
    return frozenset(first_request(make(rng)) for _ in range(DRAWS))


@cache
def answered_before(skill: str) -> frozenset[str]:
    """The questions that skills before this one answer."""
    return frozenset().union(*map(questions, ORDER[: ORDER.index(skill)])) if skill in ORDER else frozenset()


def without_others(skill: str, make: Make) -> Make:
    """The skill's conversations, without those that begin with a question of a skill before it."""

    def made(rng: Random) -> Dialogue:
        while first_request(found := make(rng)) in answered_before(skill):
            pass
        return found

    return made
