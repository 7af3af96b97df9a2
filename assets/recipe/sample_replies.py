"""Writes a Markdown file with whole replies to held-out requests, chosen by number before there were any: ten stories, five explanations,
five refusals.

python -m assets.recipe.sample_replies --corpus DIR --out FILE
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from specdeck.decoding import Pair, Settings, load

from .evaluate import READ, Held, reply, story_requests

STORIES = 200  # the held-out requests that `evaluate` measures
OTHERS = (("Explanations", "explanations", 5), ("What it cannot do", "refusals", 5))
HEAD = """# Replies of the embedded target

Whole replies to held-out requests, written by `python -m assets.recipe.sample_replies`. The requests were chosen by number, before there were
replies; nothing is corrected or left out.
"""


@dataclass(frozen=True)
class Sample:
    """A request and the settings of its reply; `number`: of the request among those that are measured."""

    section: str
    number: int
    prompt: str
    settings: Settings


def samples(corpus: Path) -> Iterator[Sample]:
    """Stories at temperatures 0 and 0.8 in turn, everything else at 0."""
    asked = story_requests(STORIES)
    for place, number in enumerate(READ):
        yield Sample("Stories", number, asked[number][0], Settings("lookup", k=8, temperature=0.8 * (place % 2), seed=number))
    held = Held(corpus)
    for section, kind, count in OTHERS:
        for number, prompt in enumerate(held.requests(kind, count)):
            yield Sample(section, number, prompt, Settings("lookup", k=8))


def markdown(pair: Pair, found: Iterator[Sample]) -> Iterator[str]:
    """The lines of the file."""
    yield HEAD
    section = ""
    for sample in found:
        if sample.section != section:
            section = sample.section
            yield f"## {section}\n"
        at = f", T={sample.settings.temperature:g}, seed {sample.settings.seed}" if sample.settings.temperature else ", T=0"
        yield f"**{sample.number}{at}.** *{sample.prompt}*\n"
        text = reply(pair, sample.prompt, sample.settings).removesuffix("<|im_end|>").strip()
        yield "\n".join(f"> {line}".rstrip() for line in text.splitlines()) + "\n"


def main() -> None:
    """Reads the arguments and writes the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--model", help="a folder, if it is not the embedded target")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    args.out.write_text("\n".join(markdown(load(args.model), samples(args.corpus))), encoding="utf-8")


if __name__ == "__main__":
    main()
