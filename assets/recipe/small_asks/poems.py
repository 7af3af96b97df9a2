"""Small poems: four rhyming lines on a subject, a frame for any other noun, a longer and a shorter one on request."""

from __future__ import annotations

import re
from random import Random

from ..texts import read
from .asking import Entry, Turns, article, blocks, exchange, more, plural, request, thanked, typed

TEXT = read("small_asks/poems")
PEOPLE = read("small_asks/people")

# The first line holds the ways to name the subject; a plus stands before a noun that can be counted:
# `a cat`, `the cat`, `cats`, `my cat`.
POEMS = blocks(TEXT.POEMS)

FRAMES = blocks(TEXT.FRAMES)

MANY_FRAMES = blocks(TEXT.MANY_FRAMES)

FOR_A_NAME = blocks(TEXT.FOR_A_NAME)

VERBS = ("write", "write me", "tell me", "give me", "make", "make up", "compose", "read me", "make me")
THINGS = TEXT.THINGS
SHORTER = TEXT.SHORTER
BARE = ("{bare} poem", "poem: {it}", "Poem about {it}", "rhyme about {it}", "poem about {bare}")
LONGER = TEXT.LONGER
SAME = TEXT.SAME
OFFER = "Name any thing, and I will rhyme about it."

UNWRITTEN = tuple(noun for noun in PEOPLE.RARE_NOUNS if not any(noun in poem[0].lstrip("+").replace("|", " ").split() for poem in POEMS))


def spoken(subject: str) -> tuple[str, ...]:
    """The ways to name a subject."""
    if not subject.startswith("+"):
        return tuple(subject.split("|"))
    noun = subject[1:]
    return article(noun), article(noun), f"the {noun}", f"my {noun}", plural(noun), noun


def framed(rng: Random, subject: str, frames: tuple[Entry, ...]) -> list[str]:
    """A frame's four lines with a noun (`teapot`), or a noun's plural, or a name, put in."""
    slots = {"a": article(subject), "A": article(subject).capitalize(), "n": subject, "s": subject, "p": subject}
    return [line.format(**slots) for line in rng.choice(frames)]


def fresh(rng: Random) -> tuple[str, list[str], str, tuple[Entry, ...]]:
    """A subject as said, its poem, and what the frames need for one more verse."""
    draw = rng.random()
    if draw < 0.55:
        subject, *lines = rng.choice(POEMS)
        subject_words = rng.choice(spoken(subject))
        return subject_words, list(lines), subject.lstrip("+"), FRAMES if subject.startswith("+") else ()
    noun = rng.choice(UNWRITTEN)
    if draw < 0.85:
        subject_words = rng.choice((article(noun), article(noun), f"the {noun}", f"my {noun}", noun))
        return subject_words, framed(rng, noun, FRAMES), noun, FRAMES
    if draw < 0.95:
        return plural(noun), framed(rng, plural(noun), MANY_FRAMES), plural(noun), MANY_FRAMES
    name = rng.choice(PEOPLE.FIRST_NAMES)
    return name, framed(rng, name, FOR_A_NAME), name, FOR_A_NAME


def asked(rng: Random, subject_words: str) -> str:
    """A request for a poem about what was said."""
    if subject_words in PEOPLE.FIRST_NAMES:
        return request(rng, VERBS, f"{rng.choice(THINGS)} {rng.choice(('for', 'about', 'for my friend'))} {subject_words}")
    if rng.random() < 0.07:
        return typed(rng, rng.choice(BARE).format(it=subject_words, bare=re.sub("^an? ", "", subject_words)))
    return request(rng, VERBS, f"{rng.choice(THINGS)} {'about' if rng.random() < 0.9 else 'on'} {subject_words}")


def another(rng: Random, lines: list[str]) -> Turns:
    """A second request with a subject of its own: `Now one about the sea.`"""
    subject_words, new, *_ = fresh(rng)
    while new == lines:
        subject_words, new, *_ = fresh(rng)
    forms = (
        "Now one about {it}.",
        "And one about {it}?",
        "Now a poem about {it}, please.",
        "And about {it}?",
        "now about {it}",
        "Now about {it}.",
        "now about {it} please",
        "and one about {it}",
        "and now about {it}?",
        "the same about {it}",
        "what about {it}",
        "One about {it}, please.",
    )
    return exchange(typed(rng, rng.choice(forms).format(it=subject_words)), "\n".join(new))


def dialogue(rng: Random) -> Turns:
    """A poem about something, or about anything, and perhaps another, a shorter or a longer one."""
    subject_words, lines, noun, frames = fresh(rng)
    free = rng.random() < 0.15 and subject_words not in PEOPLE.FIRST_NAMES
    user = request(rng, VERBS, rng.choice(THINGS)) if free else asked(rng, subject_words)
    turns = exchange(user, "\n".join(lines))
    draw = rng.random()
    if draw < 0.08:
        turns += exchange(typed(rng, rng.choice(SHORTER)), halved(lines))
    elif draw < 0.24:
        turns += grown(rng, subject_words, lines, noun, frames) if frames else []
    elif draw < 0.4:
        turns += another(rng, lines)
    elif draw < 0.5:
        other = rng.choice([poem for poem in POEMS if list(poem[1:]) != lines])
        turns += exchange(more(rng, "poem"), "\n".join(other[1:]))
    return thanked(rng, turns, OFFER, 0.1)


def halved(lines: list[str]) -> str:
    """The first two lines, which rhyme, with a full stop."""
    return "\n".join([lines[0], lines[1] if lines[1][-1] in ".!?" else lines[1].rstrip(",:") + "."])


def grown(rng: Random, subject_words: str, lines: list[str], noun: str, frames: tuple[Entry, ...]) -> Turns:
    """One verse more about the same, after the first or alone."""
    verse = framed(rng, noun, frames)
    while verse == lines:
        verse = framed(rng, noun, frames)
    if rng.random() < 0.6:
        return exchange(typed(rng, rng.choice(LONGER)), "\n".join([*lines, "", *verse]))
    return exchange(typed(rng, rng.choice(SAME).format(it=subject_words)), "\n".join(verse))
