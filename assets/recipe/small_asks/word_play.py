"""Words: opposites, rhymes, words of like meaning, plurals."""

from __future__ import annotations

from random import Random

from ..texts import read
from .asking import Turns, exchange, listed, plural, rows, thanked, typed

TEXT = read("small_asks/word_play")
PEOPLE = read("small_asks/people")

OPPOSITES = rows(TEXT.OPPOSITES)

# words that all rhyme: each is answered with the first three others
FAMILIES = tuple(tuple(line.split()) for line in TEXT.RHYMING)
RHYMES = tuple((word, ", ".join([other for other in family if other != word][:3])) for family in FAMILIES for word in family)
NO_RHYME = TEXT.NO_RHYME

SYNONYMS = rows(TEXT.SYNONYMS)

PLURALS = rows(TEXT.PLURALS)

ASK = TEXT.ASK
LEFT = {word for word, _ in OPPOSITES}
BACKWARDS = {second: first for first, second in reversed(OPPOSITES) if second not in LEFT}
TABLES = {"opposite": (*OPPOSITES, *BACKWARDS.items()), "rhyme": RHYMES, "synonym": SYNONYMS, "plural": PLURALS}
KNOWN = {kind: {word for word, _ in table} for kind, table in TABLES.items()}
SOUNDS = tuple(part.split() for part in TEXT.SOUNDS)  # of which words are made up
THEN = ("And {w}?", "and {w}", "And of {w}?", "What about {w}?", "Now {w}.", "{w}?", "and of {w}?", "and of {w}", "of {w}?", "how about {w}", "And the one of {w}?")
OFFER = "Ask me for another word, if you like."


def sentence(kind: str, word: str, answer: str) -> str:
    """The answer in a sentence."""
    if kind == "opposite":
        return f"The opposite of {word} is {answer}."
    if kind == "rhyme":
        return (
            f"{answer.split(', ')[0].capitalize()} rhymes with {word}."
            if ", " not in answer
            else f"{listed(answer.split(', ')).capitalize()} rhyme with {word}."
        )
    if kind == "synonym":
        found = answer.split(", ")
        return f"Another word for {word} is {found[0]}." if len(found) == 1 else f"Other words for {word} are {listed(found)}."
    return f"The plural of {word} is {answer}."


def made_up(rng: Random) -> str:
    """A word that nobody knows."""
    first, middle, last = SOUNDS
    return rng.choice(first) + rng.choice(middle) + (rng.choice(first) + rng.choice(middle) if rng.random() < 0.4 else "") + rng.choice(last)


def of_no_table(rng: Random) -> Turns:
    """A word that has no place in the table of its kind: it says so; a rare noun's plural follows the rule."""
    kind = rng.choices(("rhyme", "opposite", "synonym", "plural"), (5, 3, 1.5, 1.5))[0]
    if kind == "plural":
        word = rng.choice([noun for noun in PEOPLE.RARE_NOUNS if noun not in ("binoculars", "chess", "squid")])
        return exchange(typed(rng, rng.choice(ASK[kind]).format(w=word)), sentence(kind, word, plural(word)))
    words = (*PEOPLE.RARE_NOUNS, *NO_RHYME) if kind == "rhyme" else (*PEOPLE.RARE_NOUNS, *TEXT.THINGS)
    word = rng.choice([noun for noun in words if noun not in KNOWN[kind]]) if rng.random() < 0.6 else made_up(rng)
    return exchange(typed(rng, rng.choice(ASK[kind]).format(w=rng.choice((word, word, f'"{word}"', f"'{word}'")))), TEXT.UNKNOWN[kind].format(w=word))


def of_a_table(rng: Random) -> Turns:
    """A word's opposite, rhyme, like or plural, and perhaps another word's."""
    kind = rng.choices(("opposite", "rhyme", "synonym", "plural"), (4, 6, 2, 4))[0]
    (word, answer), other = rng.sample(TABLES[kind], 2)
    shown = rng.choice((word, word, word, f"'{word}'", f'"{word}"'))
    turns = exchange(typed(rng, rng.choice(ASK[kind]).format(w=shown)), sentence(kind, word, answer))
    if rng.random() < 0.4:
        turns += exchange(typed(rng, rng.choice(THEN).format(w=other[0])), sentence(kind, *other))
    return turns


def dialogue(rng: Random) -> Turns:
    """A question about a word."""
    turns = of_no_table(rng) if rng.random() < 0.2 else of_a_table(rng)
    return thanked(rng, turns, OFFER, 0.06)
