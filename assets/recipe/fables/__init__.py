"""Fables from given elements, and short retellings of little texts.

plots, morals and creatures hold the fables' text, asking the requests; events and retelling are the little texts.
"""

import re
from random import Random
from typing import NamedTuple

from ..leaning import Leaning
from ..small_talk.habits import Dialogue, articles, capitals, typed, variant, written
from ..small_talk.memory import pair
from ..texts import read
from .retelling import ordered, retelling

asking = read("fables/asking")
CREATURES = read("fables/creatures")
MORALS = read("fables/morals")
PLOTS = read("fables/plots")

UNTEACHABLE = frozenset(("lying", "boasting", "greed", "jealousy", "envy", "looks", "first impressions", "anger", "laziness", "quarrelling", "flattery", "promises", "little things matter", "everyone is good at something"))  # fmt: skip


PEOPLE = frozenset(CREATURES.MEN + CREATURES.WOMEN)


class Plot(NamedTuple):
    """A fable's text with open slots; who may be in it."""

    themes: tuple[str, ...]
    heads: dict[str, str]
    story: str
    short: str
    questions: tuple[tuple[str, str], ...]
    names: tuple[tuple[str, ...], tuple[str, ...]]


class Fable(NamedTuple):
    """A fable that was told: what requests may name, the text, and what may be asked about it."""

    named: dict[str, str]
    text: str
    short: str
    questions: tuple[tuple[str, str], ...]


def split(text: str) -> tuple[str, ...]:
    """What stands between commas."""
    return tuple(part.strip() for part in text.split(","))


def read(block: str) -> Plot:
    """One plot of the table."""
    lines = block.splitlines()
    heads = dict(line.split(": ", 1) for line in lines if re.match(r"[a-z ]+: ", line))
    body = {mark: [line[2:] for line in lines if line.startswith(mark + " ")] for mark in "-=?"}
    questions = tuple(tuple(line.split(" :: ")) for line in body["?"])
    names = tuple(candidates(heads, who, size) for who, size in zip("ab", heads["size"].split()))
    return Plot(split(heads["themes"]), heads, body["-"][0], body["="][0], questions, names)


def candidates(heads: dict[str, str], who: str, size: str) -> tuple[str, ...]:
    """The animals that can be "a" or "b" in the plot with these heads."""
    if f"only {who}" in heads:
        return split(heads[f"only {who}"])
    animals = {"big": CREATURES.BIG, "small": CREATURES.SMALL, "any": CREATURES.BIG + CREATURES.SMALL + CREATURES.MIDDLE}[size]
    barred = frozenset().union(*(CREATURES.GROUPS[group] for group in split(heads.get(f"not {who}", "")) if group))
    people = CREATURES.MEN + CREATURES.WOMEN if size == "any" and not any(key.startswith(("only", "not")) for key in heads) else ()
    return (*(animal for animal in animals if animal not in barred), *people)


ALL_PLOTS = tuple(read(block) for block in PLOTS.PLOTS.strip().split("\n\n"))


def cast(plot: Plot, rng: Random) -> tuple[str, str]:
    """The two, not the same, and not both people."""
    a, b = (rng.choice(names) for names in plot.names)
    return cast(plot, rng) if a == b or {a, b} <= PEOPLE else (a, b)


def pronouns(a: str, b: str, rng: Random) -> dict[str, str]:
    """He for one of the two and she for the other."""
    a_man = a in CREATURES.MEN or b in CREATURES.WOMEN or (a not in CREATURES.WOMEN and b not in CREATURES.MEN and rng.random() < 0.5)
    he, she = (("he", "him", "his", "himself"), ("she", "her", "her", "herself"))[:: 1 if a_man else -1]
    first, second = ("he", "to_him", "his", "himself"), ("she", "to_her", "her", "herself")
    return dict(zip(first, he)) | dict(zip(second, she))


def slots(plot: Plot, a: str, b: str, rng: Random) -> dict[str, str]:
    """Everything that a plot of these two, its request and its moral may name."""
    adjectives = [rng.choice(list(split(plot.heads[who]))) for who in "ab"]
    theme = rng.choice(plot.themes)
    return pronouns(a, b, rng) | {
        "a": f"the {a}", "b": f"the {b}", "a_name": a, "b_name": b, "a_a": f"a {a}", "a_b": f"a {b}", "a_voc": a.capitalize(),
        "a_trait": f"a {adjectives[0]} {a}", "b_trait": f"a {adjectives[1]} {b}", "A_title": a.title(), "B_title": b.title(),
        "place": rng.choice(CREATURES.PLACES), "theme": theme, "moral": rng.choice(MORALS.MORALS[theme]),
    }  # fmt: skip


