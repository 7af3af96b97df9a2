"""What a table of explanations is made of, and how it is read.

A table is one string. Entries are separated by blank lines; a line's first character says what it holds, a line that starts
with a space goes on with the line before:

    * the names, divided by |; a name marked + is plural, one marked ~ can be asked after with "how does ... work"
    ? its own questions, divided by |, without a question mark; #2 after one means that only the second explanation answers it
    = the explanation in one sentence
    - the explanation; two or three of them where it is often asked
    > questions that may follow, divided by |, then :: and the answer
"""

import re
from random import Random
from typing import NamedTuple

POINTING = re.compile(r"\b(it|its|they|them|their|that|this|there|best)\b")
THING = re.compile(r"what (is|are|does) |how (hot|fast|far) ")


class Name(NamedTuple):
    """One way to name a topic inside a sentence: "a volcano", "volcanoes", "the moon"."""

    text: str
    plural: bool = False
    works: bool = False

    @property
    def bare(self) -> str:
        """Without its article, as people type it alone."""
        return re.sub(r"^(a|an|the) ", "", self.text)


class Follow(NamedTuple):
    """Questions that have one answer: on their own, or only after the explanation."""

    questions: tuple[str, ...]
    answer: str

    def stands_alone(self, question: str, stems: list[str]) -> bool:
        """Whether one of these can be understood without what was said before: it names the topic or another thing."""
        return any(stem in question.lower() for stem in stems) or bool(THING.match(question) and not POINTING.search(question))


class Question(NamedTuple):
    """One of a topic's own questions, and which of the explanations answers it (all where it is None)."""

    text: str
    variant: int | None = None


class Topic(NamedTuple):
    """One thing that is explained."""

    names: tuple[Name, ...]
    questions: tuple[Question, ...]
    short: str
    texts: tuple[str, ...]
    follows: tuple[Follow, ...]


def named(text: str) -> Name:
    """A name and its marks."""
    return Name(text.lstrip("+~"), "+" in text[:2], "~" in text[:2])


def question(text: str) -> Question:
    """A question and its mark."""
    words, _, variant = text.partition(" #")
    return Question(words, int(variant) - 1 if variant else None)


def parts(line: str) -> tuple[str, ...]:
    """What stands between the bars."""
    return tuple(part.strip() for part in line.split("|") if part.strip())


def following(line: str) -> Follow:
    """One line of questions and their answer."""
    questions, answer = line.split("::")
    return Follow(parts(questions), answer.strip())


def unfolded(text: str) -> str:
    """Lines that go on in the next line made one."""
    return re.sub(r"\n +", " ", text)


def entry(block: str) -> Topic:
    """One topic of a table."""
    lines = unfolded(block.strip()).split("\n")
    held = {mark: [line[1:].strip() for line in lines if line[0] == mark] for mark in "*?=->"}
    if len(held["*"]) != 1 or len(held["="]) != 1 or not held["-"] or sum(map(len, held.values())) != len(lines):
        raise ValueError(f"not an entry: {block.strip()[:80]}")
    questions = tuple(question(q) for line in held["?"] for q in parts(line))
    names = tuple(named(name) for name in parts(held["*"][0]))
    return Topic(names, questions, held["="][0], tuple(held["-"]), tuple(following(line) for line in held[">"]))


def table(text: str) -> tuple[Topic, ...]:
    """All topics of a table, in its order: neighbours in the table are neighbours in talk."""
    return tuple(entry(block) for block in text.strip().split("\n\n"))


def some_text(topic: Topic, rng: Random, variant: int | None = None) -> str:
    """One of the topic's explanations, or the one that is meant."""
    return rng.choice(topic.texts) if variant is None else topic.texts[variant]
