"""SmolLM2-135M-Instruct says what mlx-lm says of it in float32, whoever drafts."""

import itertools
from dataclasses import replace

import pytest

from specdeck.decoding import Settings, load
from specdeck.decoding.text.prompt import render
from tests.helpers.real_text import WIDTHS, as_mlx_lm_loads, check_says, reference, widths

pytestmark = pytest.mark.real

GREEDY = Settings(drafter="none", k=0)
CHOICES = {"T=0": GREEDY, "coupled": replace(GREEDY, temperature=0.8, rule="coupled", seed=3)}
PROMPT = "Repeat exactly: The spare key hangs behind the blue door, next to the old umbrella, and the bus leaves at 7:30."
FOLLOW_UP = "And where does the spare key hang?"
DRAFTERS = ("lookup", "hybrid", "auto", "model:smollm2-12-layers", "model:smollm2-8bit", "model:gemma3-270m")


@pytest.fixture(scope="module")
def pair(smollm2, smollm2_8bit, smollm2_12_layers, gemma3):
    return load(str(smollm2), [str(gemma3), str(smollm2_8bit), str(smollm2_12_layers)], any_vocabulary=True)


@pytest.fixture(scope="module")
def references(pair, smollm2):
    """Of the first turn by choice, and of a second one."""
    model, chat = as_mlx_lm_loads(smollm2), [{"role": "user", "content": PROMPT}]
    found = {choice: reference(model, render(pair.tokenizer, chat).tokens, settings, 24) for choice, settings in CHOICES.items()}
    said = pair.tokenizer.decode(found["T=0"].tokens).partition("<|im_end|>")[0]
    chat += [{"role": "assistant", "content": said}, {"role": "user", "content": FOLLOW_UP}]
    return found | {"second turn": reference(model, render(pair.tokenizer, chat).tokens, GREEDY, 16)}


@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize("drafter", ("none", *DRAFTERS))
def test_every_drafter_leaves_the_text_as_it_is(pair, references, drafter, choice):
    reply = check_says(pair, references[choice], widths(replace(CHOICES[choice], drafter=drafter)))
    assert sum(len(round_.draft) for round_ in reply.rounds) > 0 or drafter in ("none", "auto")


@pytest.mark.parametrize("k", sorted(WIDTHS))
def test_drafts_of_one_length_leave_the_text_as_it_is(pair, references, k):
    check_says(pair, references["T=0"], replace(GREEDY, drafter="lookup", k=k))


def test_another_drafter_in_every_round_leaves_the_text_as_it_is(pair, references):
    """One that was silent has missed what the others wrote."""
    turns = itertools.cycle([replace(CHOICES["coupled"], drafter=drafter, k=k) for k in WIDTHS for drafter in DRAFTERS])
    check_says(pair, references["coupled"], lambda: next(turns))


@pytest.mark.parametrize("drafter", ["lookup", "hybrid"])
def test_a_second_turn_that_goes_on_from_what_is_cached_is_a_cold_starts_text(pair, references, drafter):
    settings = widths(replace(GREEDY, drafter=drafter))
    first = check_says(pair, references["T=0"], settings)
    second = check_says(pair, references["second turn"], settings, cold=False)
    said = next((at for at, token in enumerate(first.tokens) if token in pair.end_tokens), len(first.tokens))
    assert second.prefills[0].cached >= len(references["T=0"].prompt) + said - 2, "the text is made into the tokens that were written"
    assert first.tokens != second.tokens