def filled(text: str, named: dict[str, str]) -> str:
    """Slots filled, articles and capitals put right."""
    return capitals(articles(text.format_map(named)))


def introduced(short: str) -> str:
    """The one-sentence version, with "a" where one of the two is named for the first time."""
    for who, first in (("{a}", "{a_a}"), ("{b}", "{a_b}")):
        if first not in short and first.replace("a_a", "a_name").replace("a_b", "b_name") not in short:
            short = short.replace(who, first, 1)
    return short


def fable(rng: Random) -> Fable:
    """One fable with everything filled; its choices lean on the first animal."""
    a, b = cast(rng.choice(ALL_PLOTS), rng)
    rng = Leaning(rng, a)
    plot = rng.choice([plot for plot in ALL_PLOTS if a in plot.names[0] and b in plot.names[1]])
    named = slots(plot, a, b, rng)
    parts = [rng.choice(asking.OPENINGS), plot.story, introduced(plot.short), *(side for pair in plot.questions for side in pair)]
    opening, story, short, *questions = [filled(part, named) for part in variant("\x00".join(parts), rng).split("\x00")]
    ending = rng.choice(asking.ENDINGS).format_map(named)
    text = f"{opening} {story}{rng.choice((' ', chr(10), chr(10) * 2))}{ending}"
    own = tuple(zip(questions[::2], questions[1::2]))
    anywhere = tuple((filled(rng.choice(asks), named), filled(rng.choice(answers), named)) for asks, answers in asking.ON_ANY)
    return Fable(named, text, short, own + own + anywhere)


def asked(named: dict[str, str], rng: Random) -> str:
    """A request that names some of the elements."""
    for_request = named | {"a": named["a_a"], "b": named["a_b"]}
    teachable = named["theme"] not in UNTEACHABLE
    frames = tuple(what for what in asking.WHAT if teachable or not re.search("teaches|learns about", what))
    chance = rng.random()
    if chance < 0.15:
        return typed(rng.choice(asking.LISTS), rng, **for_request)
    if chance < 0.3:
        return typed(rng.choice(asking.SHORT), rng, **for_request)
    verb, what = rng.choice(asking.VERBS), rng.choice(frames)
    end = "?" if verb.startswith(("Can", "Could", "Would you")) else rng.choice((".", "", ".", ", please."))
    text = f"{verb} {rng.choice(asking.FABLES)} {what}".strip()
    return typed(text + (end if not text.endswith((".", '"', "please", "moral}")) else ""), rng, **for_request)


def exchange(request: str, story: Fable) -> Dialogue:
    """The exchange; a title where the request gives one."""
    title = f"The {story.named['A_title']} and the {story.named['B_title']}\n\n" if re.search("called|title", request) else ""
    return [("user", request), ("assistant", title + story.text)]


def followed(story: Fable, rng: Random) -> Dialogue:
    """A second turn about the fable, or another one."""
    chance = rng.random()
    if chance < 0.12:
        return pair(rng, asking.ASK_MORAL, asking.TELL_MORAL, moral=story.named["moral"])
    if chance < 0.3:
        question, answer = rng.choice(story.questions)
        return [("user", typed(question, rng)), ("assistant", answer)]
    if chance < 0.4:
        return pair(rng, asking.ASK_SHORT, ("{short}",), short=story.short)
    if chance < 0.5:
        other = fable(rng)
        ask = typed(rng.choice(asking.ANOTHER), rng, **other.named | {"a": other.named["a_a"], "b": other.named["a_b"]})
        return exchange(ask, other)
    return pair(rng, asking.THANKS, asking.WELCOME) if chance < 0.56 else []


def dialogue(rng: Random) -> Dialogue:
    """A fable on request, or a text that is retold."""
    if rng.random() < 0.36:
        return retelling(rng)
    story = fable(rng)
    if rng.random() < 0.08:
        return [("user", ordered(rng.choice(asking.SUM_UP), story.text, rng)), ("assistant", story.short)]
    turns = exchange(asked(story.named, rng), story) + followed(story, rng)
    if rng.random() < 0.1:
        question, answer = rng.choice(story.questions)
        turns += [("user", written(question, rng)), ("assistant", answer)] if question not in dict(turns) else []
    return turns
