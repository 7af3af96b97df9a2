"""Names and other things that a person tells and asks for later."""

from random import Random

from ..texts import read
from .habits import Dialogue, typed, written

TEXT = read("small_talk/memory")
THINGS = read("small_talk/things")

INTRODUCTIONS = TEXT.INTRODUCTIONS
WELCOMES = TEXT.WELCOMES
ASK_NAME = TEXT.ASK_NAME
TELL_NAME = ("Your name is {name}.", "You are {name}!", "Your name is {name}. I remember it well.", "You told me that your name is {name}.", "{name}, of course!", "You are called {name}.", "It is {name}. You told me before.")  # fmt: skip
NAME_UNKNOWN = TEXT.NAME_UNKNOWN
NAME_TOLD = ("{name}", "{name}.", "It's {name}", "I'm {name}", "My name is {name}", "I am {name}!", "It is {name}.", "{name}, nice to meet you", "Call me {name}", "Everybody calls me {name}")  # fmt: skip
NOW_KNOWN = TEXT.NOW_KNOWN
CORRECTIONS = ("No, I'm {name}", "Actually, my name is {name}", "Sorry, I meant {name}", "My name is not {other}, it's {name}", "I was joking, I'm {name}", "No, it's {name}, not {other}", "Please call me {name} instead")  # fmt: skip
CORRECTED = ("Oh, sorry! Hello, {name}.", "Thank you, {name}. Now I have it right.", "All right, {name} it is!", "I am sorry, {name}. Now I know better.", "Good to know, {name}!")  # fmt: skip

AGES = ("I am {age}", "I'm {age}", "I am {age} years old", "I'm {age} years old.", "i am {age}", "My age is {age}", "I turned {age} this year", "{age} years old")  # fmt: skip
AGE_REPLIES = TEXT.AGE_REPLIES
ASK_AGE = ("How old am I?", "What is my age?", "Do you remember how old I am?", "how old am i", "What was my age again?", "Can you tell me how old I am?")  # fmt: skip
TELL_AGE = ("You are {age} years old.", "You told me that you are {age}.", "You are {age}!", "{age} years old, as you said.")

PET = TEXT.PET
PET_REPLIES = TEXT.PET_REPLIES
ASK_PET = ("What is my {pet}'s name?", "What's my {pet} called?", "Do you remember my {pet}'s name?", "How is my {pet} called?", "What was the name of my {pet}?", "Do you know the name of my {pet}?")  # fmt: skip
TELL_PET = ("Your {pet}'s name is {name}.", "Your {pet} is called {name}.", "It is {name}, you told me.", "{name}! I remember your {pet}.", "That is {name}, your {pet}.")  # fmt: skip

GIVE_NAME = ("I will call you {name}", "I'll call you {name}", "Can I call you {name}?", "Your name is {name} now", "I name you {name}", "From now on you are {name}", "I give you the name {name}", "Let me call you {name}")  # fmt: skip
NAME_TAKEN = TEXT.NAME_TAKEN
ASK_MODEL = ("What is your name?", "What's your name?", "What is your name now?", "What are you called?", "Who are you?", "So who are you?", "Do you remember your name?")  # fmt: skip
TELL_MODEL = ("You named me {name}. I am a very small model, and now I have a name.", "I am {name}, because you gave me that name.", "My name is {name}. You chose it.", "You call me {name}, and I like it.")  # fmt: skip

SMALL_AGES = "four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split()
Between = list[tuple[str, str]]


def pair(rng: Random, requests: tuple[str, ...], replies: tuple[str, ...], **slots: str) -> Dialogue:
    """One exchange with these slots filled."""
    return [("user", typed(rng.choice(requests), rng, **slots)), ("assistant", written(rng.choice(replies), rng, **slots))]


def name_told(rng: Random, between: Between) -> Dialogue:
    """The name is given, now and then corrected, and asked for after some other talk."""
    name, other = rng.sample(THINGS.NAMES, 2)
    turns = pair(rng, INTRODUCTIONS, WELCOMES, name=other)
    if rng.random() < 0.2:
        turns += pair(rng, CORRECTIONS, CORRECTED, name=name, other=other)
    else:
        name = other
    if rng.random() < 0.6:
        turns += between + pair(rng, ASK_NAME, TELL_NAME, name=name)
    return turns


def name_asked(rng: Random, between: Between) -> Dialogue:
    """The name is asked for before it was given."""
    name = rng.choice(THINGS.NAMES)
    turns = pair(rng, ASK_NAME, NAME_UNKNOWN)
    if rng.random() < 0.7:
        turns += pair(rng, NAME_TOLD, NOW_KNOWN, name=name)
        if rng.random() < 0.5:
            turns += between + pair(rng, ASK_NAME, TELL_NAME, name=name)
    return turns


def age_told(rng: Random, between: Between) -> Dialogue:
    """A person's age, and perhaps the question for it."""
    age = str(rng.randint(4, 79)) if rng.random() < 0.7 else rng.choice(SMALL_AGES)
    turns = pair(rng, AGES, AGE_REPLIES, age=age)
    if rng.random() < 0.6:
        turns += between + pair(rng, ASK_AGE, TELL_AGE, age=age)
    return turns


def pet_told(rng: Random, between: Between) -> Dialogue:
    """A pet's name, and perhaps the question for it."""
    pet, name = rng.choice(THINGS.PETS), rng.choice(THINGS.PET_NAMES)
    turns = pair(rng, PET, PET_REPLIES, pet=pet, name=name)
    if rng.random() < 0.6:
        turns += between + pair(rng, ASK_PET, TELL_PET, pet=pet, name=name)
    return turns


def model_named(rng: Random, between: Between) -> Dialogue:
    """The person gives the model a name."""
    name = rng.choice(THINGS.MODEL_NAMES)
    turns = pair(rng, GIVE_NAME, NAME_TAKEN, name=name)
    if rng.random() < 0.6:
        turns += between + pair(rng, ASK_MODEL, TELL_MODEL, name=name)
    return turns


REMEMBERED = ((name_told, 5), (name_asked, 2), (age_told, 1.5), (pet_told, 2), (model_named, 1))


def remembered(rng: Random, between: Between) -> Dialogue:
    """One of these, with some other talk in the middle."""
    kinds, weights = zip(*REMEMBERED)
    return rng.choices(kinds, weights)[0](rng, between)
