"""Light edits of a sentence or a list."""

from random import Random

from ..corpus import Dialogue
from ..words import Stock, joined, sentence, word


def editing(stock: Stock, rng: Random) -> Dialogue:
    """One of the edits below, asked once."""
    return rng.choice((replaced, replaced, shouted, listed))(stock, rng)


def replaced(stock: Stock, rng: Random) -> Dialogue:
    """One word of a text changed wherever it stands."""
    text = joined(lambda: sentence(stock, rng), rng.randint(5, 50))
    words = [w for w in text.split() if w.isalpha()]
    old, new = rng.choice(words or ["the"]), rng.choice((word(stock, rng), rng.choice(stock.names)))
    done = " ".join(new if w == old else w for w in text.split())
    ask = rng.choice((
        "Replace {a} with {b}: {t}", "Replace {a} by {b} in this sentence: {t}", "Change {a} to {b}:\n{t}", "Rewrite this with {b} instead of {a}: {t}",
        "Write this again with {a} changed to {b}:\n{t}", 'Replace "{a}" with "{b}" in this text:\n{t}', "{t}\n\nReplace {a} with {b}.",
    ))
    return [("user", ask.format(a=old, b=new, t=text)), ("assistant", done)]


def shouted(stock: Stock, rng: Random) -> Dialogue:
    """A few words in capitals or in small letters."""
    text = " ".join(word(stock, rng) for _ in range(rng.randint(1, 12)))
    if rng.random() < 0.5:
        return [("user", rng.choice(("Uppercase: {t}", "Write in capitals: {t}", "Uppercase this: {t}")).format(t=text)), ("assistant", text.upper())]
    ask = rng.choice(("Lowercase: {t}", "Write in lower case: {t}", "Lowercase this: {t}"))
    return [("user", ask.format(t=text.upper())), ("assistant", text.lower())]


def listed(stock: Stock, rng: Random) -> Dialogue:
    """Items, given with commas, one a line and numbered or marked."""
    items = [" ".join(word(stock, rng) for _ in range(rng.randint(1, 3))) for _ in range(rng.randint(2, 9))]
    numbered = rng.random() < 0.5
    ask = rng.choice(("Number these: {t}", "Make a numbered list: {t}")) if numbered else rng.choice(("List these: {t}", "Make a list: {t}"))
    lines = (f"{i}. {item}" if numbered else f"- {item}" for i, item in enumerate(items, 1))
    return [("user", ask.format(t=", ".join(items))), ("assistant", "\n".join(lines))]
