"""Exactness with everything mixed: random families, options, drafters switched in mid-reply, filters, penalties, biases, stops split over
tokens, abandoned replies, edits, several turns, against plain decoding by mlx-lm's own caches.

    python -m tests.trust.mixed --tries 2000 --seed 1
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from specdeck.decoding import Settings
from specdeck.decoding.types import RULES
from tests.helpers import toys
from tests.helpers.kinds import KINDS

COUNT = 24  # tokens of a reply


def conversation(rng: Random, kinds: tuple[str, ...] = tuple(KINDS)) -> tuple[int, int, str | None]:
    """One conversation on caches that earlier ones have used: its replies, how many of them had a near-tie and count for nothing, and the
    first difference from plain decoding."""
    kind = rng.choice(kinds)
    pair, history, ties, turns = _pair(kind), [], 0, rng.randint(1, 3)
    for turn in range(turns):
        if history and rng.random() < 0.3:
            history = history[: rng.randrange(len(history))]  # an edit, or another branch
        prompt = [*history, *(rng.randrange(toys.WIDTH) for _ in range(rng.randint(1, 12)))]
        settings = _settings(rng)
        wanted = toys.plain(toys.toy(kind), prompt, settings, COUNT)
        pair.drafters["right"].texts = pair.drafters["right-soft"].texts = [wanted.sequence]
        expected, got, how = _reply(rng, pair, prompt, settings, list(wanted.tokens))
        ties += not wanted.clear
        if wanted.clear and got != expected:
            return turn + 1, ties, f"{kind}, turn {turn + 1}, {how}, {settings}: wanted {expected}, got {got}"
        history = [*prompt, *(got if wanted.clear else expected)]
    return turns, ties, None


def _settings(rng: Random) -> Settings:
    """What the text depends on, and where it depends on chance that is `coupled`."""
    options: dict[str, Any] = {"temperature": rng.choice((0.0, 0.0, 0.3, 0.8, 1.3)), "rule": "coupled", "seed": rng.randrange(2**31), "k": 0, "drafter": "none"}
    if rng.random() < 0.5:
        options |= {"repetition_penalty": rng.choice((None, 0.8, 1.3)), "presence_penalty": rng.choice((0.0, 0.4, -0.3)), "frequency_penalty": rng.random()}
        options |= {"penalty_context": rng.choice((1, 5, 20)), "logit_bias": {rng.randrange(toys.WIDTH): rng.uniform(-3, 3) for _ in range(rng.randint(0, 3))}}
    if rng.random() < 0.5:
        options |= {"top_p": rng.choice((1.0, 0.9, 0.5)), "top_k": rng.choice((0, 1, 5, 20)), "min_p": rng.choice((0.0, 0.02, 0.2))}
    return Settings(**options)


def _reply(rng: Random, pair: Any, prompt: list[int], settings: Settings, wanted: list[int]) -> tuple[list[int], list[int], str]:
    """Tokens expected and written, and how the reply was ended."""
    names, rules = list(pair.drafters), RULES if settings.temperature == 0 else ("coupled",)
    steady = rng.random() < 0.3

    def ask() -> Settings:
        if steady and said:
            return said[0]
        others = {"drafter": rng.choice(names), "k": rng.choice((0, 1, 2, 4, 7, 16)), "rule": rng.choice(rules), "adaptive_k": rng.random() < 0.3}
        said.append(replace(settings, **others, lookup_min=rng.randint(1, 4), fallback="copy"))
        return said[-1]

    said: list[Settings] = []
    how = rng.choice(("length", "left", "stop string", "end token"))
    if how == "left":
        got = toys.first_rounds(pair, prompt, ask, rng.randint(1, 6), COUNT).tokens
        return wanted[: len(got)], got, how
    options: dict[str, Any] = {}
    if how == "stop string":
        text, at = toys.Letters().decode(wanted), rng.randrange(COUNT - 3)
        options["stop"] = (stop := text[at : at + rng.randint(1, 3)],)
        wanted = wanted[: text.index(stop) + len(stop)]
    elif how == "end token":
        pair.end_tokens = (end := rng.choice(wanted),)
        wanted = wanted[: wanted.index(end)]
    try:
        reply = toys.reply(pair, prompt, ask, COUNT, **options)
        assert reply.finish.error is None, reply.finish.error
        return wanted, reply.tokens, f"{how} {options}"
    finally:
        pair.end_tokens = ()


@cache
def _pair(kind: str) -> Any:
    return toys.full_pair(kind)


def main() -> int:
    """So many conversations; each difference is printed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tries", type=int, default=200)
    parser.add_argument("--seed", type=int, default=37)
    args, replies, ties, bad = parser.parse_args(), 0, 0, 0
    for number in range(args.tries):
        written, near, trouble = conversation(Random(f"{args.seed} {number}"))
        replies, ties, bad = replies + written, ties + near, bad + bool(trouble)
        if trouble:
            print(f"{number}: {trouble}", flush=True)
        if number % 100 == 99:
            print(f"-- {number + 1} conversations, {replies} replies, {ties} with a near-tie, {bad} bad", flush=True)
    print(f"{args.tries} conversations, {replies} replies, {ties} with a near-tie, {bad} bad")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
