"""Small Python functions on request, each with a call and its result, so that a test can run them; and very small programs."""

from __future__ import annotations

import keyword
import re
from random import Random

from ..texts import read
from .asking import Turns, blocks, capital, exchange, request, thanked, typed

TEXT = read("small_asks/python_functions")

# what it does as `to ...` | the same as `that ...` | what it is called, then an explanation, the code, a call, its result
FUNCTIONS = blocks(TEXT.FUNCTIONS.replace("import random\n\n", "import random\n\f\n"))

# what it does as `to ...`, then the code
PROGRAMS = blocks(TEXT.PROGRAMS)

TASKS = TEXT.TASKS
QUESTIONS = TEXT.QUESTIONS
VERBS = ("write", "write", "write", "give me", "write me", "show me", "make", "code", "create")
PROGRAM_TASKS = TEXT.PROGRAM_TASKS
PROGRAM_QUESTIONS = TEXT.PROGRAM_QUESTIONS
EXPLAIN = TEXT.EXPLAIN
EXAMPLE = TEXT.EXAMPLE
RENAME = TEXT.RENAME
NEW_NAMES = TEXT.NEW_NAMES
OFFER = "I can write more small functions: just say what one should do."


def code_of(entry: tuple[str, ...]) -> str:
    """The function's text."""
    return "\n".join(line.strip("\f") for line in entry[2:-2])


def check_of(entry: tuple[str, ...]) -> tuple[str, str]:
    """A call of the function, and the repr of what it gives."""
    return entry[-2].removeprefix(">>> "), entry[-1]


CHECKS = tuple((code_of(entry), *check_of(entry)) for entry in FUNCTIONS)


def fenced(code: str) -> str:
    """Code as a reply."""
    return f"```python\n{code}\n```"


def name_of(code: str) -> str:
    """The name of the function that is defined."""
    return re.search(r"def (\w+)", code)[1]


def asked(rng: Random, entry: tuple[str, ...]) -> str:
    """A request by what it does, by what it is called, or by the function's name."""
    do, does, it = (part.strip() for part in entry[0].split("|"))
    slots = {"do": do, "does": does, "it": it, "name": name_of(code_of(entry))}
    if rng.random() < 0.35:
        ask = rng.choice(QUESTIONS)
        slots["it"] = it if " for {it}" in ask else re.sub("^(a|an|the) ", "", it)
        ask = ask.format(**slots)
        return ask if rng.random() < 0.6 else capital(ask)
    text = request(rng, VERBS, "THING", 0.05)
    return re.sub("thing", lambda _: rng.choice(TASKS).format(**slots), text, count=1, flags=re.IGNORECASE)


def parts(code: str) -> list[str]:
    """The names that can be renamed: the function's, its arguments', its variables'."""
    found = re.findall(r"def (\w+)|\((\w+)[,)]|, (\w+)[,)]|^ +(\w+) (?:=|\+=|\*=) |for (\w+) in", code, re.MULTILINE)
    seen = dict.fromkeys(name for group in found for name in group if name and not name.isdigit() and name != "_")
    return [
        name
        for name in seen
        if re.search(rf"def {name}\b|def .*[(, ]{name}[,)]|^ +{name} (?:=|\+=|\*=)|for {name} in", code, re.MULTILINE)
    ]


def renamed(code: str, old: str, new: str) -> str:
    """The code with every whole occurrence of a name changed, but not inside quotes."""
    pieces = re.split(r'("[^"]*")', code)
    return "".join(piece if piece.startswith('"') else re.sub(rf"\b{old}\b", new, piece) for piece in pieces)


def new_name(rng: Random, code: str) -> str:
    """A name that the code does not hold."""
    return rng.choice([name for name in NEW_NAMES if not re.search(rf"\b{name}\b", code) and not keyword.iskeyword(name)])


def renaming(rng: Random, code: str) -> tuple[Turns, str]:
    """A second turn that has one name changed, and the new code."""
    old, new = rng.choice(parts(code)), new_name(rng, code)
    after = renamed(code, old, new)
    return exchange(rng.choice(RENAME).format(a=old, b=new), fenced(after)), after


def follow(rng: Random, entry: tuple[str, ...], code: str) -> Turns:
    """What comes after a function: its meaning, an example, a new name or two."""
    turns: Turns = []
    draw = rng.random()
    if draw < 0.2:
        turns += exchange(rng.choice(EXPLAIN), entry[1])
    elif draw < 0.3 and "\f" not in "\n".join(entry) and not check_of(entry)[0].startswith("1 "):
        turns += exchange(rng.choice(EXAMPLE), "For example, `{}` gives `{}`.".format(*check_of(entry)))
    if rng.random() < 0.4:
        again, code = renaming(rng, code)
        turns += again
        if rng.random() < 0.25:
            turns += renaming(rng, code)[0]
    return turns


def program(rng: Random) -> Turns:
    """A very small program that is no function."""
    does, *code = rng.choice(PROGRAMS)
    do = rng.choice(does.split("|"))
    if rng.random() < 0.4:
        ask = typed(rng, rng.choice(PROGRAM_QUESTIONS).format(do=do, Do=capital(do)))
    else:
        ask = request(rng, VERBS, rng.choice(PROGRAM_TASKS).format(do=do))
    return exchange(ask, fenced("\n".join(code)))


def dialogue(rng: Random) -> Turns:
    """A small function on request, and questions and renamings after it."""
    if rng.random() < 0.1:
        return thanked(rng, program(rng), OFFER, 0.06)
    entry = rng.choice(FUNCTIONS)
    code = code_of(entry)
    turns = exchange(asked(rng, entry), fenced(code)) + follow(rng, entry, code)
    if rng.random() < 0.08:
        other = rng.choice([function for function in FUNCTIONS if function is not entry])
        turns += exchange(asked(rng, other), fenced(code_of(other)))
    return thanked(rng, turns, OFFER, 0.08)
