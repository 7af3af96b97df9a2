"""Repeat a passage exactly, asked in many ways."""

from random import Random

from ..corpus import Dialogue
from ..words import Stock, passage

VERBS = (
    "Repeat exactly", "Repeat this text exactly", "Repeat this exactly", "Copy the following word for word", "Say this back",
    "Repeat the following text", "Repeat after me", "Echo this", "Echo the following", "Copy this", "Copy this text", "Repeat",
    "Repeat word for word", "Please repeat exactly", "Please repeat the following exactly", "Write this out again", "Say this again",
    "Reproduce this text exactly", "Reproduce the following verbatim", "Copy verbatim", "Quote this back to me",
    "Repeat this passage exactly", "Repeat the passage below, word for word", "Type this again exactly as it is",
    "Output the following text unchanged", "Print this text", "Give me this text back", "Repeat the text below exactly",
    "Say exactly this", "Repeat this back to me", "Copy out this passage", "Write the same text again", "Say it again",
    "Can you repeat this exactly", "Could you copy this for me", "I want you to repeat this word for word",
    "Return this text without any changes", "Recite the following", "Copy the passage", "Copy exactly", "Repeat this",
)
ENDS = (
    "Repeat the text above exactly.", "Repeat that exactly.", "Copy the text above word for word.", "Say that back to me.",
    "Repeat this text.", "Please repeat the passage above.", "Now copy this exactly.", "Repeat this word for word.",
)
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
