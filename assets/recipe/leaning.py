"""A source of chance that leans: it mostly makes the choices that belong to what a request names.

Where every choice is even, the likeliest story is the same for every request, and no drafter can guess one. So a story's or
fable's choices depend on the first two letters of the hero: they put it into one of KINDS kinds, and each kind has a favourite
among the options of every choice.
"""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import md5
from random import Random
from typing import Any

KINDS = 24
SHARE = 0.75  # of the choices that are the favourite; the others are even


class Leaning(Random):
    """Random numbers from the same source, and choices that lean as `subject` says."""

    def __init__(self, rng: Random, subject: str):
        super().__init__(rng.randrange(1 << 30))
        self.kind = number(subject.lower()[:2]) % KINDS

    def choice(self, seq: Sequence[Any]) -> Any:
        """One of the options: mostly the favourite, which stays the same where other options are left out."""
        if self.random() < SHARE:
            return max(seq, key=lambda option: number(f"{self.kind} {label(option)}"))
        return super().choice(seq)


def label(option: object) -> str:
    """What an option is known by: a plot by its title."""
    return option if isinstance(option, str) else str(getattr(option, "title", option))


@lru_cache(1 << 18)
def number(text: str) -> int:
    """A number that depends on the text alone."""
    return int.from_bytes(md5(text.encode(), usedforsecurity=False).digest()[:4])
