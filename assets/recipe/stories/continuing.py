"""What happened after the end of a story: a paragraph about the next day, with the same hero."""

from __future__ import annotations

from random import Random

from ..texts import read
from .grammar import expand
from .tell import Story

TEXT = read("stories/continuing")

# Small adventures, each a row of slots with variants.
ADVENTURES: tuple[tuple[tuple[str, ...], ...], ...] = TEXT.ADVENTURES

PAIRS: tuple[tuple[tuple[str, ...], ...], ...] = TEXT.PAIRS

LAST = TEXT.LAST


def continuation(story: Story, rng: Random, further: bool = False) -> str:
    """A paragraph that goes on where the story ended, or further on where one was told already."""
    adventure = rng.choice(PAIRS if story.duo else ADVENTURES)
    slots = [rng.choice(TEXT.FURTHER if further else story.plot.next), *(rng.choice(slot) for slot in adventure)]
    if rng.random() < 0.5 and not story.duo:
        slots.append(rng.choice(LAST))
    return " ".join(expand(slot, story.facts, rng) for slot in slots)
