"""Raw material for the tasks: words, names, numbers, sentences, and passages made of them."""

import re
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from .code import library, snippet
from .corpus import Dialogue, names_of

ONSETS = "b c d f g h j k l m n p r s t v w z br ch cl dr fl gr pl pr qu sh sl st th tr".split()
VOWELS = "a e i o u ai ea ee io oa ou y".split()
ENDS = " b ck d l ll m n nd ng p r rt s st t x ".split(" ")
PROSE = re.compile(r"(?<=[.\n] )[A-Z][a-z][^\n\"`*{}<>|=_\\]{20,160}[.]")


@dataclass
class Stock:
    """The material of the tasks; none of it from the `test` split or from held-out files."""

    dialogues: list[Dialogue]
    files: list[list[str]]
    words: list[str]
    names: list[str]
    sentences: list[str]
    idents: list[str]
    stories: list[Dialogue] = field(default_factory=list)  # requests with the corpus's own stories
    small_talk: list[Dialogue] = field(default_factory=list)  # its small talk


def gather(dialogues: list[Dialogue], unseen: bool = False) -> Stock:
    """The stock made from these dialogues and the library's files (the held-out ones if `unseen`)."""
    files = library(unseen)
    texts = [text for d in dialogues for _, text in d]
    prose = [" ".join(found.split()) for lines in files for found in PROSE.findall(" ".join(lines))]
    counts = Counter(re.findall(r"[a-z]{2,}", " ".join(texts + prose).lower()))
    idents = Counter(re.findall(r"\b[a-z_][a-zA-Z_]{1,18}\b", "\n".join("\n".join(lines) for lines in files)))
    return Stock(
        dialogues,
        files,
        sorted(w for w, c in counts.items() if c > 2),
        names_of(dialogues),
        [s for s in texts if 15 < len(s) < 200] + prose,
        sorted(w for w, c in idents.items() if c > 3 and not w.startswith("__")),
    )


def invented(rng: Random) -> str:
    """A random pronounceable word."""
    parts = (rng.choice(ONSETS) + rng.choice(VOWELS) + rng.choice(ENDS) for _ in range(rng.choice((1, 2, 2, 3))))
    return "".join(parts)


def word(stock: Stock, rng: Random) -> str:
    """A known word, now and then an invented or a capitalised one."""
    w = invented(rng) if rng.random() < 0.2 else rng.choice(stock.words)
    return w.capitalize() if rng.random() < 0.08 else w


def number(rng: Random) -> str:
    """Digits in one of the shapes that people copy: plain, price, clock, date, phone, hexadecimal, code."""
    n = rng.randint
    return rng.choice((
        lambda: str(n(0, 10 ** n(1, 8))),
        lambda: f"${n(1, 999)}.{n(0, 99):02d}",
        lambda: f"{n(0, 23)}:{n(0, 59):02d}",
        lambda: f"{n(1990, 2035)}-{n(1, 12):02d}-{n(1, 28):02d}",
        lambda: f"{n(200, 989)}-{n(200, 999)}-{n(0, 9999):04d}",
        lambda: f"{n(0, 16**8):x}",
        lambda: "".join(rng.choice("ABCDEFGHJKLMNPQRSTUVWXYZ0123456789") for _ in range(n(4, 10))),
        lambda: f"{rng.choice('ABCDEFGHKLMNPRSTX')}{n(10, 9999)}-{n(0, 99)}",
        lambda: f"{n(1, 255)}.{n(0, 255)}.{n(0, 255)}.{n(1, 254)}",
    ))()


def identifier(stock: Stock, rng: Random) -> str:
    """A name for code: known, compound, camel-cased, invented or short."""
    a, b = rng.choice(stock.idents), rng.choice(stock.words)
    return rng.choice((
        lambda: a,
        lambda: f"{b}_{rng.choice(stock.words)}",
        lambda: b + rng.choice(stock.words).capitalize(),
        lambda: rng.choice(stock.words),
        lambda: invented(rng),
        lambda: f"{invented(rng)}_{b}",
        lambda: f"{b}{rng.randint(1, 99)}",
        lambda: f"_{b}",
        lambda: rng.choice("abcdefghijkmnpqrstuvwxyz"),
        lambda: b.capitalize() + rng.choice(stock.words).capitalize(),
    ))()


def sentence(stock: Stock, rng: Random) -> str:
    """A sentence of the corpus, sometimes with a name or number inserted."""
    text = rng.choice(stock.sentences)
    if rng.random() < 0.2:
        parts = text.split()
        parts[rng.randrange(len(parts))] = rng.choice((number(rng), rng.choice(stock.names), invented(rng)))
        text = " ".join(parts)
    return text


def passage(stock: Stock, rng: Random, size: int) -> str:
    """About `size` words of one kind of text: words, sentences, numbers, lists, code, or a mixture."""
    kind = rng.choices(("words", "sentences", "numbers", "list", "code", "mixture"), (28, 30, 8, 8, 14, 12))[0]
    if kind == "words":
        return " ".join(word(stock, rng) for _ in range(size))
    if kind == "sentences":
        return joined(lambda: sentence(stock, rng), size)
    if kind == "numbers":
        return rng.choice((" ", ", ", "\n")).join(number(rng) for _ in range(max(1, size // 4)))
    if kind == "list":
        mark = rng.choice(("- ", "* ", "", "{}. "))
        short = (" ".join(word(stock, rng) for _ in range(rng.randint(1, 4))) for _ in range(max(2, size // 4)))
        return "\n".join(mark.format(i + 1) + item for i, item in enumerate(short))
    if kind == "code":
        return snippet(stock.files, rng, most=max(3, size // 4))
    pick = (lambda: word(stock, rng), lambda: number(rng), lambda: rng.choice(stock.names), lambda: identifier(stock, rng))
    return " ".join(rng.choices(pick, (5, 2, 2, 1))[0]() for _ in range(size))


def joined(make, size: int) -> str:
    """Pieces of text until there are at least `size` words, joined by blanks and cut to 1.2 times that."""
    words: list[str] = []
    while len(words) < size:
        words += make().split()
    return " ".join(words[: size + size // 5])
