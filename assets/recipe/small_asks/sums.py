"""Sums of numbers up to 10: plus, minus, times, and what 10 times a number is divided by; all others are refused. Halves, doubles, bigger, even, one-step stories."""

from __future__ import annotations

from random import Random

from ..texts import read
from .asking import NUMBER_WORDS, Turns, capital, exchange, plural, thanked, typed

TEXT = read("small_asks/sums")
PEOPLE = read("small_asks/people")

SIGNS = {"+": "plus", "-": "minus", "x": "times", "/": "divided by"}
FORMS = TEXT.FORMS
WORDY = TEXT.WORDY
THINGS = TEXT.THINGS
GETS = TEXT.GETS
LOSES = TEXT.LOSES
GROUPS = TEXT.GROUPS
BIGGER = TEXT.BIGGER
SMALLER = TEXT.SMALLER
NEXT = TEXT.NEXT
TOO_BIG = "That sum is too big for me, but I can do small ones, such as 8 + 5 or 6 x 8."
BELOW_ZERO = "That is less than 0, where I cannot count. Try it the other way round."
MOST = 10  # the largest number of a sum that is taught
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
    if sign == "-":
        a = rng.randint(0, MOST)
        return a, rng.randint(0, a)
    if sign == "/":
        b = rng.randint(1, MOST)
        return rng.randint(0, MOST) * b, b
    return rng.randint(0, MOST), rng.randint(0, MOST)


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
    if draw < 0.15 and result <= MOST:
        then = rng.choice("+-")
        c = rng.randint(1, MOST) if then == "+" else rng.randint(0, result)
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
        shown_number = shown(rng, 2 * n) if n <= 10 else str(2 * n)
        return exchange(typed(rng, rng.choice(TEXT.HALF).format(n=shown_number)), f"Half of {2 * n} is {n}.")
    return exchange(typed(rng, rng.choice(TEXT.DOUBLE).format(n=shown(rng, n))), f"Double {n} is {2 * n}.")


def even_or_odd(rng: Random) -> Turns:
    """Whether a number is even."""
    n, ask = rng.randint(0, rng.choice((10, 30, 100))), rng.choice(TEXT.EVEN_ODD)
    return exchange(typed(rng, ask.format(n=shown(rng, n))), parity(n, ask))


def parity(n: int, ask: str) -> str:
    """Even or odd, and after it yes or no where one of the two was asked."""
    kind = "odd" if n % 2 else "even"
    if "even" in ask and "odd" in ask:
        return f"{n} is {kind}."
    return f"{n} is {kind}, so {'yes' if kind in ask else 'no'}."


def one_step(rng: Random) -> Turns:
    """One more or one less."""
    n, ask = rng.randint(1, 30), rng.choice(TEXT.STEP)
    word, step = ("more", 1) if "more" in ask else ("less", -1)
    return exchange(typed(rng, ask.format(n=shown(rng, n))), f"One {word} than {n} is {n + step}.")


def compared(rng: Random) -> Turns:
    """Two numbers compared: the fact first, and after it yes or no where that was asked."""
    most = rng.choice((11, 11, 11, 21, 21, 101))
    a, b = rng.sample(range(most), 2)
    draw = rng.random()
    if draw < 0.07:
        return of_three(rng, most)
    if draw < 0.1:
        b = a
    forms, word = rng.choice(((BIGGER, "bigger"), (SMALLER, "smaller")))
    asking = rng.random() < 0.55 or a == b
    ask = rng.choice([form for form in forms if form.lower().startswith("is ") == asking])
    left, right = (shown(rng, a), shown(rng, b)) if rng.random() < 0.35 else (str(a), str(b))
    text = ask.format(a=left, b=right)
    return exchange(typed(rng, capital(text) if rng.random() < 0.3 else text), fact(a, b, word) + (conclusion(a, b, word) if asking else "") + ".")


def fact(a: int, b: int, word: str) -> str:
    """How the two stand, in the word that was asked."""
    if a == b:
        return f"{a} and {b} are the same"
    best, other = (a, b) if (a > b) == (word == "bigger") else (b, a)
    return f"{best} is {word} than {other}"


def conclusion(a: int, b: int, word: str) -> str:
    """Whether the first is bigger, or smaller."""
    return ", so yes" if a != b and (a > b) == (word == "bigger") else ", so no"


def of_three(rng: Random, most: int) -> Turns:
    """The biggest or smallest of three."""
    row, (word, best) = rng.sample(range(most), 3), rng.choice((("biggest", max), ("smallest", min)))
    a, b, c = (shown(rng, n) for n in row)
    return exchange(typed(rng, rng.choice(TEXT.OF_THREE).format(w=word, a=a, b=b, c=c)), f"{best(row)} is the {word}.")


def story(rng: Random) -> Turns:
    """A problem of one step."""
    sign = rng.choices("+-x", (4, 3, 2))[0]
    forms = {"+": GETS, "-": LOSES, "x": GROUPS}[sign]
    form, thing = rng.choice(forms), rng.choice(THINGS)
    a, b = rng.randint(2, MOST), rng.randint(2, MOST)
    if sign == "-":
        a = rng.randint(3, MOST)
        b = rng.randint(2, a - 1)
    text = form.format(a=shown(rng, a), b=shown(rng, b), t=plural(thing), n=rng.choice(PEOPLE.FIRST_NAMES))
    text = text[0].upper() + text[1:] if not form.startswith("i ") else text
    result = value(a, sign, b)
    return exchange(typed(rng, text), f"{equation(a, sign, b)} That makes {result} {thing if result == 1 else plural(thing)}.")


def too_big(rng: Random) -> Turns:
    """A sum that is not taught: that is said."""
    sign = rng.choice("+-xx/")
    if rng.random() < 0.5:
        return exchange(asked(rng, *just_beyond(rng, sign)), TOO_BIG)
    most = rng.choice((99, 99, 999, 9999))
    b = rng.randint(21, min(most, 999) - 1)
    a = rng.randint(b + 1, most)
    return exchange(asked(rng, a, sign, b), TOO_BIG)


def just_beyond(rng: Random, sign: str) -> tuple[int, str, int]:
    """A sum with one number, or both, a little too large for `drawn`: what only resembles the taught ones is guessed otherwise (2 x 19 = 48)."""
    if sign == "+":
        pair = [rng.randint(0, 20), rng.randint(MOST + 1, 30)]
    elif sign == "-":
        pair = [rng.randint(MOST + 1, 30), rng.randint(0, 20)]
    elif sign == "/":
        b = rng.randint(11, 20)
        pair = [b * rng.randint(2, 12), b]
    else:
        pair = [rng.randint(2, 20), rng.randint(11, 20)]
    if sign != "/":
        rng.shuffle(pair)
    return pair[0], sign, pair[1]


def below_zero(rng: Random) -> Turns:
    """A difference that is less than 0: that is said."""
    a = rng.randint(0, MOST - 1)
    b = rng.randint(a + 1, MOST)
    return exchange(asked(rng, a, "-", b), BELOW_ZERO)


def dialogue(rng: Random) -> Turns:
    """A sum in one of its forms."""
    kind = rng.choices((plain, halves, compared, even_or_odd, one_step, story, too_big, below_zero), (10, 1.6, 7, 0.9, 0.8, 2.5, 4.0, 1.6))[0]
    return thanked(rng, kind(rng), OFFER, 0.05)
