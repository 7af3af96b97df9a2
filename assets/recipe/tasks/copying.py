"""Repeat a passage exactly, asked in many ways."""

from random import Random

from ..corpus import Dialogue
from ..texts import read
from ..words import Stock, passage

TEXT = read("tasks/copying")

VERBS = TEXT.VERBS
ENDS = TEXT.ENDS
AGAIN = ("Now this", "And this one", "Again", "Next", "Now repeat this", "Same for this", "Another one", "Repeat this too")


def size(rng: Random) -> int:
    """How many words to copy: mostly 5 to 60, now and then 150."""
    return rng.choice((rng.randint(1, 12), rng.randint(10, 45), rng.randint(30, 60), rng.randint(5, 110)))


def copying(stock: Stock, rng: Random) -> Dialogue:
    """One passage and its repetition, or up to three in a row."""
    text = passage(stock, rng, size(rng))
    turns = ask(rng, rng.choice(VERBS), text)
    while rng.random() < 0.12 and len(turns) < 6:
        turns += ask(rng, rng.choice(AGAIN + VERBS), passage(stock, rng, size(rng) // 2 + 1))
    return turns


def ask(rng: Random, verb: str, text: str) -> Dialogue:
    """The request in one of its layouts. Quotes are not part of the passage; a fence is."""
    if rng.random() < 0.15:
        verb = verb.lower()
    layout = rng.choices(("inline", "line", "gap", "quoted", "after", "fenced"), (34, 30, 8, 10, 10, 8))[0]
    if layout == "quoted" and '"' not in text:
        return [("user", f'{verb}{rng.choice((": ", " "))}"{text}"'), ("assistant", text)]
    if layout == "fenced":
        text = f"```{rng.choice(('', '', 'python', 'text'))}\n{text}\n```"
        return [("user", f"{verb}:\n{text}"), ("assistant", text)]
    if layout == "after":
        return [("user", text + rng.choice(("\n", "\n\n")) + rng.choice(ENDS)), ("assistant", text)]
    between = {"line": ":\n", "gap": ":\n\n"}.get(layout) or rng.choice((": ", ": ", ": ", " - ", ". ", "\n"))
    return [("user", verb + between + text), ("assistant", text)]
