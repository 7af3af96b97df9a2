"""What comes after a story: another one, shorter, going on, another end, questions about it, another name, thanks."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from random import Random

from ..texts import read
from . import cast, tell
from .continuing import continuation
from .grammar import capital, definite, expand, with_article
from .requests import typed
from .tell import Story, Wish

TEXT = read("stories/follow_ups")
names = read("stories/names")

Turn = tuple[str, str, Story]  # what the user says, what is answered, the story that is now the last one

ANOTHER = TEXT.ANOTHER
ANOTHER_ABOUT = TEXT.ANOTHER_ABOUT
ANOTHER_KIND = TEXT.ANOTHER_KIND
SAME_HERO = TEXT.SAME_HERO
SHORTER = TEXT.SHORTER
GO_ON = TEXT.GO_ON
AGAIN = TEXT.AGAIN
RENAME = TEXT.RENAME
RECAST = TEXT.RECAST

THANKS = TEXT.THANKS
WELCOME = TEXT.WELCOME
GOOD_NIGHT = ("Good night", "Good night!", "I am tired now, good night.", "Now I can sleep. Thank you!", "Night!")
SLEEP_WELL = TEXT.SLEEP_WELL
NO_MORE = next(answer for answer in TEXT.ANSWERED if answer.startswith("All right"))

WHO_IS = TEXT.WHO_IS
NAME_OF = TEXT.NAME_OF
NO_NAME = TEXT.NO_NAME
WHERE = TEXT.WHERE
HOW_END = TEXT.HOW_END
MORAL = TEXT.MORAL
UNTOLD = TEXT.UNTOLD
NOT_TOLD = TEXT.NOT_TOLD


def _say(options: tuple[str, ...], story: Story, rng: Random, **more: str) -> str:
    the_one = f"{story.facts['name']} and {story.facts['friend']}" if story.duo else str(story.facts["name"])
    return expand(rng.choice(options), {**story.facts, "the_one": the_one, **more}, rng)


def another(story: Story, rng: Random) -> Turn:
    """A new story, of the same or another kind, or about somebody else."""
    chance = rng.random()
    if chance < 0.35:
        found = tell.new(Wish(kind=story.wish.kind if rng.random() < 0.7 else ""), rng)
        return rng.choice(ANOTHER), found.text, found
    if chance < 0.5:
        kind = rng.choice(list(ANOTHER_KIND))
        found = tell.new(Wish(kind=kind), rng)
        return rng.choice(ANOTHER_KIND[kind]), found.text, found
    if chance < 0.7 and not story.duo:
        kept = Wish(frozenset({"hero", "name"} if story.hero.name else {"hero"}), hero=story.hero)
        found = tell.new(kept, rng)
        while found.plot.title == story.plot.title:
            found = tell.new(kept, rng)
        facts = {"name": story.hero.short, "him": str(story.facts["him"])}
        return expand(rng.choice(SAME_HERO), facts, rng), found.text, found
    part = rng.choice(("hero", "hero", "hero", "thing"))
    found = tell.new(Wish(frozenset({part}), rare=part if rng.random() < 0.25 else ""), rng)
    asked = with_article(found.hero.noun) if part == "hero" else str(found.facts["a_thing"])
    return rng.choice(ANOTHER_ABOUT).replace("{x}", asked), found.text, found


def shorter(story: Story, rng: Random) -> Turn:
    """The story in two or three sentences."""
    asked = TEXT.SIMPLER if rng.random() < 0.2 else SHORTER
    return _say(asked, story, rng), tell.short(story, rng), story


def even_shorter(story: Story, rng: Random) -> Turn:
    """The story in one sentence, for whom a few are too many."""
    return _say(TEXT.EVEN_SHORTER, story, rng), one_sentence(story, rng)[1], story


def go_on(story: Story, rng: Random) -> Turn:
    """What happened next."""
    return _say(GO_ON, story, rng), continuation(story, rng), story


def further(story: Story, rng: Random) -> Turn:
    """What happened after what happened next."""
    return _say(GO_ON, story, rng), continuation(story, rng, True), story


def happy(story: Story, rng: Random) -> Turn:
    """The story in short with a happy end."""
    return _say(TEXT.HAPPY, story, rng), f"{tell.short(story, rng)} {_say(TEXT.HAPPILY, story, rng)}", story


def longer(story: Story, rng: Random) -> Turn:
    """The story goes on, as it is told already."""
    return _say(TEXT.LONGER, story, rng), continuation(story, rng), story


def funny(story: Story, rng: Random) -> Turn:
    """The story in short with a funny end."""
    return _say(TEXT.FUNNY, story, rng), f"{tell.short(story, rng)} {_say(TEXT.FUNNILY, story, rng)}", story


def sad(story: Story, rng: Random) -> Turn:
    """The story in short with a sad end."""
    return _say(TEXT.SAD, story, rng), f"{tell.short(story, rng)} {_say(TEXT.SADLY, story, rng)}", story


def scary(story: Story, rng: Random) -> Turn:
    """The story in short with a scary end."""
    return _say(TEXT.SCARY, story, rng), f"{tell.short(story, rng)} {_say(TEXT.SCARILY, story, rng)}", story


def rhyme(story: Story, rng: Random) -> Turn:
    """A verse about the hero."""
    return _say(TEXT.RHYME, story, rng), _say(TEXT.RHYMED, story, rng, whom=_whom(story)), story


def title(story: Story, rng: Random) -> Turn:
    """A title: who the story is about."""
    pair = f"{story.hero.short} and {story.friend.short}"
    named = f"{story.hero.name} {definite(story.hero.noun)}" if story.hero.name else story.hero.short
    words = [word if word == "and" else capital(word) for word in (pair if story.duo else named).split()]
    words = [word.lower() if word == "The" and at else word for at, word in enumerate(words)]
    return _say(TEXT.TITLE, story, rng), f'I would call it "{" ".join(words)}".', story


def answered(story: Story, rng: Random) -> Turn:
    """A question or a wish that every story answers alike: whether it is true, a translation."""
    answer = rng.choice(list(TEXT.ANSWERED))
    return _say(TEXT.ANSWERED[answer], story, rng), answer, story


def one_sentence(story: Story, rng: Random) -> Turn:
    """Whom it is about and what it says, in one sentence."""
    moral = _a_moral(story, rng)
    forms = TEXT.IN_ONE_BIDDEN if tell.bids(moral) else TEXT.IN_ONE
    return _say(TEXT.ONE_SENTENCE, story, rng), _say(forms, story, rng, whom=_whom(story), moral=moral), story


def why(story: Story, rng: Random) -> Turn:
    """Why, or what is meant: what the story wants to say."""
    asked, said = (TEXT.WHY, TEXT.BECAUSE) if rng.random() < 0.5 else (TEXT.MEAN, TEXT.MEANT)
    return _say(asked, story, rng), _say(said, story, rng, whom=_whom(story), moral=_a_moral(story, rng)), story


def again(story: Story, rng: Random) -> Turn:
    """The same story once more, word for word."""
    return rng.choice(AGAIN), story.text, story


def rename(story: Story, rng: Random) -> Turn:
    """The same story with another name."""
    if not story.hero.name or story.wish.child:
        return recast(story, rng)
    pool = {"she": names.GIRLS + names.SHE_NAMES, "he": names.BOYS + names.HE_NAMES}.get(story.hero.pronoun, names.HE_NAMES)
    new = rng.choice([candidate for candidate in pool if candidate not in (story.hero.name, story.friend.name)])
    found = tell.renamed(story, new)
    return _say(RENAME, story, rng, new=new, old=story.hero.name), found.text, found


def recast(story: Story, rng: Random) -> Turn:
    """The same story with another hero."""
    if story.wish.child or "child" in story.wish.parts or story.hero.kind in ("person", "rare"):
        return shorter(story, rng)
    taken = {story.hero.noun, story.friend.noun}
    fits = [row for row in cast.TABLES.heroes if row[2] == story.hero.kind and row[0] not in taken and row[0] not in story.text]
    noun = rng.choice(fits)[0]
    found = tell.recast(story, noun, story.hero.kind)
    more = {"x": with_article(noun), "y": with_article(story.hero.noun), "the": f"the {story.hero.noun}"}
    return _say(RECAST, story, rng, **more), found.text, found


def thanks(story: Story, rng: Random) -> Turn:
    """Thanks, or good night."""
    if story.wish.kind == "bedtime" and rng.random() < 0.5:
        return rng.choice(GOOD_NIGHT), _say(SLEEP_WELL, story, rng), story
    asked, said = (THANKS, WELCOME) if rng.random() < 0.4 else (TEXT.PRAISE, TEXT.GLAD)
    return _say(asked, story, rng), _say(said, story, rng), story


def question(story: Story, rng: Random) -> Turn:
    """A question about the story, answered in a sentence."""
    chance = rng.random()
    if chance < 0.58:
        questions, answer = rng.choice(story.plot.ask)
        asked = expand(rng.choice(questions), story.facts, rng)
        return asked[:1].upper() + asked[1:], expand(answer, story.facts, rng), story
    if chance < 0.7:
        return _say(HOW_END, story, rng), _say(tuple(story.plot.end), story, rng), story
    if chance < 0.84:
        return _moral(story, rng)
    if story.duo or chance < 0.88:
        return _say(WHO_IS, story, rng), f"It is about {_whom(story)}.", story
    if chance < 0.92:
        return _name_of(story, rng)
    if chance < 0.96 and story.facts["in_a_place"] in story.text.lower().replace("Mars", "mars"):
        return _say(WHERE, story, rng), _say(("{He} lived {in_a_place}.", "The story happened {in_a_place}."), story, rng), story
    return _say(UNTOLD, story, rng), rng.choice(NOT_TOLD), story


def who(story: Story, rng: Random) -> Turn:
    """Who the story is about, the name, or who else is in it."""
    chance, others = rng.random(), _others(story)
    if others and not story.duo and chance < 0.15:
        return _say(TEXT.WHO_ELSE, story, rng), f"There is also {' and '.join(others)}.", story
    if others and not story.duo and chance < 0.25 and others[0] == story.friend.whom:
        return _say(TEXT.FRIEND, story, rng), f"The friend was {others[0]}.", story
    if story.hero.name and not story.duo and chance < 0.4:
        return _say(TEXT.WHAT_IS, story, rng), f"{story.hero.name} is {story.hero.phrase}.", story
    if story.duo or rng.random() < 0.5:
        return _say(WHO_IS, story, rng), f"It is about {_whom(story)}.", story
    return _name_of(story, rng)


def _whom(story: Story) -> str:
    return f"{story.hero.whom} and {story.friend.whom}" if story.duo else story.hero.whom


def _others(story: Story) -> list[str]:
    """Who else has a part: the friend and the helper, where the text names them."""
    parts = tell.parts_of(story)
    found = [story.friend.whom] if "friend" in parts and story.friend.short in story.text else []
    return found + ([str(story.facts["a_helper"])] if "helper" in parts and parts["helper"].removeprefix("the ") in story.text else [])


def _a_moral(story: Story, rng: Random) -> str:
    """A moral of the story, the one that it says if it says one."""
    return rng.choice([moral for moral in story.plot.moral if moral in story.text.lower()] or story.plot.moral)


def _moral(story: Story, rng: Random) -> Turn:
    answers = (
        ("The moral is that {moral}.", "{Moral}.", "That {moral}.")
        if story.duo
        else ("{He} learned that {moral}.", "The moral is that {moral}.")
    )
    moral = _a_moral(story, rng)
    if tell.bids(moral):
        answers = ("The moral is: {moral}.", "{Moral}.")
    options = MORAL[:1] + MORAL[3:] if story.duo else MORAL
    return _say(options, story, rng), _say(answers, story, rng, moral=moral), story


def _name_of(story: Story, rng: Random) -> Turn:
    if story.hero.name:
        return _say(NAME_OF, story, rng), f"The {story.hero.noun} was named {story.hero.name}.", story
    if rng.random() < 0.3:
        name = cast.name_for(story.hero.kind, story.hero.pronoun, rng)
        return _say(TEXT.GIVE_NAME, story, rng), _say(("Let us call {him} {new}.",), story, rng, new=name), story
    return _say(NAME_OF, story, rng), _say(NO_NAME, story, rng), story


Way = Callable[[Story, Random], Turn]

WAYS: tuple[tuple[float, Way], ...] = (
    (19, another), (17, shorter), (14, go_on), (12, longer), (7, happy), (7, funny), (5, sad), (3, scary), (6, one_sentence), (5, why), (16, question),
    (10, who), (9, thanks), (7, rename), (3, recast), (2, again), (3, rhyme), (2, title), (11, answered),
)  # fmt: skip
SECOND: dict[Way, Way] = {shorter: even_shorter, go_on: further, longer: further, again: question}  # when it is asked for once more


def follow(story: Story, rng: Random, done: list[Way] | None = None) -> Turn:
    """A next turn of any sort; one that is `done` already for this story has another answer."""
    done = [] if done is None else done
    way = rng.choices([way for _, way in WAYS], [weight for weight, _ in WAYS])[0]
    sort = go_on if way is longer else way  # both are answered alike
    if sort in done:
        way = SECOND.get(way, way)
    request, answer, found = way(story, rng)
    done[:] = [*done, sort] if found.text == story.text else []
    request = re.sub(r" {2,}", " ", request)
    return typed(request, rng), answer, replace(found)


def taken_up(offer: str, story: Story, rng: Random) -> list[tuple[str, str]]:
    """What follows an answer that offers another story, or asks who it should be about."""
    if offer.endswith(("another story?", "another one?")):
        if rng.random() < 0.25:
            return [("user", typed(rng.choice(TEXT.NO), rng)), ("assistant", NO_MORE)]
        return [("user", typed(rng.choice(TEXT.YES), rng)), ("assistant", tell.new(Wish(kind=story.wish.kind), rng).text)]
    if "who the next story should be about" in offer:
        found = tell.new(Wish(frozenset({"hero"}), rare="hero" if rng.random() < 0.25 else ""), rng)
        asked = rng.choice(TEXT.NAMED).replace("{x}", with_article(found.hero.noun))
        return [("user", typed(asked, rng)), ("assistant", found.text)]
    return []
