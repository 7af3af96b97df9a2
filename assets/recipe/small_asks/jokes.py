"""Clean jokes as a question and its answer, each with the reason why it is funny; and knock-knock jokes told by the user."""

from __future__ import annotations

from random import Random

from ..texts import read
from .asking import LAUGHS, Turns, article, blocks, exchange, more, plural, request, rows, thanked, typed

TEXT = read("small_asks/jokes")
PEOPLE = read("small_asks/people")

# topics, question, answer, why it is funny
JOKES = blocks(TEXT.JOKES)

# what the user says second and third, after `Knock knock`
KNOCKS = rows(TEXT.KNOCKS)

VERBS = ("tell me", "tell me", "tell me", "give me", "tell", "say", "make")
THINGS = TEXT.THINGS
FREE = TEXT.FREE
ABOUT = TEXT.ABOUT
WHY = TEXT.WHY
LAUGHING = TEXT.LAUGHING
OFFER = "Say 'another one', and I will tell you one more joke."
HA = ("Ha ha, that is a good one!", "Ha ha! I like that one.", "Ha ha, very good! Do you know another one?", "Ha ha, you got me!")

UNIQUE = ("sea", "ocean", "weather", "wind", "police", "moon", "sun")
UNCOUNTED = TEXT.UNCOUNTED


def whole(joke: tuple[str, ...]) -> str:
    """A joke in one reply."""
    return f"{joke[1]}\n{joke[2]}"


def asked(rng: Random, topic: str | None) -> str:
    """A request for any joke, or for one about a topic."""
    if topic is None:
        return typed(rng, rng.choice(FREE)) if rng.random() < 0.25 else request(rng, VERBS, rng.choice(THINGS))
    if rng.random() < 0.1:
        return typed(rng, rng.choice(ABOUT).format(t=topic))
    return request(rng, VERBS, f"{rng.choice(THINGS[:9])} about {topic}")


def named(rng: Random, topic: str) -> str:
    """A topic as said after `about`: some are things without a plural."""
    if topic in UNIQUE:
        return f"the {topic}"
    return topic if topic in UNCOUNTED else rng.choice((article(topic), plural(topic), plural(topic)))


def about(rng: Random) -> Turns:
    """A joke about an asked topic, or the word that there is none and another instead."""
    joke = rng.choice(JOKES)
    if rng.random() < 0.12:
        noun = rng.choice([noun for noun in PEOPLE.RARE_NOUNS if all(noun not in joke[0].split("|") for joke in JOKES)])
        topic = rng.choice((article(noun), plural(noun)))
        return exchange(
            asked(rng, topic),
            f"I know no joke about {topic}, but here is one about {named(rng, joke[0].split('|')[0])}.\n{whole(joke)}",
        )
    return exchange(asked(rng, named(rng, rng.choice(joke[0].split("|")[:1] * 3 + joke[0].split("|")))), whole(joke))


def knocking(rng: Random) -> Turns:
    """The user tells a knock-knock joke."""
    who, punch = rng.choice(KNOCKS)
    knock = rng.choice(("Knock knock", "Knock, knock!", "knock knock", "Knock knock!", "knock knock."))
    turns = exchange(knock, "Who's there?") + exchange(typed(rng, f"{who}."), f"{who} who?")
    return turns + exchange(typed(rng, punch), rng.choice(HA))


def after(rng: Random, turns: Turns, joke: tuple[str, ...]) -> Turns:
    """A laugh, a question why, or one more joke."""
    draw = rng.random()
    if draw < 0.33:
        turns = turns + exchange(typed(rng, rng.choice(WHY)), joke[3])
    elif draw < 0.4:
        turns = turns + exchange(rng.choice(LAUGHS), rng.choice(LAUGHING).replace("{Offer}", OFFER))
    if rng.random() < 0.3:
        other = rng.choice([entry for entry in JOKES if entry is not joke])
        turns = turns + exchange(more(rng, "joke"), whole(other))
        if rng.random() < 0.3:
            turns = turns + exchange(typed(rng, rng.choice(WHY)), other[3])
    return turns


def dialogue(rng: Random) -> Turns:
    """A joke on request, with what comes after; or a knock-knock joke."""
    draw = rng.random()
    if draw < 0.05:
        return knocking(rng)
    if draw < 0.5:
        turns = about(rng)
        joke = next(entry for entry in JOKES if turns[-1][1].endswith(whole(entry)))
    else:
        joke = rng.choice(JOKES)
        turns = exchange(asked(rng, None), whole(joke))
    return thanked(rng, after(rng, turns, joke), OFFER, 0.08)
