"""Counting: up, down, in steps, from a number to another, even and odd numbers, before and after."""

from __future__ import annotations

from random import Random

from ..texts import read
from .asking import NUMBER_WORDS, Turns, capital, exchange, order, thanked, typed
from .sums import even_or_odd

TEXT = read("small_asks/counting")

COUNT = TEXT.COUNT
BACK = TEXT.BACK
RANGE = TEXT.RANGE
STEPS = TEXT.STEPS
EVENS = TEXT.EVENS
NEXT = TEXT.NEXT
LAST = TEXT.LAST
STEP_NAMES = {2: "twos", 5: "fives", 10: "tens", 3: "threes", 4: "fours"}
GO_ON = ("Go on.", "go on", "And further?", "Continue.", "continue please", "Keep counting.", "keep going", "Count on.")
OFFER = "I can also count backwards, or in twos."


def shown(rng: Random, n: int) -> str:
    """A number in digits, or as a word up to twenty."""
    return NUMBER_WORDS[n] if n <= 20 and rng.random() < 0.5 else str(n)


def row_of(numbers: range) -> str:
    """The numbers in a row."""
    return ", ".join(map(str, numbers)) + "."


def asked(rng: Random, forms: tuple[str, ...], **slots: object) -> str:
    """An order without anything after its verb."""
    text = order(rng, (rng.choice(forms).format(**slots),), "\0")
    return text.replace(" \0", "")


def steps(rng: Random) -> Turns:
    """In twos, threes, fours, fives or tens."""
    k = rng.choice((2, 2, 2, 5, 5, 10, 10, 3, 4))
    n = k * rng.randint(4, 10) if k < 10 else 10 * rng.randint(5, 10)
    by = rng.choice((STEP_NAMES[k], f"{k}s"))
    return exchange(asked(rng, STEPS, s=by, n=shown(rng, n), k=shown(rng, k)), row_of(range(k, n + 1, k)))


def between(rng: Random) -> Turns:
    """From one number to another."""
    a = rng.choice((rng.randint(0, 12), rng.randint(2, 40)))
    b = a + rng.randint(2, 12)
    if rng.random() < 0.5:
        return exchange(asked(rng, TEXT.RANGE_DOWN, a=shown(rng, a), b=shown(rng, b)), row_of(range(b, a - 1, -1)))
    return exchange(asked(rng, RANGE, a=shown(rng, a), b=shown(rng, b)), row_of(range(a, b + 1)))


def parity(rng: Random) -> Turns:
    """The even or odd numbers up to one, or whether one is even."""
    if rng.random() < 0.5:
        return even_or_odd(rng)
    kind, n = rng.choice(("even", "odd")), rng.choice((10, 10, 12, 15, 20, 20, 30))
    forms = tuple(form.replace("even", kind) for form in EVENS)
    return exchange(asked(rng, forms, n=shown(rng, n)), row_of(range(2 if kind == "even" else 1, n + 1, 2)))


def neighbors(rng: Random) -> Turns:
    """The number after or before."""
    n = rng.randint(1, 20) if rng.random() < 0.5 else rng.randint(21, 100)
    after = rng.random() < 0.6
    ask = rng.choice(NEXT if after else LAST).format(n=shown(rng, n))
    reply = f"After {n} comes {n + 1}." if after else f"Before {n} comes {n - 1}."
    return exchange(typed(rng, ask), reply)


def down(rng: Random) -> Turns:
    """From a number back to one, or to zero where that is asked; perhaps in words."""
    n = rng.choice((10, 10, 10, 5, 5, 20, *range(2, 21), *range(2, 13)))
    least = 0 if rng.random() < 0.2 else 1
    form = rng.choice(TEXT.TO_ZERO if least == 0 else BACK).format(n=shown(rng, n))
    words = rng.random() < 0.1
    form += rng.choice((" in words", " with words")) if words else ""
    # some say it as an order, some as they please
    text = typed(rng, capital(form)) if form.startswith(TEXT.NO_ORDER) else asked(rng, (form,))
    reply = ", ".join(NUMBER_WORDS[n::-1] if least == 0 else NUMBER_WORDS[n:0:-1]).capitalize() + "." if words else row_of(range(n, least - 1, -1))
    turns = exchange(text, reply)
    if rng.random() < 0.12:
        return turns + exchange(typed(rng, rng.choice(TEXT.FORWARDS)), row_of(range(least, n + 1)))
    return turns


def forward(rng: Random) -> Turns:
    """From one up, in digits or in words; perhaps further, or back."""
    n = rng.choice((3, 4, 5, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11, 12, 13, 14, 15, 15, 16, 17, 18, 19, 20, 20, 20, 25, 30, 40, 50))
    if n <= 20 and rng.random() < 0.15:
        in_words = tuple(f"{form} {how}" for form in COUNT[:4] for how in ("in words", "with words"))
        return exchange(asked(rng, in_words, n=shown(rng, n)), ", ".join(NUMBER_WORDS[1 : n + 1]).capitalize() + ".")
    turns = exchange(asked(rng, COUNT, n=shown(rng, n)), row_of(range(1, n + 1)))
    if n > 20 or rng.random() < 0.6:
        return turns
    if rng.random() < 0.5:
        return turns + exchange(rng.choice(GO_ON), row_of(range(n + 1, n + 11)))
    return turns + exchange(
        typed(rng, rng.choice(TEXT.BACKWARDS)),
        row_of(range(n, 0, -1)),
    )


def dialogue(rng: Random) -> Turns:
    """One way of counting."""
    kind = rng.choices((forward, down, between, steps, parity, neighbors), (4, 5, 3, 2.5, 1.5, 2))[0]
    return thanked(rng, kind(rng), OFFER, 0.06)
