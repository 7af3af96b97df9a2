"""Any event at all: verb phrases drawn from a table of verbs and of what goes with them, in the forms that a story needs."""

from __future__ import annotations

import re
from functools import cache
from random import Random

from ..held import ONE
from ..texts import read
from . import invented, nouns
from .apart import naming
from .grammar import plural, with_article

TEXT = read("stories/deeds")
FORMS = ("deed", "does", "did", "done", "doing", "topic")
NOUN = re.compile(r"@(a_)?(thing|animal|person|food|place|new)(s?)\b")
INVENTED = 0.2  # of the nouns: words that nobody has heard
VOWEL = "aeiou"
BY = "to in on at with into for from over under up down across through around against off after".split()  # what may stand before the thing
NAMED = re.compile(rf"(?:(?:{'|'.join(BY)}) )?(?:an?|the) (.+?)(?: (?:{'|'.join(BY)}|out|that|without|by|like|as|together|free|every|upside|yellow|blue|again)\b.*)?")
TRIES = 40
IRREGULAR_S = {"go": "goes", "do": "does", "have": "has"}


@cache
def table(name: str) -> list[tuple[list[str], list[str]]]:
    """The verbs, each with its past and participle, and what goes with it."""
    found = []
    for line in getattr(TEXT, name).strip().splitlines():
        verb, _, rest = line.partition(" | ")
        found.append((forms(verb.split()), [part.strip() for part in rest.split(";")]))
    return found


def forms(given: list[str]) -> list[str]:
    """Base, third person, past, participle and -ing form of a verb; past and participle are given where they are not regular."""
    base = given[0]
    past = given[1:] or [_ending(base, "ed")] * 2
    return [base, _third(base), past[0], past[-1], _ending(base, "ing")]


def _third(base: str) -> str:
    if base.endswith("y") and base[-2] not in VOWEL:
        return base[:-1] + "ies"
    return IRREGULAR_S.get(base) or base + ("es" if base.endswith(("s", "x", "z", "ch", "sh")) else "s")


def _ending(base: str, end: str) -> str:
    """The verb with -ed or -ing: hugged, tying, cried."""
    if base.endswith("ie") and end == "ing":
        return base[:-2] + "ying"
    if base.endswith("y") and base[-2] not in VOWEL and end == "ed":
        return base[:-1] + "ied"
    if base.endswith("e") and not (base.endswith(("ee", "oe")) and end == "ing"):
        return base[:-1] + end
    doubled = base in DOUBLING or re.fullmatch(rf"(?:qu|[^{VOWEL}])*[{VOWEL}][^{VOWEL}wxy]", base)
    return base + (base[-1] if doubled else "") + end


DOUBLING = ("forget", "travel", "babysit")
MASS = "asparagus broccoli celery custard garlic lasagne pudding ravioli rhubarb sweetcorn toast yoghurt zucchini spaghetti".split()


def draw(name: str, rng: Random, taken: list[str]) -> list[str]:
    """An event of the table in the forms of FORMS, one that names nobody who is taken; verbs, objects and nouns are drawn evenly."""
    even = Random(rng.randrange(1 << 30))
    for _ in range(TRIES):
        verb, rests = even.choice(table(name))
        rest = _filled(even.choice(rests), even)
        phrase = f"{verb[0]} {rest}"
        if not any(naming(noun).search(phrase) for noun in taken):
            break
    told = [form if rest == "~" else f"{form} {rest}" for form in verb]
    return [*told, topic(rest, told[4])]


def topic(rest: str, doing: str) -> str:
    """What the event is about, as it is spoken of later: "the birthday cake", or the event itself."""
    found = NAMED.fullmatch(rest)
    return f"the {found[1]}" if found else doing


def _filled(rest: str, rng: Random) -> str:
    """The words after the verb with nouns in the places that want one."""
    return NOUN.sub(lambda found: _formed(_noun(found[2], rng), found[1], found[3]), rest)


def _formed(noun: str, article: str | None, many: str) -> str:
    uncounted = noun.endswith("s") and not noun.endswith("ss") or noun.split()[-1] in MASS
    if article:
        return f"some {noun}" if uncounted else with_article(noun)
    return plural(noun) if many and not uncounted else noun


def _noun(kind: str, rng: Random) -> str:
    while True:
        if kind == "new" or rng.random() < INVENTED:
            return invented.word(rng)
        found = nouns.draw_thing(rng) if kind == "thing" else rng.choice(nouns.NOUNS.NOUNS[kind])
        if found not in ONE:
            return found
