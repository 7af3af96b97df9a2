"""How a topic is asked for: frames around its names and its own questions, and the ways in which people type."""

import re
from random import Random

from .topics import Name, Topic, some_text

OPEN = (
    "what is {n}", "what is {n}", "what is {n}", "explain {n}", "explain {n}", "explain {n} to me", "please explain {n}",
    "can you explain {n}", "could you explain {n}", "can you explain {n} to me", "can you explain {n} to a child",
    "explain {n} to a child", "explain {n} to a five-year-old", "explain {n} for kids", "explain {n} simply",
    "explain {n} in simple words", "give me a simple explanation of {n}", "a simple explanation of {n}, please",
    "tell me about {n}", "tell me about {n}", "tell me something about {n}", "can you tell me about {n}",
    "what can you tell me about {n}", "what do you know about {n}", "I want to know about {n}",
    "I would like to know about {n}", "I want to learn about {n}", "teach me about {n}", "teach me something about {n}",
    "what exactly is {n}", "so what is {n}", "do you know what {n} is", "can you tell me what {n} is", "tell me what {n} is",
    "help me understand {n}", "I do not understand {n}", "I don't know what {n} is", "my child asks what {n} is",
    "my daughter wants to know about {n}", "my son asks about {n}", "explain {n} as if I were five",
    "explain {n} like I'm five", "explain {n} in a few sentences", "explain {n} briefly", "say something about {n}",
    "I wonder what {n} is", "please tell me about {n}", "could you tell me about {n}, please", "I have a question about {n}",
    "talk to me about {n}", "describe {n}",
)
BARE = ("{b}", "{b}?", "{b}, please", "{b} explained", "{b} for kids", "{b}, simply explained")
WORKS = (
    "how does {n} work", "how does {n} work", "how does {n} work", "explain how {n} works", "tell me how {n} works",
    "do you know how {n} works", "can you explain how {n} works", "I want to know how {n} works",
    "please explain how {n} works", "can you tell me how {n} works", "explain to a child how {n} works", "so how does {n} work",
    "how exactly does {n} work",
)
ONE_SENTENCE = (
    "explain {n} in one sentence", "explain {n} in one sentence, please", "what is {n} in one sentence", "{n} in one sentence",
    "in one sentence: what is {n}", "tell me in one sentence what {n} is", "describe {n} in one sentence",
    "one sentence about {n}", "give me one sentence about {n}", "say in one sentence what {n} is",
    "can you explain {n} in one sentence", "what is {n}, in short", "what is {n}, in a single sentence",
    "explain {n} in just one sentence", "in one short sentence, what is {n}",
)
PLURAL = (("is {n}", "are {n}"), ("{n} is", "{n} are"), ("does {n} work", "do {n} work"), ("{n} works", "{n} work"))
DIRECT = (
    "{q}", "{q}", "{q}", "{q}", "{q}", "{q}", "{q}, please", "tell me, {q}", "please tell me: {q}", "I have a question: {q}",
    "my son asks: {q}", "my daughter asks: {q}", "explain to a child: {q}", "simple explanation: {q}", "hey, {q}", "hi, {q}",
    "hello! {Q}", "so {q}", "quick question: {q}", "can you explain: {q}", "explain simply: {q}", "I have always wondered: {q}",
)
INDIRECT = (
    "explain {i}", "explain {i}", "can you explain {i}", "tell me {i}", "can you tell me {i}", "could you tell me {i}",
    "I want to know {i}", "I would like to know {i}", "do you know {i}", "please explain {i}", "please tell me {i}",
    "I wonder {i}", "explain to me {i}", "explain to a child {i}", "my daughter wants to know {i}", "my son asks {i}",
    "I don't understand {i}",
)
BEFORE = r"^(.* or .*, |so |hey, |hi, |and |ok, and |in one short sentence, )?"
ASKING = re.compile(BEFORE + r"(what|how|why|who|which|where|when|do|does|is|are|can|could|will)\b")
ORDER = re.compile(r"(please|explain|describe|tell|teach|compare|give|say|talk|i |my )\b", re.IGNORECASE)
ORDER_ENDS = (".",) * 12 + ("",) * 7 + ("!",)
SPELLINGS = (("colour", "color"), ("grey", "gray"), ("metre", "meter"), ("aeroplane", "airplane"), ("yoghurt", "yogurt"))
HABITS = (
    (r"^what is\b", "whats"), (r"^What is\b", "What's"), (r"\bplease\b", "pls"), (r"\byou\b", "u"),
    (r"\bdo not\b", "don't"),
)


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
