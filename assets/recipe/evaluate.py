"""The pair's figures, on text that training never saw: `test` dialogues, held-out library files. In MLX, as a user runs it.

python -m assets.recipe.evaluate --corpus PATH [--models DIR] [--json FILE]

Replies are greedy, through the engine with its lookup drafter: at temperature 0 the text is the target's whoever drafts.
"""

import argparse
import json
import math
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import mlx.core as mx

from specdeck import decoding  # noqa: F401
from specdeck.decoding import Pair, Round, Settings, Stats, decode, load
from specdeck.decoding.stats import pooled
from specdeck.decoding.text import token_texts

from .code import library, rename
from .corpus import Dialogue, read_corpus
from .tasks.renaming import chosen
from .words import gather, identifier

Figure = tuple[str, object]
LOOKUP = Settings(drafter="lookup", k=8)
RACES = 5


def reply(pair: Pair, prompt: object, settings: Settings = LOOKUP, most: int = 400) -> str:
    """The text of one reply."""
    tokens = [t for event in decode(pair, prompt, settings, most) if isinstance(event, Round) for t in event.tokens]
    return "".join(token_texts(pair.tokenizer, tokens))


def losses(pair: Pair, dialogue: Dialogue) -> tuple[list[int], list[float], list[int]]:
    """Ids of a whole dialogue, each one's loss in nats given those before it (the first has none), and where replies are: 1 a
    token of a reply, 2 its end."""
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


def dialogue_loss(pair: Pair, dialogues: list[Dialogue]) -> Iterator[Figure]:
    """Bits a character of the assistant's turns in whole dialogues, every turn given the true ones before it."""
    said = end = characters = 0.0
    for dialogue in dialogues:
        _, nats, part = losses(pair, dialogue)
        said += sum(n for n, p in zip(nats, part) if p == 1)
        end += sum(n for n, p in zip(nats, part) if p == 2)
        characters += sum(len(text) for role, text in dialogue if role == "assistant")
    yield f"bits a character, assistant turns of {len(dialogues)} test dialogues", round(said / math.log(2) / characters, 4)
    yield "the same with the end token counted in", round((said + end) / math.log(2) / characters, 4)


def long_context(pair: Pair, dialogues: list[Dialogue], tokens: int = 3700) -> Iterator[Figure]:
    """Loss by place in one window of many dialogues, and repeating at its end."""
    buckets: dict[int, list[float]] = {}
    for start in range(0, 60, 20):
        joined = [turn for dialogue in dialogues[start : start + 20] for turn in dialogue]
        _, nats, part = losses(pair, joined)
        for place, (loss, kind) in enumerate(zip(nats[:4096], part)):
            if kind == 1:
                buckets.setdefault(place // 1024, []).append(loss)
    for bucket, found in sorted(buckets.items()):
        yield f"nats a reply token at places {1024 * bucket} to {1024 * bucket + 1023}", round(statistics.mean(found), 3)
    yield f"passages of 60 tokens repeated exactly after {tokens} tokens of talk, of 10", sum(
        _repeats(pair, passage, _talk(pair, dialogues, tokens)) for passage in passages(pair, dialogues[100:], 10)
    )


def _talk(pair: Pair, dialogues: list[Dialogue], tokens: int) -> list[dict[str, str]]:
    messages, held = [], 0
    for role, text in (turn for dialogue in dialogues for turn in dialogue):
        held += len(pair.tokenizer.encode(text)) + 8
        if held > tokens - 200 and role == "user":
            return messages
        messages.append({"role": role, "content": text})
    return messages


def passages(pair: Pair, dialogues: list[Dialogue], count: int) -> list[str]:
    """Texts of 60 tokens, each from one dialogue's utterances."""
    found = []
    for dialogue in dialogues:
        ids = pair.tokenizer.encode(" ".join(text for _, text in dialogue), add_special_tokens=False)
        if len(ids) >= 60 and len(found) < count:
            found.append(pair.tokenizer.decode(ids[:60]).strip())
    return found


def _repeats(pair: Pair, passage: str, before: list[dict[str, str]] = []) -> bool:
    return reply(pair, [*before, {"role": "user", "content": f"Repeat exactly: {passage}"}]).strip() == passage


def copying(pair: Pair, dialogues: list[Dialogue], count: int) -> Iterator[Figure]:
    """Repeat exactly."""
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


def first_turns(pair: Pair, dialogues: list[Dialogue], count: int = 10) -> Iterator[Figure]:
    """Replies to unseen first turns, for a person to judge."""
    for dialogue in Random(3).sample(dialogues, count):
        prompt = dialogue[0][1]
        yield prompt, reply(pair, prompt)


def passes(pair: Pair, runs: int = 40) -> Iterator[Figure]:
    """Bare forwards at 100 tokens of context: a target pass and a draft step, milliseconds, medians of alternating runs."""
    from mlx_lm.models.cache import make_prompt_cache

    models = {"target": pair.target.model, "drafter": pair.drafters["model"].track.model}
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


def acceptance(pair: Pair, dialogues: list[Dialogue], prompts: int = 30) -> Iterator[Figure]:
    """Of every drafter with files of its own, at k = 4 on unseen first turns, 64 tokens each at most, from cold caches: accepted of
    drafted, tokens a round, and how much faster than plain decoding, which takes turns with it."""
    turns = [dialogue[0][1] for dialogue in Random(4).sample(dialogues, prompts)]
    for drafter in (name for name in ("model", "mtp", "dflash") if name in pair.drafters):
        for temperature, rule in ((0.0, "probabilistic"), (0.8, "probabilistic"), (0.8, "match")):
            settings = Settings(drafter, temperature=temperature, rule=rule)
            runs = [_race(pair, turns, settings) for _ in range(RACES + 1)][1:]  # the first warms up
            ratios = sorted(mine.tokens_per_second / plain.tokens_per_second for mine, plain in runs)
            figures = [runs[0][0].acceptance_rate, runs[0][0].tokens_per_round, statistics.median(ratios), ratios[0], ratios[-1]]
            label = f"{drafter}, k=4, T={temperature}, {rule}: accepted of drafted, tokens a round, speed-up (median, least, most)"
            yield label, [round(figure, 3) for figure in figures]


def _race(pair: Pair, prompts: list[str], settings: Settings) -> tuple[Stats, Stats]:
    """This drafter and plain decoding in turn on every prompt, pooled."""
    both: tuple[list[Stats], list[Stats]] = ([], [])
    for seed, prompt in enumerate(prompts):
        for each, drafter in zip(both, (settings.drafter, "none")):
            each.append(_stats(pair, prompt, replace(settings, drafter=drafter, seed=seed)))
    return pooled(both[0]), pooled(both[1])


def _stats(pair: Pair, prompt: str, settings: Settings) -> Stats:
    pair.reset()
    *_, finish = decode(pair, prompt, settings, 64)
    return finish.stats


def main() -> None:
    """Every figure, a line each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--model", help="a folder, if it is not the embedded pair")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--only", nargs="*", help="names of the functions to run")
    args = parser.parse_args()
    pair, test, figures = load(args.model), read_corpus(args.corpus)["test"], {}
    Random(5).shuffle(test)
    parts: dict[str, Callable[[], Iterator[Figure]]] = {
        "passes": lambda: passes(pair),
        "acceptance": lambda: acceptance(pair, test),
        "loss": lambda: dialogue_loss(pair, test[: args.count]),
        "copying": lambda: copying(pair, test, args.count),
        "renaming": lambda: renaming(pair, test, args.count),
        "first": lambda: first_turns(pair, test),
        "long": lambda: long_context(pair, test),
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
