"""Small talk: manners, questions about the model, comfort, good news, and talks of some turns on everyday topics.

Texts: manners, self_questions, feelings, topics_*; memory holds what a person tells and asks for later.
"""

import re
from random import Random

from ..texts import read
from .brief import little_poem, little_story
from .habits import Dialogue, likely
from .memory import pair, remembered
from .topic import Topic
from .topics_leisure import TOPICS as LEISURE
from .topics_nature import ANIMALS
from .topics_nature import TOPICS as NATURE
from .topics_people import TOPICS as PEOPLE

TEXT = read("small_talk")
EVERYDAY = read("small_talk/everyday")
FEELINGS = read("small_talk/feelings")
MANNERS = read("small_talk/manners")
SELF_QUESTIONS = read("small_talk/self_questions")
THINGS = read("small_talk/things")
Kind = tuple[tuple[str, ...], tuple[str, ...]]  # what is said, and replies

TOPICS = NATURE + PEOPLE + LEISURE

NO_THANKS = ("No thanks", "No, thank you", "Not now", "Maybe later", "no thanks", "No, not now", "Later perhaps")
NO_THANKS_REPLIES = TEXT.NO_THANKS_REPLIES
JOKE_PLEASE = ("A joke, please", "A joke!", "Tell me a joke", "The joke", "A joke please", "I want a joke", "joke")
RIDDLE_PLEASE = ("A riddle, please", "A riddle!", "Give me a riddle", "The riddle", "I want a riddle", "A riddle please", "riddle")  # fmt: skip
YES_PLEASE = ("Yes please", "Yes, please!", "Yes", "yes", "Sure", "Please do", "I would like that", "Okay", "yes please", "Go ahead", "Of course", "That would be nice")  # fmt: skip
WITH_HERO = TEXT.WITH_HERO
POEM_WITH_HERO = ("A poem about {hero}, please", "A poem about {hero}", "Write a poem about {hero}", "I want a poem about {hero}", "poem about {hero}")  # fmt: skip
HERO_ONLY = ("{hero}", "{hero}!", "{hero}, please", "How about {hero}?", "About {hero}", "Let it be {hero}", "Maybe {hero}", "{hero}, I think")  # fmt: skip
GUESSES = ("I don't know", "No idea", "Tell me", "What is it?", "I give up", "Hmm, I don't know", "What is the answer?", "no idea")  # fmt: skip
ANSWERS = ("It is {answer}!", "The answer is {answer}.", "It is {answer}. Would you like another one?")
RIGHT = ("{answer}", "{answer}!", "{answer}?", "Is it {answer}?", "I think it is {answer}", "It's {answer}")
RIGHT_REPLIES = ("Yes, {answer}! Well done.", "Right, it is {answer}! You are clever.", "That is it: {answer}!")
YOU_TOO = ("And you?", "And you?", "What about you?", "How about you?", "and you", "And what about you?")
WHO_ASKED = re.compile(r"([Ww]ho (should|is|shall)[^?]*\?|Name an animal[^.]*\.|Tell me an animal[^.]*\.|what it should be about\.)$")  # fmt: skip


def one_of(kinds: dict[str, Kind], rng: Random) -> Dialogue:
    """An exchange of one of these kinds."""
    requests, replies = kinds[rng.choice(list(kinds))]
    return pair(rng, requests, likely(replies, rng))


def offered(turns: Dialogue, rng: Random) -> Dialogue:
    """What follows if the last reply made an offer: the person takes it, or does not."""
    reply = turns[-1][1]
    if WHO_ASKED.search(reply):
        return pair(rng, HERO_ONLY + WITH_HERO, ("{story}",), **hero(rng))
    asked = re.search(r"[^.!?]*\?$", reply)
    kinds = [kind for kind in ("story", "poem", "joke", "riddle") if asked and kind in asked[0]]
    if not kinds:
        return []
    if rng.random() < 0.2:
        return pair(rng, NO_THANKS, NO_THANKS_REPLIES)
    return accepted(rng.choice(kinds), len(kinds) == 1 and " or " not in asked[0], rng)


def hero(rng: Random) -> dict[str, str]:
    """A hero, a story and a poem about it."""
    thing = rng.choice(THINGS.HEROES)
    return {"hero": thing, "story": little_story(thing, rng), "poem": little_poem(thing, rng)}


def accepted(kind: str, only_offer: bool, rng: Random) -> Dialogue:
    """The person asks for the story, poem, joke or riddle that was offered."""
    if kind == "riddle":
        return riddle(YES_PLEASE if only_offer else RIDDLE_PLEASE, rng)
    if kind == "joke":
        return pair(rng, YES_PLEASE if only_offer else JOKE_PLEASE, THINGS.JOKES)
    plain, with_hero = (FEELINGS.STORY_PLEASE, WITH_HERO) if kind == "story" else (FEELINGS.POEM_PLEASE, POEM_WITH_HERO)
    requests = YES_PLEASE if only_offer else tuple(request for request in plain if kind in request.lower())
    if rng.random() < 0.5:
        requests = with_hero
    return pair(rng, requests, ("{" + kind + "}",), **hero(rng))


