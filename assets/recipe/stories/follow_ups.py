"""What comes after a story: another one, shorter, going on, questions about it, another name, thanks."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from random import Random

from . import cast, names, tell
from .continuing import continuation
from .grammar import expand, with_article
from .requests import typed
from .tell import Story, Wish

Turn = tuple[str, str, Story]  # what the user says, what is answered, the story that is now the last one

ANOTHER = (
    "Another one", "Another one, please.", "One more!", "One more, please", "Tell me another one.", "Another story please", "Again! Another one!",
    "Can you tell me another?", "More!", "Do you have another one?", "I want one more.", "Another.", "And another one?", "Next one, please.",
    "Tell me a different one.", "Now another story.", "Can I have one more?", "Please tell one more story.", "Encore!", "One more story",
)  # fmt: skip
ANOTHER_ABOUT = (
    "Another one, about {x}.", "One more, about {x}", "And now one about {x}.", "Now about {x}", "Now tell me one about {x}.",
    "Can you tell me one about {x}?", "Another one please, this time about {x}.", "Do you also know one about {x}?", "One about {x} please",
    "How about one with {x}?", "And one about {x}?", "Next: {x}", "Now a story about {x}, please.", "And {x}?",
)  # fmt: skip
ANOTHER_KIND = {
    "funny": ("Now a funny one.", "Another one, but funny", "Tell me a funny one now.", "Can you tell me a funnier one?", "Something funnier please"),
    "bedtime": ("Now a bedtime story, please.", "One more, for going to sleep.", "And now one for bedtime.", "Now one to fall asleep"),
    "moral": ("Now one with a moral.", "Another one with a moral, please", "Can you tell me one that has a moral?"),
    "short": ("A shorter one, please.", "One more, but short", "Another one, very short.", "Now a really short story"),
}  # fmt: skip
SAME_HERO = (
    "Tell me another story about {name}.", "Another one about {name}!", "One more with {name}, please.", "More about {name}",
    "What other adventures did {name} have?", "Can I hear another story with {name}?", "I like {name}. Another story about {him}, please.",
)  # fmt: skip
SHORTER = (
    "Make it shorter.", "Make it shorter, please.", "Shorter please", "Can you make it shorter?", "That was long. Tell it in two sentences.",
    "Can you sum it up?", "In short?", "Tell it again, but shorter.", "Tell it in a few words.", "Summarize it.", "What is the story in short?",
    "Please retell it briefly.", "Too long!", "The short version, please.", "Give me the short version", "Can you say it in two or three sentences?",
)  # fmt: skip
GO_ON = (
    "And what happened then?", "Go on", "Go on!", "Continue", "Continue, please.", "What happened next?", "And then?", "And then what happened?",
    "Tell me more.", "How does it go on?", "What did {name} do next?", "Go on with the story.", "Please go on.", "More please, what happened after that?",
    "What happened the next day?", "Can you continue the story?", "Keep going", "Is there more?", "Does the story go on?", "And after that?",
)  # fmt: skip
AGAIN = (
    "Tell it again.",
    "Again!",
    "Once more, the same story please.",
    "Can you repeat the story?",
    "Please tell me that story again.",
    "Repeat it",
)
RENAME = (
    "Change the name to {new}.", "Call {him} {new}.", "Can you change the name to {new}?", "Now with the name {new}", "Please use the name {new}.",
    "The same story, but the name is {new}.", "Tell it again, but {he} is called {new}.", "Rename {old} to {new}.", "Replace {old} with {new}.",
    "Make it {new} instead of {old}.", "Can {old} be called {new}?",
)  # fmt: skip
RECAST = (
    "The same story, but with {x}.", "Make it {x} instead.", "Now the same with {x}, please.", "Can it be {x} instead of {y}?",
    "Change {the} into {x}.", "Tell it again with {x} instead of {y}.",
)  # fmt: skip

THANKS = (
    "Thanks", "Thank you!", "Thank you.", "Thanks, that was nice.", "That was lovely, thank you.", "I liked that one.", "Nice story!", "Great story",
    "That was a good story.", "Beautiful!", "I love it", "Wow, nice.", "Cool, thanks", "thx", "That was sweet.", "Haha, good one!",
)  # fmt: skip
WELCOME = (
    "You are welcome! I am glad that you liked the story of {the_one}.", "You are welcome. {The_one} says hello.",
    "I am happy that you liked it. Would you like another story?", "You are welcome! Tell me when you want to hear another one.",
    "Thank you! I liked telling you about {the_one}.", "My pleasure! I know many more stories.", "You are very welcome. Shall I tell you another one?",
    "That makes me glad. {The_one} would be pleased too.", "Gladly! If you like, I can go on with it or tell a new one.",
    "I am glad! Give me a hero and a place, and I will tell the next one.",
)  # fmt: skip
GOOD_NIGHT = ("Good night", "Good night!", "I am tired now, good night.", "Now I can sleep. Thank you!", "Night!")
SLEEP_WELL = (
    "Good night! Sleep well.",
    "Good night! Dream of {the_one}.",
    "Sleep well, and sweet dreams.",
    "Good night. {The_one} is asleep too.",
)

WHO_IS = (
    "Who is the story about?",
    "Who was it about?",
    "Who is the hero?",
    "Who was the story about?",
    "Who is the main character?",
)
NAME_OF = (
    "What was {his} name?",
    "What is the name of the {noun}?",
    "What was the {noun} called?",
    "What is the {noun}'s name?",
    "What was {he} called?",
)
NO_NAME = (
    "The {noun} in this story has no name. {He} is just called the {noun}.",
    'The story does not give {him} a name, only "the {noun}".',
)
WHERE = (
    "Where did {he} live?",
    "Where did {name} live?",
    "Where did it happen?",
    "Where does the story take place?",
    "Where was {name}?",
)
HOW_END = (
    "How does it end?",
    "How did the story end?",
    "What happened in the end?",
    "How does the story end?",
    "And the end?",
    "What is the end of the story?",
)
MORAL = (
    "What is the moral?", "What did {he} learn?", "What did {name} learn?", "What is the lesson?", "What do we learn from it?", "What is the point of the story?",
    "What can I learn from that?",
)  # fmt: skip
UNTOLD = (
    "How old was {he}?", "How old was {name}?", "What did {his} mother say?", "What did {he} eat for breakfast?", "Does {he} have brothers and sisters?",
    "What color were {his} eyes?", "How tall was {he}?", "What is {his} favorite song?",
)  # fmt: skip
NOT_TOLD = (
    "The story does not say.", "That is not told in the story.", "The story does not tell us that. You may choose.", "Nobody knows. The story does not say.",
)  # fmt: skip


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
        kept = Wish(frozenset({"hero", "name"}), hero=story.hero)
        found = tell.new(kept, rng)
        while found.plot.title == story.plot.title:
            found = tell.new(kept, rng)
        facts = {"name": found.hero.short, "him": str(found.facts["him"])}
        return expand(rng.choice(SAME_HERO), facts, rng), found.text, found
    part = rng.choice(("hero", "hero", "hero", "thing"))
    found = tell.new(Wish(frozenset({part}), rare=part if rng.random() < 0.25 else ""), rng)
    asked = with_article(found.hero.noun) if part == "hero" else str(found.facts["a_thing"])
    return rng.choice(ANOTHER_ABOUT).replace("{x}", asked), found.text, found


def shorter(story: Story, rng: Random) -> Turn:
    """The story in two or three sentences."""
    return _say(SHORTER, story, rng), tell.short(story, rng), story


def go_on(story: Story, rng: Random) -> Turn:
    """What happened next."""
    return _say(GO_ON, story, rng), continuation(story, rng), story


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
    return rng.choice(THANKS), _say(WELCOME, story, rng), story


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


def _whom(story: Story) -> str:
    return f"{story.hero.whom} and {story.friend.whom}" if story.duo else story.hero.whom


def _moral(story: Story, rng: Random) -> Turn:
    morals = [moral for moral in story.plot.moral if moral in story.text.lower()] or story.plot.moral
    answers = (
        ("The moral is that {moral}.", "{Moral}.", "That {moral}.")
        if story.duo
        else ("{He} learned that {moral}.", "The moral is that {moral}.")
    )
    options = MORAL[:1] + MORAL[3:] if story.duo else MORAL
    return _say(options, story, rng), _say(answers, story, rng, moral=rng.choice(morals)), story


def _name_of(story: Story, rng: Random) -> Turn:
    if story.hero.name:
        return _say(NAME_OF, story, rng), f"The {story.hero.noun} was named {story.hero.name}.", story
    return _say(NAME_OF, story, rng), _say(NO_NAME, story, rng), story


WAYS: tuple[tuple[float, Callable[[Story, Random], Turn]], ...] = (
    (20, another), (13, shorter), (17, go_on), (24, question), (9, thanks), (9, rename), (4, recast), (2, again),
)  # fmt: skip


def follow(story: Story, rng: Random) -> Turn:
    """A next turn of any sort."""
    way = rng.choices([way for _, way in WAYS], [weight for weight, _ in WAYS])[0]
    request, answer, story = way(story, rng)
    request = re.sub(r" {2,}", " ", request)
    return typed(request, rng), answer, replace(story)
