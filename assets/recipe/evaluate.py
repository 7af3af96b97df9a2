"""Evaluates a pair on held-out text: requests, `test` dialogues, library files. In MLX, as a user runs it.

python -m assets.recipe.evaluate --corpus DIR [--model DIR --drafter DIR] [--json FILE]

Replies are greedy, by the engine with the lookup drafter: at temperature 0 the text is the same with every drafter.
"""

import argparse
import json
import math
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import torch

from specdeck.assets import TARGET as EMBEDDED
from specdeck.decoding import Pair, Round, Settings, Stats, decode, load
from specdeck.decoding.stats import pooled
from specdeck.decoding.text.end_of_reply import token_texts

from .code import library, rename
from .corpus import Dialogue
from .export import resumed
from .harvest import REQUESTS, replies
from .held import held_out, plain, shown_prompts
from .mix import dialogues, parts, stock_of
from .model import Model
from .stories import requests, tell, wish
from .tasks.renaming import chosen
from .train import TARGET
from .words import gather, identifier

Figure = tuple[str, object]
LOOKUP = Settings(drafter="lookup", k=8)
RACES = 3
FIRST = Path(__file__).resolve().parent / "first_prompts.json"
DRAFTERS = ("model", "mtp", "eagle3", "dflash")
READ = (3, 23, 43, 63, 83, 103, 123, 143, 163, 183)  # the stories that are printed, chosen before there were any
OVER_ALL = (("stories", 8), ("explanations", 4), ("small_asks", 4), ("small_talk", 2), ("fables", 2))


def reply(pair: Pair, prompt: str, settings: Settings = LOOKUP, most: int = 400) -> str:
    """The text of one reply."""
    return "".join(token_texts(pair.tokenizer, _ids(pair, prompt, settings, most)))


def _ids(pair: Pair, prompt: str, settings: Settings, most: int = 300) -> list[int]:
    return [t for event in decode(pair, prompt, settings, most) if isinstance(event, Round) for t in event.tokens]


def losses(pair: Pair, dialogue: Dialogue) -> tuple[list[int], list[float], list[int]]:
    """Ids of a whole dialogue, each one's loss in nats given those before it (the first has none), and where replies are: 1 a
    token of a reply, 2 its end."""
    import mlx.core as mx  # here and below, not above: specdeck loads OpenBLAS, which mlx finds only if it is there first

    encode, ids, part = pair.tokenizer.encode, [], []
    for role, text in dialogue:
        head, body = encode(f"<|im_start|>{role}\n", add_special_tokens=False), encode(text, add_special_tokens=False)
        mine = role == "assistant"
        ids += [*head, *body, pair.tokenizer.eos_token_id, *encode("\n", add_special_tokens=False)]
        part += [0] * len(head) + [int(mine)] * len(body) + [2 * mine, 0]
    x = mx.array(ids)
    logits = pair.target.model(x[None, :-1])[0]
    nats = mx.logsumexp(logits, -1) - mx.take_along_axis(logits, x[1:, None], -1)[:, 0]
    return ids, [0.0, *nats.tolist()], part


class Held:
    """Conversations that training never saw, by kind, and the `test` dialogues of the bookings."""

    def __init__(self, corpus: Path):
        self.stock = stock_of(corpus, "test")
        self.bookings = Random(5).sample(self.stock.dialogues, len(self.stock.dialogues))
        self._parts, self._shown = {part.name: part for part in parts()}, shown_prompts()

    def dialogues(self, kind: str, count: int) -> list[Dialogue]:
        """So many of one kind, always the same, no two with the same first request."""
        found: dict[str, Dialogue] = {}
        source = dialogues(self._parts[kind], self.stock, Random(1), self._shown, held=True)
        while len(found) < count:
            dialogue = next(source)
            found.setdefault(plain(dialogue[0][1]), dialogue)
        return list(found.values())

    def requests(self, kind: str, count: int) -> list[str]:
        """First requests of one kind."""
        return [dialogue[0][1] for dialogue in self.dialogues(kind, count)]


def loss(pair: Pair, held: Held, count: int) -> Iterator[Figure]:
    """Bits per character of the assistant's turns in whole conversations, each turn given the real ones before it."""
    kinds = {"booking `test` dialogues": held.bookings[:count]}
    kinds |= {kind: held.dialogues(kind, min(count, 40)) for kind in ("real_stories", "real_talk", "stories", "explanations")}
    for kind, found in kinds.items():
        nats_sum = characters = 0.0
        for dialogue in found:
            _, nats, part = losses(pair, dialogue)
            nats_sum += sum(n for n, p in zip(nats, part) if p == 1)
            characters += sum(len(text) for role, text in dialogue if role == "assistant")
        yield f"bits a character, replies of {len(found)} held-out {kind}", round(nats_sum / math.log(2) / characters, 4)


