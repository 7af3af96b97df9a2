"""What people type to get a story: composed from a way of asking, the kind, and the parts that the story must have."""

from __future__ import annotations

import re
from random import Random

from ..texts import read
from .cast import PETS, RELATIVES, Hero
from .grammar import capital, definite, expand, plural, with_article
from .tell import Story, called

TEXT = read("stories/requests")
names = read("stories/names")

# "with a fox in it in a wood" is too much of a good thing.
IN_IT = re.compile(r" in it (?=(?:in|on|at|by|under|behind|set|and|who|with|living|that) )")

# {story} is "a story about a fox"; the mark at the end may be dropped.
ASKING = TEXT.ASKING

AT_BEDTIME = TEXT.AT_BEDTIME

BARE = ("{Story}", "{Story}.", "{Story} please", "{Story}, please.", "{Story}!", "One {bare}, please.", "Quick, {story}!")

KINDS: dict[str, tuple[str, ...]] = TEXT.KINDS

ANY = TEXT.ANY

CHILDREN = TEXT.CHILDREN
BOYISH = ("son", "boy", "grandson", "nephew", "brother")
GIRLISH = ("daughter", "girl", "granddaughter", "niece", "sister")


def child_phrase(name: str, pronoun: str, rng: Random, named: bool = False) -> str:
    """How somebody speaks of a child: my son Tom, or my nephew unless it must be `named`."""
    wrong = GIRLISH if pronoun == "he" else BOYISH
    fits = [child for child in CHILDREN if not any(word in wrong for word in child.split())]
    phrase = rng.choice(fits)
    if phrase.startswith("my ") and not named and rng.random() < 0.3:
        return phrase.removesuffix(" {n}")
    return phrase.replace("{n}", name)


def any_child(rng: Random) -> str:
    """A child for whom a story is asked: "my daughter Mia", "my nephew"."""
    pronoun = rng.choice(("he", "she"))
    return child_phrase(rng.choice(names.BOYS if pronoun == "he" else names.GIRLS), pronoun, rng)


def request(story: Story, rng: Random) -> str:
    """A request that this story fulfils."""
    parts, kind = story.wish.parts, story.wish.kind
    if not parts and not kind and not story.wish.child and rng.random() < 0.45:
        return rng.choice(ANY)
    if "words" in parts:
        return politely(typed(_with_words(story, rng), rng), rng)
    if kind in ("", "funny", "short") and not story.wish.child and rng.random() < 0.07 and (squeezed := _squeezed(story, rng)):
        return politely(squeezed, rng)
    if not parts & {"subject", "words"} and rng.random() < 0.2 and (loose := _loosely(story, rng)):
        return typed(loose, rng)
    about = _about(story, rng)
    wanted = "one" if not kind and about and rng.random() < ONE else rng.choice(KINDS[kind])
    if about and about[0].startswith("="):
        wanted, about = about[0][1:], about[1:]
    phrase = IN_IT.sub(" ", " ".join((wanted, *about, *_for_whom(story))))
    text = asked(phrase, kind, rng)
    return politely(typed(text + _more(story, rng), rng), rng)


def asked(phrase: str, kind: str, rng: Random) -> str:
    """The phrase, such as "a story about a fox", in one of the ways of asking."""
    ways = ASKING if rng.random() < 0.86 else BARE
    ways = AT_BEDTIME if kind == "bedtime" and rng.random() < 0.25 else ways
    way = rng.choice(ways)
    if "{bare}" in way and not phrase.startswith("a "):
        way = "{Story}, please."
    return way.replace("{story}", phrase).replace("{Story}", capital(phrase)).replace("{bare}", phrase[2:])


