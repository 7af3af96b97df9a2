"""Writes a Markdown file with whole replies: twenty stories of heroes drawn by lot, at T=0 and T=0.8 in turn, and thirty of the newcomers' questions.

python -m assets.recipe.sample_replies --figures FILE --out FILE [--bad story:N question:N ...]

FILE of figures is what `unseen --json` wrote. `--bad` marks those that a reader found wrong or nonsense.
"""

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

STORIES = range(20)  # of the heroes that `unseen` draws
QUESTIONS = sorted(Random(36).sample(range(200), 30))  # of both sets
HEAD = """# Replies of the embedded target

Whole replies to requests that are held out of training, by `python -m assets.recipe.sample_replies`. The heroes and the numbers were drawn by lot;
nothing is corrected or left out; questions from 100 on are of the second hundred. Marked **bad**: what one reader found wrong, beside the point or nonsense.
"""


def chosen(figures: dict[str, str]) -> Iterator[tuple[str, str, str, str]]:
    """Section, name, request and reply of each."""
    for n in STORIES:
        label = next(label for label in figures if label.startswith(f"{('T=0', 'T=0.8')[n % 2]} {n}. "))
        yield "Stories", f"story:{n}", label.partition(". ")[2], figures[label]
    for n in QUESTIONS:
        label = next(label for label in figures if re.match(rf"{n}( LACKS)? \[", label))
        yield "Newcomers' questions", f"question:{n}", label.partition("] ")[2], figures[label]


def markdown(figures: dict[str, str], bad: list[str]) -> Iterator[str]:
    """The lines of the file."""
    yield HEAD
    section = ""
    for kind, name, asked, text in chosen(figures):
        if kind != section:
            section = kind
            yield f"## {section}\n"
        at = "" if kind != "Stories" else ", T=0.8" if int(name[6:]) % 2 else ", T=0"
        yield f"**{name.partition(':')[2]}{at}{', bad' * (name in bad)}.** *{asked}*\n"
        yield "\n".join(f"> {line}".rstrip() for line in text.splitlines()) + "\n"
    yield f"Bad: {sum(name.startswith('story') for name in bad)} of {len(STORIES)} stories, {sum(name.startswith('question') for name in bad)} of {len(QUESTIONS)} answers."  # noqa: E501


def main() -> None:
    """Reads the arguments and writes the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--figures", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--bad", nargs="*", default=[])
    args = parser.parse_args()
    figures = json.loads(args.figures.read_text(encoding="utf-8"))
    args.out.write_text("\n".join(markdown(figures, args.bad)).rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
