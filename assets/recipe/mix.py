"""What training reads: kinds of conversation, and how many of every hundred tokens are of each.

Nothing here is read twice: a shard's number seeds all that is made up for it. One conversation in fifty, by a checksum of its first
request, is held out, and so is every prompt that the project shows or measures with.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from random import Random

from . import from_stories, from_talk
from .corpus import Dialogue, read_bookings, swap_names
from .data import REPLY
from .held import TALES, held_out, plain, unseen_hero
from .one_answer import without_others
from .skills import SKILLS
from .tasks.answering import answering, stranger
from .tasks.copying import copying
from .tasks.editing import editing
from .tasks.renaming import renaming
from .tasks.system import with_system
from .words import Stock, gather

Weighed = tuple[Dialogue, int, int]  # a conversation; the weights of its user's words and of its replies


@dataclass(frozen=True)
class Part:
    """A kind of conversation: `share` of all tokens, percent; `make`, of the stock and a source of chance; the weights in the loss of
    the user's words and of the replies, percent, at most 255."""

    name: str
    share: float
    make: Callable[[Stock, Random], Dialogue]
    user: int = 0
    reply: int = REPLY


def short_renaming(stock: Stock, rng: Random) -> Dialogue:
    """Renaming in snippets of a few lines, now and then of up to 12: what is learnt there carries over to longer ones."""
    return renaming(stock, rng, most=12 if rng.random() < 0.4 else 7)


def booking(stock: Stock, rng: Random) -> Dialogue:
    """A dialogue of the corpus, half of the time with other names in it."""
    dialogue = rng.choice(stock.dialogues)
    return swap_names(dialogue, stock.names, rng) if rng.random() < 0.5 else dialogue


def real_story(stock: Stock, rng: Random) -> Dialogue:
    """A story of the corpus, asked for."""
    return rng.choice(stock.stories)


def real_talk(stock: Stock, rng: Random) -> Dialogue:
    """Small talk of the corpus."""
    return rng.choice(stock.small_talk)


TASKS = (
    Part("copying", 6.0, copying),
    Part("renaming", 6.0, short_renaming),
    Part("answering", 2.5, answering),
    Part("stranger", 0.5, stranger),
    Part("editing", 0.5, editing),
    Part("booking", 5.0, booking, user=20),
    Part("real_stories", 2.0, real_story),
    Part("real_talk", 1.0, real_talk),
)
SHARES = {  # the tasks of the later phases, percent; the skills fill the rest
    "again": (14.0, 12.0, 5.0, 1.0, 1.0, 3.0, 0.0, 0.5),
    "long": (11.0, 9.0, 4.0, 0.7, 0.8, 3.0, 1.0, 0.5),
    "last": (9.0, 9.0, 7.0, 0.5, 0.8, 2.0, 0.0, 0.3),
    "leaning": (14.0, 12.0, 6.0, 0.7, 0.8, 2.0, 0.0, 0.3),
    "longer": (14.0, 14.0, 6.0, 0.7, 0.8, 2.0, 0.0, 0.3),
    "copies": (20.0, 26.0, 5.0, 0.7, 0.8, 2.0, 1.0, 0.3),
    "settling": (19.0, 17.0, 6.0, 0.7, 0.8, 2.0, 0.0, 0.3),
    "wider": (18.0, 16.0, 3.5, 0.7, 0.8, 1.5, 0.0, 0.2),
    "asked": (14.0, 12.0, 4.0, 0.7, 0.8, 1.0, 0.0, 0.2),
    "worded": (14.0, 10.0, 4.0, 0.7, 0.8, 0.6, 0.0, 0.2),
}
HEAVY = {  # weights of replies whose loss counts for more, percent: a single wrong token spoils them
    "copies": {"copying": 180, "renaming": 255},
    "settling": {"copying": 200, "renaming": 200},
    "wider": {"copying": 200, "renaming": 220},
    "asked": {"copying": 200, "renaming": 220},
    "worded": {"copying": 200, "renaming": 220},
}
SOME_SKILLS = {  # shares of the skills in a mix that has others than SKILLS says; the last two are the drafters' lessons and have no tasks
    "worded": {"stories": 64, "about_this": 18, "explanations": 9, "small_asks": 24, "small_talk": 7, "refusals": 8, "roles": 4, "fables": 3},
    "by_heart": {"explanations": 28, "small_asks": 32, "small_talk": 16, "about_this": 24},  # what has few right replies
    "tales": {"stories": 70, "fables": 8, "small_talk": 22},
}


def later_tasks(mix: str) -> tuple[Part, ...]:
    """The tasks with the shares and weights of a later phase."""
    heavy = HEAVY.get(mix, {})
    return tuple(replace(task, share=share, reply=heavy.get(task.name, REPLY)) for task, share in zip(TASKS, SHARES[mix], strict=True))


MIXES = {"first": TASKS, **dict.fromkeys(SOME_SKILLS, ()), **{mix: later_tasks(mix) for mix in SHARES}}


def stock_of(corpus: Path, split: str = "train") -> Stock:
    """All that conversations are made of: with the bookings of one split, and library files that are held out unless it is "train"."""
    stock = gather(read_bookings(corpus)[split], unseen=split != "train")
    stock.stories, stock.small_talk = from_stories.pairs(corpus), from_talk.pairs(corpus)
    return stock


def parts(mix: str = "first") -> tuple[Part, ...]:
    """All kinds of one mix; the skills' shares fill what the tasks leave of a hundred."""
    tasks = MIXES[mix]
    rest = 100 - sum(task.share for task in tasks)
    shares = SOME_SKILLS.get(mix) or {name: share for name, share, _ in SKILLS}
    whole = sum(shares.values())
    makers = {name: without_others(name, make) for name, _, make in SKILLS}
    return *(Part(name, rest * share / whole, lambda _, rng, make=makers[name]: make(rng)) for name, share in shares.items()), *tasks


def dialogues(part: Part, stock: Stock, rng: Random, shown: frozenset[str], held: bool = False) -> Iterator[Dialogue]:
    """Conversations of one kind without end: those to train on, or the held-out ones."""
    for _ in count():
        found = part.make(stock, rng)
        if held_out(found) != held or (part.name in TALES and unseen_hero(found)):
            continue
        if not any(role == "user" and plain(text) in shown for role, text in found):
            yield found


def later(found: list[Weighed], rng: Random, share: float = 0.1) -> Iterator[Weighed]:
    """Some neighbours joined into one conversation, with the lesser of their weights, and some under a short system prompt."""
    before: Weighed = [], 0, 0
    for turns, user, reply in found:
        led = turns[0][0] == "system"  # has its own system prompt, which comes first
        if before[0] and not led and before[0][0][0] != "system" and rng.random() < share:
            before = before[0] + turns, min(user, before[1]), min(reply, before[2])
            continue
        if before[0]:
            yield before
        before = with_system(turns, rng) if not led and rng.random() < 0.05 else turns, user, reply
    yield before
