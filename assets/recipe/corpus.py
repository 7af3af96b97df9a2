"""The dialogues: read them, hold some out, and swap what is named in them.

Knows text only. A dialogue is a list of (role, text), role "user" or "assistant".
"""

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

Dialogue = list[tuple[str, str]]
ROLES = {"USER": "user", "SYSTEM": "assistant"}
HELD_OUT_EVERY = 40  # of train and dev together, one in so many is only ever looked at to choose settings


def read_bookings(corpus: Path) -> dict[str, list[Dialogue]]:
    """Booking dialogues by split: "train" (the dataset's train and dev), "choose" (held out of those), "test"."""
    found: dict[str, list[Dialogue]] = {"train": [], "choose": [], "test": []}
    for number, row in enumerate(read_rows(corpus / "sgd.jsonl.gz")):
        dialogue = [(ROLES[who], " ".join(text.split())) for who, text in row["turns"]]
        if row["split"] == "test":
            found["test"].append(dialogue)
        else:
            found["choose" if number % HELD_OUT_EVERY == 0 else "train"].append(dialogue)
    return found


def read_rows(path: Path) -> Iterator[dict]:
    """The rows of one of the corpus's files."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


NAME = re.compile(r"(?<![.?!:] )(?<!^)\b[A-Z][\w'&]*(?: (?:of |the |and |& )?[A-Z][\w'&]*)*")
PHONE = re.compile(r"\b\d{3}-\d{3}-\d{4}\b")
PRICE = re.compile(r"\$\d[\d,]*(?:\.\d\d)?")
CLOCK = re.compile(r"\b(\d{1,2}):([0-5]\d)( ?[ap]m)?\b", re.I)
PLAIN = set(
    "I I'm I'll I'd I've It's Ok OK Okay Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March "
    "April May June July August September October November December Please Sure Yes No Thanks Thank Great Also And But So "
    "Can Could What When Where Which Who How Do Does Is Are The A An TV WiFi MD AC USA US".split()
)


def names_of(dialogues: list[Dialogue]) -> list[str]:
    """Capitalised names in the dialogues, each once, the one-off slips left out."""
    seen = Counter(n for d in dialogues for _, text in d for n in NAME.findall(text))
    return sorted(n for n, count in seen.items() if count > 2 and not set(n.split()) & PLAIN)


def swap_names(dialogue: Dialogue, names: list[str], rng: Random, share: float = 0.5) -> Dialogue:
    """The dialogue with some of its names, and all its numbers of some kinds, changed throughout.

    What is named must then be read from the context, not remembered from training.
    """
    here = Counter(n for _, text in dialogue for n in set(NAME.findall(text)) if not set(n.split()) & PLAIN)
    change = {n: rng.choice(names) for n, count in sorted(here.items()) if count > 1 and rng.random() < share}
    if change:
        longest_first = sorted(change, key=len, reverse=True)
        found = re.compile(r"\b(?:" + "|".join(map(re.escape, longest_first)) + r")(?!\w)")
        dialogue = [(role, found.sub(lambda m: change[m[0]], text)) for role, text in dialogue]
    return swap_numbers(dialogue, rng)


def swap_numbers(dialogue: Dialogue, rng: Random) -> Dialogue:
    """New phone numbers and prices, and minutes, the same new one for the same old one."""
    replaced: dict[str, str] = {}
    minutes = rng.sample(range(0, 60, 5), 12) if rng.random() < 0.5 else list(range(0, 60, 5))

    def digits(match: re.Match) -> str:
        return replaced.setdefault(match[0], re.sub(r"[1-9]", lambda _: str(rng.randint(1, 9)), match[0]))

    def clock(match: re.Match) -> str:
        old = int(match[2])
        new = minutes[old // 5] if old % 5 == 0 and old not in (0, 15, 30, 45) else old
        return f"{match[1]}:{new:02d}{match[3] or ''}"

    return [(role, CLOCK.sub(clock, PRICE.sub(digits, PHONE.sub(digits, text)))) for role, text in dialogue]