def _about(story: Story, rng: Random) -> list[str]:
    """The phrases that name the hero, the place, the thing or the subject."""
    parts, found = story.wish.parts, []
    if "shaped" in parts:
        return [_shaped(story, rng)]
    if "friend" in parts:
        found.append(_pair(story, rng))
    elif "asked" in parts:
        found.append(_asked(story, rng))
    elif "hero" in parts:
        way = "with" if alive(story.hero) and rng.random() < 0.17 else "about"
        found.append(f"{way} {_hero(story, rng)}")
    elif "child" in parts:
        kin = child_phrase(story.hero.name, story.hero.pronoun, rng, named=True)
        ways = ("about {n}", "about {n}", "about a {g} named {n}", "about a {g} called {n}", "about {k}", "about {k}", "about {k}")
        found.append(rng.choice(ways).replace("{n}", story.hero.name).replace("{g}", story.hero.noun).replace("{k}", kin))
    if "guest" in parts:
        found.append(_guest(story, bool(found), rng))
    if "thing" in parts:
        found.append(_thing(story, bool(found), rng))
    if "place" in parts:
        found.append(_place(story, bool(found), rng))
    if "subject" in parts:
        found.append(_subject(story, bool(found), rng))
    return found


def _shaped(story: Story, rng: Random) -> str:
    """What shape the story is to have: "about a picnic that goes wrong"; with its hero where that is asked for."""
    hero = "hero" in story.wish.parts
    phrase = rng.choice([text for text in story.plot.phrase if hero == any(field in text for field in ("{x}", "{the}", "{noun}"))] or story.plot.phrase)
    either = definite(story.hero.noun) if rng.random() < 0.7 else with_article(story.hero.noun)
    named = "name" in story.wish.parts
    facts = {**story.facts, "x": _hero(story, rng) if named else with_article(story.hero.noun), "the": either, "y": with_article(story.friend.noun)}
    if named and "friend" in story.wish.parts:
        facts["y"] += f" named {story.friend.name}"
    return expand(phrase, facts, rng)


def politely(text: str, rng: Random) -> str:
    """Now and then "pls" or the like at the end, which is no part of the noun before it."""
    if rng.random() > POLITE or any(word in text.lower() for word in ("please", "thank")):
        return text
    return text.rstrip(".?!") + rng.choice(TEXT.POLITE)


POLITE = 0.07
ONE = 0.07  # of the requests: "one with three pigeons", which do not say what it is that they want


def alive(hero: Hero) -> bool:
    """Whether a story "with" such a one is about it; of other things "with" says only that they are in it."""
    return hero.kind in ("animal", "bird", "sea", "small", "person", "magic")


def _asked(story: Story, rng: Random) -> str:
    """What is asked to happen: "about a walrus who opens a bakery", "where the dragon wins", "how a kite built a boat"."""
    assert story.who
    does, did, doing = (expand(text, story.facts, rng) for text in story.who)
    named, noun = story.wish.parts & {"name"}, story.hero.noun
    if "hero" not in story.wish.parts:
        some = {"he": "somebody", "she": "somebody"}.get(story.hero.pronoun, "something")
        return rng.choice(ASKED_OF_ANY).replace("{x}", some).replace("{does}", does).replace("{did}", did)
    one = f"{with_article(noun)} {rng.choice(('named', 'called'))} {story.hero.name}" if named else with_article(noun)
    either = one if named or rng.random() < 0.4 else definite(noun)
    way = rng.choice(ASKED if rng.random() < 0.45 else ASKED[:1])
    return way.replace("{x}", one).replace("{the}", either).replace("{does}", does).replace("{did}", did).replace("{doing}", doing)


def _loosely(story: Story, rng: Random) -> str:
    """A request in words that do not say "tell me": "my son Felix wants to hear about an excavator", "do you know one with a hedgehog?"."""
    parts, kind, child = story.wish.parts, story.wish.kind, story.wish.child
    if parts & {"guest", "place"} or kind in ("moral", "long"):
        return ""
    if "thing" in parts:
        x = str(story.facts["a_thing"])
        return "" if child or kind or parts != {"thing"} else rng.choice(TEXT.IN_IT).replace("{x}", x).replace("{X}", capital(x))
    if "hero" not in parts:
        return ""
    about = _about(story, rng)[0]
    if not about.startswith("about ") or "friend" in parts and "shaped" in parts:
        return ""
    x = about.removeprefix("about ")
    ways = TEXT.LOOSE[kind] + (TEXT.IN_IT[:3] if parts == {"hero"} and alive(story.hero) and not kind else ())
    many = plural(story.hero.noun)
    if child:
        ways = TEXT.CHILD_WANTS if not kind else ()
    elif parts == {"hero"} and not kind and rng.random() < 0.3:
        ways = TEXT.KIDS_LOVE
    if not ways:
        return ""
    return capital(rng.choice(ways).replace("{c}", child).replace("{C}", called(child)).replace("{x}", x).replace("{X}", capital(x)).replace("{xs}", many).replace("{Xs}", capital(many)))


