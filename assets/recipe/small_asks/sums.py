"""Sums of small numbers: plus to 20 + 20, minus within 20, times to 10 x 10, halves, doubles, bigger, one-step stories."""

from __future__ import annotations

from random import Random

from .asking import NUMBER_WORDS, Turns, exchange, names, plural, thanked, typed
from .people import FIRST_NAMES

SIGNS = {"+": "plus", "-": "minus", "x": "times", "/": "divided by"}
FORMS = (
    "What is {a} {w} {b}?", "what is {a} {w} {b}", "What is {a} {s} {b}?", "{a}{s}{b}", "{a} {s} {b}", "{a} {s} {b} =",
    "{a}{s}{b}=", "{a} {s} {b}?", "{a} {s} {b} = ?", "How much is {a} {w} {b}?", "How much is {a} {s} {b}?", "{a} {w} {b}",
    "What's {a} {s} {b}?", "what's {a} {w} {b}", "Calculate {a} {s} {b}.", "Can you tell me what {a} {w} {b} is?",
    "{a} {w} {b}?", "Please tell me {a} {w} {b}.", "Do you know what {a} {s} {b} is?", "How many is {a} {w} {b}?",
    "{a} {w} {b} is?", "Compute {a} {s} {b}", "tell me {a} {s} {b}",
)
WORDY = {
    "+": (
        "Add {a} and {b}.",
        "add {a} and {b}",
        "What is the sum of {a} and {b}?",
        "Can you add {a} and {b}?",
        "{a} and {b} makes?",
        "Add {b} to {a}.",
    ),
    "-": (
        "Take {b} away from {a}.",
        "Subtract {b} from {a}.",
        "What is {a} take away {b}?",
        "subtract {b} from {a}",
        "What is left if I take {b} from {a}?",
    ),
    "x": (
        "Multiply {a} by {b}.",
        "multiply {a} and {b}",
        "What is the product of {a} and {b}?",
        "What is {a} multiplied by {b}?",
        "{a}*{b}",
        "{a} * {b}",
        "What is {a} * {b}?",
    ),
    "/": ("Divide {a} by {b}.", "divide {a} by {b}", "Can you divide {a} by {b}?"),
}
THINGS = names("""
apple pear plum egg cookie marble book pencil coin balloon flower stone shell card button cake nut ball star sock cup ticket
stamp candle orange berry carrot toy leaf hen
""")
GETS = (
    "I have {a} {t} and get {b} more. How many {t} do I have?",
    "{n} has {a} {t} and finds {b} more. How many {t} does {n} have now?",
    "There are {a} {t} in a box, and I put in {b} more. How many are in the box?",
    "I had {a} {t}. My friend gave me {b} more. How many do I have now?",
    "{n} has {a} {t} and I have {b} {t}. How many do we have together?",
    "If I have {a} {t} and buy {b} more, how many {t} do I have?", "i have {a} {t} and get {b} more, how many?",
)
LOSES = (
    "I have {a} {t} and give away {b}. How many are left?", "{n} has {a} {t} and loses {b}. How many {t} are left?",
    "There are {a} {t} on the table, and I take {b}. How many are left?",
    "I had {a} {t} and gave {b} to {n}. How many do I have left?", "If I have {a} {t} and lose {b}, how many {t} do I have?",
    "i have {a} {t} and give away {b}, how many are left",
)
GROUPS = (
    "I have {a} bags with {b} {t} in each. How many {t} is that?",
    "There are {a} boxes with {b} {t} each. How many {t} are there?",
    "{a} children have {b} {t} each. How many {t} do they have?", "One box holds {b} {t}. How many {t} are in {a} boxes?",
)
BIGGER = (
    "Which is bigger, {a} or {b}?", "What is bigger, {a} or {b}?", "which number is bigger, {a} or {b}",
    "Is {a} bigger than {b}?", "Is {a} more than {b}?", "Which is more: {a} or {b}?",
)
SMALLER = (
    "Which is smaller, {a} or {b}?", "What is less, {a} or {b}?", "which number is smaller, {a} or {b}",
    "Is {a} smaller than {b}?", "Is {a} less than {b}?",
)
NEXT = {
    "+": ("And plus {b}?", "plus {b}?", "and {b} more?", "Now add {b}."),
    "-": ("And minus {b}?", "minus {b}?", "and take away {b}?", "Now subtract {b}."),
}
TOO_BIG = "That is too big for me. I only know small sums, such as 8 + 5 or 6 x 8."
OFFER = "Give me another one, if you like."


def shown(rng: Random, n: int) -> str:
    """A number in digits, or as a word up to twenty."""
    return NUMBER_WORDS[n] if n <= 20 and rng.random() < 0.25 else str(n)


