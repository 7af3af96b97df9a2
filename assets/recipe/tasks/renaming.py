"""Write code again with one name changed throughout, asked in many ways."""

from random import Random

from ..code import identifiers, rename, snippet
from ..corpus import Dialogue
from ..texts import read
from ..words import Stock, identifier

TEXT = read("tasks/renaming")

BEFORE = TEXT.BEFORE
AFTER = TEXT.AFTER
FENCES = ("```", "```python", "```py")


def renaming(stock: Stock, rng: Random, most: int = 25) -> Dialogue:
    """A snippet of at most `most` lines and the same with one name changed."""
    text, old = chosen(stock, rng, most)
    new = identifier(stock, rng)
    while new == old or new in text:
        new = identifier(stock, rng)
    return layout(rng, text, rename(text, old, new), old, new)


def chosen(stock: Stock, rng: Random, most: int) -> tuple[str, str]:
    """A snippet and the name in it to change: one that occurs more than once, four times in five."""
    while True:
        text = snippet(stock.files, rng, rng.randint(3, most))
        names = identifiers(text)
        often = sorted(n for n, count in names.items() if count > 1)
        pool = often if often and rng.random() < 0.8 else sorted(names)
        if pool:
            return text, rng.choice(pool)


def layout(rng: Random, text: str, done: str, old: str, new: str) -> Dialogue:
    """The request: fenced code is answered fenced, names are bare or in ticks."""
    if rng.random() < 0.25:
        fence = rng.choice(FENCES)
        text, done = f"{fence}\n{text}\n```", f"{fence}\n{done}\n```"
    tick = rng.choice(("", "", "", "`", "'"))
    names = {"a": tick + old + tick, "b": tick + new + tick}
    if rng.random() < 0.15:
        request = text + rng.choice(("\n", "\n\n")) + rng.choice(AFTER).format(**names)
    else:
        ask = rng.choice(BEFORE).format(**names)
        ask = ask.lower() if ask.isascii() and rng.random() < 0.1 and old.islower() and new.islower() else ask
        request = ask + rng.choice((":\n", ":\n", ":\n", ":\n\n", ": ", ".\n", "\n")) + text
    return [("user", request), ("assistant", done)]