def _guest(story: Story, after: bool, rng: Random) -> str:
    """Somebody whom the story must have beside its hero."""
    ways = ("with {g} in it", "that has {g} in it", "with {g} in it", "in which there is {g}", "where {g} helps", "in which {g} turns up")
    if after:
        ways = ("and {g}", "who meet {g}" if "group" in story.wish.parts else "who meets {g}", "helped by {g}", "with {g} in it")
    return rng.choice(ways).replace("{g}", str(story.facts["a_helper"]))


NEAR = (*RELATIVES, *PETS)
MY_OWN = (*NEAR, "teddy bear", "budgie", "bunny", "horse", "parrot", "doll", "goldfish", "turtle", "canary", "mouse", "rat", "robot", "bicycle", "car", "tractor", "ferret",
          "gerbil", "lamb", "hen", "duck", "frog", "snail")  # fmt: skip


def _hero(story: Story, rng: Random) -> str:
    """The hero as asked for: noun, trait, name, and what is special."""
    hero, parts = story.hero, story.wish.parts
    if "group" in parts:
        return str(story.facts["group"])
    if hero.noun in MY_OWN and parts & {"name"} and rng.random() < 0.6:
        return f"my {hero.noun} {hero.name}"
    if hero.noun in NEAR and not parts & {"name", "who", "trait"} and rng.random() < 0.7:
        return f"my {hero.noun}"
    noun = f"{hero.trait} {hero.noun}" if "trait" in parts and hero.trait else hero.noun
    if parts & {"name", "who"} or noun[:1].isupper():
        text = with_article(noun)
    else:
        text = rng.choices((with_article(noun), plural(noun), definite(noun)), (20, 1, 0.5))[0]
    if "name" in parts:
        text += f" {rng.choice(('named', 'called', 'named', 'called', 'with the name'))} {hero.name}"
    if "who" in parts and story.who:
        text += f" {rng.choice(('who', 'who', 'who', 'that'))} {expand(story.who[0], story.facts, rng)}"
    return text


def _pair(story: Story, rng: Random) -> str:
    one, two = with_article(story.hero.noun), with_article(story.friend.noun)
    if "name" in story.wish.parts:
        called = rng.choice(("named", "called"))
        one, two = f"{one} {called} {story.hero.name}", f"{two} {called} {story.friend.name}"
    ways = ("about {1} and {2}", "about {1} and {2}", "about {1} and {2}", "with {1} and {2}", "about two friends, {1} and {2}",
            "about {1} and {2} who are friends", "with {1} and {2} in it",
            "about the friendship between {1} and {2}", "about friendship between {1} and {2}", "of {1} and {2}", "where {1} meets {2}",
            "in which {1} and {2} are friends", "about how {1} and {2} became friends")  # fmt: skip
    return rng.choice(ways).replace("{1}", one).replace("{2}", two)


def _thing(story: Story, after: bool, rng: Random) -> str:
    thing = str(story.facts["a_thing"])
    if after:
        return rng.choice(("and {t}", "with {t}", "and {t}", "and {t}", "with {t} in it")).replace("{t}", thing)
    return rng.choice(("with {t}", "with {t} in it", "with {t} in it", "that has {t} in it", "in which {t} is important")).replace("{t}", thing)


