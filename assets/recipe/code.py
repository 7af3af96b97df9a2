"""Snippets of Python's standard library, some files held out by name, and whole-identifier renaming."""

import io
import keyword
import re
import sysconfig
import textwrap
import tokenize
from collections import Counter
from pathlib import Path
from random import Random
from zlib import crc32

SKIP = ("test", "tests", "idlelib", "lib2to3", "encodings", "site-packages", "turtledemo", "pydoc_data", "__pycache__")


def held_out(name: str) -> bool:
    """Whether a file of this name is kept from training: one in eight, by the name alone."""
    return crc32(name.encode()) % 8 == 0


def library(unseen: bool) -> list[list[str]]:
    """Lines of every library file: the held-out ones, or the others."""
    root = Path(sysconfig.get_path("stdlib"))
    files = (f for f in sorted(root.rglob("*.py")) if not set(f.relative_to(root).parts) & set(SKIP))
    texts = (f.read_text(encoding="utf-8", errors="ignore") for f in files if held_out(f.name) == unseen)
    return [text.splitlines() for text in texts if text.isascii() and 40 < text.count("\n") < 4000]


def snippet(files: list[list[str]], rng: Random, most: int = 25) -> str:
    """3 to `most` consecutive lines from a place where a block begins, usually moved to the margin."""
    while True:
        lines = rng.choice(files)
        start = rng.randrange(len(lines))
        count = rng.randint(3, most)
        begins = [i for i in range(start, min(start + 60, len(lines))) if opens_well(lines[i], lines[i - 1])]
        if not begins:
            continue
        taken = lines[begins[0] : begins[0] + count]
        while taken and not taken[-1].strip():
            taken.pop()
        text = "\n".join(line.rstrip() for line in taken)
        if rng.random() < 0.8:
            text = textwrap.dedent(text)
        if len(taken) >= 3 and 40 < len(text) < 40 * most and max(map(len, taken)) < 100:
            return text


def opens_well(line: str, before: str) -> bool:
    """Whether a snippet may begin here: a definition, or a line after a blank one."""
    words = line.split()
    return bool(words) and (words[0] in ("def", "class", "for", "if", "while", "with", "try:") or not before.strip())


def identifiers(text: str) -> Counter:
    """How often each name occurs as code; names that also occur in strings or comments are left out."""
    names: Counter = Counter()
    other = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.NAME:
                names[token.string] += 1
            elif token.type in (tokenize.STRING, tokenize.COMMENT):
                other.append(token.string)
    except (tokenize.TokenError, IndentationError, SyntaxError):
        pass  # a snippet may end inside a bracket: what was read so far serves
    aside = "\n".join(other)
    return Counter({n: c for n, c in names.items() if usable(n) and whole(n).search(aside) is None})


def usable(name: str) -> bool:
    """Whether this identifier is a plausible one to rename."""
    return not keyword.iskeyword(name) and name not in ("self", "cls", "None", "True", "False", "print", "len")


def whole(name: str):
    """A pattern that matches the name as a whole identifier."""
    return re.compile(rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])")


def rename(text: str, old: str, new: str) -> str:
    """The code with every whole occurrence of one name changed."""
    return whole(old).sub(new, text)
