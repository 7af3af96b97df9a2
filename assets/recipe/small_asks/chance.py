"""Chance and choices: a coin, a die, a number, a color, and questions of the kind `would you rather`."""

from __future__ import annotations

from random import Random

from ..texts import read
from .asking import NUMBER_WORDS, Turns, exchange, order, request, rows, thanked, typed

TEXT = read("small_asks/chance")

COIN = ("flip a coin", "toss a coin", "throw a coin", "flip a coin for me", "toss a coin for me")
DIE = ("roll a die", "roll the dice", "roll a dice", "throw a die", "roll a die for me", "throw the dice")
NUMBER = TEXT.NUMBER
COLORS = ("red", "blue", "green", "yellow", "orange", "purple", "pink", "white")
COLOR = TEXT.COLOR
LETTER = ("pick a letter", "choose a letter of the alphabet", "give me a random letter", "pick a letter from A to Z")
DECIDE = rows(TEXT.DECIDE)
RATHER = rows(TEXT.RATHER)
RATHER_ASK = TEXT.RATHER_ASK
OFFER = "Say 'another one' for the next question."


def ordered(rng: Random, forms: tuple[str, ...], **slots: object) -> str:
    """An order that ends with its form."""
    return order(rng, (rng.choice(forms).format(**slots),), "\0").replace(" \0", "")


def thrown(rng: Random) -> Turns:
    """A coin or a die, once or a few times."""
    coin = rng.random() < 0.6
    throw = (lambda: rng.choice(("Heads.", "Tails."))) if coin else (lambda: f"{NUMBER_WORDS[rng.randint(1, 6)].capitalize()}.")
    ask = ordered(rng, COIN if coin else DIE)
    if rng.random() < 0.15:
        ask = rng.choice(
            ("Heads or tails?", "heads or tails", "coin flip", "Coin toss!")
            if coin
            else ("dice", "Dice, please.", "a die, please")
        )
    turns = exchange(ask, throw())
    while rng.random() < 0.3:
        turns += exchange(
            rng.choice(("Again.", "again", "Once more.", "one more", "Another one.", "And again!", "again please")), throw()
        )
    return turns


def picked(rng: Random) -> Turns:
    """A number, a color or a letter."""
    draw = rng.random()
    if draw < 0.55:
        a, b = rng.choice(((1, 10), (1, 10), (1, 10), (1, 5), (1, 20), (1, 100), (1, 6), (0, 9)))
        return exchange(ordered(rng, NUMBER, a=a, b=b), f"I pick {rng.randint(a, b)}.")
    if draw < 0.8:
        return exchange(ordered(rng, COLOR), f"I pick {rng.choice(COLORS)}.")
    return exchange(ordered(rng, LETTER), f"I pick {rng.choice('ABCDEFGHKLMNOPRSTW')}.")


def decided(rng: Random) -> Turns:
    """One of two things that the user names."""
    pair = rng.choice(DECIDE)
    a, b = rng.sample(pair, 2)
    ask = rng.choice(
        (
            "{a} or {b}?",
            "{a} or {b}",
            "Choose for me: {a} or {b}?",
            "What do you like better, {a} or {b}?",
            "Should I take {a} or {b}?",
            "Pick one: {a} or {b}.",
        )
    )
    mine = "I would" if pair[0] in ("stay at home", "paint") else "I pick"
    if mine == "I would":
        ask = rng.choice(("Should I {a} or {b}?", "Shall I {a} or {b}?", "should i {a} or {b}", "Choose for me: {a} or {b}?"))
    text = ask.format(a=a, b=b)
    return exchange(typed(rng, text[0].upper() + text[1:]), f"{mine} {rng.choice(pair)}.")


def rather(rng: Random) -> Turns:
    """A question with two choices, an answer, perhaps another."""
    first, second = rng.sample(RATHER, 2)
    ask = (
        ordered(rng, RATHER_ASK)
        if rng.random() < 0.7
        else request(rng, ("ask me", "give me"), "a would you rather question", 0.3)
    )
    turns = exchange(ask, f"Would you rather {first[0]} or {first[1]}?")
    if rng.random() < 0.4:
        choice = rng.choice(first)
        form = rng.choice(("I would rather {c}.", "{c}", "I'd {c}.", "I would {c}."))
        turns += exchange(typed(rng, form.format(c=choice)), f"A good choice! {OFFER}")
    if rng.random() < 0.35:
        turns += exchange(
            rng.choice(("Another one.", "another one", "Next one, please.", "one more", "Another!")),
            f"Would you rather {second[0]} or {second[1]}?",
        )
    return turns


def dialogue(rng: Random) -> Turns:
    """A throw, a pick, a decision or a question with two choices."""
    kind = rng.choices((thrown, picked, decided, rather), (4, 2.5, 2, 3))[0]
    return thanked(rng, kind(rng), "Come back when you need luck.", 0.05)
