"""Stories of some fifty words and poems of some lines about any one thing ("a fox", "a small volcano").

Nothing in them depends on what the thing is: it thinks, wishes and speaks as things do in tales.
"""

import re
from random import Random

from ..texts import read
from .habits import named, written

TEXT = read("small_talk/brief")

STORIES = TEXT.STORIES

POEMS = TEXT.POEMS

CLOSINGS = (" The end.", " And that is the story of the {thing}.", " What a good day that was for the {thing}!", "", "", "")

QUIET_CLOSINGS = (" The end.", "", "")
QUIET = re.compile(r"could not sleep|wanted \[a friend|lost and began|first star|afraid of the dark|white with snow|be gentle|little notes|one seed|where do you go|upon a hill|Rain on the window|wild winds|evening star|off to bed|ice and snow")  # fmt: skip

HE = frozenset("king boy prince man knight captain wizard farmer father grandfather grandpa sailor postman watchman emperor miller brother tailor baker clown pirate elf giant snowman soldier fisherman shoemaker clockmaker cook composer inventor gentleman policeman stranger neighbour guard".split())  # fmt: skip
SHE = frozenset("queen girl princess woman fairy mother grandmother grandma witch sister empress painter gardener astronaut runner mermaid teacher doctor dancer nurse scientist singer poet athlete traveller judge librarian translator".split())  # fmt: skip


def slots(thing: str) -> dict[str, str]:
    """What the frames of this module need of a thing that is given with its article."""
    name = named(thing)
    who = next((word for word in name.split() if word in HE or word in SHE), "")
    it, its = ("he", "his") if who in HE else ("she", "her") if who in SHE else ("it", "its")
    who = "who" if who else "that"
    return {"a": thing, "A": thing[0].upper() + thing[1:], "thing": name, "it": it, "its": its, "It": it.capitalize(), "who": who}


def little_story(thing: str, rng: Random, quiet: bool = False) -> str:
    """About fifty words on `thing`, given with its article; a quiet one for who is sad or cannot sleep."""
    stories = tuple(story for story in STORIES if not quiet or QUIET.search(story))
    return written(rng.choice(stories) + rng.choice(QUIET_CLOSINGS if quiet else CLOSINGS), rng, **slots(thing))


def little_poem(thing: str, rng: Random, quiet: bool = False) -> str:
    """Six lines on `thing`, given with its article; a quiet one for who is sad or cannot sleep."""
    return written(rng.choice(tuple(poem for poem in POEMS if not quiet or QUIET.search(poem))), rng, **slots(thing))
