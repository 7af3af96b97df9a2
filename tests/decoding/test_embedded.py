"""The embedded pair, end to end: what a person gets without naming any model."""

from dataclasses import replace

import mlx.core as mx
import pytest

from specdeck.decoding import Settings, load
from specdeck.decoding.text.prompt import render
from tests.helpers import toys

PROMPTS = (
    "Repeat this text exactly: The bus to Sacramento leaves at 7:30 and costs $38.",
    "I want to book a table for two in San Jose tonight.",
)
CHOICES = {"T=0": Settings(), "coupled": Settings(temperature=0.8, rule="coupled", seed=3)}


@pytest.fixture(scope="module")
def pair(read_once):
    return load(beside=read_once)


def test_the_model_is_in_force_where_nothing_is_named_and_alone_loaded_beside_a_drafter_without_files(pair, read_once):
    assert pair.default_drafter == "model" and {"model", "mtp", "dflash"} <= pair.drafters.keys()
    named = load(drafter="lookup", beside=read_once)
    assert named.default_drafter == "lookup" and "model" in named.drafters and not {"mtp", "dflash"} & named.drafters.keys()


@pytest.mark.parametrize("prompt, choice", zip(PROMPTS, CHOICES))
def test_every_drafter_says_what_plain_decoding_says_but_at_a_near_tie(pair, prompt, choice):
    """And is right often enough to pay. Not a measurement: a good share of the guesses on text of the pair's own kind, far from what a broken cache gives."""
    settings, plain = CHOICES[choice], None
    for drafter, k, share in (("none", 0, 0), ("model", 4, 1 / 4), ("lookup", 8, 0), ("hybrid", 3, 0), ("mtp", 4, 1 / 4), ("dflash", 7, 1 / 8)):
        pair.reset()
        reply = toys.reply(pair, prompt, replace(settings, drafter=drafter, k=k), 48)
        toys.check_rounds(reply.rounds, 48)
        assert reply.finish.stats.accepted >= reply.finish.stats.drafted * share or choice != "T=0", drafter
        plain = plain or reply
        at = next((i for i, (a, b) in enumerate(zip(plain.tokens, reply.tokens)) if a != b), None)
        if at is None:
            assert reply.tokens == plain.tokens and reply.finish.reason == plain.finish.reason
            continue
        tokens = [*render(pair.tokenizer, prompt).tokens, *plain.tokens[:at]]
        best = mx.sort(toys.scored(pair.target.model(mx.array([tokens]))[0, -1:], tokens, settings))[-2:]
        assert (best[1] - best[0]).item() < toys.GAP, f"{drafter} differs at token {at}, where there is no tie"


def test_what_is_loaded_is_named_once():
    said = []
    load(progress=said.append)
    loading = [line for line in said if line.startswith("loading")]
    assert {"loading target specdeck-target", "loading drafter specdeck-drafter", "loading drafter specdeck-mtp"} <= set(loading)
    assert all(len(set(line.split())) == len(line.split()) for line in loading), loading
