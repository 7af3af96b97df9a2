"""Days, months and seasons: their order, how long they are, how much of one makes another."""

from __future__ import annotations

from random import Random

from ..texts import read
from .asking import Turns, exchange, listed, names, order, rows, thanked, typed

TEXT = read("small_asks/days_and_months")

DAYS = names("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")
MONTHS = names("January February March April May June July August September October November December")
LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
SEASONS = TEXT.SEASONS
ORDINALS = names("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth")

AFTER = TEXT.AFTER
BEFORE = TEXT.BEFORE
LENGTH = TEXT.LENGTH
ALL = TEXT.ALL
QUESTIONS = TEXT.QUESTIONS
NTH = ("What is the {o} {k}{of}?", "Which is the {o} {k}{of}?", "the {o} {k}{of}", "Which {k} is the {o}{one}?")
TOMORROW = TEXT.TOMORROW
YESTERDAY = TEXT.YESTERDAY
TODAY = TEXT.TODAY
UNKNOWN = (
    "I have no clock and no calendar, so I do not know. "
    "But I can tell you which day comes after Tuesday, or how many days May has."
)

# questions with a bar between them, answer
FACTS = rows(TEXT.FACTS)
OFFER = "Ask me about another day or month, if you like."


ROWS = ((DAYS, "day"), (MONTHS, "month"), (tuple(SEASONS), "season"))
AND_THEN = ("And then?", "and then", "And after that?", "What comes next?", "and after that")
AND_BEFORE = ("And before that?", "and before that", "and before?", "And what comes before that?", "what was before that")


def order_of(rng: Random) -> Turns:
    """What comes after or before a day, month or season, in equal shares; perhaps one step further, or the other way."""
    row, kind = rng.choices(ROWS, (4, 5, 1.5))[0]
    i, after = rng.randrange(len(row)), rng.random() < 0.5
    turns = exchange(stepped(rng, row[i], kind, after), neighbour(row, i, after))
    draw = rng.random()
    if draw < 0.2:
        turns += exchange(rng.choice(AND_THEN if after else AND_BEFORE), neighbour(row, i + (1 if after else -1), after))
    elif draw < 0.35:
        turns += exchange(rng.choice(("And before {x}?", "and before {x}") if after else ("And after {x}?", "and after {x}")).format(x=row[i]), neighbour(row, i, not after))
    elif draw < 0.5:
        j = rng.randrange(len(row))
        turns += exchange(rng.choice(("And {w} {x}?", "and {w} {x}", "{w} {x}?")).format(w="after" if after else "before", x=row[j]), neighbour(row, j, after))
    return turns


def stepped(rng: Random, x: str, kind: str, after: bool) -> str:
    """The question for a neighbour."""
    return typed(rng, rng.choice(AFTER if after else BEFORE).format(x=x, k=kind))


def neighbour(row: tuple[str, ...], i: int, after: bool) -> str:
    """What comes after or before a place of the row."""
    i %= len(row)
    return f"{'After' if after else 'Before'} {row[i]} comes {row[(i + (1 if after else -1)) % len(row)]}."


def two_steps(rng: Random) -> Turns:
    """Two days after or before a day, or what lies between two days or months."""
    if rng.random() < 0.4:
        row, kind = rng.choice(ROWS[:2])
        i = rng.randrange(len(row))
        x, middle, y = (row[(i + step) % len(row)] for step in range(3))
        return exchange(typed(rng, rng.choice(TEXT.BETWEEN).format(x=x, y=y, k=kind)), f"{middle} is between {x} and {y}.")
    i, after = rng.randrange(7), rng.random() < 0.5
    forms, word, step = (TEXT.TWO_AFTER, "after", 2) if after else (TEXT.TWO_BEFORE, "before", -2)
    return exchange(typed(rng, rng.choice(forms).format(x=DAYS[i])), f"Two days {word} {DAYS[i]} is {DAYS[(i + step) % 7]}.")


def tomorrow(rng: Random) -> Turns:
    """If today is one day, which is tomorrow, or was yesterday."""
    i = rng.randrange(7)
    if rng.random() < 0.5:
        reply = f"If today is {DAYS[i]}, tomorrow is {DAYS[(i + 1) % 7]}."
        return exchange(typed(rng, rng.choice(TOMORROW).format(x=DAYS[i])), reply)
    return exchange(typed(rng, rng.choice(YESTERDAY).format(x=DAYS[i])), f"If today is {DAYS[i]}, yesterday was {DAYS[i - 1]}.")


