"""A story: what was asked, who was cast, which plot, and its text. The same seed with other facts tells it the same way."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random

from ..leaning import Leaning
from ..texts import read
from . import cast, deeds
from .apart import apart, free_of, naming, same, stems
from .grammar import FIELD, definite, expand, plural, with_article
from .plot import Plot
from .plots import ASKED, DUO, SHAPED, SINGLE

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
EVERYDAY = frozenset("could cannot had has was were not much very never only no to for too who so be by".split())  # words of a "who" that do not name it
BIDDING = frozenset("look take ask share go listen keep do stay wait try give help tell think hold leave let be never".split())
FOR_CHILDREN = ("the new one in school", "the new baby")
FOR_SMALL_ONES = ("small hero",)


@dataclass(frozen=True)
class Wish:
    """What a request names. Parts: hero, trait, name, who, asked (what happens), shaped (what sort of plot), place, thing, friend, guest,
    group, subject; rare: whether a noun is an unusual one."""

    parts: frozenset[str] = frozenset()
    kind: str = ""  # bedtime, funny, moral, short, long
    rare: str = ""  # the part whose noun is rare: hero, place, thing, guest, fear, want
    child: str = ""  # for whom: "my daughter Mia", "my nephew"
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
    who: tuple[str, ...] | None
    subject: str
    seed: int
    leaning: str  # what its choices lean on
    text: str = field(default="", compare=False)

    @property
    def duo(self) -> bool:
        """Whether it is about two."""
        return "duo" in self.plot.flags


OFTEN = 0.35  # of the stories whose hero is asked for by more than a noun: what people ask for most
ANY = 0.5  # of the stories in which what is asked for happens: told by a plot that fits any event
SPLICED = 0.2  # of the heroes that a request names: their nouns are made of two real ones
RELATED = 0.04  # of the heroes that a request names: relatives and pets
TRIES = 12  # castings of which one has no fault, mostly the first


def new(wish: Wish, rng: Random) -> Story:
    """A story that fulfils the wish: what the wish names is drawn evenly, all else leans on it. Nobody and nothing in it is its hero's
    own kind."""
    for _ in range(TRIES):
        story = _cast(wish, rng)
        if not faults(story):
            break
    return story


def _cast(wish: Wish, rng: Random) -> Story:
    first = hero = wish.hero or _asked_hero(wish, rng)  # who is asked for is the hero, and is not drawn again
    taken = [hero.noun] if hero else []
    place = cast.any_place(rng, wish.rare == "place", taken) if "place" in wish.parts else None
    taken += [place.noun] if place else []
    thing = cast.thing(rng, wish.rare == "thing", False, taken) if "thing" in wish.parts else None
    taken += [thing[0]] if thing else []
    guest = cast.guest(rng, wish.rare == "guest", taken) if "guest" in wish.parts else None
    taken += [guest[1]] if guest else []
    named = (hero and (hero.name if "child" in wish.parts else hero.noun), place and place.noun, thing and thing[0], guest and guest[1][4:])
    asked = next(filter(None, named), "") or f"{rng.randrange(100)}"
    rng = Leaning(rng, asked, sort_of(hero))
    plot = choose_plot(wish, hero, rng, place.kind == "water" if place else bool(hero) and hero.kind == "sea")
    while not hero or not apart(hero.noun, taken[1 if hero is first else 0 :]) or not (hero is first or place or _can_be_in(plot, hero)):
        hero = cast.hero(rng)
    hero = _shaped(hero, wish, plot, rng)
    taken.append(hero.noun)
    where = place or cast.place(rng, hero.kind, taken)
    taken.append(where.noun)
    thing = thing or cast.thing(rng, False, plot.title in WITH_STUFF, taken)
    friend = _friend(wish, hero, [*taken, thing[0]], where, rng)
    helper = guest or cast.helper(rng, [*taken, thing[0], friend.noun], where.kind == "water", hero.pronoun)
    facts = _facts(wish, plot, hero, friend, where, taken, rng) | cast.helper_facts(helper) | cast.thing_facts(*thing)
    if "group" in wish.parts:
        groups = [group for group in openings.GROUPS if "guest" in wish.parts or not group.startswith("two")]  # of two alone, both have a part: alike.py
        facts |= {"group": rng.choice(groups).replace("{nouns}", plural(hero.noun)), "hero": hero.name}
    facts |= _props(plot, taken, facts, bool(wish.parts & {"asked", "shaped"}), rng)
    who = rng.choice(plot.who) if plot.who and (plot.title in WHO_FIRST or "who" in wish.parts or rng.random() < 0.25) else None
    who = Random.choice(rng, plot.who) if "asked" in wish.parts else who
    subject = expand(rng.choice(plot.about), facts, rng) if "subject" in wish.parts else ""
    return with_text(Story(wish, plot, hero, friend, where, facts, who, subject, rng.randrange(1 << 30), asked))


def _can_be_in(plot: Plot, hero: cast.Hero) -> bool:
    """Whether a hero whom nobody asked for fits the plot: grown-ups are no pupils, and fish stay in the water."""
    return _can_be(plot, hero) and not ("land" in plot.flags and hero.kind == "sea")


def _can_be(plot: Plot, hero: cast.Hero) -> bool:
    """Whether the hero, asked for or not, can be what the plot says of its hero."""
    return not (plot.title in FOR_CHILDREN and cast.grown_up(hero)) and not (plot.title in FOR_SMALL_ONES and cast.big(hero.noun))


def sort_of(hero: cast.Hero | None) -> str:
    """The group of heroes that a story's choices lean on."""
    if not hero:
        return ""
    return {"person": "person", "animal": "living", "bird": "living", "sea": "living", "small": "living", "magic": "living"}.get(hero.kind, "thing")


