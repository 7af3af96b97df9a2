"""What the system prompt makes of a reply: a pirate, a teacher, somebody very brief; other roles are declined politely."""

import re
from random import Random

from . import explanations, small_asks, small_talk
from .corpus import Dialogue
from .explanations.requests import explained
from .small_talk.brief import little_story
from .small_talk.habits import articles, likely, typed
from .small_talk.memory import pair
from .texts import read

TEXT = read("roles")
things = read("small_talk/things")
ONE_SENTENCE = re.compile(r"[^\n.!?]+[.!?]")
SAD = re.compile(r"\bsorry (that|about|for)\b|so (very )?sorry|can be hard|be hard,|hurts\b.*better|Sad days")
PIRATES = re.compile(r"\b(" + "|".join(TEXT.PIRATE_WORDS) + r")\b")
STORY = ("Tell me a story about {x}.", "a story about {x}", "Can you tell me a story about {x}?", "story about {x} please")


def dialogue(rng: Random) -> Dialogue:
    """A conversation under a role, which now and then is asked for in the conversation itself."""
    make = rng.choice((pirate, pirate, teacher, brief, brief, declined, declined))
    return in_talk(make.__name__, make(rng), rng) if rng.random() < 0.25 else make(rng)


def in_talk(role: str, turns: Dialogue, rng: Random) -> Dialogue:
    """The same without a system prompt: the person asks for the role, and at the end perhaps no longer."""
    if role == "declined":
        asked, do = other(rng)
        return [("user", typed(asked, rng)), ("assistant", rng.choice(likely(TEXT.DECLINED, rng)).format(do=do))]
    please, taken = getattr(TEXT, f"{role.upper()}_PLEASE"), getattr(TEXT, f"{role.upper()}_TAKEN")
    turns = [*pair(rng, please, taken), *turns[1:]]
    return turns + pair(rng, TEXT.BACK, TEXT.TAKEN_BACK) if rng.random() < 0.15 else turns


def said(rng: Random) -> Dialogue:
    """A request and its reply, neither long."""
    chance = rng.random()
    if chance < 0.2:
        thing = rng.choice(things.HEROES)
        return [("user", typed(rng.choice(STORY).format(x=thing), rng)), ("assistant", little_story(thing, rng))]
    if chance < 0.6:
        return about(rng)[:2]
    while len(reply := (found := (small_talk if chance < 0.85 else small_asks).dialogue(rng))[1][1]) > 300 or "```" in reply:
        pass
    return found[:2]


def asked_in(groups: dict[str, tuple[str, ...]], rng: Random) -> Dialogue:
    """What is asked of just this role, and its only reply."""
    reply = rng.choice(tuple(groups))
    return [("user", typed(rng.choice(groups[reply]), rng)), ("assistant", reply)]


def about(rng: Random) -> Dialogue:
    """An explanation."""
    field, place = rng.choice(explanations.PLACES)
    return explained(field[place], rng)


def pirate(rng: Random) -> Dialogue:
    """The reply in a pirate's words."""
    system = "system", rng.choice(TEXT.PIRATE)
    if rng.random() < 0.35:
        return [system, *asked_in(TEXT.PIRATE_ASKED, rng)]
    asked, (_, text) = said(rng)
    before, after = rng.choice(TEXT.PIRATE_BEFORE), rng.choice(TEXT.PIRATE_AFTER)
    if SAD.search(text):
        before, after = TEXT.PIRATE_GENTLE[0], ""
    spoken = PIRATES.sub(lambda found: TEXT.PIRATE_WORDS[found[0]], text)
    return [system, asked, ("assistant", f"{before} {spoken} {after}".strip())]


def teacher(rng: Random) -> Dialogue:
    """An explanation as in school, or what else is asked of a teacher."""
    system = "system", rng.choice(TEXT.TEACHER)
    if rng.random() < 0.35:
        return [system, *asked_in(TEXT.TEACHER_ASKED, rng)]
    asked, (_, text) = about(rng)[:2]
    reply = f"{rng.choice(TEXT.TEACHER_BEFORE)} {text} {rng.choice(TEXT.TEACHER_AFTER)}"
    return [system, asked, ("assistant", reply.strip())]


def brief(rng: Random) -> Dialogue:
    """One sentence: of an explanation the short one, else a reply that has no more."""
    chance = rng.random()
    if chance < 0.5:
        field, place = rng.choice(explanations.PLACES)
        turns = [explained(field[place], rng)[0], ("assistant", field[place].short)]
    elif chance < 0.7:
        turns = asked_in(TEXT.BRIEF_ASKED, rng)
    elif chance < 0.78:
        thing = rng.choice(things.HEROES)
        turns = [("user", typed(rng.choice(STORY).format(x=thing), rng)), ("assistant", rng.choice(TEXT.BRIEF_STORIES).format(a=thing))]
    else:
        while not ONE_SENTENCE.fullmatch((turns := rng.choice((small_talk, small_asks)).dialogue(rng)[:2])[1][1]):
            pass
    return [("system", rng.choice(TEXT.BRIEF)), *turns]


def declined(rng: Random) -> Dialogue:
    """A role that was not taught; a real question is answered all the same."""
    system, do = other(rng)
    if rng.random() < 0.7:
        asked, replies, text = typed(rng.choice(TEXT.GREETED), rng), TEXT.DECLINED, ""
    else:
        (_, asked), (_, text) = said(rng)
        replies = TEXT.DECLINED_BUT
    return [("system", system), ("user", asked), ("assistant", rng.choice(likely(replies, rng)).format(do=do, text=text))]


def other(rng: Random) -> list[str]:
    """A system prompt, and what it asks the model to do."""
    named = {"x": rng.choice(TEXT.JOBS), "y": rng.choice(TEXT.PLANETS), "z": rng.choice(TEXT.TONGUES), "w": rng.choice(TEXT.PEOPLE), "v": rng.choice(TEXT.FIELDS)}
    return [articles(text.format_map(named)) for text in rng.choice(TEXT.OTHERS)]
