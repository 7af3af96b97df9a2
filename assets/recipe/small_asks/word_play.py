"""Words: opposites, rhymes, words of like meaning, plurals."""

from __future__ import annotations

from random import Random

from ..texts import read
from .asking import Turns, exchange, listed, rows, thanked, typed

TEXT = read("small_asks/word_play")

OPPOSITES = rows(TEXT.OPPOSITES)

RHYMES = rows(TEXT.RHYMES)
NO_RHYME = ("orange", "month", "silver", "purple")

SYNONYMS = rows(TEXT.SYNONYMS)

PLURALS = rows(TEXT.PLURALS)

ASK = TEXT.ASK
LEFT = {word for word, _ in OPPOSITES}
BACKWARDS = {second: first for first, second in reversed(OPPOSITES) if second not in LEFT}
TABLES = {"opposite": (*OPPOSITES, *BACKWARDS.items()), "rhyme": RHYMES, "synonym": SYNONYMS, "plural": PLURALS}
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


def of_a_table(rng: Random) -> Turns:
    """A word's opposite, rhyme, like or plural, and perhaps another word's."""
    kind = rng.choices(("opposite", "rhyme", "synonym", "plural"), (4, 3, 2, 4))[0]
    (word, answer), other = rng.sample(TABLES[kind], 2)
    shown = rng.choice((word, word, word, f"'{word}'", f'"{word}"'))
    turns = exchange(typed(rng, rng.choice(ASK[kind]).format(w=shown)), sentence(kind, word, answer))
    if rng.random() < 0.4:
        turns += exchange(typed(rng, rng.choice(THEN).format(w=other[0])), sentence(kind, *other))
    return turns


def dialogue(rng: Random) -> Turns:
    """A question about a word."""
    draw = rng.random()
    if draw < 0.03:
        word = rng.choice(NO_RHYME)
        turns = exchange(
            typed(rng, rng.choice(ASK["rhyme"]).format(w=word)),
            f"I know no good rhyme for {word}. It is one of the hardest words to rhyme.",
        )
    else:
        turns = of_a_table(rng)
    return thanked(rng, turns, OFFER, 0.06)