def _asked_hero(wish: Wish, rng: Random) -> cast.Hero | None:
    if "child" in wish.parts:
        return cast.child(rng)
    if "hero" not in wish.parts:
        return None
    if rng.random() < RELATED and not wish.rare:
        return cast.somebody_near(rng)
    return cast.spliced(rng) if rng.random() < SPLICED else cast.hero(rng, wish.rare == "hero")


def parts_of(story: Story) -> dict[str, str]:
    """The nouns of those who have a part in the story, by part: the plot may need a helper, a thing and a friend."""
    found = {"hero": story.hero.noun, "place": story.place.noun}
    if "helper" in story.plot.needs:
        found["helper"] = str(story.facts["helper"])
    if "thing" in story.plot.needs:
        found["thing"] = str(story.facts["thing"])
    if "friend" in story.plot.needs or story.duo:
        found["friend"] = story.friend.noun
    return found


def faults(story: Story) -> list[str]:
    """What is wrong with the casting: parts that name the same, a second one of the hero's kind, somebody asked for who does not come."""
    parts = sorted(parts_of(story).items())
    twins = story.duo and story.friend.noun == story.hero.noun
    found = [f"{a} and {b}: {x}, {y}" for n, (a, x) in enumerate(parts) for b, y in parts[n + 1 :]
             if same(x, y) and not (twins and {a, b} == {"hero", "friend"})]  # fmt: skip
    noun = re.escape(story.hero.noun.split()[-1])
    others = re.findall(rf"\b(?:an?|another|some|other|every|no) (?:[a-z-]+ ){{0,2}}?{noun}\b", story.text, re.IGNORECASE)
    owned = re.findall(rf"\b(?:his|her|its|their|my|our|your) (?:[a-z-]+ )?{noun}\b", story.text, re.IGNORECASE)
    if owned and not twins:
        found.append(f"an owned {story.hero.noun}: {owned}")
    if len(others) > (0 if "group" in story.wish.parts or twins else 1):
        found.append(f"another {story.hero.noun}: {others}")
    for part, word in (("guest", str(story.facts["helper"]).removeprefix("the ")), ("thing", str(story.facts["thing"]))):
        if part in story.wish.parts and word not in story.text:
            found.append(f"no {word} in the story")
    return found


