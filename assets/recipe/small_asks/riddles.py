"""Riddles: the riddle, a guess that is right or wrong, a hint, the answer."""

from __future__ import annotations

from random import Random

from ..texts import read
from .asking import Turns, exchange, more, request, rows, thanked, typed

TEXT = read("small_asks/riddles")

# riddle | answer | hint
RIDDLES = rows(TEXT.RIDDLES)

VERBS = ("tell me", "give me", "ask me", "tell", "say", "think of")
THINGS = TEXT.THINGS
GIVE_UP = TEXT.GIVE_UP
GUESSES = TEXT.GUESSES
HINTS = TEXT.HINTS
RIGHT = ("Yes, it is {it}! Well done.", "Right! It is {it}.", "Yes! The answer is {it}. Well guessed!", "That is right: {it}!")
WRONG = TEXT.WRONG
SOLVED = ("The answer is {it}.", "The answer is {it}.", "It is {it}.", "The answer: {it}.")
OFFER = "Say the word, and I will ask you another riddle."


def solved(rng: Random, answer: str) -> str:
    """The answer in a sentence."""
    return rng.choice(SOLVED).format(it=answer)


def guess(rng: Random, answer: str) -> str:
    """A guess as a person types it: with or without the article."""
    named = answer if rng.random() < 0.7 else answer.split(" ", 1)[-1]
    text = rng.choice(GUESSES).format(it=named, It=named[0].upper() + named[1:])
    return typed(rng, text if text.startswith(named) and rng.random() < 0.5 else text[0].upper() + text[1:])


def wrong_guess(rng: Random, answer: str) -> Turns:
    """Another riddle's answer, and that it is not right."""
    other = rng.choice(
        [entry[1] for entry in RIDDLES if entry[1].startswith(("a ", "an ")) and entry[1].split()[-1] != answer.split()[-1]]
    )
    text = rng.choice(GUESSES).format(it=other, It=other[0].upper() + other[1:])
    return exchange(typed(rng, text), rng.choice(WRONG).format(it=other))


def guessing(rng: Random, answer: str, hint: str) -> Turns:
    """What comes after a riddle: guesses, a hint, the answer."""
    turns: Turns = []
    if rng.random() < 0.3:
        turns += wrong_guess(rng, answer)
    if rng.random() < 0.25:
        turns += exchange(
            rng.choice(HINTS), f"Here is a hint: {hint[0].lower() + hint[1:] if not hint.startswith('I ') else hint}"
        )
    if rng.random() < 0.5:
        return turns + exchange(typed(rng, rng.choice(GIVE_UP)), solved(rng, answer))
    return turns + exchange(guess(rng, answer), rng.choice(RIGHT).format(it=answer))


def dialogue(rng: Random) -> Turns:
    """A riddle alone, with its answer at once, or with a guess after it; perhaps another one."""
    riddle, answer, hint = rng.choice(RIDDLES)
    thing = rng.choice(THINGS)
    draw = rng.random()
    if draw < 0.12:
        with_answer = rng.choice((" with its answer", " and its answer", " and the answer", " with the answer"))
        return thanked(
            rng, exchange(request(rng, VERBS[:2], thing + with_answer, 0.05), f"{riddle}\n{solved(rng, answer)}"), OFFER
        )
    turns = exchange(request(rng, VERBS, thing), riddle)
    if draw < 0.25:
        return turns
    turns += guessing(rng, answer, hint)
    if rng.random() < 0.3:
        second, answer, hint = rng.choice([entry for entry in RIDDLES if entry[1] != answer])
        turns += exchange(more(rng, "riddle"), second)
        turns += guessing(rng, answer, hint) if rng.random() < 0.6 else []
    return thanked(rng, turns, OFFER)