def riddle(requests: tuple[str, ...], rng: Random) -> Dialogue:
    """A riddle, and often its answer."""
    question, answer = rng.choice(THINGS.RIDDLES)
    turns = pair(rng, requests, (question,))
    if rng.random() < 0.7:
        guess, reply = (GUESSES, ANSWERS) if rng.random() < 0.6 else (RIGHT, RIGHT_REPLIES)
        turns += pair(rng, guess, reply, answer=answer)
    return turns


def greeting(rng: Random) -> Dialogue:
    """Hello, or how are you with what a person answers."""
    kind = rng.choices(("hello", "good morning", "good afternoon", "good evening", "how are you"), (4, 1, 0.6, 1, 4))[0]
    requests, replies = MANNERS.OPENING[kind]
    turns = pair(rng, requests, likely(replies, rng))
    if kind == "how are you" and rng.random() < 0.6:
        turns += pair(rng, *rng.choice(MANNERS.ANSWERS_ON_HEALTH))
    return turns + (offered(turns, rng) if rng.random() < 0.3 else [])


def about_itself(rng: Random) -> Dialogue:
    """One to three questions on the model."""
    turns: Dialogue = []
    for kind in rng.sample(list(SELF_QUESTIONS.SELF), rng.choice((1, 1, 1, 2, 2, 3))):
        requests, replies = SELF_QUESTIONS.SELF[kind]
        turns += pair(rng, requests, likely(replies, rng))
    return turns + (offered(turns, rng) if rng.random() < 0.4 else [])


def comfort(rng: Random) -> Dialogue:
    """Kind words for a trouble, then a story, a poem or more kind words."""
    trouble = rng.choice(list(FEELINGS.TROUBLE))
    remarks, replies, heroes = FEELINGS.TROUBLE[trouble]
    turns = pair(rng, remarks, likely(replies, rng))
    then = rng.random()
    if then < 0.35:
        kind = "poem" if "poem" in turns[-1][1] and "story" not in turns[-1][1] else "story"
        turns += given_for(kind, heroes, turns, rng, quiet=trouble not in ("bored", "angry", "bad day"))
    elif then < 0.7:
        turns += pair(rng, *rng.choice(FEELINGS.AFTER_COMFORT))
    return turns


def given_for(kind: str, heroes: tuple[str, ...], turns: Dialogue, rng: Random, quiet: bool = False) -> Dialogue:
    """A little story or poem about one of the heroes that suit the mood."""
    thing = rng.choice(heroes)
    requests = FEELINGS.STORY_PLEASE if kind == "story" else FEELINGS.POEM_PLEASE
    if kind not in turns[-1][1] or " or " in re.split(r"(?<=[.!?]) ", turns[-1][1])[-1]:
        requests = tuple(request for request in requests if kind in request.lower())
    text = little_story(thing, rng, quiet) if kind == "story" else little_poem(thing, rng, quiet)
    return pair(rng, requests, ("{text}",), text=text)


def good_news(rng: Random) -> Dialogue:
    """Glad words for good news."""
    requests, replies, heroes = FEELINGS.GOOD_NEWS[rng.choice(list(FEELINGS.GOOD_NEWS))]
    turns = pair(rng, requests, replies, age=str(rng.randint(4, 60)))
    asks_poem = "poem" in turns[-1][1]
    if WHO_ASKED.search(turns[-1][1]):
        turns += offered(turns, rng)
    elif ("story" in turns[-1][1] or asks_poem) and rng.random() < 0.5:
        turns += given_for("poem" if asks_poem else "story", heroes, turns, rng)
    elif rng.random() < 0.3:
        turns += pair(rng, *MANNERS.CLOSING["thanks"])
    return turns


def steering(rng: Random) -> Dialogue:
    """Help, test, say something; or a short word; and what comes of it."""
    turns = one_of(MANNERS.STEERING if rng.random() < 0.5 else MANNERS.SHORT_WORDS, rng)
    return turns + (offered(turns, rng) if rng.random() < 0.5 else [])