def with_text(story: Story) -> Story:
    """The story with its text."""
    return replace(story, text=text_of(story))


def choose_plot(wish: Wish, hero: cast.Hero | None, rng: Random, wet: bool = False) -> Plot:
    """A plot that has room for what was asked, and whose own words do not name the hero. `wet`: it happens under water."""
    need = {"thing"} & wish.parts | ({wish.rare} & {"fear", "want"}) | ({"helper"} if "guest" in wish.parts else set())
    plots = [plot for plot in _told_of(wish) if need <= set(plot.needs)]
    plots = [plot for plot in plots if not (wet and "land" in plot.flags)] or plots
    if "who" in wish.parts:
        plots = [plot for plot in plots if plot.who]
    if wish.parts & {"name", "child", "group"}:
        plots = [plot for plot in plots if "unnamed" not in plot.flags]
    if hero:
        plots = [plot for plot in plots if can_do_without(plot, hero.noun) and _can_be(plot, hero)] or plots
    if "asked" in wish.parts:
        fits_any = Random.random(rng) < ANY
        plots = [plot for plot in plots if ("any" in plot.flags) == fits_any] or plots
    often = [plot for plot in plots if "often" in plot.flags]
    if often and "who" in wish.parts and Random.random(rng) < OFTEN:
        plots = often
    for kind, flag in (("funny", "funny"), ("bedtime", "night")):
        fits = [plot for plot in plots if flag in plot.flags]
        if wish.kind == kind and fits and (kind == "funny" or rng.random() < 0.45):
            plots = fits
    return Random.choice(rng, plots) if wish.parts & {"asked", "shaped"} else rng.choice(plots)


def _told_of(wish: Wish) -> list[Plot]:
    """The plots for what the wish names."""
    if "shaped" in wish.parts:
        marks = {"duo": "friend", "there": "place"}
        return [plot for plot in SHAPED if all((flag in plot.flags) == (part in wish.parts) for flag, part in marks.items())]
    return DUO if "friend" in wish.parts else ASKED if "asked" in wish.parts else SINGLE


def can_do_without(plot: Plot, noun: str) -> bool:
    """Whether every slot that must be told can be told in words other than this noun."""
    words = stems(noun)
    return all(any(not literal(variant) & words for variant in slot.variants) for slot in plot.slots if not slot.optional)


@cache
def literal(template: str) -> frozenset[str]:
    """The words of a template itself, as in the singular."""
    return stems(FIELD.sub("", template))


def avoiding(story: Story) -> Callable[[object], bool]:
    """Says which options name the hero, or the second one, by other words than the story's own."""
    nouns = stems(story.hero.noun) | (stems(story.friend.noun) if story.duo else frozenset())
    own = {definite(story.hero.noun), f"the little {story.hero.noun}"}
    return lambda option: isinstance(option, str) and option not in own and bool(literal(option) & nouns)


def _shaped(hero: cast.Hero, wish: Wish, plot: Plot, rng: Random) -> cast.Hero:
    """The hero with a trait and a name, as asked or by chance."""
    trait = cast.trait(rng, hero.noun, hero.kind) if "trait" in wish.parts else ""
    if not trait and "trait" not in wish.parts and not hero.trait and rng.random() < 0.4:
        trait = cast.trait(rng, hero.noun, hero.kind)
    clash = CLASHES.get(plot.title, ()) + (() if "trait" in wish.parts else SELDOM)
    if trait in clash:
        trait = ""
    named = hero.name or (cast.name_for(hero.kind, hero.pronoun, rng) if wish.parts & {"name", "group"} or rng.random() < 0.35 else "")
    return replace(hero, trait=trait or hero.trait, name="" if "unnamed" in plot.flags else named)


