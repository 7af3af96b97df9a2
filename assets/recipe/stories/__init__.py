"""Stories on request: dialogues that begin with a request for a story, and often go on about it."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

from . import alike, requests, tell
from .follow_ups import Way, follow, taken_up
from .tell import Story, Wish

LONGEST = 820  # characters of a story, some 275 tokens
RARE = 1 / 400  # of all stories: a plot that has no more is told whenever it comes, one that has N times as many 1 in sqrt(N) times
COUNTED = 3000  # stories by which plots are counted

# What a request names, and how often.
PATTERNS: tuple[tuple[float, str], ...] = (
    (10, ""),
    (36, "hero"),
    (8, "hero trait"),
    (14, "hero name"),
    (3, "hero trait name"),
    (24, "hero who"),
    (3, "hero name who"),
    (23, "hero who asked"),
    (4, "hero name who asked"),
    (2, "hero who asked place"),
    (2, "who asked"),
    (6, "hero shaped"),
    (2, "hero name shaped"),
    (7, "shaped"),
    (4, "hero friend shaped"),
    (1, "hero friend name shaped"),
    (5, "hero place shaped"),
    (4, "place shaped"),
    (8, "hero place"),
    (2, "hero name place"),
    (7, "hero thing"),
    (2, "hero thing place"),
    (3, "hero thing place words"),
    (5, "hero guest thing words"),
    (2, "hero guest place words"),
    (6, "place"),
    (14, "thing"),
    (1.5, "thing place"),
    (7, "subject"),
    (4, "hero subject"),
    (6, "child"),
    (1.5, "child place"),
    (1, "child thing"),
    (8, "hero friend"),
    (3, "hero friend name"),
    (2, "hero friend place"),
    (7, "guest"),
    (2, "hero guest"),
    (5, "hero group"),
    (4, "hero group guest"),
    (1, "hero group place"),
)
KINDS = (("", 66), ("bedtime", 13), ("funny", 8), ("moral", 7), ("short", 5), ("long", 1))


def dialogue(rng: Random) -> list[tuple[str, str]]:
    """A request, a story, and in two fifths of the cases one or two more turns."""
    if rng.random() < alike.SHARE:
        return alike.dialogue(rng)
    story = new(rng)
    opened = rng.random() < 0.03
    turns = [("user", beginning(story.text, rng) if opened else requests.request(story, rng)), ("assistant", story.text)]
    more = rng.random()
    done: list[Way] = []
    for _ in range(0 if more > 0.44 else 1 if more > 0.12 else 2):
        request, answer, story = follow(story, rng, done)
        turns += [("user", request), ("assistant", answer)]
    return turns + (taken_up(turns[-1][1], story, rng) if done else [])


def new(rng: Random) -> Story:
    """A story of usual length, unless a long one was wanted: at T=0 a target takes the likeliest option everywhere, which can be the longest."""
    while True:
        wanted = wish(rng)
        story = tell.new(wanted, rng)
        if (wanted.kind == "long" or len(story.text) <= LONGEST) and rng.random() < evenness().get(story.plot.title, 1):
            return story


@cache
def evenness() -> dict[str, float]:
    """By plot: the share of its stories that are told, so that those that few requests lead to are learnt too. Without it a plot had from 1 to 117
    of 4,000 stories, and a target trained on them from 1.1 to 0.16 nats per token."""
    rng = Random("plots")
    counts = Counter(tell.new(wish(rng), rng).plot.title for _ in range(COUNTED))
    return {title: min(1.0, (RARE * COUNTED / count) ** 0.5) for title, count in counts.items()}


def beginning(text: str, rng: Random) -> str:
    """Some first words of a story, which a person types to see how it goes on."""
    words = " ".join(text.split()[: rng.randint(2, 12)])
    return words.rstrip(",") + rng.choice(("", "", "...", " ..."))


def wish(rng: Random) -> Wish:
    """What somebody wants to hear."""
    parts = frozenset(_weighted(PATTERNS, rng).split())
    kind = rng.choices([kind for kind, _ in KINDS], [weight for _, weight in KINDS])[0]
    rare = _rare(parts, rng)
    kind = "" if "shaped" in parts else kind
    wanted = Wish(parts, kind if "words" not in parts and "who" not in parts or rng.random() < 0.4 else "", rare)
    return _for_child(wanted, rng) if rng.random() < 0.08 and not parts & {"child", "words", "friend", "shaped"} else wanted


def _weighted(options: tuple[tuple[float, str], ...], rng: Random) -> str:
    return rng.choices([text for _, text in options], [weight for weight, _ in options])[0]


def _rare(parts: frozenset[str], rng: Random) -> str:
    """Which of the asked parts has a noun that few stories know."""
    able = sorted(parts & {"hero", "thing", "place", "guest"})
    if parts == {"who", "asked"}:
        return ""
    if "shaped" in parts:
        return rng.choice(("", "", "", *able))
    if "asked" in parts:
        return rng.choices(("", "hero", "place"), (70, 30, 8 * ("place" in parts)))[0]
    if "who" in parts:
        return rng.choices(("", "hero", "fear", "want"), (66, 16, 9, 9))[0]
    return rng.choice(able) if able and rng.random() < (0.55 if able[0] in ("thing", "place") else 0.4) else ""


def _for_child(wanted: Wish, rng: Random) -> Wish:
    """The wish, for a child whose name is given."""
    return Wish(wanted.parts, wanted.kind, wanted.rare, requests.any_child(rng))


__all__ = ["Story", "dialogue", "wish"]
