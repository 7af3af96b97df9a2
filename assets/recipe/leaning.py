"""A source of chance that leans: it mostly makes the choices that belong to what a request names.

Where every choice is even, the likeliest story is the same for every request, and no drafter can guess one. So a story's or
fable's choices depend on the hero: its first two letters put it into one of KINDS kinds, what sort of hero it is (living, a person, a
thing) into one of a few groups, and each kind of a group has a favourite among the options of every choice.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import md5
from random import Random
from typing import Any

KINDS = 64
SHARE = 0.75  # of the choices that are the favourite; the others are even


class Leaning(Random):
    """Random numbers from the same source, and choices that lean as `subject` and `group` say.

    `avoided` says which options are not taken where there are others; `share`: how many choices are the favourite.
    """

    share = SHARE

    def __init__(self, rng: Random, subject: str, group: str = "", avoided: Callable[[Any], bool] | None = None):
        super().__init__(rng.randrange(1 << 30))
        self.kind = f"{group}{number(subject.lower()[:2]) % KINDS}"
        self.avoided = avoided

    def choice(self, seq: Sequence[Any]) -> Any:
        """One of the options: mostly the favourite, which stays the same where other options are left out."""
        if self.avoided:
            seq = [option for option in seq if not self.avoided(option)] or seq
        if self.random() < Leaning.share:
            return max(seq, key=lambda option: number(f"{self.kind} {label(option)}"))
        return super().choice(seq)


def label(option: object) -> str:
    """What an option is known by: a plot by its title."""
    return option if isinstance(option, str) else str(getattr(option, "title", option))


@lru_cache(1 << 18)
def number(text: str) -> int:
    """A number that depends on the text alone."""
    return int.from_bytes(md5(text.encode(), usedforsecurity=False).digest()[:4])
