"""A story: what was asked, who was cast, which plot, and its text. The same seed with other facts tells it the same way."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random

from ..leaning import Leaning
from ..texts import read
from . import cast
from .grammar import definite, expand
from .plot import Plot
from .plots import DUO, SINGLE

TEXT = read("stories/tell")
endings = read("stories/endings")
openings = read("stories/openings")
people = read("stories/people")

# So many words at most, where the plot allows it.
LIMIT, LIMITS = 98, {"short": 72, "long": 260}
Values = dict[str, "str | tuple[str, ...]"]


# Traits that only a request brings in, and traits that a plot would belie.
SELDOM = ("invisible", "rich", "old", "sad", "happy", "spotted", "purple")
CLASHES: dict[str, tuple[str, ...]] = TEXT.CLASHES


WHO_FIRST = ("fear faced",)  # plots whose first sentence must say what is special about the hero
# Plots in which the thing may be some honey.
WITH_STUFF = ("lost thing", "found thing", "sharing", "the gift given away", "the secret")
FOR_CHILDREN = ("the new one in school", "the new baby")


@dataclass(frozen=True)
class Wish:
    """What a request names. Parts: hero, trait, name, who, place, thing, friend, subject; rare: whether a noun is an unusual one."""

    parts: frozenset[str] = frozenset()
    kind: str = ""  # bedtime, funny, moral, short, long
    rare: str = ""  # the part whose noun is rare: hero, place, thing, fear, want
    child: str = ""  # for whom: "my daughter Mia"
    hero: cast.Hero | None = None  # who it must be about, when that is settled before


@dataclass(frozen=True)
class Story:
    """A told story and all that can be asked about it."""

    wish: Wish
    plot: Plot
    hero: cast.Hero
    friend: cast.Hero
    place: cast.Place
    facts: Values
    who: tuple[str, str] | None
    subject: str
    seed: int
    leaning: str  # what its choices lean on
    text: str = field(default="", compare=False)

    @property
    def duo(self) -> bool:
        """Whether it is about two."""
        return "duo" in self.plot.flags


def new(wish: Wish, rng: Random) -> Story:
    """A story that fulfils the wish: what the wish names is drawn evenly, all else leans on it."""
    hero, place, thing = wish.hero or _asked_hero(wish, rng), _asked_place(wish, rng), _asked_thing(wish, rng)
    named = (hero and (hero.name if "child" in wish.parts else hero.noun), place and place.noun, thing and thing[0])
    asked = next(filter(None, named), "") or f"{rng.randrange(100)}"
    rng = Leaning(rng, asked)
    plot = choose_plot(wish, rng)
    while plot.title in FOR_CHILDREN and hero and cast.grown_up(hero):
        plot = choose_plot(wish, rng)
    while not hero or (plot.title in FOR_CHILDREN and cast.grown_up(hero)):
        hero = cast.hero(rng)
    hero = _shaped(hero, wish, plot, rng)
    where = place or cast.place(rng, hero.kind)
    friend = _friend(wish, hero, [hero.noun], where, rng)
    facts = _facts(wish, plot, hero, friend, where, rng)
    facts |= cast.thing_facts(*(thing or cast.thing(rng, False, plot.title in WITH_STUFF)))
    facts |= _props(plot, hero, facts, rng)
    who = rng.choice(plot.who) if plot.who and (plot.title in WHO_FIRST or "who" in wish.parts or rng.random() < 0.25) else None
    subject = expand(rng.choice(plot.about), facts, rng) if "subject" in wish.parts else ""
    return with_text(Story(wish, plot, hero, friend, where, facts, who, subject, rng.randrange(1 << 30), asked))


def _asked_hero(wish: Wish, rng: Random) -> cast.Hero | None:
    if "child" in wish.parts:
        return cast.child(rng)
    return cast.hero(rng, wish.rare == "hero") if "hero" in wish.parts else None


def _asked_place(wish: Wish, rng: Random) -> cast.Place | None:
    return cast.any_place(rng, wish.rare == "place") if "place" in wish.parts else None


def _asked_thing(wish: Wish, rng: Random) -> tuple[str, str] | None:
    return cast.thing(rng, wish.rare == "thing", False) if "thing" in wish.parts else None


def with_text(story: Story) -> Story:
    """The story with its text."""
    return replace(story, text=text_of(story))


def choose_plot(wish: Wish, rng: Random) -> Plot:
    """A plot that has room for what was asked."""
    need = {"thing"} & wish.parts | ({wish.rare} & {"fear", "want"})
    plots = [plot for plot in (DUO if "friend" in wish.parts else SINGLE) if need <= set(plot.needs)]
    if "who" in wish.parts:
        plots = [plot for plot in plots if plot.who]
    for kind, flag in (("funny", "funny"), ("bedtime", "night")):
        fits = [plot for plot in plots if flag in plot.flags]
        if wish.kind == kind and fits and (kind == "funny" or rng.random() < 0.45):
            plots = fits
    return rng.choice(plots + [plot for plot in plots if {"fear", "want"} & set(plot.needs)])


def _shaped(hero: cast.Hero, wish: Wish, plot: Plot, rng: Random) -> cast.Hero:
    """The hero with a trait and a name, as asked or by chance."""
    trait = cast.trait(rng, hero.noun, hero.kind) if "trait" in wish.parts else ""
    if not trait and "trait" not in wish.parts and not hero.trait and rng.random() < 0.4:
        trait = cast.trait(rng, hero.noun, hero.kind)
    clash = CLASHES.get(plot.title, ()) + (() if "trait" in wish.parts else SELDOM)
    if trait in clash:
        trait = ""
    named = hero.name or (cast.name_for(hero.kind, hero.pronoun, rng) if "name" in wish.parts or rng.random() < 0.5 else "")
    return replace(hero, trait=trait or hero.trait, name=named)


def _friend(wish: Wish, hero: cast.Hero, taken: list[str], where: cast.Place, rng: Random) -> cast.Hero:
    """Who is cast beside the hero; in a story about two any noun will do."""
    if "friend" not in wish.parts:
        found = cast.friend(rng, taken, hero, where.kind)
    else:
        found = cast.hero(rng, wish.rare == "hero" and rng.random() < 0.5)
        while found.noun.split()[-1] == hero.noun.split()[-1]:
            found = cast.hero(rng)
        found = replace(found, name=cast.name_for(found.kind, found.pronoun, rng) if hero.name else "", like=hero.like)
    while found.name and found.name == hero.name:
        found = replace(found, name=cast.name_for(found.kind, found.pronoun, rng))
    return found


def _facts(wish: Wish, plot: Plot, hero: cast.Hero, friend: cast.Hero, where: cast.Place, rng: Random) -> Values:
    facts: Values = {**cast.hero_facts(hero, rng), **cast.friend_facts(friend), **cast.place_facts(where, rng)}
    facts |= cast.helper_facts(cast.helper(rng, [hero.noun, friend.noun], where.kind == "water", hero.pronoun))
    if "fear" in plot.needs:
        facts |= cast.fear(rng, hero.noun, wish.rare == "fear")
    if "want" in plot.needs:
        facts |= cast.want(rng, wish.rare == "want")
    if "duo" in plot.flags:
        facts["hero"] = hero.short
    facts["pair_named"] = f"{hero.whom} and {friend.whom}"
    return facts


def _props(plot: Plot, hero: cast.Hero, facts: Values, rng: Random) -> Values:
    """What the plot's own rows say, one row of each, without the hero's own noun."""
    found: Values = {}
    for names, rows in plot.props:
        choices = cast.TABLES.skills if rows == [["@skills"]] else rows
        fits = [row for row in choices if hero.noun.split()[-1] not in " ".join(row)] or choices
        found |= {name: expand(cell, facts, rng) for name, cell in zip(names, rng.choice(fits))}
    return found


def text_of(story: Story) -> str:
    """The story told: opening, slots, ending; in one paragraph, two or three."""
    rng = Leaning(Random(story.seed), story.leaning)
    first = opening(story, rng)
    body, whole = _body(story, rng, LIMITS.get(story.wish.kind, LIMIT) - _words(first))
    last = ending(story, " ".join([*first, *body]), whole, rng)
    return _paragraphs(first, body, last, rng)


def _keeps(story: Story, rng: Random) -> bool:
    kept = rng.random() < 0.5
    return story.wish.kind == "long" or (kept and story.wish.kind != "short")


def _body(story: Story, rng: Random, limit: int) -> tuple[list[str], bool]:
    """The slots, in about so many words (of a few tellings the first that fits, or else the shortest), and whether the last is there."""
    tellings: list[tuple[int, list[str], bool]] = []
    while not tellings or (tellings[-1][0] > limit and len(tellings) < 8):
        kept = [slot for slot in story.plot.slots if not slot.optional or _keeps(story, rng)]
        told_so = [rng.choice(slot.variants) for slot in kept]
        tellings.append((sum(map(_length, told_so)), told_so, kept[-1] is story.plot.slots[-1]))
    _, told_so, whole = tellings[-1] if tellings[-1][0] <= limit else min(tellings)
    return [expand(text, story.facts, rng) for text in told_so], whole


def _words(sentences: list[str]) -> int:
    return sum(len(sentence.split()) for sentence in sentences)


@cache
def _length(template: str) -> int:
    """About how many words a template makes."""
    return len(re.sub(r"\[([^|\]]*)[^\]]*\]", r"\1", template).split())


def opening(story: Story, rng: Random) -> list[str]:
    """The first sentences: who, where, and what the hero is like."""
    facts, place_asked = story.facts, "place" in story.wish.parts
    if story.duo:
        sentences = [rng.choice(openings.PAIR_PLACED)] + (
            [rng.choice(openings.PAIR_BOND)] if rng.random() < 0.5 and story.plot.title != "two who were enemies" else []
        )
    elif story.who:
        facts = {**facts, "was": story.who[1]}
        sentences = [rng.choice(openings.SPECIAL)] + ([rng.choice(openings.THERE)] if place_asked or rng.random() < 0.6 else [])
    else:
        sentences = [rng.choice(openings.PLACED)]
    near = sentences[-1].endswith("{in_a_place}.")
    found = [expand(sentence, facts, rng) for sentence in sentences + _details(story, near, rng)]
    if story.wish.child:
        found[0] = _for_child(story, found[0], rng)
    return found


def _for_child(story: Story, first: str, rng: Random) -> str:
    """The first sentence with the child's name before it."""
    lower = first if first.startswith("I ") else first[0].lower() + first[1:]
    return rng.choice(openings.FOR_CHILD).replace("{child}", story.wish.child.split()[-1]) + lower


