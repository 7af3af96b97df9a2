"""First names from many parts of the world, as children have them, and names for animals and other heroes."""

from ..texts import read

TEXT = read("stories/names")


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


GIRLS = TEXT.GIRLS

BOYS = TEXT.BOYS

# For animals, robots, toys and the like.
SHE_NAMES = TEXT.SHE_NAMES

HE_NAMES = TEXT.HE_NAMES
