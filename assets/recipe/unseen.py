"""Requests that no text was written for: stories of heroes that training never saw, and the questions of newcomers. In torch, dozens at once.

python -m assets.recipe.unseen (--model DIR | --checkpoint FILE) [--json FILE]
"""

import argparse
import json
import re
import statistics
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import torch
from tokenizers import Tokenizer

from .data import encode
from .export import resumed
from .harvest import END, REQUESTS, replies
from .held import HERE, HEROES
from .model import Model, settle
from .stories import likeliest
from .stories.apart import naming
from .stories.grammar import with_article
from .train import TARGET, load_average

ALL = [hero for kind in likeliest.KINDS for hero in HEROES[kind]]  # one noun each: no groups, no names
QUESTIONS = ("newcomers.json", "newcomers_second.json", "newcomers_third.json", "newcomers_fourth.json")  # a hundred each; for the fourth no text was mended
MODELS = HERE.parent / "models"
READ = 30  # stories that are told at T=0 and compared
WAYS = (
    "Tell me a story about {x}.", "a story about {x}", "Please tell me a story about {x}", "Can you tell me a story about {x}?", "story about {x} please",
    "I want to hear a story about {x}.", "Tell us a short story about {x}", "Write a story about {x}.",
)  # fmt: skip


def heroes(count: int) -> list[tuple[str, str]]:
    """Requests for stories of unseen heroes, drawn by lot, and the heroes."""
    found = Random(36).sample(ALL, count)
    return [(WAYS[n % len(WAYS)].format(x=with_article(hero)), hero) for n, hero in enumerate(found)]


Told = tuple[str, int, bool]  # a reply, its tokens, and whether it ended


def told(teacher: Model, tokenizer: Tokenizer, talks: list[list[tuple[str, str]]]) -> tuple[list[Told], list[Told]]:
    """The greedy replies to these conversations, and those at T=0.8."""
    opening, noise = tokenizer.encode("<|im_start|>assistant\n").ids, torch.Generator().manual_seed(1)
    prompts = [encode(tokenizer, talk)[0] + opening for talk in talks]
    order, found = sorted(range(len(talks)), key=lambda n: len(prompts[n])), ({}, {})
    for start in range(0, len(order), REQUESTS):
        some = order[start : start + REQUESTS]
        mine = [prompts[n] for n in some]
        said = replies(teacher, mine + mine, torch.float32, noise, TARGET.vocab)  # half of them greedily, then half sampled
        for place, reply in enumerate(said):
            ids = [token for token, _, _ in reply]
            text = tokenizer.decode([token for token in ids if token != END]).strip()
            found[place >= len(some)][some[place % len(some)]] = text, len(ids), ids[-1] == END
    greedy, sampled = ([part[n] for n in range(len(talks))] for part in found)
    return greedy, sampled


def own_thing(text: str, hero: str) -> bool:
    """Whether the hero meets or has one of its own kind: it is introduced a second time, as "a fox", or is somebody's fox."""
    noun = naming(hero).pattern.removeprefix(r"\b").removesuffix(r"\b")
    return len(re.findall(rf"\b(?:an?|another|some|his|her|its|their|two) (?:[a-z-]+ )?{noun}\b", text, re.IGNORECASE)) > 1


def loops(text: str) -> bool:
    """Whether a run of five words stands more than three times in it."""
    found = text.lower().split()
    return max(Counter(zip(*(found[n:] for n in range(5)))).values(), default=0) > 3


def stories(teacher: Model, tokenizer: Tokenizer, count: int = 200) -> Iterator[tuple[str, object]]:
    """Figures of the stories, and the texts."""
    asked = heroes(count)
    talks = [[("user", request)] for request, _ in asked]
    for label, found in zip(("T=0", "T=0.8"), told(teacher, tokenizer, talks)):
        texts = [(text, hero) for (text, _, _), (_, hero) in zip(found, asked)]
        some = [naming(hero).sub("X", text) for text, hero in texts[:READ]]
        yield f"{count} unseen heroes, {label}: hero is its own thing", sum(own_thing(*one) for one in texts)
        yield f"{READ} of them, {label}: distinct stories", likeliest.distinct(some)
        yield f"{READ} of them, {label}: six-word runs shared, %", round(likeliest.shared(some), 1)
        yield f"{count}, {label}: end, %", round(100 * sum(end for _, _, end in found) / count, 1)
        yield f"{count}, {label}: hero named, %", round(100 * sum(bool(naming(hero).search(text)) for text, hero in texts) / count, 1)
        yield f"{count}, {label}: loop", sum(loops(text) for text, _ in texts)
        yield f"{count}, {label}: tokens, median", statistics.median(size for _, size, _ in found)
        for n, (text, _, _) in enumerate(found):
            yield f"{label} {n}. {asked[n][0]}", text


def missing(row: dict, text: str) -> list[str]:
    """What a reply must name and does not, or must not name and does: a hint for who reads, not a verdict."""
    lacks = [" or ".join(one) for one in row.get("has", []) if not any(word.lower() in text.lower() for word in one)]
    return lacks + [f"no {word}" for one in row.get("never", []) for word in one if word.lower() in text.lower()]


def newcomers(teacher: Model, tokenizer: Tokenizer) -> Iterator[tuple[str, object]]:
    """Greedy replies to the newcomers' questions, for a person to judge; a word that is missing is marked."""
    rows = [row for file in QUESTIONS for row in json.loads((HERE / file).read_text(encoding="utf-8"))["prompts"]]
    talks = [([("system", row["system"])] if "system" in row else []) + [("user", row["prompt"])] for row in rows]
    found, _ = told(teacher, tokenizer, talks)
    further = [n for n, row in enumerate(rows) if row.get("then")]
    for n in further:
        talks[n] += [("assistant", found[n][0]), ("user", rows[n]["then"][0])]
    for n, reply in zip(further, told(teacher, tokenizer, [talks[n] for n in further])[0]):
        found[n] = reply
    for n, (row, (text, _, _)) in enumerate(zip(rows, found)):
        said = " / ".join([row.get("system", ""), row["prompt"], *row.get("then", [])]).removeprefix(" / ")
        yield f"{n}{' LACKS' if missing(row, text) else ''} [{row['skill']}] {said}", text


def target_of(checkpoint: Path | None, folder: Path = MODELS / "target") -> tuple[Model, Tokenizer]:
    """The target of a checkpoint of the recipe, else of a folder, for reading alone, with the tokenizer."""
    teacher = load_average(checkpoint) if checkpoint else resumed(Model(TARGET), folder, TARGET).requires_grad_(False)
    return teacher, Tokenizer.from_file(str(MODELS / "target" / "tokenizer.json"))


def main() -> None:
    """Print every figure, one on a line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, default=MODELS / "target", help="a target's folder")
    parser.add_argument("--checkpoint", type=Path, help="or a checkpoint of the recipe")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    settle(1)
    (teacher, tokenizer), figures = target_of(args.checkpoint, args.model), {}
    for part in (newcomers(teacher, tokenizer), stories(teacher, tokenizer, args.count)):
        for label, value in part:
            figures[label] = value
            print(f"{label}: {value}", flush=True)
    if args.json:
        args.json.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
