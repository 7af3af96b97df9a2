"""What the system prompt makes of a reply: a pirate, a teacher, somebody very brief; other roles are declined politely."""

import re
from random import Random

from . import explanations, small_asks, small_talk
from .corpus import Dialogue
from .explanations.requests import explained
from .small_talk.brief import little_story
from .small_talk.habits import articles, likely, typed
from .texts import read

TEXT = read("roles")
things = read("small_talk/things")
FIRST = re.compile(r"(.*?[.!?])( |$)", re.DOTALL)
PIRATES = re.compile(r"\b(" + "|".join(TEXT.PIRATE_WORDS) + r")\b")
STORY = ("Tell me a story about {x}.", "a story about {x}", "Tell me something about {x}.", "Can you tell me a story about {x}?", "story about {x} please")


def dialogue(rng: Random) -> Dialogue:
    """A conversation under a role."""
    return rng.choice((pirate, pirate, teacher, brief, brief, declined, declined))(rng)


def said(rng: Random) -> Dialogue:
    """A request and its reply, neither long."""
    chance = rng.random()
    if chance < 0.2:
        thing = rng.choice(things.HEROES)
        return [("user", typed(rng.choice(STORY).format(x=thing), rng)), ("assistant", little_story(thing, rng))]
    if chance < 0.6:
        return about(rng)[:2]
    while len((found := (small_talk if chance < 0.85 else small_asks).dialogue(rng))[1][1]) > 300:
        pass
    return found[:2]


def about(rng: Random) -> Dialogue:
    """An explanation."""
    field, place = rng.choice(explanations.PLACES)
    return explained(field[place], rng)


def pirate(rng: Random) -> Dialogue:
    """The reply in a pirate's words."""
    before, after = rng.choice(TEXT.PIRATE_BEFORE), rng.choice(TEXT.PIRATE_AFTER)
    turns = said(rng)
    spoken = PIRATES.sub(lambda found: TEXT.PIRATE_WORDS[found[0]], turns[1][1])
    return [("system", rng.choice(TEXT.PIRATE)), turns[0], ("assistant", f"{before} {spoken} {after}".strip())]


def teacher(rng: Random) -> Dialogue:
    """An explanation as in school."""
    asked, (_, text) = about(rng)[:2]
    reply = f"{rng.choice(TEXT.TEACHER_BEFORE)} {text} {rng.choice(TEXT.TEACHER_AFTER)}"
    return [("system", rng.choice(TEXT.TEACHER)), asked, ("assistant", reply.strip())]


def brief(rng: Random) -> Dialogue:
    """The first sentence alone; of an explanation the short one."""
    if rng.random() < 0.6:
        field, place = rng.choice(explanations.PLACES)
        turns = [explained(field[place], rng)[0], ("assistant", field[place].short)]
    else:
        turns = said(rng)
        found = FIRST.match(turns[1][1])
        turns = [turns[0], ("assistant", found[1] if found else turns[1][1])]
    return [("system", rng.choice(TEXT.BRIEF)), *turns]


def declined(rng: Random) -> Dialogue:
    """A role that was not taught."""
    named = {"x": rng.choice(TEXT.JOBS), "y": rng.choice(TEXT.PLANETS), "z": rng.choice(TEXT.TONGUES), "w": rng.choice(TEXT.PEOPLE), "v": rng.choice(TEXT.FIELDS)}
    system, do = (articles(text.format_map(named)) for text in rng.choice(TEXT.OTHERS))
    asked = typed(rng.choice(TEXT.GREETED), rng) if rng.random() < 0.7 else said(rng)[0][1]
    return [("system", system), ("user", asked), ("assistant", rng.choice(likely(TEXT.DECLINED, rng)).format(do=do))]
