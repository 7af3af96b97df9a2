"""gemma-3-270m says what mlx-lm says of it in float32, whoever drafts, also where its sliding window of 512 tokens comes round."""

from dataclasses import replace

import pytest

from specdeck.decoding import Settings, load
from tests.helpers.real_text import as_mlx_lm_loads, check_says, reference, widths

pytestmark = pytest.mark.real

GREEDY = Settings(drafter="none", k=0)
CHOICES = {"T=0": GREEDY, "coupled": replace(GREEDY, temperature=0.8, rule="coupled", seed=3)}
WINDOW = 512
NAMES, PLACES = ("Ada", "Ben", "Carla", "Dmitri", "Esther"), ("the harbor", "the old mill", "Lisbon", "a farm near York")
DIARY = "".join(
    f"On day {day} {NAMES[day % 5]} went to {PLACES[day % 4]} by {('bus', 'train', 'boat')[day % 3]} and paid {7 * day % 31} dollars. " for day in range(1, 60)
)


@pytest.fixture(scope="module")
def pair(gemma3, smollm2):
    return load(str(gemma3), str(smollm2), any_vocabulary=True)


@pytest.fixture(scope="module")
def model(gemma3):
    return as_mlx_lm_loads(gemma3)


def diary(pair, length):
    """Its first tokens."""
    return list(pair.tokenizer.encode(DIARY))[:length]


@pytest.mark.parametrize("choice", CHOICES)
def test_every_drafter_leaves_the_text_as_it_is(pair, model, choice):
    wanted = reference(model, diary(pair, 60), CHOICES[choice], 16)
    for drafter in ("none", "lookup", "hybrid", "auto", "model"):
        check_says(pair, wanted, widths(replace(CHOICES[choice], drafter=drafter)))


def test_a_window_that_comes_round_in_the_reply_and_is_full_in_the_next_prompt(pair, model):
    """Guesses are taken back over the edge; then more tokens than the window holds are there before the reply begins."""
    over = reference(model, diary(pair, WINDOW - 8), GREEDY, 24)
    beyond = reference(model, [*over.sequence, *diary(pair, 40)[1:]], GREEDY, 16)
    for drafter in ("lookup", "hybrid"):
        settings = widths(replace(GREEDY, drafter=drafter))
        reply = check_says(pair, over, settings)
        assert any(round_.accepted < len(round_.draft) for round_ in reply.rounds)
        warm = check_says(pair, beyond, settings, cold=False)
        assert warm.prefills[0].cached > WINDOW
