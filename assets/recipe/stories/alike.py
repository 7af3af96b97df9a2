"""Stories about two of one kind: two brothers, two mice. Both have names, and the request may give them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from ..texts import read
from . import cast, requests, tell
from .grammar import plural

people = read("stories/people")

SHARE = 0.06  # of the stories on request
FOR_CHILD = 0.25
KIN = (("brother", "he"), ("sister", "she"), ("brother", "he"), ("sister", "she"), ("friend", "he"), ("friend", "she"), ("twin", "he"), ("twin", "she"),
       ("cousin", "he"), ("cousin", "she"), ("neighbour", "he"), ("neighbour", "she"), ("child", "she"), ("boy", "he"), ("girl", "she"))  # fmt: skip
KINDS = (("", 65), ("bedtime", 25), ("funny", 5), ("moral", 5))


def dialogue(rng: Random) -> list[tuple[str, str]]:
    """A request for a story about two of one kind, and the story."""
    story = new(rng)
    return [("user", request(story, rng)), ("assistant", story.text)]


def new(rng: Random) -> tell.Story:
    """A story about two heroes with the same noun."""
    kind = rng.choices([kind for kind, _ in KINDS], [weight for _, weight in KINDS])[0]
    parts = frozenset(("hero", "friend", *rng.choice(((), (), ("name",), ("place",)))))
    child = requests.any_child(rng) if rng.random() < FOR_CHILD else ""
    story = tell.new(tell.Wish(parts, kind, child=child, hero=_hero(rng)), rng)
    other = story.hero.name
    while other == story.hero.name:
        other = cast.name_for(story.hero.kind, story.hero.pronoun, rng)
    friend = replace(story.hero, name=other)
    return tell.with_text(replace(story, friend=friend, facts={**story.facts, **cast.friend_facts(friend), **_facts(story.hero, friend)}))


def _hero(rng: Random) -> cast.Hero:
    """A named hero without a trait: a relative, or one of the table."""
    noun, pronoun = rng.choice(KIN)
    found = cast.Hero(noun, pronoun, "person", rng.choice(people.LIKES)) if rng.random() < 0.35 else cast.hero(rng)
    return replace(found, name=cast.name_for(found.kind, found.pronoun, rng))


def _facts(hero: cast.Hero, friend: cast.Hero) -> tell.Values:
    """How the two are introduced together."""
    two = f"two {plural(hero.noun)} named {hero.name}"
    return {
        "hero": hero.name, "whom": two, "hero_named": two, "whom_too": friend.name, "pair_named": f"{two} and {friend.name}",
        "a_friend": friend.name,
    }  # fmt: skip


def request(story: tell.Story, rng: Random) -> str:
    """A request for it, with both names or the place if the wish has them."""
    two = f"about two {plural(story.hero.noun)}"
    if "name" in story.wish.parts:
        two += f" {rng.choice(('named', 'called'))} {story.hero.name} and {story.friend.name}"
    phrase = [rng.choice(requests.KINDS[story.wish.kind]), two]
    if "place" in story.wish.parts:
        phrase.append(f"{rng.choice(('', 'set '))}{story.place.first}")
    if story.wish.child:
        phrase.append(f"for {story.wish.child}")
    return requests.typed(requests.asked(" ".join(phrase), story.wish.kind, rng), rng)
