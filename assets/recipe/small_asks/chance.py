"""Chance and choices: a coin, a die, a number, a color, and questions of the kind `would you rather`."""

from __future__ import annotations

from random import Random

from .asking import NUMBER_WORDS, Turns, exchange, order, request, rows, thanked, typed

COIN = ("flip a coin", "toss a coin", "throw a coin", "flip a coin for me", "toss a coin for me")
DIE = ("roll a die", "roll the dice", "roll a dice", "throw a die", "roll a die for me", "throw the dice")
NUMBER = (
    "pick a number from {a} to {b}", "choose a number between {a} and {b}", "think of a number from {a} to {b}",
    "give me a number between {a} and {b}", "pick a random number from {a} to {b}", "give me a random number from {a} to {b}",
    "say a number between {a} and {b}",
)
COLORS = ("red", "blue", "green", "yellow", "orange", "purple", "pink", "white")
COLOR = (
    "pick a color", "choose a color", "name a color for my wall", "pick a color for me", "choose a color for my bike",
    "pick a colour",
)
LETTER = ("pick a letter", "choose a letter of the alphabet", "give me a random letter", "pick a letter from A to Z")
DECIDE = rows("""
tea | coffee
red | blue
soup | salad
a walk | a book
cats | dogs
summer | winter
the beach | the mountains
pancakes | waffles
a story | a poem
chess | cards
apples | pears
cake | ice cream
the bus | the bike
a film | a game
rice | pasta
morning | evening
stay at home | go out
paint | sing
""")
RATHER = rows("""
fly like a bird | swim like a fish
live in a tree house | live in a lighthouse
have a tail | have wings
talk to animals | talk to plants
be very tall | be very small
visit the moon | visit the bottom of the sea
eat only soup | eat only bread
always sing | always dance
have a pet dragon | have a pet dinosaur
be able to stop time | be able to jump through time
live without music | live without books
have summer all year | have winter all year
have a robot for a friend | have a ghost for a friend
sleep in a tent | sleep on a boat
find a treasure map | find a secret door
wear shoes that are too big | wear a hat that is too small
be the fastest runner | be the best singer
ride a horse | ride a camel
drink lemonade | drink hot chocolate
be a famous painter | be a famous cook
have a house of chocolate | have a house of glass
know every language | know every song
have eyes in the back of your head | have an extra hand
walk on your hands | hop on one leg
be invisible | be able to fly
meet a giant | meet a dwarf
live in a castle | live in a caravan
have breakfast for dinner | have dinner for breakfast
be a cat for a day | be a bird for a day
speak only in rhymes | speak only in whispers
travel by balloon | travel by submarine
have rain all week | have wind all week
own a bakery | own a toy shop
have feet like a duck | have ears like a rabbit
read minds | see the future
eat a lemon | eat an onion
laugh too much | sleep too much
play in the snow | play in the sand
have a garden | have a swimming pool
be late for everything | be an hour early for everything
""")
RATHER_ASK = (
    "ask me a would you rather question", "give me a would you rather question", "ask me a would-you-rather question",
    "play would you rather with me", "tell me a would you rather",
)
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
