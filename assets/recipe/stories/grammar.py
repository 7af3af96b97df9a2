"""The template language of the stories: [one|two] picks an alternative, {field} puts in a fact, {Field} with a capital."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random

from ..texts import read

TEXT = read("stories/grammar")

Facts = Mapping[str, "str | tuple[str, ...]"]

ALTERNATIVES = re.compile(r"\[([^\[\]]*)\]")
FIELD = re.compile(r"\{([A-Za-z][A-Za-z_0-9]*)\}")
NO_AN = re.compile(r"(uni(?!n)|uku|use|usu|euro|one[ -]|once|ute|ura)", re.IGNORECASE)
SILENT_H = ("hour", "honest", "heir")

# Fields that are chosen anew wherever they stand.
COMMON: dict[str, tuple[str, ...]] = TEXT.COMMON


def capital(text: str) -> str:
    """The text with its first letter as a capital."""
    return text[:1].upper() + text[1:]


def with_article(noun: str) -> str:
    """The noun phrase with a or an before it; what begins with an article or is a name stays."""
    if noun.startswith(("the ", "some ", "a ", "an ")) or noun[:1].isupper():
        return noun
    vowel = noun[:1] in "aeiou" and not NO_AN.match(noun)
    return f"{'an' if vowel or noun.startswith(SILENT_H) else 'a'} {noun}"


def definite(noun: str) -> str:
    """The noun phrase with "the" before it, unless it has one."""
    return noun if noun.startswith("the ") or noun[:1].isupper() else f"the {noun}"


def plural(noun: str) -> str:
    """The plural of a noun phrase whose last word is the noun."""
    irregular = {
        "mouse": "mice",
        "goose": "geese",
        "wolf": "wolves",
        "fish": "fish",
        "sheep": "sheep",
        "child": "children",
        "calf": "calves",
        "elf": "elves",
    }
    head, _, last = noun.rpartition(" ")
    if last in irregular:
        last = irregular[last]
    elif last.endswith(("s", "x", "ch", "sh")):
        last += "es"
    elif last.endswith("y") and last[-2:-1] not in "aeiou":
        last = last[:-1] + "ies"
    elif last.endswith("man"):
        last = last[:-3] + "men"
    else:
        last += "s"
    return f"{head} {last}".strip()


def expand(text: str, facts: Facts, rng: Random) -> str:
    """The template with every alternative chosen and every field filled in."""
    while "[" in text or "{" in text:
        text = ALTERNATIVES.sub(lambda found: rng.choice(found[1].split("|")), text)
        if "[" not in text:
            text = FIELD.sub(lambda found: _value(found[1], facts, rng), text)
    return " ".join(text.split(" ")) if "  " not in text else re.sub(r" {2,}", " ", text).replace(" .", ".").replace(" ,", ",")


def _value(field: str, facts: Facts, rng: Random) -> str:
    key = field[0].lower() + field[1:]
    value = facts[key] if key in facts else COMMON[key]
    text = expand(value if isinstance(value, str) else rng.choice(value), facts, rng)
    return capital(text) if field[0].isupper() else text
