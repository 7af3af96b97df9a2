"""How people type a request, a second turn or a thank you, and how the text tables of this package are read."""

from __future__ import annotations

import re
from random import Random

from ..texts import read

TEXT = read("small_asks/asking")

Turns = list[tuple[str, str]]
Entry = tuple[str, ...]

NUMBER_WORDS = (
    "zero one two three four five six seven eight nine ten "
    "eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"
).split()

IMPERATIVES = TEXT.IMPERATIVES
WISHES = TEXT.WISHES
MORE = TEXT.MORE
THANKS = TEXT.THANKS
WELCOMES = ("You are welcome!", "You are welcome! {Offer}", "You are very welcome! {Offer}", "My pleasure! {Offer}")
LAUGHS = TEXT.LAUGHS

IRREGULAR = TEXT.IRREGULAR


def blocks(text: str) -> tuple[Entry, ...]:
    """A table of entries separated by blank lines, each a tuple of its lines."""
    return tuple(tuple(block.splitlines()) for block in text.strip("\n").split("\n\n"))


def rows(text: str) -> tuple[Entry, ...]:
    """A table of one entry a line, its fields separated by bars; an indented line goes on with the one before."""
    whole = re.sub(r"\n {4}", " ", text.strip())
    return tuple(tuple(field.strip() for field in line.split("|")) for line in whole.splitlines())


def names(text: str) -> tuple[str, ...]:
    """The words of a table without fields."""
    return tuple(text.split())


def capital(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def article(noun: str) -> str:
    """The noun with `a` or `an`."""
    return ("an " if re.match(r"[aeio]|u(?!ni|k|se)|hour|honest", noun) else "a ") + noun


def plural(noun: str) -> str:
    """The plural of a noun: a regular one, or an irregular one that occurs in our tables."""
    if noun in IRREGULAR:
        return IRREGULAR[noun]
    if re.search(r"[^aeiou]y$", noun):
        return noun[:-1] + "ies"
    return noun + ("es" if re.search(r"(s|x|z|ch|sh)$", noun) or noun in ("potato", "tomato", "hero", "echo") else "s")


def listed(items: list[str] | tuple[str, ...]) -> str:
    """Items in a sentence: `a, b and c`."""
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + " and " + items[-1]


def typed(rng: Random, text: str) -> str:
    """The text as a person types it: one time in eight with a habit."""
    draw = rng.random()
    if draw < 0.05:
        return text.lower().rstrip(".!? ")
    if draw < 0.08:
        return text[:1].lower() + text[1:].rstrip(". ")
    if draw < 0.11:
        return text.rstrip(".?! ")
    if draw < 0.12 and text[-1:] in "?!":
        return text + text[-1]
    return text.lower() if draw < 0.13 else text


def filled(rng: Random, template: str, **slots: str) -> str:
    """A template filled; `{Name}` is the slot `name` with a capital."""
    return typed(rng, template.format(**slots, **{capital(name): capital(value) for name, value in slots.items()}))


def order(rng: Random, verbs: tuple[str, ...], thing: str) -> str:
    """A request made of a verb and a thing: `Can you tell me a joke?`"""
    return filled(rng, rng.choice(IMPERATIVES), do=f"{rng.choice(verbs)} {thing}")


def request(rng: Random, verbs: tuple[str, ...], thing: str, bare: float = 0.12) -> str:
    """A request for a thing: an order, a wish, or the bare words without their article."""
    draw = rng.random()
    if draw < bare:
        return typed(rng, capital(re.sub(r"^(a|an|some|the) ", "", thing)))
    if draw < bare + 0.22:
        return filled(rng, rng.choice(WISHES), thing=thing)
    return order(rng, verbs, thing)


def more(rng: Random, noun: str) -> str:
    """A second turn that asks for another thing of the kind."""
    if rng.random() < 0.3:
        forms = (
            "Another {n}, please.",
            "another {n}",
            "One more {n}.",
            "Tell me another {n}.",
            "Give me another {n}, please.",
            "one more {n} please",
        )
        return typed(rng, rng.choice(forms).format(n=noun))
    return typed(rng, rng.choice(MORE))


def thanked(rng: Random, turns: Turns, offer: str, chance: float = 0.12) -> Turns:
    """The conversation, sometimes ended by a thank you and an offer."""
    if rng.random() < chance:
        turns = [*turns, ("user", rng.choice(THANKS)), ("assistant", rng.choice(WELCOMES).replace("{Offer}", offer))]
    return turns


def exchange(user: str, assistant: str) -> Turns:
    """One request and its reply."""
    return [("user", user), ("assistant", assistant)]