def length(rng: Random) -> Turns:
    """How many days a month has, and perhaps another month."""
    i, j = rng.sample(range(12), 2)
    turns = exchange(typed(rng, rng.choice(LENGTH[:-1] if i == 1 else LENGTH).format(x=MONTHS[i])), days_in(i))
    if rng.random() < 0.3:
        turns += exchange(
            typed(rng, rng.choice(("And {x}?", "and {x}", "And in {x}?", "What about {x}?")).format(x=MONTHS[j])), days_in(j)
        )
    return turns


def days_in(month: int) -> str:
    """How many days it has."""
    return "February has 28 days, and 29 in a leap year." if month == 1 else f"{MONTHS[month]} has {LENGTHS[month]} days."


def whole(rng: Random) -> Turns:
    """All days or all months."""
    row, kind, of = rng.choice(((DAYS, "day", " of the week"), (MONTHS, "month", rng.choice(("", " of the year")))))
    if rng.random() < 0.4:
        ask = typed(rng, rng.choice(QUESTIONS).format(k=kind, of=of))
        ask = ask[0].upper() + ask[1:] if rng.random() < 0.7 else ask
    else:
        ask = order(rng, tuple(form.format(k=kind, of=of) for form in ALL), "\0").replace(" \0", "")
    if rng.random() < 0.08:
        return exchange(ask.rstrip(".?!") + " backwards.", ", ".join(reversed(row)) + ".")
    return exchange(ask, ", ".join(row) + ".")


def place(rng: Random) -> Turns:
    """The n-th day or month, or which number a month has."""
    row, kind, of = (DAYS, "day", " of the week") if rng.random() < 0.2 else (MONTHS, "month", " of the year")
    i = rng.randrange(1 if kind == "day" else 0, len(row))
    if kind == "month" and rng.random() < 0.4:
        ask = rng.choice(
            ("Which number is {x}?", "What number month is {x}?", "{x} is which month of the year?", "Is {x} the {o} month?")
        )
        j = rng.choice((i, rng.randrange(12)))
        yes = ("" if "{o}" not in ask else "Yes, " if i == j else "No, ") + f"{row[i]} is the {ORDINALS[i]} month of the year."
        return exchange(typed(rng, ask.format(x=row[i], o=ORDINALS[j])), yes)
    if kind == "day":
        reply = f"If the week begins on Monday, the {ORDINALS[i]} day is {row[i]}."
    else:
        reply = f"The {ORDINALS[i]} month of the year is {row[i]}."
    return exchange(typed(rng, rng.choice(NTH).format(o=ORDINALS[i], k=kind, of=of, one=of)), reply)


def season(rng: Random) -> Turns:
    """The months of a season, or the season of a month, as it is in the north."""
    name, months = rng.choice(list(SEASONS.items()))
    if rng.random() < 0.5:
        ask = rng.choice(
            ("Which months are {s}?", "What months are in {s}?", "When is {s}?", "when is it {s}", "Which months belong to {s}?")
        )
        return exchange(typed(rng, ask.format(s=name)), f"In the north of the world, {name} is in {listed(months)}.")
    month = rng.choice(months)
    ask = rng.choice(
        (
            "In which season is {m}?",
            "What season is {m}?",
            "which season is {m} in",
            "Is {m} in summer or in winter?" if name in ("summer", "winter") else "What season is it in {m}?",
        )
    )
    return exchange(typed(rng, ask.format(m=month)), f"In the north of the world, {month} is in {name}.")


def fact(rng: Random) -> Turns:
    """A question with one answer."""
    forms, reply = rng.choice(FACTS)
    return exchange(typed(rng, rng.choice(forms.split(" / "))), reply)


def dialogue(rng: Random) -> Turns:
    """A question about days, months or seasons."""
    if rng.random() < 0.04:
        return exchange(rng.choice(TODAY), UNKNOWN)
    kind = rng.choices((order_of, tomorrow, two_steps, length, whole, place, season, fact), (7, 1.5, 1.5, 2.5, 2, 1.5, 1, 5))[0]
    return thanked(rng, kind(rng), OFFER, 0.06)