def _place(story: Story, after: bool, rng: Random) -> str:
    where = rng.choice((story.place.first, story.place.again)) if rng.random() < 0.6 else story.place.first
    ways = ("{p}", "set {p}", "{p}", "{p}", "who lives {p}", "living {p}") if after and "hero" in story.wish.parts else ()
    if story.wish.parts & {"thing", "friend", "asked"}:
        ways = ("{p}", "set {p}")
    ways = ways or ("set {p}", "that takes place {p}", "that happens {p}", "about life {p}", "that plays {p}", "set {p}")
    return rng.choice(ways).replace("{p}", where)


def _subject(story: Story, after: bool, rng: Random) -> str:
    ways = ("and {s}", "that is about {s}", "and {s}") if after else ("about {s}",)
    return rng.choice(ways).replace("{s}", story.subject)


def _for_whom(story: Story) -> list[str]:
    return [f"for {story.wish.child}"] if story.wish.child else []


def _more(story: Story, rng: Random) -> str:
    """A second sentence, now and then."""
    if rng.random() > 0.06 or story.wish.kind:
        return ""
    if story.wish.child:
        return f" {capital(called(story.wish.child).replace('your ', 'my '))} loves stories."
    return rng.choice(
        (" Thank you!", " Thanks!", " Please.", " I love stories.", " I am curious.", " Make it nice.", " I am listening.")
    )


def _squeezed(story: Story, rng: Random) -> str:
    """A request of two or three words: fox story."""
    noun = story.hero.noun
    parts = story.wish.parts - {"trait"}
    if parts == {"hero"}:
        return rng.choice((f"{noun} story", f"{noun} story please", f"story about {noun}", f"story with {with_article(noun)}", f"story: {noun}",
                           f"{capital(noun)} story!", f"a {noun} story", f"{noun} tale", f"story {noun}"))  # fmt: skip
    if parts == {"hero", "place"}:
        return rng.choice(
            (f"{noun} {story.place.again}", f"story: {noun}, {story.place.noun}", f"{noun} {story.place.first}, story please")
        )
    if parts == {"thing"}:
        return rng.choice((f"story with {story.facts['a_thing']}", f"a story, {story.facts['a_thing']} in it", f"story with {story.facts['thing']} please"))
    if parts == {"hero", "who", "asked"} and story.who:
        does, did, doing = (expand(text, story.facts, rng) for text in story.who)
        return rng.choice((f"{noun} {doing}, a story", f"story: {noun} {does}", f"{noun} who {does}, story please", f"story about {noun} who {does}", f"a {noun} story: it {does}" if story.hero.pronoun == "it" else f"story with {with_article(noun)} who {does}"))
    if "shaped" in parts:
        about = _shaped(story, rng)
        return about[1:].removeprefix("a ") if about.startswith("=") else f"{rng.choice(('story', 'a story', 'tale', 'short story'))} {about}"
    if parts == {"subject"}:
        return rng.choice((f"story about {story.subject}", f"{story.subject}, a story please"))
    return ""


WORDS = TEXT.WORDS
ASKED = TEXT.ASKED
ASKED_OF_ANY = TEXT.ASKED_OF_ANY


def _with_words(story: Story, rng: Random) -> str:
    """Words that are to be in the story: mostly its hero first."""
    named = {"guest": str(story.facts["helper"]), "thing": str(story.facts["thing"]), "place": story.place.noun}
    nouns = [story.hero.noun, *(noun.removeprefix("the ") for part, noun in named.items() if part in story.wish.parts)]
    if rng.random() < 0.2:
        nouns = nouns[:2]
    if rng.random() < 0.35:
        rng.shuffle(nouns)
    listed = f"{', '.join(nouns[:-1])}{rng.choice((' and ', ', ', ' and '))}{nouns[-1]}"
    return rng.choice(WORDS).replace("{w}", listed)


def typed(text: str, rng: Random) -> str:
    """The request as people type: mostly neat, now and then in small letters or without marks."""
    chance = rng.random()
    if chance < 0.1:
        text = text.lower()
    elif chance < 0.14:
        text = text[:1].lower() + text[1:]
    if rng.random() < 0.14:
        text = text.rstrip(".?!")
    return text