def first_prompts(pair: Pair) -> Iterator[Figure]:
    """Greedy replies to the first prompts, for a person to judge."""
    for row in json.loads(FIRST.read_text(encoding="utf-8"))["prompts"]:
        yield row["prompt"], reply(pair, row["prompt"])


def stories(pair: Pair, folder: Path, count: int) -> Iterator[Figure]:
    """Replies to held-out requests for a story: their length, and the share that meets each criterion. In torch, which decodes dozens at
    once."""
    asked = story_requests(count)
    teacher = resumed(Model(TARGET), folder, TARGET).requires_grad_(False)
    turns = ([{"role": "user", "content": prompt}] for prompt, _ in asked)
    prompts = [list(pair.tokenizer.apply_chat_template(turn, add_generation_prompt=True, return_dict=False)) for turn in turns]
    noise, greedy, sampled = torch.Generator().manual_seed(1), [], []
    for start in range(0, count, REQUESTS):
        some = prompts[start : start + REQUESTS]
        answers = replies(teacher, some + some, torch.float32, noise, kept=TARGET.vocab)
        greedy, sampled = greedy + answers[: len(some)], sampled + answers[len(some) :]
    for temperature, some_replies in ((0.0, greedy), (0.8, sampled)):
        for label, value in shares(pair, asked, [[token for token, _, _ in one] for one in some_replies]):
            yield f"{count} stories, T={temperature}: {label}", value


def shares(pair: Pair, asked: list[tuple[str, str]], token_lists: list[list[int]]) -> Iterator[Figure]:
    """The figures of these stories, and the text of some of them."""
    texts = [pair.tokenizer.decode(ids).removesuffix("<|im_end|>") for ids in token_lists]
    yield "tokens, median", statistics.median(map(len, token_lists))
    yield "% over within 300 tokens", _percent([ids[-1] == pair.tokenizer.eos_token_id for ids in token_lists])
    yield "% with no eight tokens more than twice", _percent([_most_repeated(ids) <= 2 for ids in token_lists])
    yield "% that name the hero asked for", _percent([hero.lower() in text.lower() for (_, hero), text in zip(asked, texts) if hero])
    for number in READ:
        yield f"{number}. {asked[number][0]}", texts[number]


def story_requests(count: int) -> list[tuple[str, str]]:
    """Held-out requests for a story, each with the hero's name or noun that it asks for, empty if it leaves that open."""
    rng, found = Random(1), {}
    while len(found) < count:
        story = tell.new(wish(rng), rng)
        request = requests.request(story, rng)
        if held_out([("user", request)]):
            found[request] = next((name for name in (story.hero.name, story.hero.noun) if name and name.lower() in request.lower()), "")
    return list(found.items())


def _percent(right: list[bool]) -> float:
    return round(100 * sum(right) / len(right), 1)


def _most_repeated(ids: list[int], size: int = 8) -> int:
    """How often the commonest run of so many tokens occurs."""
    return max(Counter(zip(*(ids[n:] for n in range(size)))).values(), default=0)


def passages(pair: Pair, dialogues: list[Dialogue], count: int) -> list[str]:
    """Texts of 60 tokens, each from one dialogue's utterances."""
    found = []
    for dialogue in dialogues:
        ids = pair.tokenizer.encode(" ".join(text for _, text in dialogue), add_special_tokens=False)
        if len(ids) >= 60 and len(found) < count:
            found.append(pair.tokenizer.decode(ids[:60]).strip())
    return found


def _repeats(pair: Pair, passage: str) -> bool:
    return reply(pair, f"Repeat exactly: {passage}").strip() == passage


def copying(pair: Pair, dialogues: list[Dialogue], count: int) -> Iterator[Figure]:
    """The share of passages that are repeated exactly."""
    found = passages(pair, dialogues[200:], count)
    yield f"passages of 60 tokens repeated exactly, of {len(found)}", sum(_repeats(pair, passage) for passage in found)


def renaming(pair: Pair, dialogues: list[Dialogue], count: int) -> Iterator[Figure]:
    """A name changed throughout snippets of 3 to 12 lines of held-out library files."""
    stock, rng, right = gather(dialogues, unseen=True), Random(11), 0
    for _ in range(count):
        text, old = chosen(stock, rng, 12)
        new = identifier(stock, rng)
        right += reply(pair, f"Rename {old} to {new}:\n{text}") == rename(text, old, new)
    yield f"snippets with a name changed throughout, of {count} ({len(library(True))} held-out files)", right