def _friend(wish: Wish, hero: cast.Hero, taken: list[str], where: cast.Place, rng: Random) -> cast.Hero:
    """Who is cast beside the hero; in a story about two any noun will do."""
    if "friend" not in wish.parts:
        found = cast.friend(rng, taken, hero, where.kind)
    else:
        found = cast.hero(rng, wish.rare == "hero" and rng.random() < 0.5)
        while not apart(found.noun, taken):
            found = cast.hero(rng)
        found = replace(found, name=cast.name_for(found.kind, found.pronoun, rng) if hero.name else "", like=hero.like)
    while found.name and found.name == hero.name:
        found = replace(found, name=cast.name_for(found.kind, found.pronoun, rng))
    return found


def _facts(wish: Wish, plot: Plot, hero: cast.Hero, friend: cast.Hero, where: cast.Place, taken: list[str], rng: Random) -> Values:
    facts: Values = {**cast.hero_facts(hero, rng), **cast.friend_facts(friend), **cast.place_facts(where, taken, rng)}
    asked = bool({"who", "subject"} & wish.parts)
    if "fear" in plot.needs:
        facts |= cast.fear(rng, hero.noun, wish.rare == "fear", asked)
    if "want" in plot.needs:
        facts |= cast.want(rng, hero.noun, wish.rare == "want", asked)
    if "duo" in plot.flags:
        facts["hero"] = hero.short
    facts["pair_named"] = f"{hero.whom} and {friend.whom}"
    return facts


def _props(plot: Plot, taken: list[str], facts: Values, asked: bool, rng: Random) -> Values:
    """What the plot's own rows say, one row of each that names nothing that is taken; a row that the request names is drawn evenly."""
    found: Values = {}
    for names, rows in plot.props:
        if rows[0][0] in ("@deeds", "@mishaps"):
            found |= dict(zip(names, deeds.draw(rows[0][0][1:].upper(), rng, taken)))
            continue
        choices = cast.TABLES.skills if rows == [["@skills"]] else rows
        fits = [row for row in choices if not any(naming(noun).search(" ".join(row)) for noun in taken)] or choices
        row = Random.choice(rng, fits) if asked else rng.choice(fits)
        found |= {name: expand(cell, facts, rng) for name, cell in zip(names, row)}
    return found | {f"a_{name}": with_article(str(cell)) for name, cell in found.items()}


def text_of(story: Story) -> str:
    """The story told: opening, slots, ending; in one paragraph, two or three."""
    rng = Leaning(Random(story.seed), story.leaning, sort_of(story.hero), avoiding(story))
    first = opening(story, rng)
    body, whole = _body(story, first, rng)
    last = ending(story, " ".join([*first, *body]), whole, rng)
    return _paragraphs(first, body, last, rng)


def _keeps(story: Story, rng: Random) -> bool:
    kept = rng.random() < 0.5
    return story.wish.kind == "long" or (kept and story.wish.kind != "short")


def _body(story: Story, first: list[str], rng: Random) -> tuple[list[str], bool]:
    """The slots, in about as many words as are left after the opening (of a few tellings the first that fits, or else the shortest), and
    whether the last is there."""
    limit = LIMITS.get(story.wish.kind, LIMIT - 12 * bool(story.plot.phrase or "any" in story.plot.flags)) - _words(first)
    more = max(0, len(str(story.facts["deed"]).split()) - 1) if "any" in story.plot.flags else 0
    tellings: list[tuple[int, list[str], bool]] = []
    while not tellings or (tellings[-1][0] > limit and len(tellings) < 8):
        kept = [slot for slot in story.plot.slots if not slot.optional or _keeps(story, rng)]
        told_so = [rng.choice(slot.variants) for slot in kept]
        tellings.append((sum(_length(text) + more * len(DEED.findall(text)) for text in told_so), told_so, kept[-1] is story.plot.slots[-1]))
    _, told_so, whole = tellings[-1] if tellings[-1][0] <= limit else min(tellings)
    told_so = often_named(introducing(told_so), NAMED + 1 if story.hero.name else NAMED - 1)
    told_so = otherwise_named(told_so) if alternately(story, 0).get("other") else told_so
    found: list[str] = []
    for text in told_so:
        found.append(expand(text, story.facts | lagging(story, " ".join([*first, *found])), rng))
    return found, whole


