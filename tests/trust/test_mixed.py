"""Exactness with everything mixed: random families, options, drafters switched in mid-reply, filters, penalties, biases, stops split over
tokens, abandoned replies, edits, several turns, against plain decoding by mlx-lm's own caches; and no memory is kept. SPECDECK_TRIES=N tries
N conversations."""

import os
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import mlx.core as mx
import pytest

from specdeck.decoding import Settings
from specdeck.decoding.types import RULES
from tests.helpers import toys

pytestmark = pytest.mark.long
TRIES = int(os.environ.get("SPECDECK_TRIES", "12"))
COUNT = 24  # tokens of a reply


@pytest.mark.parametrize("kind", ["trimmable", "recurrent", "sliding"])
def test_a_text_is_plain_decodings_and_memory_stays_flat(kind):
    held, third = [], TRIES // 3
    for number in range(TRIES):
        conversation(Random(f"37 {kind} {number}"), kind)
        mx.clear_cache()
        held.append(mx.get_active_memory())
    assert max(held[-third:]) <= 1.1 * max(held[third : 2 * third]) + (1 << 20), held


def test_a_very_long_reply():
    pair, rng = toys.full_pair("sliding"), Random(6)
    wanted = toys.plain(pair.target.model, prompt := toys.random_prompt(6), plain := Settings(drafter="none", k=0), 600)
    pair.drafters["right"].texts = pair.drafters["right-soft"].texts = [wanted.sequence]
    reply = toys.reply(pair, prompt, _asker(rng, list(pair.drafters), plain, RULES), 600)
    drafted = {round_.drafter for round_ in reply.rounds}
    same = next((i for i, (ours, theirs) in enumerate(zip(reply.tokens, wanted.tokens)) if ours != theirs), 600)
    assert len(drafted) > 8 and len(reply.tokens) == 600
    assert same == 600 or toys.plain(pair.target.model, wanted.sequence[: len(prompt) + same], plain, 1).gap < toys.GAP, same


def conversation(rng: Random, kind: str) -> None:
    """One to three turns on caches that earlier conversations have used, each plain decoding's or with a near-tie."""
    pair, history = _pair(kind), []
    for _ in range(rng.randint(1, 3)):
        if history and rng.random() < 0.3:
            history = history[: rng.randrange(len(history))]  # an edit, or another branch
        prompt = [*history, *(rng.randrange(toys.WIDTH) for _ in range(rng.randint(1, 12)))]
        settings = _settings(rng)
        wanted = toys.plain(toys.toy(kind), prompt, settings, COUNT)
        pair.drafters["right"].texts = pair.drafters["right-soft"].texts = [wanted.sequence]
        expected, got, how = _reply(rng, pair, prompt, settings, list(wanted.tokens))
        assert not wanted.clear or got == expected, (kind, how, settings)
        history = [*prompt, *(got if wanted.clear else expected)]


def _settings(rng: Random) -> Settings:
    """What the text depends on, and where it depends on chance that is `coupled`."""
    options: dict[str, Any] = {"temperature": rng.choice((0.0, 0.0, 0.3, 0.8, 1.3)), "rule": "coupled", "seed": rng.randrange(2**31), "k": 0, "drafter": "none"}
    if rng.random() < 0.5:
        options |= {"repetition_penalty": rng.choice((None, 0.8, 1.3)), "presence_penalty": rng.choice((0.0, 0.4, -0.3)), "frequency_penalty": rng.random()}
        options |= {"penalty_context": rng.choice((1, 5, 20)), "logit_bias": {rng.randrange(toys.WIDTH): rng.uniform(-3, 3) for _ in range(rng.randint(0, 3))}}
    if rng.random() < 0.5:
        options |= {"top_p": rng.choice((1.0, 0.9, 0.5)), "top_k": rng.choice((0, 1, 5, 20)), "min_p": rng.choice((0.0, 0.02, 0.2))}
    return Settings(**options)


def _asker(rng: Random, names: list[str], settings: Settings, rules: tuple[str, ...], steady: bool = False) -> Any:
    """A function that changes drafter, k and rule every round, or not where `steady`."""
    said: list[Settings] = []

    def ask() -> Settings:
        if not steady or not said:
            others = {"drafter": rng.choice(names), "k": rng.choice((0, 1, 2, 4, 7, 16)), "rule": rng.choice(rules), "adaptive_k": rng.random() < 0.3}
            said.append(replace(settings, **others, lookup_min=rng.randint(1, 4), fallback="copy"))
        return said[-1]

    return ask


def _reply(rng: Random, pair: Any, prompt: list[int], settings: Settings, wanted: list[int]) -> tuple[list[int], list[int], str]:
    """Tokens expected and written, and how the reply was ended."""
    ask = _asker(rng, list(pair.drafters), settings, RULES if settings.temperature == 0 else ("coupled",), rng.random() < 0.3)
    how, options = rng.choice(("length", "left", "stop string", "end token")), {}
    if how == "left":
        got = toys.first_rounds(pair, prompt, ask, rng.randint(1, 6), COUNT).tokens
        return wanted[: len(got)], got, how
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
