"""Lists of things on request: as many numbered lines as were asked for, two to ten."""

from __future__ import annotations

from random import Random

from ..texts import read
from .asking import NUMBER_WORDS, Turns, exchange, request, rows, thanked, typed

TEXT = read("small_asks/lists")

# what the list holds, in the plural | one of it | ten or more items in a fixed order
LISTS = rows(TEXT.LISTS)

VERBS = ("name", "name", "list", "give me", "tell me", "write", "write down", "think of", "give me a list of")
COUNTLESS = {"some": 5, "a list of": 5, "a few": 3, "a short list of": 3, "a couple of": 2}
SAME = TEXT.SAME
MORE = TEXT.MORE
FEWER = TEXT.FEWER
ONE = TEXT.ONE
OFFER = "I have many more lists: animals, colors, gifts or games."


def numbered(items: list[str]) -> str:
    """The items as numbered lines, each with a capital."""
    return "\n".join(f"{i}. {item[:1].upper()}{item[1:]}" for i, item in enumerate(items, 1))


def taken(items: list[str], start: int, count: int) -> list[str]:
    """So many items in the table's order from a place, going on at the beginning after the last."""
    return [items[(start + i) % len(items)] for i in range(count)]


def answer(count: int, plural: str, items: list[str]) -> str:
    """The heading, which says the number and the kind, and the lines."""
    verb = "Here is" if count == 1 else "Here are"
    return f"{verb} {NUMBER_WORDS[count]} {plural}:\n{numbered(items)}"


def shown(rng: Random, count: int) -> str:
    """A number as a word or in digits."""
    return NUMBER_WORDS[count] if rng.random() < 0.6 else str(count)


def worded(rng: Random, plural: str) -> str:
    """What the list holds in one of the ways to say it; the heading then says it in the same way."""
    forms = [plural.replace(old, new) for old, new in SAME if old in plural]
    if " of the " in plural:
        forms.append(f"{plural.split(' of the ')[1]} {plural.split(' of the ')[0]}")
    if plural.startswith("names for a "):
        forms.append(f"{plural[12:]} names")
    return rng.choice(forms) if forms and rng.random() < 0.4 else plural


def uncounted(rng: Random, plural: str) -> tuple[str, int]:
    """A request that gives no number, and how many things answer it."""
    if rng.random() < 0.2:
        forms = (
            "{it}?",
            "What {it} do you know?",
            "Which {it} do you know?",
            "list of {it}",
            "Do you know any {it}?",
            "{it} list",
            "What are some {it}?",
        )
        return typed(rng, rng.choice(forms).format(it=plural)), 5
    some = rng.choice(list(COUNTLESS))
    return request(rng, verbs(f"{some} {plural}"), f"{some} {plural}"), COUNTLESS[some]


def verbs(thing: str) -> tuple[str, ...]:
    """The verbs that go with it: neither `a list of a list` nor `name three names`."""
    left = VERBS[:-1] if thing.startswith("a ") else VERBS
    return left[2:] if "names" in thing else left


def asked(rng: Random, plural: str, count: int) -> str:
    """A request for a number of things."""
    thing = f"{shown(rng, count)} {plural}"
    if rng.random() < 0.2:
        form = rng.choice(
            (
                "What are {t}?",
                "Do you know {t}?",
                "I need {t}.",
                "Can you think of {t}?",
                "Make a list of {t}.",
                "I am looking for {t}.",
                "A list of {t}, please.",
            )
        )
        return typed(rng, form.format(t=thing))
    return request(rng, verbs(thing), thing)


def every(rng: Random, plural: str, items: list[str]) -> Turns:
    """All of a kind that has few: the planets, the continents."""
    forms = (
        "Name all the {it}.",
        "name the {it}",
        "List all {it}.",
        "What are the {it}?",
        "Which {it} are there?",
        "Tell me the names of the {it}.",
        "What are the names of all {it}?",
    )
    return exchange(
        typed(rng, rng.choice(forms).format(it=plural)), f"Here are all {NUMBER_WORDS[len(items)]} {plural}:\n{numbered(items)}"
    )


def second(rng: Random, plural: str, items: list[str], start: int, count: int) -> Turns:
    """A second turn: some more of them, or fewer."""
    left = len(items) - count
    if rng.random() < 0.6 and left > 0:
        k = rng.randint(1, min(left, 5))
        ask = rng.choice(MORE).format(k=shown(rng, k), K=shown(rng, k).capitalize())
        text = numbered(taken(items, start + count, k))
        return exchange(typed(rng, ask), f"Here {'is' if k == 1 else 'are'} {NUMBER_WORDS[k]} more:\n{text}")
    k = rng.randint(1, count - 1)
    ask = (
        rng.choice(FEWER)
        .format(k=shown(rng, k), K=shown(rng, k).capitalize())
        .replace("One are", "One is")
        .replace("1 are", "1 is")
    )
    return exchange(typed(rng, ask), numbered(taken(items, start, k)))


def single(rng: Random, kind: str, items: list[str]) -> Turns:
    """One of a kind, and perhaps a second one."""
    a = "an" if kind[0] in "aeio" else "a"
    item = rng.choice(items[:6])
    turns = exchange(
        typed(rng, rng.choice(ONE).format(it=kind, a=a)), f"Here is one {kind}: {item}.".replace("!.", "!").replace("?.", "?")
    )
    if rng.random() < 0.3:
        other = rng.choice([candidate for candidate in items if candidate != item])
        turns += exchange(
            rng.choice(("Another one.", "One more.", "another one please", "And one more?", "again")),
            f"Here is another one: {other}.".replace("!.", "!").replace("?.", "?"),
        )
    return turns


def dialogue(rng: Random) -> Turns:
    """A list of the asked length, perhaps some more of it; or one thing of a kind."""
    plural, kind, text = rng.choice(LISTS)
    items = text.split(", ")
    if rng.random() < 0.1:
        return single(rng, kind, items)
    if plural in ("planets", "continents") and rng.random() < 0.6:
        return every(rng, plural, items)
    plural = worded(rng, plural)
    number = min(rng.choice((2, 3, 3, 3, 4, 5, 5, 5, 6, 7, 8, 9, 10)), len(items))
    ask, number = (asked(rng, plural, number), number) if rng.random() < 0.8 else uncounted(rng, plural)
    start = 0 if rng.random() < 0.5 else rng.randrange(len(items))
    turns = exchange(ask, answer(number, plural, taken(items, start, number)))
    if rng.random() < 0.25:
        turns += second(rng, plural, items, start, number)
    return thanked(rng, turns, OFFER, 0.08)