def on_topic(rng: Random) -> Dialogue:
    """A talk of one to four exchanges on a topic."""
    topic = rng.choice(TOPICS)
    item = rng.choice(list(topic.items))
    asked_first = rng.random() < 0.7
    turns = pair(rng, topic.ask, tuple(f"{own} {rng.choice(topic.back)}" for own in topic.own)) if asked_first else []
    remarks = topic.tell if turns else tuple(remark for remark in topic.tell if remark.startswith(("I ", "My ", "We ", "Here ")))
    comment, asked = rng.choice(topic.items[item]), rng.choice(topic.chain)
    if comment.endswith("?") or rng.random() < 0.3:
        turns += pair(rng, remarks, (comment,), item=item)
    else:
        turns += pair(rng, remarks, (f"{comment} {asked[0]}",), item=item) + answered(asked, item, topic, rng)
    return turns + further(topic, item, not asked_first, rng)


def answered(asked: tuple, item: str, topic: Topic, rng: Random) -> Dialogue:
    """The person's answer to the further question, and what the model says to it."""
    if asked[0].startswith("Shall I tell you") and rng.random() < 0.7:
        thing = singular(item) if topic is ANIMALS else rng.choice(THINGS.HEROES)
        return pair(rng, YES_PLEASE, ("{text}",), text=little_story(thing, rng))
    return pair(rng, *rng.choice(asked[1]))


def further(topic: Topic, item: str, new: bool, rng: Random) -> Dialogue:
    """Perhaps "and you?", or the question what the person had said."""
    chance = rng.random()
    if chance < 0.12 and new:
        return pair(rng, YOU_TOO, topic.own)
    if chance < 0.27:
        return pair(rng, (topic.recall[0],), (topic.recall[1],), item=re.sub(r"\bmy\b", "your", item))
    return []


ODD_PLURALS = {"mice": "mouse", "wolves": "wolf", "butterflies": "butterfly", "fish": "fish", "sheep": "sheep", "foxes": "fox"}  # fmt: skip


def singular(plural: str) -> str:
    """One of them with its article: "dogs" -> "a dog"."""
    word = ODD_PLURALS.get(plural, plural.removesuffix("s"))
    return f"an {word}" if word[0] in "aeio" else f"a {word}"


def named_talk(rng: Random) -> Dialogue:
    """Something told and asked for again, with other talk between."""
    between = rng.choice((on_topic, about_itself, steering))(rng) if rng.random() < 0.6 else []
    return remembered(rng, between[:4])


def everyday_talk(rng: Random) -> Dialogue:
    """Something of the day, or whether the model likes a thing; perhaps a story about it."""
    questions, replies, things = EVERYDAY.KINDS[rng.choice(list(EVERYDAY.KINDS))]
    thing = rng.choice(getattr(EVERYDAY, things))
    turns = pair(rng, questions, likely(replies, rng), x=thing)
    reply = turns[-1][1]
    if re.match("an? ", thing) and "story" in reply and rng.random() < 0.6:
        wanted = YES_PLEASE if re.search(r"Shall I[^?]*\?$|one\?$", reply) else WITH_HERO
        return turns + pair(rng, wanted, ("{text}",), hero=thing, text=little_story(thing, rng))
    return turns


def choosing(rng: Random) -> Dialogue:
    """This or that, and what the person says to the choice."""
    options = rng.choice(EVERYDAY.CHOICES)
    (x, y), (z, w) = rng.sample(options, 2), rng.sample(options, 2)
    turns = pair(rng, EVERYDAY.CHOOSE, EVERYDAY.CHOSEN, x=x, y=y, z=z)
    if rng.random() < 0.6:
        turns += pair(rng, *rng.choice((EVERYDAY.AGREED, EVERYDAY.DISAGREED, EVERYDAY.BECAUSE)), z=z, w=w)
    return turns


def told_story(reply: str) -> bool:
    """Whether the reply is a little story; no other reply without line breaks is as long."""
    return len(reply) > 250 and "\n" not in reply


FIRST = {greeting: 0, named_talk: 1}  # what opens a conversation
BLOCKS = ((greeting, 3), (about_itself, 3), (comfort, 3.5), (good_news, 1.5), (steering, 3), (on_topic, 5), (everyday_talk, 4), (choosing, 1), (named_talk, 2.5))  # fmt: skip


def dialogue(rng: Random) -> Dialogue:
    """One conversation of small talk."""
    kinds, weights = zip(*BLOCKS)
    chosen = rng.choices(kinds, weights, k=rng.choice((1, 1, 1, 2)))
    turns = pair(rng, *MANNERS.OPENING["hello"]) if greeting not in chosen and rng.random() < 0.12 else []
    for block in dict.fromkeys(sorted(chosen, key=lambda block: FIRST.get(block, 2))):
        turns += block(rng)
        if told_story(turns[-1][1]) and rng.random() < 0.15:
            turns += pair(rng, *SELF_QUESTIONS.OF_THIS_STORY)
    if rng.random() < 0.2:
        turns += pair(rng, *MANNERS.CLOSING[rng.choice(list(MANNERS.CLOSING))])
    return turns
