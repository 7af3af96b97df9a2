"""A little event as a text, and its retelling: in one sentence, in two, or as answers to questions on it."""

from random import Random
from typing import NamedTuple

from ..small_talk.habits import Dialogue, articles, capitals, typed, variant
from ..texts import read

EVENTS = read("fables/events")

BLOCKS = tuple(EVENTS.EVENTS.strip().split("\n\n"))
LAYOUTS = ("{order}:\n\n{text}", "{order}: {text}", "{text}\n\n{order}", "{order}\n{text}", "{text} {order}", "{order}: \"{text}\"", "Here is a text: {text}\n{order}", "{order}.\n\n{text}", "Read this: {text}\n\n{order}")  # fmt: skip


class Event(NamedTuple):
    """A text, what it says in one and in two sentences, and questions with answers."""

    text: str
    one: str
    two: str
    questions: tuple[tuple[str, str], ...]


def people(rng: Random) -> dict[str, str]:
    """Two people of different names, and the pronouns."""
    man = rng.random() < 0.5
    names = EVENTS.MEN_NAMES if man else EVENTS.WOMEN_NAMES
    friend_man = rng.random() < 0.5
    name = rng.choice(names)
    friend = rng.choice([other_name for other_name in (EVENTS.MEN_NAMES if friend_man else EVENTS.WOMEN_NAMES) if other_name != name])
    he, him, his = ("he", "him", "his") if man else ("she", "her", "her")
    return {"name": name, "friend": friend, "he": he, "to_him": him, "his": his, "friend_his": "his" if friend_man else "her"}


def event(rng: Random) -> Event:
    """One event with everything filled."""
    slots = people(rng) | {name: rng.choice(values) for name, values in EVENTS.LISTS.items()}
    lines = [capitals(articles(line)) for line in variant(rng.choice(BLOCKS), rng).format_map(slots).split("\n")]
    kept = [line for line in lines if line[0] == "-" or line[0] == "+" and rng.random() < 0.5]
    text = " ".join(capitals(line[2:]) for line in kept)
    one, two = (next(capitals(line[2:]) for line in lines if line[0] == mark) for mark in "12")
    asked = (line[2:].split(" :: ") for line in lines if line[0] == "?")
    return Event(text, one, two, tuple((question, capitals(answer)) for question, answer in asked))


def ordered(order: str, text: str, rng: Random) -> str:
    """The text with the order before or after it."""
    layout = rng.choice([layout for layout in LAYOUTS if '"' not in layout or '"' not in text])
    order = typed(order, rng).rstrip(":")
    if layout.startswith(("{order}:", "{order}.")):
        order = order.rstrip(".!") if layout.startswith("{order}.") else order.rstrip(".?!")
        layout = layout.replace("{order}.", "{order}") if order.endswith("?") else layout
    elif layout.startswith("{text} ") and not order.endswith(("?", ".")):
        order += "."
    return layout.format(order=order, text=text)


def retelling(rng: Random) -> Dialogue:
    """A text, a short version of it, and perhaps another length or a question."""
    incident = event(rng)
    if rng.random() < 0.2:
        question, answer = rng.choice(incident.questions)
        turns = [("user", ordered(question, incident.text, rng)), ("assistant", answer)]
        return turns + (more_questions(incident, question, rng) if rng.random() < 0.5 else [])
    length = rng.choices(("two", "one", "any"), (4, 3, 3))[0]
    reply = incident.one if length == "one" else incident.two
    turns = [("user", ordered(rng.choice(EVENTS.ORDERS[length]), incident.text, rng)), ("assistant", reply)]
    chance = rng.random()
    if chance < 0.2:
        other = "two" if reply == incident.one else "one"
        turns += [("user", typed(rng.choice(EVENTS.SECOND[other]), rng)), ("assistant", incident.two if other == "two" else incident.one)]
    elif chance < 0.45:
        turns += more_questions(incident, "", rng)
    return turns


def more_questions(incident: Event, before: str, rng: Random) -> Dialogue:
    """A further question on the text."""
    question, answer = rng.choice([question for question in incident.questions if question[0] != before])
    return [("user", typed(question, rng)), ("assistant", answer)]