def value(a: int, sign: str, b: int) -> int:
    """What the sum gives."""
    return {"+": a + b, "-": a - b, "x": a * b, "/": a // b if b else 0}[sign]


def equation(a: int, sign: str, b: int) -> str:
    """The sum as a sentence."""
    return f"{a} {sign} {b} = {value(a, sign, b)}."


def drawn(rng: Random, sign: str) -> tuple[int, int]:
    """Two numbers for a sign, within what we teach."""
    if sign == "+":
        most = rng.choice((10, 20))
        return rng.randint(0, most), rng.randint(0, most)
    if sign == "-":
        a = rng.randint(0, 20)
        return a, rng.randint(0, a)
    a, b = rng.randint(0, 10), rng.randint(1, 10)
    return (a, b) if sign == "x" else (a * b, b)


def asked(rng: Random, a: int, sign: str, b: int) -> str:
    """The sum as a person types it."""
    form = rng.choice(FORMS if rng.random() < 0.8 else WORDY[sign])
    digits = "{s}" in form or "*" in form
    left, right = (str(a), str(b)) if digits or rng.random() < 0.6 else (shown(rng, a), shown(rng, b))
    mark = rng.choice("xx*") if sign == "x" else sign
    text = form.format(a=left, b=right, s=mark, w=SIGNS[sign])
    return typed(rng, text[0].upper() + text[1:] if rng.random() < 0.5 else text)


def plain(rng: Random) -> Turns:
    """A sum, and perhaps another, or the result carried on."""
    sign = rng.choices("+-x/", (5, 3, 3, 1))[0]
    a, b = drawn(rng, sign)
    turns = exchange(asked(rng, a, sign, b), equation(a, sign, b))
    draw, result = rng.random(), value(a, sign, b)
    if draw < 0.15 and result <= 20:
        then = rng.choice("+-")
        c = rng.randint(1, 20) if then == "+" else rng.randint(0, result)
        turns += exchange(rng.choice(NEXT[then]).format(b=c), equation(result, then, c))
    elif draw < 0.35:
        a, b = drawn(rng, sign)
        turns += exchange(
            rng.choice(("And {q}?", "and {q}", "{q}", "And {q} ?", "ok, and {q}?")).format(
                q=f"{a} {rng.choice((sign, SIGNS[sign]))} {b}"
            ),
            equation(a, sign, b),
        )
    return turns


def halves(rng: Random) -> Turns:
    """A half or a double."""
    n = rng.randint(1, 20)
    if rng.random() < 0.5:
        ask = rng.choice(
            ("What is half of {n}?", "half of {n}", "How much is half of {n}?", "What is the half of {n}?", "Half of {n}?")
        )
        return exchange(typed(rng, ask.format(n=shown(rng, 2 * n) if n <= 10 else 2 * n)), f"Half of {2 * n} is {n}.")
    ask = rng.choice(
        (
            "What is double {n}?",
            "double {n}",
            "What is twice {n}?",
            "Double {n}.",
            "How much is double {n}?",
            "What is the double of {n}?",
        )
    )
    return exchange(typed(rng, ask.format(n=shown(rng, n))), f"Double {n} is {2 * n}.")


def compared(rng: Random) -> Turns:
    """Which of two numbers is bigger or smaller."""
    a, b = rng.sample(range(101), 2) if rng.random() < 0.6 else rng.sample(range(21), 2)
    forms, word = (BIGGER, "bigger") if rng.random() < 0.6 else (SMALLER, "smaller")
    ask = rng.choice(forms)
    first = (a > b) == (word == "bigger")
    best, other = (a, b) if first else (b, a)
    yes = ("Yes, " if first else "No, ") if ask.startswith("Is") else ""
    return exchange(typed(rng, ask.format(a=a, b=b)), f"{yes}{best} is {word} than {other}.")


def story(rng: Random) -> Turns:
    """A problem of one step."""
    sign = rng.choices("+-x", (4, 3, 2))[0]
    forms = {"+": GETS, "-": LOSES, "x": GROUPS}[sign]
    form, thing = rng.choice(forms), rng.choice(THINGS)
    a, b = (rng.randint(2, 20), rng.randint(2, 20)) if sign == "+" else (rng.randint(2, 10), rng.randint(2, 10))
    if sign == "-":
        a = rng.randint(3, 20)
        b = rng.randint(2, a - 1)
    text = form.format(a=shown(rng, a), b=shown(rng, b), t=plural(thing), n=rng.choice(FIRST_NAMES))
    text = text[0].upper() + text[1:] if not form.startswith("i ") else text
    result = value(a, sign, b)
    return exchange(typed(rng, text), f"{equation(a, sign, b)} That makes {result} {thing if result == 1 else plural(thing)}.")


def too_big(rng: Random) -> Turns:
    """A sum that is not taught: that is said."""
    sign = rng.choice("+-xx/")
    a, b = rng.randint(101, 9999), rng.randint(21, 999)
    return exchange(asked(rng, a, sign, b), TOO_BIG)


def dialogue(rng: Random) -> Turns:
    """A sum in one of its forms."""
    kind = rng.choices((plain, halves, compared, story, too_big), (10, 1.2, 1.2, 2.5, 0.5))[0]
    return thanked(rng, kind(rng), OFFER, 0.05)
