"""A small language for variants of a text, and the habits of people who type.

"[Hi|Hello] there, {name}" is one of two texts with a slot. Brackets may stand inside brackets.
"""

import re
from random import Random

Dialogue = list[tuple[str, str]]
LIKELIEST = 0.5  # of the replies are the first of their kind
INNERMOST = re.compile(r"\[([^\[\]]*)\]")
SENTENCE_START = re.compile(r"(^|(?<=[.!?]) +|(?<=\.\") +|\n)([\"']?)([a-z])")
ARTICLE = re.compile(r"\b([Aa]) (?=[\"']?(?:[aeiouAEIO]|hour|honest))(?![\"']?(?:uni|use|one\b|once|euro|ukulele|usual))")
SHORTER_SPELLING = (("you", "u"), ("please", "pls"), ("are", "r"), ("what's", "whats"), ("don't", "dont"), ("I'm", "im"), ("can't", "cant"))  # fmt: skip


def variant(text: str, rng: Random) -> str:
    """One of the texts that the brackets allow; brackets that are alike are decided alike."""
    chosen: dict[str, str] = {}

    def decided(found: re.Match) -> str:
        return chosen.setdefault(found[1], rng.choice(found[1].split("|")))

    while "[" in text:
        text = INNERMOST.sub(decided, text)
    return text


def likely(replies: tuple[str, ...], rng: Random) -> tuple[str, ...]:
    """The first reply alone, half of the time, so that a small model does not mix several."""
    return replies[:1] if rng.random() < LIKELIEST else replies


def articles(text: str) -> str:
    """`a` becomes `an` where the next word asks for it."""
    return ARTICLE.sub(lambda found: found[1] + "n ", text)


def capitals(text: str) -> str:
    """A capital at the start of every sentence."""
    return SENTENCE_START.sub(lambda found: found[1] + found[2] + found[3].upper(), text)


def written(text: str, rng: Random, /, **slots: str) -> str:
    """A reply: a variant with its slots filled, articles and capitals put right."""
    filled = variant(text, rng)
    if slots:
        filled = variant(filled.format_map(slots), rng)
    return capitals(articles(filled)).strip()


def typed(text: str, rng: Random, /, **slots: str) -> str:
    """A request as people type it: mostly neat, sometimes without capitals, stops or all letters."""
    text = written(text, rng, **slots)
    habit = rng.random()
    if not text.strip(".?!"):
        return text
    if habit < 0.07:
        return text.lower().rstrip(".?!")
    if habit < 0.11:
        return text.rstrip(".?!")
    if habit < 0.13:
        return text.lower()
    if habit < 0.14:
        return text.rstrip(".?!") + rng.choice(("!!", "??", "...", " ?", " !"))
    return shorter(text, rng) if habit < 0.15 else text


def shorter(text: str, rng: Random) -> str:
    """Hasty spelling: "u" for "you" and the like."""
    for long, short in SHORTER_SPELLING:
        if rng.random() < 0.7:
            text = re.sub(rf"\b{long}\b", short, text)
    return text.lower()


def named(thing: str) -> str:
    """What follows "the": "a red fox" -> "red fox"."""
    return re.sub(r"^(a|an|the) ", "", thing)