def _details(story: Story, near: bool, rng: Random) -> list[str]:
    """A sentence or two about the hero and the place (if that was named just before); none in a short story."""
    chance, found = rng.random(), []
    traits = people.TRAITS.get(story.hero.trait, ())
    clash = "fear" in story.plot.needs and story.hero.trait in ("brave", "timid", "nervous")
    if story.duo or story.wish.kind == "short":
        return []
    if traits and not clash and chance < 0.6:
        found.append(rng.choice(traits))
    elif chance < 0.8:
        found.append(rng.choice(openings.LIKING))
    if story.place.detail and (near or not (story.who or story.place.detail.startswith("It"))) and rng.random() < 0.35:
        found.insert(0, story.place.detail)
    return found


def ending(story: Story, sofar: str, whole: bool, rng: Random) -> list[str]:
    """The last sentences, as the kind of story wants them; there are some when the last slot was not told."""
    kind, chance = story.wish.kind, rng.random()
    facts = {**story.facts, "moral": _moral(story, rng), "subject": story.subject, "child": story.wish.child.split(" ")[-1]}
    found = []
    if kind == "moral" or (story.subject and kind != "bedtime" and chance < 0.8) or (not kind and chance < 0.22):
        found.append(rng.choice(endings.PAIR_MORAL if story.duo else endings.MORAL))
    elif kind == "bedtime":
        found.append(rng.choice(endings.PAIR_BEDTIME if story.duo else endings.BEDTIME))
    elif kind == "funny" and chance < 0.6:
        found.append(rng.choice(endings.FUNNY if not story.duo else endings.FUNNY[:2]))
    elif chance < 0.6 or not whole:
        found.append(_plain(story, sofar, rng))
    if kind == "bedtime" and story.wish.child and rng.random() < 0.7:
        found.append(rng.choice(endings.BEDTIME_FOR_CHILD))
    found = [expand(sentence, facts, rng) for sentence in found]
    if story.subject and story.subject.lower() not in " ".join([sofar, *found]).lower():
        found.append(expand(rng.choice(endings.ABOUT), facts, rng))
    return found


