"""Reads the text files in `text/`: what the programs make conversations from, by kind.

A file begins with a line that says what it holds. Then come its sections; a heading gives a section's name and, unless it is a list of lines,
its shape:

    == NAME             one item a line: a tuple of strings
    == NAME words       items parted by spaces: a tuple of strings
    == NAME list        items parted by semicolons, on any number of lines: a tuple of strings
    == NAME blocks      items of several lines, parted by lines of three hyphens: a tuple of strings
    == NAME rows        one item a line, its parts divided by " | ": a tuple of tuples of strings
    == NAME pairs       "key | value" on every line: a dictionary
    == NAME groups      "[key]" on a line of its own, its items on the lines below: a dictionary of tuples
    == NAME trees       items that are strings or tuples of such items: "- " before a string, "-" alone before the parts of a tuple, which are
                        indented by two spaces more; "- |" before a string of several lines, indented likewise
    == NAME forests     "[key]" on a line of its own, a tuple as trees have them below: a dictionary
    == NAME text        all of it, as one string

In a line, a backslash is written "\\\\", a space at either end "\\_", a newline "\\n" and an empty item "~". Empty lines count in blocks, text and
strings of several lines only.
"""

import re
from functools import cache
from pathlib import Path
from types import SimpleNamespace

FOLDER = Path(__file__).resolve().parent / "text"
ESCAPE = re.compile(r"\\[_n\\]")
MEANT = {"\\_": " ", "\\n": "\n", "\\\\": "\\"}


class Texts(SimpleNamespace):
    """The sections of a file, each an attribute."""

    def __getattr__(self, name: str):  # for type checkers: what a section's shape is stands in the file
        raise AttributeError(f"no section {name} in this text file")


@cache
def read(name: str) -> Texts:
    """The sections of `text/NAME.txt`."""
    return parsed((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))


def parsed(text: str) -> Texts:
    """The sections of a file's text, each in its shape."""
    found = Texts()
    for section in ("\n" + text).split("\n== ")[1:]:
        heading, _, body = section.partition("\n")
        name, _, shape = heading.partition(" ")
        setattr(found, name, SHAPES[shape](body))
    return found


def lines(body: str) -> tuple[str, ...]:
    """One item a line."""
    return tuple(item(line) for line in body.splitlines() if line.strip())


def item(line: str) -> str:
    """A line's string, without what stands for spaces, newlines and nothing."""
    line = line.strip()
    return "" if line == "~" else ESCAPE.sub(lambda found: MEANT[found[0]], line) if "\\" in line else line


def rows(body: str) -> tuple[tuple[str, ...], ...]:
    """Tuples of a line each."""
    return tuple(tuple(map(item, line.split(" | "))) for line in body.splitlines() if line.strip())


def keyed(body: str) -> dict[str, list[str]]:
    """The lines below each key."""
    found: dict[str, list[str]] = {}
    for line in body.splitlines():
        if line.startswith("[") and line.endswith("]"):
            found[item(line[1:-1])] = []
        elif found:
            found[list(found)[-1]].append(line)
    return found


def groups(body: str) -> dict[str, tuple[str, ...]]:
    """Tuples of lines by key."""
    return {key: lines("\n".join(below)) for key, below in keyed(body).items()}


def trees(body: str) -> tuple:
    """Items that are strings or tuples of items."""
    stack: list[list] = [[]]
    several: list[str] | None = None  # the lines of a string of several, while they go on
    for line in [*body.splitlines(), "-"]:
        depth, mark = (len(line) - len(line.lstrip(" "))) // 2, line.strip()
        if several is not None and (depth >= len(stack) or not mark):
            several.append(line[2 * len(stack) :])
            continue
        if several is not None:
            stack[-1].append("\n".join(several).rstrip("\n"))
            several = None
        if not mark:
            continue
        del stack[depth + 1 :]
        if mark == "-":
            stack[depth].append([])
            stack.append(stack[depth][-1])
        elif mark == "- |":
            several = []
        else:
            stack[depth].append(item(mark[2:]))
    return _frozen(stack[0][:-1])


def _frozen(part):
    return tuple(map(_frozen, part)) if isinstance(part, list) else part


def forests(body: str) -> dict[str, tuple]:
    """Tuples of items by key."""
    return {key: trees("\n".join(below)) for key, below in keyed(body).items()}


SHAPES = {
    "": lines,
    "words": lambda body: tuple(body.split()),
    "list": lambda body: tuple(" ".join(part.split()) for part in body.split(";") if part.strip()),
    "blocks": lambda body: tuple(block.strip("\n") for block in ("\n" + body.rstrip("\n") + "\n").split("\n---\n")),
    "rows": rows,
    "pairs": lambda body: dict(rows(body)),
    "groups": groups,
    "trees": trees,
    "forests": forests,
    "text": lambda body: body.strip("\n"),
}
