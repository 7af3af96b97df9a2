"""Skill 3: simple explanations of some five hundred everyday things and of what this program is about, with what may follow."""

import re
from random import Random

from ..texts import read
from .requests import ONE_SENTENCE, explained, framed, typed
from .talk import Talk, another_topic, go_on, led
from .topics import Topic, table, unfolded

TEXT = read("explanations")
DIFFERENCES = read("explanations/differences")
PARTS = ("nature", "plants", "space", "body", "animals", "food", "machines", "people", "decoding_words")

FIELDS = tuple(table(read(f"explanations/{part}").TABLE) for part in PARTS)
PLACES = tuple((field, place) for field in FIELDS for place in range(len(field)))
WEIGHTS = tuple(len(field[place].texts) * (4.0 if field is FIELDS[-1] else 1.0) for field, place in PLACES)
PAIRS = tuple(re.findall(r"\* (.*) \| (.*)\n= (.*)", unfolded(DIFFERENCES.TABLE)))

DIFFERENCE = TEXT.DIFFERENCE
SURPRISE = TEXT.SURPRISE
SURPRISES = ("the sky", "a rainbow", "the moon", "a volcano", "bees", "the heart", "bread", "magnets", "speculative decoding")
SURPRISING = tuple((field, place) for field, place in PLACES if field[place].names[0].text in SURPRISES)
ABLE = TEXT.ABLE
I_CAN = (
    "I can explain many everyday things in a few sentences: the sky and the weather, plants and animals, the body, food, "
    "machines, space, and how people live. I can also tell you about tokens, drafts and speculative decoding. "
    "What would you like to know?"
)


def dialogue(rng: Random) -> list[tuple[str, str]]:
    """An explanation that was asked for and, in half of the cases, some talk after it."""
    field, place = rng.choices(PLACES, WEIGHTS)[0]
    topic, kind = field[place], rng.random()
    if kind < 0.80:
        return go_on(Talk(explained(topic, rng), field, place), rng)
    if kind < 0.86:
        return go_on(Talk([("user", in_one_sentence(topic, rng)), ("assistant", topic.short)], field, place), rng)
    if kind < 0.92:
        return one_fact(topic, rng)
    if kind < 0.97:
        return difference(rng)
    return open_request(rng)


def in_one_sentence(topic: Topic, rng: Random) -> str:
    """A request for the short version."""
    return typed(framed(rng.choice(ONE_SENTENCE), rng.choice(topic.names)), rng)


def one_fact(topic: Topic, rng: Random) -> list[tuple[str, str]]:
    """A question that otherwise follows, asked at the start; the explanation itself where there is none."""
    stems = [word.lower()[:5] for name in topic.names for word in name.bare.split() if len(word) > 2]
    facts = [(q, f.answer) for f in topic.follows for q in f.questions if f.stands_alone(q, stems)]
    if not facts:
        return explained(topic, rng)
    question, answer = rng.choice(facts)
    return [("user", typed(question + "?", rng)), ("assistant", answer)]


def difference(rng: Random) -> list[tuple[str, str]]:
    """Two things that are easily mixed up, asked in either order."""
    one, other, answer = rng.choice(PAIRS)
    a, b = (one, other) if rng.random() < 0.6 else (other, one)
    return [("user", typed(rng.choice(DIFFERENCE).format(a=a, b=b), rng)), ("assistant", answer)]


def open_request(rng: Random) -> list[tuple[str, str]]:
    """Somebody wants anything explained, or wants to know what can be."""
    if rng.random() < 0.4:
        field, place = rng.choice(PLACES)
        talk = [("user", typed(rng.choice(ABLE), rng)), ("assistant", I_CAN)]
        return go_on(Talk(talk + another_topic(field[place], rng), field, place), rng) if rng.random() < 0.6 else talk
    field, place = rng.choice(SURPRISING)
    return go_on(Talk([("user", typed(rng.choice(SURPRISE), rng)), ("assistant", led(field[place], rng))], field, place), rng)
