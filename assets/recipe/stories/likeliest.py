"""What the likeliest stories are, on the generator itself: how many differ, which runs of words and sentences they share.

    python -m assets.recipe.stories.likeliest [--stories N]

Prints, for the unseen heroes, the number of different stories and the share of six-word runs that stand in another of them; and
for stories as they are generated for training, the sentences that stand in more than one of twenty.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from .. import leaning
from ..held import HEROES
from . import tell, wish
from .cast import PRONOUNS, Hero
from .distinct import words

RUN = 6
THIRTY = 30
OFTEN = 0.05
TOO_ALIKE = 0.5  # of two stories' runs: more in common, and they are the same story with another hero
KINDS = {"animal": "animal", "thing": "object", "person": "person", "nature": "nature", "made-up": "rare"}


@contextmanager
def likeliest_only() -> Iterator[None]:
    """Every choice is the favourite, as at temperature 0."""
    before, leaning.Leaning.share = leaning.Leaning.share, 1.0
    try:
        yield
    finally:
        leaning.Leaning.share = before


def unseen(count: int, seed: int = 1) -> list[Hero]:
    """Some of the unseen heroes, drawn by lot."""
    rng = Random(seed)
    able = [(noun, KINDS[kind]) for kind, nouns in HEROES.items() if kind in KINDS for noun in nouns]
    return [Hero(noun, rng.choice(("he", "she")), kind, "looking at the clouds") for noun, kind in rng.sample(able, count)]


def likeliest(heroes: list[Hero]) -> list[str]:
    """The story of each at the likeliest choices, with the hero's noun left out."""
    with likeliest_only():
        found = [tell.new(tell.Wish(frozenset({"hero"}), hero=hero), Random(5)) for hero in heroes]
    return [re.sub(re.escape(story.hero.noun), "X", story.text) for story in found]


def runs(text: str, size: int = RUN) -> set[tuple[str, ...]]:
    """The runs of so many words in a text."""
    found = words(text)
    return set(zip(*(found[n:] for n in range(size))))


def shared(texts: list[str]) -> float:
    """Of all texts' runs of six words, the share that stands in another of them, percent."""
    every = [runs(text) for text in texts]
    counts = Counter(run for one in every for run in one)
    return 100 * sum(counts[run] > 1 for one in every for run in one) / max(1, sum(map(len, every)))


def distinct(texts: list[str]) -> int:
    """How many of the texts are no retelling of an earlier one, with most of its runs."""
    kept: list[set[tuple[str, ...]]] = []
    for text in texts:
        mine = runs(text)
        if all(len(mine & other) <= TOO_ALIKE * min(len(mine), len(other)) for other in kept):
            kept.append(mine)
    return len(kept)


def sentences(text: str) -> set[str]:
    """The sentences of a story, names, heroes and pronouns made alike."""
    plain = re.sub(r"\b(?:" + "|".join(sorted({form for forms in PRONOUNS.values() for form in forms})) + r")\b", "his", text.lower())
    return {" ".join(words(part)) for part in re.split(r"(?<=[.!?])[\"\s]+", plain) if len(words(part)) > 2}


def frequent(stories: list[tell.Story], share: float = OFTEN) -> list[tuple[float, str]]:
    """The sentences that stand in more than this share of the stories, and in what share of them, the commonest first."""
    counts: Counter[str] = Counter()
    for story in stories:
        nouns = sorted({story.hero.noun, story.hero.name or story.hero.noun, story.friend.noun, story.friend.name or story.friend.noun}, key=len)
        text = story.text
        for noun in reversed(nouns):
            text = re.sub(rf"\b{re.escape(noun)}\b", "X", text)
        counts.update(sentences(text.replace("the X", "X").replace("The X", "X").replace("the little X", "X")))
    return [(count / len(stories), text) for text, count in counts.most_common() if count > share * len(stories)]


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stories", type=int, default=2000, help="how many are generated to count their sentences")
    parser.add_argument("--often", type=float, default=OFTEN, help="the share of stories from which on a sentence is listed")
    options = parser.parse_args()
    for seed in range(1, 5):
        texts = likeliest(unseen(THIRTY, seed))
        print(f"{THIRTY} unseen heroes (lot {seed}), likeliest choices: {distinct(texts)} distinct, {shared(texts):.0f} % of six-word runs shared")
    rng = Random(2)
    found = frequent([tell.new(wish(rng), rng) for _ in range(options.stories)], options.often)
    print(f"{len(found)} sentences in more than {options.often:.1%} of {options.stories} stories")
    for share, text in found:
        print(f"{share:6.1%}  {text}")


if __name__ == "__main__":
    main()