def _plain(story: Story, sofar: str, rng: Random) -> str:
    """A last sentence without more; one that names the place only where the place is known."""
    options = endings.PAIR_PLAIN if story.duo else endings.PLAIN
    known = str(story.facts["in_a_place"]).lower() in sofar.lower()
    return rng.choice([sentence for sentence in options if known or "{in_the_place}" not in sentence])


def _moral(story: Story, rng: Random) -> str:
    """A moral of the plot, if it can one that names the subject asked for."""
    fits = [moral for moral in story.plot.moral if story.subject and story.subject in moral]
    return rng.choice(fits or story.plot.moral)


def _paragraphs(first: list[str], body: list[str], last: list[str], rng: Random) -> str:
    if rng.random() < 0.45:
        return " ".join([*first, *body, *last])
    cut = rng.randint(1, 2)
    parts = [[*first, *body[:cut]], [*body[cut:], *last]]
    if rng.random() < 0.35:
        parts = [parts[0], body[cut:-1], [body[-1], *last]]
    return "\n\n".join(" ".join(part) for part in parts)


def renamed(story: Story, name: str) -> Story:
    """The same story with another name for its hero."""
    return _with_hero(story, replace(story.hero, name=name))


def recast(story: Story, noun: str, kind: str) -> Story:
    """The same story with another hero of the same pronoun."""
    return _with_hero(story, replace(story.hero, noun=noun, kind=kind, trait=story.hero.trait))


def _with_hero(story: Story, hero: cast.Hero) -> Story:
    """The same story told with this hero: same seed, other facts, as many ways to refer to the hero."""
    old, the = story.facts["hero"], definite(hero.noun)
    called: str | tuple[str, ...] = hero.short
    if not isinstance(old, str):
        called = (hero.name, hero.name, the) if hero.name else (the, the, f"the little {hero.noun}")
        called = (the,) if len(old) == 1 else called
    facts = {**story.facts, "noun": hero.noun, "name": hero.short, "hero_named": hero.whom, "whom": hero.whom, "hero": called}
    facts["pair_named"] = f"{hero.whom} and {story.friend.whom}"
    return with_text(replace(story, hero=hero, facts=facts))


def short(story: Story, rng: Random) -> str:
    """The whole in two or three sentences."""
    return expand(rng.choice(story.plot.short), story.facts, rng)
