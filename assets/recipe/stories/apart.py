"""Whether two phrases name the same thing: then they cannot both have a part in a story, or a fox has a fox."""

from __future__ import annotations

import re
from functools import cache

from .grammar import plural

# Words that say nothing of what a noun names; "little fox" and "little mouse" have nothing in common.
COMMON = frozenset("""
a an the of in on at by under behind with and some who that his her its one two three little small tiny big old young wise kind good great new tall
gentle friendly clever patient merry busy brave quiet playful shy golden silver red blue green white black grey brown yellow magic toy baby paper wooden
full land city town lost made far long short round hot cold warm soft
""".split())  # fmt: skip
SHORTEST = 3  # letters of a word that is looked for in compounds: sun, sunflower


@cache
def stems(phrase: str) -> frozenset[str]:
    """The words of a phrase that name something, as in the singular."""
    return frozenset(_singular(word) for word in re.findall(r"[a-z]+", phrase.lower().replace("'s", "")) if word not in COMMON)


IRREGULAR = {"mice": "mouse", "geese": "goose", "wolves": "wolf", "elves": "elf", "children": "child", "leaves": "leaf", "loaves": "loaf", "feet": "foot",
             "men": "man", "women": "woman", "teeth": "tooth", "knives": "knife", "scarves": "scarf", "thieves": "thief", "dwarves": "dwarf"}  # fmt: skip


def _singular(word: str) -> str:
    if word in IRREGULAR:
        return IRREGULAR[word]
    if word.endswith("men"):
        return word[:-2] + "an"
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


@cache
def same(one: str, two: str) -> bool:
    """Whether a word of one stands in the other, also inflected or as part of a compound: fox and foxes, snow and snowman."""
    return any(_within(a, b) or _within(b, a) for a in stems(one) for b in stems(two))


def _within(short: str, long: str) -> bool:
    return short == long or (len(short) >= SHORTEST and (long.startswith(short) or long.endswith(short)))


def apart(phrase: str, others: list[str]) -> bool:
    """Whether this phrase names none of those."""
    return not any(same(phrase, other) for other in others)


@cache
def naming(noun: str) -> re.Pattern[str]:
    """Finds the noun's words, singular and plural, in a text."""
    words = stems(noun) or {noun.lower()}
    return re.compile(rf"\b(?:{'|'.join(sorted({re.escape(form) for word in words for form in (word, plural(word))}))})\b", re.IGNORECASE)


def free_of(texts: tuple[str, ...], nouns: list[str]) -> list[str]:
    """Those texts that name none of these nouns; all, where every text names one."""
    found = [text for text in texts if not any(naming(noun).search(text) for noun in nouns)]
    return found or list(texts)