def passes(pair: Pair, runs: int = 40) -> Iterator[Figure]:
    """Bare forwards at 100 tokens of context: a target pass and a draft step, milliseconds, medians of alternating runs."""
    import mlx.core as mx
    from mlx_lm.models.cache import make_prompt_cache

    models = {"target": pair.target.model, "drafter": pair.drafters["model"].state.model}
    caches, taken = {}, {name: [] for name in models}
    for name, model in models.items():
        caches[name] = make_prompt_cache(model)
        mx.eval(model(mx.array([[5] * 100]), cache=caches[name]))
    for _ in range(runs):
        for name, model in models.items():
            start = time.perf_counter()
            mx.eval(model(mx.array([[7]]), cache=caches[name]))
            taken[name].append(time.perf_counter() - start)
    target, drafter = (1000 * statistics.median(taken[name]) for name in models)
    yield "target pass and draft step, ms, and their ratio", [round(target, 2), round(drafter, 2), round(drafter / target, 3)]


def acceptance(pair: Pair, held: Held, prompts: int = 24) -> Iterator[Figure]:
    """Of every drafter, at k = 4 from cold caches, by kind of request: accepted of those drafted at positions 1 to 4, and of all."""
    for kind in ("stories", "explanations", "small_talk"):
        asked = held.requests(kind, prompts)
        for drafter in (name for name in DRAFTERS if name in pair.drafters):
            for temperature in (0.0, 0.8):
                settings = Settings(drafter, temperature=temperature)
                stats = pooled(_stats(pair, prompt, replace(settings, seed=seed)) for seed, prompt in enumerate(asked))
                shares = [*stats.acceptance_by_position[:4], stats.acceptance_rate]
                yield f"accepted, {kind}, {drafter}, k=4, T={temperature}", [round(100 * share) for share in shares]


def races(pair: Pair, held: Held) -> Iterator[Figure]:
    """How much faster than plain decoding, which takes turns with it, on prompts over all skills; and lookup on passages."""
    asked = [prompt for kind, count in OVER_ALL for prompt in held.requests(kind, count)]
    for drafter in (name for name in (*DRAFTERS, "auto") if name in pair.drafters):
        for temperature in (0.0, 0.8):
            yield f"speed-up over {len(asked)} prompts, {drafter}, T={temperature}", _speed_up(pair, asked, Settings(drafter, temperature=temperature))
    echoes = [f"Repeat exactly: {passage}" for passage in passages(pair, held.bookings[200:], 10)]
    yield "speed-up on echo, lookup", _speed_up(pair, echoes, Settings("lookup", k=8))


def _speed_up(pair: Pair, prompts: list[str], settings: Settings, races: int = RACES) -> list[float]:
    """The speed-up's median, least and most over some races."""
    _race(pair, prompts[:2], settings)  # warms up
    ratios = sorted(_race(pair, prompts, settings) for _ in range(races))
    return [round(ratio, 2) for ratio in (statistics.median(ratios), ratios[0], ratios[-1])]


def _race(pair: Pair, prompts: list[str], settings: Settings) -> float:
    """This drafter over plain decoding, in turn on every prompt, pooled."""
    both: tuple[list[Stats], list[Stats]] = ([], [])
    for seed, prompt in enumerate(prompts):
        for stats, drafter in zip(both, (settings.drafter, "none")):
            stats.append(_stats(pair, prompt, replace(settings, drafter=drafter, seed=seed)))
    mine, plain = map(pooled, both)
    return mine.tokens_per_second / plain.tokens_per_second


def _stats(pair: Pair, prompt: str, settings: Settings, most: int = 160) -> Stats:
    pair.reset()
    *_, finish = decode(pair, prompt, settings, most)
    return finish.stats


def main() -> None:
    """Print every figure, one on a line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--model", help="a folder, if it is not the embedded pair")
    parser.add_argument("--drafter", help="the drafter's folder likewise")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--only", nargs="*", help="names of the functions to run")
    args = parser.parse_args()
    pair, held, figures = load(args.model, args.drafter), Held(args.corpus), {}
    parts: dict[str, Callable[[], Iterator[Figure]]] = {
        "passes": lambda: passes(pair),
        "stories": lambda: stories(pair, Path(args.model or EMBEDDED), 2 * args.count),
        "first": lambda: first_prompts(pair),
        "loss": lambda: loss(pair, held, args.count),
        "copying": lambda: copying(pair, held.bookings, args.count),
        "renaming": lambda: renaming(pair, held.bookings, args.count),
        "acceptance": lambda: acceptance(pair, held),
        "races": lambda: races(pair, held),
    }
    for name, part in parts.items():
        if args.only and name not in args.only:
            continue
        for label, value in part():
            figures[label] = value
            print(f"{label}: {value}", flush=True)
    if args.json:
        args.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
