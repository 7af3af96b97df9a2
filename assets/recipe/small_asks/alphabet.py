"""The alphabet and the letters of a word: order, spelling, how many, vowels, the first and the last."""

from __future__ import annotations

from random import Random

from ..texts import read
from .asking import Turns, exchange, names, order, thanked, typed

TEXT = read("small_asks/alphabet")
PEOPLE = read("small_asks/people")

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ORDINALS = names("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth")
WORDS = tuple(dict.fromkeys(names(TEXT.WORDS) + PEOPLE.RARE_NOUNS))

WHOLE = TEXT.WHOLE
BACKWARDS = TEXT.BACKWARDS
AFTER = TEXT.AFTER
BEFORE = TEXT.BEFORE
NTH = TEXT.NTH
TOTAL = TEXT.TOTAL
VOWELS = TEXT.VOWELS
SPELL = TEXT.SPELL
SPELLED = TEXT.SPELLED
MANY = TEXT.MANY
FIRST = TEXT.FIRST
END = TEXT.END
INSIDE = TEXT.INSIDE
MIRROR = ("Write {w} backwards.", "What is {w} backwards?", "spell {w} backwards", "{w} backwards", "Say {w} backwards.")
OFFER = "I can spell more words for you."


def spelled(word: str) -> str:
    """The letters with hyphens: `c-a-t`."""
    return "-".join(word)


def quoted(rng: Random, word: str) -> str:
    """The word as a person gives it: bare, in quotes, or with a capital."""
    return rng.choice((word, word, word, f"'{word}'", f'"{word}"', word.capitalize()))


def of_a_word(rng: Random) -> Turns:
    """A question about the letters of one word, and perhaps a second."""
    word = rng.choice(WORDS)
    kinds = ((SPELLED, 4), (MANY, 3), (FIRST, 1.5), (END, 1), (INSIDE, 1), (MIRROR, 1))
    forms = rng.choices([kind for kind, _ in kinds], [share for _, share in kinds])[0]
    shown = quoted(rng, word)
    if forms is SPELLED and rng.random() < 0.55:
        text = order(rng, tuple(form.format(w=shown) for form in SPELL), "\0").replace(" \0", "")
    else:
        text = typed(rng, rng.choice(forms).format(w=shown))
    turns = exchange(text, answer(forms, word))
    if forms in (SPELLED, MANY) and rng.random() < 0.25:
        other = rng.choice([candidate for candidate in WORDS if candidate != word])
        turns += exchange(
            typed(rng, rng.choice(("And {w}?", "and {w}", "Now {w}.", "And the word {w}?", "What about {w}?")).format(w=other)),
            answer(forms, other),
        )
    return turns


def answer(forms: tuple[str, ...], word: str) -> str:
    """The answer to a question of one of the kinds."""
    name = word.capitalize()
    if forms is SPELLED:
        return f"{name} is spelled {spelled(word)}."
    if forms is MANY:
        return f"The letters are {spelled(word)}: {name} has {len(word)} letters."
    if forms is FIRST:
        return f"{name} begins with {word[0].upper()}."
    if forms is END:
        return f"{name} ends with {word[-1].upper()}."
    if forms is MIRROR:
        return f"{name} backwards is {word[::-1]}."
    found = list(dict.fromkeys(c for c in word if c in "aeiou"))
    if not found:
        return f"{name} has none of the vowels a, e, i, o and u."
    shown = found[0] if len(found) == 1 else ", ".join(found[:-1]) + " and " + found[-1]
    return f"{name} has the vowel{'s' if len(found) > 1 else ''} {shown}."


def of_the_alphabet(rng: Random) -> Turns:
    """The whole alphabet, a letter's neighbor, or how many letters there are."""
    draw = rng.random()
    if draw < 0.25:
        return exchange(rng.choice(WHOLE), ", ".join(LETTERS) + ".")
    if draw < 0.29:
        return exchange(rng.choice(BACKWARDS), ", ".join(reversed(LETTERS)) + ".")
    if draw < 0.86:
        return of_a_place(rng)
    if draw < 0.93:
        return exchange(typed(rng, rng.choice(TOTAL)), "The alphabet has 26 letters.")
    return exchange(typed(rng, rng.choice(VOWELS)), "The vowels are A, E, I, O and U.")


def of_a_place(rng: Random) -> Turns:
    """The letter after or before one, or at a place."""
    draw, i = rng.random(), rng.randrange(26)
    x = rng.choice((LETTERS[i], LETTERS[i], LETTERS[i].lower(), f"the letter {LETTERS[i]}"))
    if draw < 0.45:
        reply = f"After {LETTERS[i]} comes {LETTERS[i + 1]}." if i < 25 else "Z is the last letter: nothing comes after it."
        return exchange(rng.choice(AFTER).format(x=x), reply)
    if draw < 0.77:
        reply = f"Before {LETTERS[i]} comes {LETTERS[i - 1]}." if i else "A is the first letter: nothing comes before it."
        return exchange(rng.choice(BEFORE).format(x=x), reply)
    n = rng.randrange(-1, len(ORDINALS))
    ordinal, letter = ("last", "Z") if n < 0 else (ORDINALS[n], LETTERS[n])
    return exchange(typed(rng, rng.choice(NTH).format(o=ordinal)), f"The {ordinal} letter of the alphabet is {letter}.")


def dialogue(rng: Random) -> Turns:
    """A question about a word's letters, or about the alphabet."""
    return thanked(rng, of_a_word(rng) if rng.random() < 0.6 else of_the_alphabet(rng), OFFER, 0.06)
