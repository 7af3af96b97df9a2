"""How a topic is asked for: frames around its names and its own questions, and the ways in which people type."""

import re
from random import Random

from ..texts import read
from .topics import Name, Topic, some_text

TEXT = read("explanations/requests")

OPEN = TEXT.OPEN
BARE = ("{b}", "{b}?", "{b}, please", "{b} explained", "{b} for kids", "{b}, simply explained")
WORKS = TEXT.WORKS
ONE_SENTENCE = TEXT.ONE_SENTENCE
PLURAL = (("is {n}", "are {n}"), ("{n} is", "{n} are"), ("does {n} work", "do {n} work"), ("{n} works", "{n} work"))
DIRECT = TEXT.DIRECT
INDIRECT = TEXT.INDIRECT
BEFORE = r"^(.* or .*, |so |hey, |hi, |and |ok, and |in one short sentence, )?"
ASKING = re.compile(BEFORE + r"(what|how|why|who|which|where|when|do|does|is|are|can|could|will)\b")
ORDER = re.compile(r"(please|explain|describe|tell|teach|compare|give|say|talk|i |my )\b", re.IGNORECASE)
ORDER_ENDS = (".",) * 12 + ("",) * 7 + ("!",)
SPELLINGS = (("colour", "color"), ("grey", "gray"), ("metre", "meter"), ("aeroplane", "airplane"), ("yoghurt", "yogurt"))
HABITS = TEXT.HABITS


def explained(topic: Topic, rng: Random) -> list[tuple[str, str]]:
    """A request for this topic and an explanation that answers it."""
    if topic.questions and rng.random() < 0.5:
        return said_question(topic, (), rng)
    return [("user", typed(by_name(topic, rng), rng)), ("assistant", some_text(topic, rng))]


def said_question(topic: Topic, frames: tuple[str, ...], rng: Random) -> list[tuple[str, str]]:
    """One of the topic's own questions, in one of these frames or of all that fit, and the explanation that answers it."""
    question = rng.choice(topic.questions)
    text = rng.choice(frames).format(q=question.text) if frames else wrapped(question.text, topic, rng)
    return [("user", typed(text, rng)), ("assistant", some_text(topic, rng, question.variant))]


def by_name(topic: Topic, rng: Random) -> str:
    """A frame around one of the topic's names, mostly the first."""
    name = rng.choice(topic.names[:1] * 2 + topic.names)
    if rng.random() < 0.12:
        return rng.choice(BARE).format(b=name.bare)
    return framed(rng.choice(WORKS if name.works and rng.random() < 0.4 else OPEN), name)


def framed(frame: str, name: Name) -> str:
    """A frame with a name in it, its verb in the right number."""
    for one, many in PLURAL if name.plural else ():
        frame = frame.replace(one, many)
    return frame.format(n=name.text)


def wrapped(question: str, topic: Topic, rng: Random) -> str:
    """One of the topic's own questions, asked straight or with some words around it."""
    reported = indirect(question, topic)
    if reported and rng.random() < 0.35:
        return rng.choice(INDIRECT).format(i=reported)
    return rng.choice(DIRECT).format(q=question, Q=capital(question))


def indirect(question: str, topic: Topic) -> str | None:
    """The question in the word order that follows "tell me"; None where that is not easily said."""
    if found := re.match(r"how do (you|I) (.*)", question):
        return f"how to {found[2]}"
    if re.search(r"\b(I|my|me)\b", question):
        return None
    if found := re.match(r"(why|how|when|where) do (.*)", question):
        return f"{found[1]} {found[2]}"
    if found := re.match(r"(why|how|where) (is|are) (.*)", question):
        starts = [n.text for n in topic.names if found[3].startswith(n.text + " ")]
        return f"{found[1]} {starts[0]} {found[2]}{found[3][len(starts[0]):]}" if starts else None
    same = re.match(r"(what (makes|happens)|who (invented|built|makes|lives|writes|works)|how many .* are there$)", question)
    return question if same else None


def capital(text: str) -> str:
    """The text with its first letter a capital."""
    return text[:1].upper() + text[1:]


def typed(text: str, rng: Random) -> str:
    """The request as people type it: mostly tidy, one in six in a hurry."""
    text = text if "?" in text or text.endswith(".") else text + end_of(text, rng)
    if rng.random() < 0.25:
        for british, american in SPELLINGS:
            text = text.replace(british, american)
    how = rng.random()
    if how < 0.11:
        return hurried(text.lower().rstrip("?.!"), rng)
    if how < 0.16:
        return text.lower()
    return capital(text).rstrip("?.") if how < 0.22 else hurried(capital(text), rng, 0.06)


def end_of(text: str, rng: Random) -> str:
    """What closes a request: a question mark, a full stop or nothing."""
    last = re.split(r"[:!] ", text)[-1]
    if ASKING.match(last.lower().removeprefix("tell me, ")):
        return "?"
    return rng.choice(("", "", ".", "?")) if len(text.split()) < 3 and not ORDER.match(text) else rng.choice(ORDER_ENDS)


def hurried(text: str, rng: Random, share: float = 0.4) -> str:
    """Short forms and, now and then, two letters that changed places."""
    if rng.random() < share:
        pattern, short = rng.choice(HABITS)
        text = re.sub(pattern, short, text)
    words = text.split(" ")
    place = rng.randrange(len(words))
    if rng.random() < share / 5 and words[place].isalpha() and len(words[place]) > 5:
        at, word = rng.randrange(1, len(words[place]) - 2), words[place]
        words[place] = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return " ".join(words)
