"""Days, months and seasons: their order, how long they are, how much of one makes another."""

from __future__ import annotations

from random import Random

from .asking import Turns, exchange, listed, names, order, rows, thanked, typed

DAYS = names("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")
MONTHS = names("January February March April May June July August September October November December")
LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
SEASONS = {
    "spring": ("March", "April", "May"), "summer": ("June", "July", "August"),
    "autumn": ("September", "October", "November"), "winter": ("December", "January", "February"),
}
ORDINALS = names("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth")

AFTER = (
    "What comes after {x}?", "Which {k} comes after {x}?", "What {k} comes after {x}?", "what {k} is after {x}",
    "after {x} comes which {k}", "Which {k} follows {x}?", "What is the {k} after {x}?", "The {k} after {x}?",
    "what comes after {x}",
)
BEFORE = (
    "What comes before {x}?", "Which {k} comes before {x}?", "what {k} is before {x}", "What is the {k} before {x}?",
    "The {k} before {x}?", "What {k} comes before {x}?",
)
LENGTH = (
    "How many days are in {x}?", "How many days does {x} have?", "how many days in {x}", "How many days has {x}?",
    "How long is {x}?", "How many days are there in {x}?", "Has {x} 30 or 31 days?",
)
ALL = (
    "name the {k}s{of}", "say the {k}s{of}", "list the {k}s{of}", "tell me the {k}s{of}", "write down the {k}s{of}",
    "name all {k}s{of}", "give me the names of the {k}s{of}",
)
QUESTIONS = (
    "What are the {k}s{of}?", "Which {k}s are there?", "{k}s{of}", "What are the names of the {k}s{of}?",
    "Do you know the {k}s{of}?",
)
NTH = ("What is the {o} {k}{of}?", "Which is the {o} {k}{of}?", "the {o} {k}{of}", "Which {k} is the {o}{one}?")
TOMORROW = (
    "If today is {x}, what day is tomorrow?", "Today is {x}. What day is tomorrow?", "today is {x}, what is tomorrow",
    "It is {x} today. Which day is tomorrow?", "Tomorrow is which day, if today is {x}?",
)
YESTERDAY = (
    "If today is {x}, what day was yesterday?", "Today is {x}. What day was yesterday?", "today is {x}, what was yesterday",
    "It is {x} today. Which day was yesterday?",
)
TODAY = (
    "What day is it today?", "what day is today", "What is the date?", "What date is it?", "Which month is it now?",
    "What time is it?", "what time is it now", "What year is it?", "Is it Monday today?",
)
UNKNOWN = (
    "I have no clock and no calendar, so I do not know. "
    "But I can tell you which day comes after Tuesday, or how many days May has."
)

# questions with a bar between them, answer
FACTS = rows("""
How many days are in a week? / How many days does a week have? / how many days in a week / How many days are there in one week? |
    A week has seven days.
How many months are in a year? / How many months does a year have? / how many months in a year / How many months has a year? | A
    year has twelve months.
How many days are in a year? / How many days does a year have? / how many days in a year / How long is a year? | A year has 365
    days, and a leap year has 366.
How many weeks are in a year? / How many weeks does a year have? / how many weeks in a year | A year has 52 weeks and a day.
How many hours are in a day? / How many hours does a day have? / how many hours in a day / How long is a day? | A day has 24
    hours.
How many minutes are in an hour? / How many minutes does an hour have? / how many minutes in an hour / How long is an hour? | An
    hour has 60 minutes.
How many seconds are in a minute? / How many seconds does a minute have? / how many seconds in a minute / How long is a minute? |
    A minute has 60 seconds.
How many minutes are in half an hour? / how many minutes is half an hour / How long is half an hour? | Half an hour has 30
    minutes.
How many minutes are in a quarter of an hour? / How long is a quarter of an hour? | A quarter of an hour has 15 minutes.
How many seasons are there? / How many seasons does a year have? / how many seasons | There are four seasons: spring, summer,
    autumn and winter.
What are the seasons? / Name the seasons. / Name the four seasons. / list the seasons / the seasons please / Which seasons are
    there? | The seasons are spring, summer, autumn and winter.
What comes after spring? / Which season comes after spring? / what season is after spring | After spring comes summer.
What comes after summer? / Which season comes after summer? / what season is after summer | After summer comes autumn.
What comes after autumn? / Which season comes after autumn? / what comes after fall | After autumn comes winter.
What comes after winter? / Which season comes after winter? / what season is after winter | After winter comes spring.
Which season is the coldest? / What is the coldest season? / coldest season? | The coldest season is winter.
Which season is the warmest? / What is the warmest season? / What is the hottest season? | The warmest season is summer.
Which month is the shortest? / What is the shortest month? / shortest month of the year | The shortest month is February. It has
    28 days, and 29 in a leap year.
Which month has the fewest days? / What month has the fewest days? | February has the fewest days: 28, and 29 in a leap year.
Which months have 30 days? / What months have 30 days? / months with 30 days | April, June, September and November have 30 days.
Which months have 31 days? / What months have 31 days? / months with 31 days | January, March, May, July, August, October and
    December have 31 days.
Which days are the weekend? / What days are the weekend? / What is the weekend? / When is the weekend? | The weekend is Saturday
    and Sunday.
What are the weekdays? / Which days are weekdays? / How many weekdays are there? | There are five weekdays: Monday, Tuesday,
    Wednesday, Thursday and Friday.
What is a leap year? / Explain what a leap year is. / leap year? | A leap year has 366 days instead of 365: February then has 29
    days. It comes about every four years.
How many years are in a decade? / What is a decade? / how long is a decade | A decade is ten years.
How many years are in a century? / What is a century? / how long is a century | A century is a hundred years.
How many days are in two weeks? / how many days is two weeks | Two weeks have 14 days.
How many months are in half a year? / how many months is half a year | Half a year has six months.
What is the last month of the year? / Which month is the last one of the year? / last month of the year | The last month of the
    year is December.
What is the first day of the week? / Which day begins the week? | In many countries the week begins on Monday, and in some on
    Sunday.
When is New Year's Day? / On which day does the year begin? / When does the year start? | The year begins on January 1.
When is New Year's Eve? / What is the last day of the year? | The last day of the year is December 31.
""")
OFFER = "Ask me about another day or month, if you like."


def order_of(rng: Random) -> Turns:
    """What comes after or before a day or month; perhaps and after that."""
    row, kind = (DAYS, "day") if rng.random() < 0.55 else (MONTHS, "month")
    i, after = rng.randrange(len(row)), rng.random() < 0.65
    word, step = ("After", 1) if after else ("Before", -1)
    ask = rng.choice(AFTER if after else BEFORE).format(x=row[i], k=kind)
    turns = exchange(typed(rng, ask), f"{word} {row[i]} comes {row[(i + step) % len(row)]}.")
    if rng.random() < 0.25:
        then = (
            ("And then?", "and then", "And after that?", "What comes next?") if after else ("And before that?", "and before that")
        )
        turns += exchange(rng.choice(then), f"{word} {row[(i + step) % len(row)]} comes {row[(i + 2 * step) % len(row)]}.")
    return turns


def tomorrow(rng: Random) -> Turns:
    """If today is one day, which is tomorrow, or was yesterday."""
    i = rng.randrange(7)
    if rng.random() < 0.6:
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
    i = rng.randrange(len(row))
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
    kind = rng.choices((order_of, tomorrow, length, whole, place, season, fact), (4, 1, 2.5, 2, 1.5, 1, 4))[0]
    return thanked(rng, kind(rng), OFFER, 0.06)
