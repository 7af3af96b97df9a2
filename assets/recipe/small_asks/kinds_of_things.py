"""What kind of thing something is (an animal, a fruit, a planet), whether it is one, and what two colours make together."""

from __future__ import annotations

from random import Random

from ..texts import read
from .asking import Turns, article, capital, exchange, listed, rows, thanked, typed

TEXT = read("small_asks/kinds_of_things")

KINDS = {kind: tuple(part.strip() for part in " ".join(lines).split(";") if part.strip()) for kind, lines in TEXT.KINDS.items()}
WIDER = TEXT.WIDER  # a kind that is part of another one
MIXED = rows("\n".join(TEXT.MIXED))  # two colours and what they make
NEAR = tuple(tuple(row.split("; ")) for row in TEXT.NEAR)  # kinds that are taken for each other
OFFER = "Ask me about another thing, if you like."


def said(thing: str, kind: str) -> str:
    """What it is, in a sentence."""
    return f"{thing} is {article(kind)}."


def fits(kind: str, asked: str) -> bool:
    """Whether one of this kind is one of the asked kind."""
    return asked in (kind, WIDER.get(kind))


def whether(rng: Random) -> Turns:
    """Whether it is of a kind, with yes and no in equal shares; perhaps the same of a second thing."""
    kind = rng.choice(tuple(KINDS))
    thing = rng.choice(KINDS[kind])
    yes = rng.random() < 0.5
    near = next((row for row in NEAR if kind in row), ()) if rng.random() < 0.7 else ()
    asked = rng.choice([other for other in (*KINDS, "animal") if fits(kind, other) == yes and (yes or not near or other in near)])
    turns = exchange(typed(rng, capital(rng.choice(TEXT.WHETHER).format(x=thing, k=article(asked)))), answer(thing, kind, asked))
    if rng.random() < 0.2:
        kind = rng.choice([other for other in KINDS if fits(other, asked)] if rng.random() < 0.5 else tuple(KINDS))
        thing = rng.choice(KINDS[kind])
        turns += exchange(typed(rng, rng.choice(("And {x}?", "and {x}", "What about {x}?", "And {x}, is it one too?")).format(x=thing)), answer(thing, kind, asked))
    return turns


def answer(thing: str, kind: str, asked: str) -> str:
    """Yes with the kind that was asked, or no with the true one."""
    return f"Yes, {said(thing, asked)}" if fits(kind, asked) else f"No, {said(thing, kind)}"


def which(rng: Random) -> Turns:
    """Which kind of thing it is."""
    kind = rng.choice(tuple(KINDS))
    thing = rng.choice(KINDS[kind])
    wider = WIDER.get(kind)
    if wider and rng.random() < 0.6:
        return exchange(typed(rng, capital(rng.choice(TEXT.WHICH_OF).format(x=thing, k=wider))), capital(said(thing, kind)))
    other = rng.choice([one for one in KINDS if one != kind and not fits(kind, one)])
    one, two = rng.sample((article(kind), article(other)), 2)
    return exchange(typed(rng, capital(rng.choice(TEXT.EITHER).format(x=thing, k=one, l=two))), capital(said(thing, kind)))


def some(rng: Random) -> Turns:
    """One or three of a kind that the lists do not have."""
    kind = rng.choice(TEXT.NAMED)
    if rng.random() < 0.5:
        return exchange(typed(rng, rng.choice(TEXT.ONE_OF).format(k=article(kind))), f"{capital(KINDS[kind][0])}.")
    return exchange(typed(rng, rng.choice(TEXT.THREE_OF).format(k=TEXT.MANY[kind])), f"{capital(listed(KINDS[kind][:3]))}.")


def mixed(rng: Random) -> Turns:
    """What two colours make, in whichever order they are named."""
    one, two, made = rng.choice(MIXED)
    a, b = rng.sample((one, two), 2)
    return exchange(typed(rng, capital(rng.choice(TEXT.MIX).format(a=a, b=b))), f"{capital(one)} and {two} make {made}.")


def dialogue(rng: Random) -> Turns:
    """A question about a thing's kind, or about colours mixed."""
    return thanked(rng, rng.choices((whether, which, some, mixed), (5, 2, 1, 1.6))[0](rng), OFFER, 0.05)
