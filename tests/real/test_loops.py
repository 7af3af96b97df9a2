"""Greedy replies of SmolLM2-135M-Instruct: those that go round are found, and no list, table, code or count is taken for a loop."""

import pytest

from specdeck.decoding import Round, Settings, decode, find_loop, load

pytestmark = pytest.mark.real

LOOPS = {"Write a haiku about autumn.": 7, "Plan a weekend in Paris.": 11, "Write a bash script that renames all .txt files to .md.": 19}
NO_LOOPS = (
    "What is the capital of France?", "Count from 1 to 40.", "Give me a table of three planets with their sizes.",
    "Write a Python function that reverses a string.", "Repeat exactly: The Harbor View Hotel is in Santa Cruz. It has 84 rooms, a pool and free parking.",
)  # fmt: skip


@pytest.fixture(scope="module")
def pair(smollm2):
    return load(str(smollm2), "lookup")


def reply(pair, prompt: str, settings: Settings, most: int) -> list[int]:
    return [token for event in decode(pair, prompt, settings, max_tokens=most) if isinstance(event, Round) for token in event.tokens]


@pytest.mark.parametrize("prompt", LOOPS)
def test_a_reply_that_goes_round_is_found(pair, prompt):
    ids = reply(pair, prompt, Settings(drafter="lookup", k=8), 160)
    loop = find_loop(ids)
    assert loop and loop.period == LOOPS[prompt] and loop.start < 80
    assert ids[loop.start :] == ids[loop.start - loop.period : -loop.period]


@pytest.mark.parametrize("prompt", NO_LOOPS)
def test_a_reply_that_does_not_is_not(pair, prompt):
    assert find_loop(reply(pair, prompt, Settings(drafter="lookup", k=8), 160)) is None


def test_what_the_chat_offers_ends_a_loop(pair):
    assert find_loop(reply(pair, "Write a haiku about autumn.", Settings(drafter="lookup", repetition_penalty=1.1, penalty_context=64), 160)) is None