def lagging(story: Story, sofar: str) -> Values:
    """How the hero is called now: by the name or the noun, whichever was said less often."""
    return alternately(story, int(sofar.count(str(story.facts["name"])) <= sofar.count(story.hero.noun)))


DEED = re.compile(r"\{(?:deed|doing|did|done|does)\}", re.IGNORECASE)  # fields of some words each
HELPER = re.compile(r"\{([aA]_helper|[hH]elper)\}")


def introducing(told_so: list[str]) -> list[str]:
    """The templates, in which the helper has "a" at the first mention and "the" later, whichever variants were chosen."""
    if not any(HELPER.search(text) for text in told_so):
        return told_so
    seen = False

    def mention(found: re.Match[str]) -> str:
        nonlocal seen
        first, seen = not seen, True
        return "{" + (("A" if first else "H") if found[1][0].isupper() else ("a" if first else "h")) + ("_helper" if first else "elper") + "}"

    return [HELPER.sub(mention, text) for text in told_so]


NAMED = 4  # parts of a story that say who its hero is, beside the first sentence, where its sentences allow it


BOTH = 6  # times that a hero with a name is named by name or noun, beside the first sentence
HE_FIRST = re.compile(r"(?:^|(?<=[.!?] )){He}(?= )")


def often_named(told_so: list[str], wanted: int) -> list[str]:
    """The templates, in some of which the hero is named in place of "he" at the beginning, so that enough of them name the hero."""
    found = list(told_so)
    for at, text in enumerate(found):
        if sum("{hero}" in told.lower() for told in found) >= wanted:
            break
        if "{hero}" not in text.lower():
            found[at] = HE_FIRST.sub("{Hero}", text, count=1)
    return found


def otherwise_named(told_so: list[str]) -> list[str]:
    """The templates, in some of which a hero who was named is then called otherwise in place of "he": "Turbo sat down. The snail thought." """
    found = list(told_so)
    for at, text in enumerate(found):
        if sum(len(re.findall(r"{(?:hero|other)}", told, re.IGNORECASE)) for told in found) >= BOTH:
            break
        head, hero, tail = text.partition("{Hero}")
        if hero and "elper}" not in tail and "riend}" not in tail:
            found[at] = head + hero + HE_FIRST.sub("{Other}", tail, count=1)
    return found


def alternately(story: Story, number: int) -> Values:
    """How the hero, and in a story about two the other, are called in this sentence: by name and by noun in turn."""
    twins = story.duo and story.friend.noun == story.hero.noun
    found: Values = {}
    if story.hero.name and not twins and "group" not in story.wish.parts:
        both = definite(story.hero.noun), story.hero.name
        found |= {"hero": both[number % 2], "other": both[1 - number % 2]}
    if story.duo and story.friend.name and not twins and number % 2 == 0:
        found["friend"] = definite(story.friend.noun)
    return found


def _words(sentences: list[str]) -> int:
    return sum(len(sentence.split()) for sentence in sentences)


@cache
def _length(template: str) -> int:
    """About how many words a template makes."""
    return len(re.sub(r"\[([^|\]]*)[^\]]*\]", r"\1", template).split())


