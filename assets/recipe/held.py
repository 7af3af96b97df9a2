"""What training never sees: prompts that the project shows or measures with, requests for stories about certain heroes, one conversation in
fifty."""

import json
import re
from functools import cache
from pathlib import Path
from zlib import crc32

from .corpus import Dialogue
from .texts import read

HELD_OUT_EVERY = 50
HERE = Path(__file__).resolve().parent
HEROES: dict[str, tuple[str, ...]] = read("unseen_heroes").HEROES  # by kind
TALES = frozenset(("stories", "fables", "real_stories"))  # the kinds of conversation in which a request's noun becomes a hero
ONE = frozenset(noun for nouns in HEROES.values() for noun in nouns)


def plain(text: str) -> str:
    """Letters and digits in small, so that a prompt is known again however it is typed."""
    return " ".join("".join(c if c.isalnum() else " " for c in text.lower()).split())


NAMED = re.compile(rf"\b(?:{'|'.join(sorted(map(plain, ONE), key=len, reverse=True))})(?:e?s)?\b")


def first_request(dialogue: Dialogue) -> str:
    """The first thing that the user says, as `plain` writes it."""
    return plain(next(text for role, text in dialogue if role == "user"))


def held_out(dialogue: Dialogue) -> bool:
    """Whether training never sees it: by the first request alone."""
    return crc32(first_request(dialogue).encode()) % HELD_OUT_EVERY == 0


def unseen_hero(dialogue: Dialogue) -> bool:
    """Whether something that the user says names one of the heroes that training stories are never about."""
    return any(role == "user" and NAMED.search(plain(text)) for role, text in dialogue)


@cache
def shown_prompts() -> frozenset[str]:
    """Every prompt that people are shown or figures are taken with, as `plain` writes it."""
    from specdeck.samples import SAMPLES

    files = [*sorted(HERE.glob("*.json")), *sorted((HERE.parent / "workloads").glob("*.json"))]
    found = [row["prompt"] for file in files for row in json.loads(file.read_text(encoding="utf-8"))["prompts"]]
    return frozenset(map(plain, [*found, *(sample.prompt for sample in SAMPLES)]))
