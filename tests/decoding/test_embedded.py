"""The embedded pair, end to end: what a person gets without naming any model."""

from dataclasses import replace

import mlx.core as mx
import pytest

from specdeck.decoding import Settings, load
from specdeck.decoding.text.prompt import render
from tests.helpers import toys
from tests.helpers.everyday import everyday

PROMPTS = (
    "Repeat this text exactly: The bus to Sacramento leaves at 7:30 and costs $38.",
    "I want to book a table for two in San Jose tonight.",
)
CHOICES = {"T=0": Settings(), "coupled": Settings(temperature=0.8, rule="coupled", seed=3)}


@pytest.fixture(scope="module")
def pair(read_once):
    return load(beside=read_once)


@pytest.mark.parametrize("prompt, choice", zip(PROMPTS, CHOICES))
def test_every_drafter_says_what_plain_decoding_says_but_at_a_near_tie(pair, prompt, choice):
    settings = CHOICES[choice]
    plain = cold(pair, prompt, replace(settings, drafter="none"))
    for drafter, k in (("model", 4), ("lookup", 8), ("hybrid", 3), ("mtp", 4), ("dflash", 7)):
        drafted = cold(pair, prompt, replace(settings, drafter=drafter, k=k))
        toys.check_rounds(drafted.rounds, 48)
        at = next((i for i, (a, b) in enumerate(zip(plain.tokens, drafted.tokens)) if a != b), None)
        if at is None:
            assert drafted.tokens == plain.tokens and drafted.finish.reason == plain.finish.reason
            continue
        tokens = [*render(pair.tokenizer, prompt).tokens, *plain.tokens[:at]]
        gap = gap_after(pair.target.model, tokens, settings)
        assert gap < toys.GAP, f"{drafter} differs at token {at}, where the gap is {gap}"


def cold(pair, prompt, settings):
    """A reply from cold caches."""
    pair.reset()
    return toys.reply(pair, prompt, settings, 48)


def gap_after(model, tokens, settings) -> float:
    """Between the two best (noised) logits of what follows."""
    best = mx.sort(toys.scored(model(mx.array([tokens]))[0, -1:], tokens, settings))[-2:]
    return (best[1] - best[0]).item()


@everyday("drafter", ["model", "hybrid", "mtp", "dflash"], "dflash")
def test_a_second_turn_goes_on_from_what_is_cached(pair, drafter):
    pair.reset()
    settings = Settings(drafter=drafter)
    chat = [{"role": "user", "content": PROMPTS[1]}]
    first = toys.reply(pair, chat, settings, 64)
    said = pair.tokenizer.decode(first.tokens)
    chat += [{"role": "assistant", "content": said}, {"role": "user", "content": "At 7 in the evening, please."}]
    second = toys.reply(pair, chat, settings, 16)
    prompt = len(render(pair.tokenizer, chat[:1]).tokens)
    assert second.prefills[0].who == "target" and second.prefills[0].cached >= prompt
    pair.reset()
    assert toys.reply(pair, chat, settings, 16).tokens == second.tokens


@pytest.mark.parametrize("drafter, share", [("model", 1 / 4), ("mtp", 1 / 4), ("dflash", 1 / 8)])
def test_a_drafter_is_right_often_enough_to_pay(pair, drafter, share):
    """Not a measurement: a good share of the guesses on text of the pair's own kind, far from what a broken cache gives."""
    replies = [cold(pair, prompt, Settings(drafter=drafter)) for prompt in PROMPTS]
    drafted, accepted = (sum(getattr(reply.finish.stats, name) for reply in replies) for name in ("drafted", "accepted"))
    assert accepted > drafted * share


def test_what_is_loaded_is_named_once():
    said = []
    load(progress=said.append)
    loading = [line for line in said if line.startswith("loading")]
    assert {"loading the target", "loading the drafter"} <= set(loading) and "loading drafter mtp" in loading
    assert all(len(set(line.split())) == len(line.split()) for line in loading), loading
