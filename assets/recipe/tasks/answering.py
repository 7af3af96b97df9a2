"""Questions on a text that is given with them, answered in the text's own words."""

import re
from random import Random

from ..corpus import CLOCK, PHONE, PRICE, Dialogue
from ..texts import read
from ..words import Stock, invented, sentence, word
from . import reading
from .passages import SUBJECTS

TEXT = read("tasks/answering")

LAYOUTS = TEXT.LAYOUTS
MORE = ("{q}", "And {q}", "Also, {q}", "Next question: {q}", "{q}")


def answering(stock: Stock, rng: Random) -> Dialogue:
    """A passage with one question, and often more questions on it as later turns."""
    if rng.random() < 0.5:
        return other_words(rng)
    if rng.random() < 0.2:
        return from_talk(stock, rng)
    facts, sentences, asked = rng.choice(SUBJECTS)(stock, rng)
    extra = [sentence(stock, rng) for _ in range(rng.choice((0, 0, 0, 1, 2, 4)))]
    if rng.random() < 0.15:
        other, theirs, _ = rng.choice(SUBJECTS)(stock, rng)
        extra += [] if set(other) & set(facts) else theirs
    body = sentences + extra if rng.random() < 0.5 else extra + sentences
    return questions_on(rng, rng.choice((" ", " ", " ", "\n")).join(body), asked)


def other_words(rng: Random) -> Dialogue:
    """A text of any kind and questions on it in other words than its own."""
    text, asked = reading.passage(rng)
    while not asked:
        text, asked = reading.passage(rng)
    return questions_on(rng, text, asked, LAYOUTS + reading.TEXT.LAYOUTS)


def questions_on(rng: Random, text: str, asked: list[tuple[tuple[str, ...], str]], layouts: tuple[str, ...] = LAYOUTS) -> Dialogue:
    """The first question with the text, some of the others after it."""
    rng.shuffle(asked)
    turns: Dialogue = []
    for questions, answer in asked[: rng.choice((1, 1, 1, 2, 3))]:
        q = rng.choice(questions)
        q = q.rstrip("?") if rng.random() < 0.06 else q.lower() if q.isascii() and rng.random() < 0.06 else q
        ask = rng.choice(MORE) if turns else rng.choice(layouts)
        turns += [("user", ask.format(t=text, q=q)), ("assistant", answer)]
    return turns


KINDS = (
    (PHONE, ("What is the phone number?", "What number should I call?", "Which phone number is given?"), "The phone number is {}."),
    (PRICE, ("How much does it cost?", "What is the price?", "What does it cost?", "How much is it?"), "It costs {}."),
    (CLOCK, ("What time is it at?", "At what time?", "What time is mentioned?", "When?"), "It is at {}."),
)


def from_talk(stock: Stock, rng: Random) -> Dialogue:
    """A question on a fact of which the text, some turns of a dialogue, has just one."""
    while True:
        dialogue = rng.choice(stock.dialogues)
        start = rng.randrange(len(dialogue))
        part = dialogue[start : start + rng.randint(1, 6)]
        named = rng.random() < 0.4
        text = "\n".join(f"{role.capitalize()}: {t}" for role, t in part) if named else " ".join(t for _, t in part)
        pattern, questions, answer = rng.choice(KINDS)
        found = {m[0] for m in pattern.finditer(text)}
        if len(found) == 1:
            fact = found.pop()
            if rng.random() < 0.5:
                new = re.sub(r"[1-9]", lambda _: str(rng.randint(1, 5)), fact)
                text, fact = text.replace(fact, new), new
            return questions_on(rng, text, [(questions, answer.format(fact))])


def stranger(stock: Stock, rng: Random) -> Dialogue:
    """Made-up properties of made-up things: which has what."""
    kinds = rng.sample(("colour", "size", "price", "owner", "code", "age", "place", "number"), rng.randint(1, 3))
    things = [rng.choice((invented, lambda r: word(stock, r)))(rng) for _ in range(rng.randint(2, 6))]
    things = list(dict.fromkeys(t.lower() for t in things))
    lines, asked = [], []
    for thing in things:
        for kind in kinds:
            value = rng.choice((str(rng.randint(1, 999)), word(stock, rng), rng.choice(stock.names)))
            lines.append(f"The {kind} of the {thing} is {value}.")
            asked.append(((f"What is the {kind} of the {thing}?", f"Which {kind} does the {thing} have?", f"Tell me the {kind} of the {thing}."), lines[-1]))
    rng.shuffle(lines)
    return questions_on(rng, " ".join(lines), asked)