def opening(story: Story, rng: Random) -> list[str]:
    """The first sentences: who, where, and what the hero is like."""
    facts, place_asked = story.facts, "place" in story.wish.parts
    if "group" in story.wish.parts:
        sentences = [rng.choice(openings.GROUP_PLACED), rng.choice(openings.GROUP_ONE)]
    elif story.duo:
        sentences = [rng.choice(openings.PAIR_PLACED)] + (
            [rng.choice(openings.PAIR_BOND)] if rng.random() < 0.5 and story.plot.title != "two who were enemies" else []
        )
    elif story.who:
        facts = {**facts, "was": story.who[1]}
        asked = rng.random() < 0.4 and "asked" in story.wish.parts
        sentences = [rng.choice(openings.SPECIAL_PLACED if place_asked else openings.ASKED if asked else openings.SPECIAL)]
        sentences += [rng.choice(openings.THERE)] if not place_asked and "asked" not in story.wish.parts and rng.random() < 0.6 else []
    else:
        sentences = [rng.choice(openings.AWAY if "away" in story.plot.flags else openings.PLACED)]
    near = sentences[-1].endswith("{in_a_place}.")
    details = [HE_FIRST.sub("{Hero}", text) if story.hero.name else text for text in _details(story, near, rng)]
    if place_asked and story.wish.kind != "short":
        details.append(rng.choice(openings.PLACE_ASKED))
    found = [expand(text, facts | alternately(story, at), rng) for at, text in enumerate(sentences + details, -1)]
    if story.wish.child:
        found[0] = _for_child(story, found[0], rng)
    return found


def _for_child(story: Story, first: str, rng: Random) -> str:
    """The first sentence with the child's name before it."""
    lower = first if first.startswith("I ") else first[0].lower() + first[1:]
    return rng.choice(openings.FOR_CHILD).replace("{child}", called(story.wish.child)) + lower


def called(child: str) -> str:
    """How a child is spoken of that a request calls "my son Tom" or "my nephew"."""
    last = child.split(" ")[-1]
    return last if last[:1].isupper() else child.replace("my ", "your ")


def _details(story: Story, near: bool, rng: Random) -> list[str]:
    """A sentence or two about the hero and the place (if that was named just before); none in a short story."""
    chance, found = rng.random(), []
    traits = people.TRAITS.get(story.hero.trait, ())
    clash = "fear" in story.plot.needs and story.hero.trait in ("brave", "timid", "nervous")
    if "asked" in story.wish.parts and "any" in story.plot.flags or story.plot.phrase and chance < 0.7:
        return []
    if story.duo or story.wish.kind == "short" or "group" in story.wish.parts:
        return []
    if traits and not clash and chance < 0.6:
        found.append(rng.choice(traits))
    elif chance < 0.8:
        found.append(rng.choice(openings.LIKING))
    detail = story.place.detail and free_of((story.place.detail, ""), [story.hero.noun])[0]
    if detail and "away" not in story.plot.flags and (near or not (story.who or detail.startswith("It"))) and rng.random() < 0.35:
        found.insert(0, detail)
    return found


def ending(story: Story, sofar: str, whole: bool, rng: Random) -> list[str]:
    """The last sentences, as the kind of story wants them; there are some when the last slot was not told."""
    kind, chance = story.wish.kind, rng.random()
    facts = {**story.facts, **lagging(story, sofar), "moral": _moral(story, rng), "subject": story.subject, "child": called(story.wish.child)}
    found = []
    if kind == "moral" or (story.subject and kind != "bedtime" and chance < 0.8) or (not kind and chance < 0.22):
        options = endings.PAIR_MORAL if story.duo else endings.MORAL
        plainly = [option for option in options if "that {moral}" not in option]
        found.append(rng.choice(plainly if plainly and bids(str(facts["moral"])) else options))
    elif kind == "bedtime":
        found.append(rng.choice(endings.PAIR_BEDTIME if story.duo else endings.BEDTIME))
    elif kind == "funny" and chance < 0.6:
        found.append(rng.choice(endings.FUNNY if not story.duo else endings.FUNNY[:2]))
    elif chance < 0.6 or not whole or (story.hero.name and chance < 0.85):
        found.append(_plain(story, sofar, rng))
    if kind == "bedtime" and story.wish.child and rng.random() < 0.7:
        found.append(rng.choice(endings.BEDTIME_FOR_CHILD))
    found = [expand(sentence, facts, rng) for sentence in found]
    if story.subject and story.subject.lower() not in " ".join([sofar, *found]).lower():
        found.append(expand(rng.choice(endings.ABOUT), facts, rng))
    if "group" in story.wish.parts and rng.random() < 0.75:
        found.append(expand(rng.choice(endings.GROUP), {**facts, "the_group": _known(str(facts["group"]))}, rng))
    return found + _kept(story, sofar, found, rng)


