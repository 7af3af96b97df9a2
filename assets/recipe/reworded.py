"""How often a target's first reply is the text's, word for word: to wordings that it read, and to those held out, by kind of conversation.

python -m assets.recipe.reworded [--checkpoint FILE] [--count N]

What is open (small talk, poems, refusals with their many excuses) has more than one right reply and counts low: compare two targets.
"""

import argparse
from pathlib import Path
from random import Random

from .corpus import Dialogue
from .held import first_request, shown_prompts
from .mix import Part, dialogues, parts
from .model import settle
from .unseen import target_of, told
from .words import Stock

KINDS = ("about_this", "explanations", "small_asks", "small_talk", "refusals", "roles")


def first_turns(part: Part, held: bool, count: int) -> list[Dialogue]:
    """So many conversations of a kind up to their first reply, held out or not; no request comes twice."""
    found: dict[str, Dialogue] = {}
    source = dialogues(part, Stock([], [], [], [], [], []), Random(f"reworded {part.name}"), shown_prompts(), held)
    while len(found) < count:
        turns = next(source)
        at = next(place for place, (role, _) in enumerate(turns) if role == "assistant")
        found.setdefault(first_request(turns), turns[: at + 1])
    return list(found.values())


def main() -> None:
    """Print a line for each kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checkpoint", type=Path, help="a checkpoint of the recipe; else the embedded target")
    parser.add_argument("--count", type=int, default=120)
    args = parser.parse_args()
    settle(1)
    teacher, tokenizer = target_of(args.checkpoint)
    for part in parts("worded"):
        if part.name in KINDS:
            same = {}
            for held in (False, True):
                talks = first_turns(part, held, args.count)
                greedy, _ = told(teacher, tokenizer, [turns[:-1] for turns in talks])
                same[held] = sum(text == turns[-1][1] for (text, _, _), turns in zip(greedy, talks))
            print(f"{part.name}: {same[False]} of {args.count} wordings that are trained on, {same[True]} of {args.count} held out", flush=True)


if __name__ == "__main__":
    main()