def _known(group: str) -> str:
    """A group as it is spoken of later: "the three goats"."""
    head, _, tail = group.partition(" ")
    return f"the {tail}" if head in ("a", "some") else f"the {group}"


def _kept(story: Story, sofar: str, last: list[str], rng: Random) -> list[str]:
    """A sentence in which what the request says of the hero, or the place it names, comes once more where the end does not name it."""
    if story.who and "who" in story.wish.parts and rng.random() < 0.85:
        was = expand(story.who[1], story.facts, rng)
        words = stems(was) - EVERYDAY
        if not words & stems(" ".join([*re.split(r"(?<=[.!?\"]) ", sofar)[-2:], *last])):
            return [expand(rng.choice(endings.TRUE), {**story.facts, "was": was}, rng)]
    where = str(story.facts["in_the_place"])
    if "place" in story.wish.parts and where.lower() not in " ".join([sofar, *last]).lower().replace(str(story.facts["in_a_place"]).lower(), "", 1):
        return [expand(rng.choice(endings.THERE_STILL), story.facts, rng)]
    return []


def bids(moral: str) -> bool:
    """Whether a moral tells somebody to do something, so that "learned that" cannot stand before it."""
    return moral.split()[0].strip(",") in BIDDING


def _plain(story: Story, sofar: str, rng: Random) -> str:
    """A last sentence without more; one that names the place only where the place is known."""
    if "any" in story.plot.flags and rng.random() < 0.7:
        return rng.choice(endings.DEED)
    options = endings.PAIR_PLAIN if story.duo else endings.PLAIN
    known = str(story.facts["in_a_place"]).lower() in sofar.lower()
    seldom = sofar.count(story.facts["name"]) < 3 or sofar.count(story.hero.noun) < 3  # is the hero named
    named = [sentence for sentence in options if "{hero}" in sentence.lower()] if seldom and not story.duo else []
    return rng.choice([sentence for sentence in named or options if known or "{in_the_place}" not in sentence] or options[:1])


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
    return "\n\n".join(" ".join(part) for part in parts if part)


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
    facts = {**story.facts, "noun": hero.noun, "the_noun": the, "name": hero.short, "hero_named": hero.whom, "whom": hero.whom, "hero": called}
    facts["pair_named"] = f"{hero.whom} and {story.friend.whom}"
    return with_text(replace(story, hero=hero, facts=facts))


def short(story: Story, rng: Random) -> str:
    """The whole in one to four sentences; what the request named is in it."""
    facts = story.facts
    if "group" in story.wish.parts:
        facts = {**facts, "hero_named": f"{story.hero.name}, one of {_known(str(facts['group']))},"}
    told = expand(rng.choice(story.plot.short), facts, rng).replace(",.", ".").replace(",,", ",")
    also = [ALSO[part] for part, word in asked_words(story).items() if word.lower() not in told.lower()]
    return " ".join([told, *(expand(rng.choice(options), story.facts, rng) for options in also)])


ALSO = {"guest": endings.ALSO_GUEST, "thing": endings.ALSO_THING, "place": endings.ALSO_PLACE}


def asked_words(story: Story) -> dict[str, str]:
    """What the request names beside the hero, by part."""
    words = {"guest": str(story.facts["helper"]).removeprefix("the "), "thing": str(story.facts["thing"]), "place": story.place.noun}
    return {part: word for part, word in words.items() if part in story.wish.parts}
