"""With a target that is not the embedded one, nothing on the first screens is of the embedded pair."""

from dataclasses import replace

import pytest

from specdeck import assets
from specdeck.actions import loading
from specdeck.actions.chatting import samples_here
from specdeck.apply_reports import pump
from specdeck.decoding.drafters import BY_NAME
from specdeck.samples import ANYWHERE, OFFERED
from specdeck.screens.name_lists import ListBox
from tests.helpers.decks import deck_with
from tests.helpers.fake import PAIR, FakeSession
from tests.helpers.play import drawn, person, playing, until

LOOKUP_ALONE = replace(PAIR, drafters=("none", "lookup", "auto"), default="lookup", unavailable={name: BY_NAME[name].unavailable for name in ("model", "mtp", "dflash", "eagle3")})
EMBEDDED = replace(PAIR, target_path=str(assets.TARGET), drafters=("none", "model", "lookup"), default="model")


@pytest.mark.parametrize("pair, prompts, drafters", [
    (LOOKUP_ALONE, ANYWHERE, ["lookup"] * 5),
    (replace(PAIR, default="model"), ANYWHERE, ["model", "model", "lookup", "lookup", "model"]),
    (EMBEDDED, OFFERED, ["model", "model", "lookup", "lookup", "model"]),
    (replace(EMBEDDED, drafters=("none", "lookup"), default="lookup"), OFFERED, ["", "", "lookup", "lookup", ""]),
])  # fmt: skip
def test_samples_are_the_targets_and_name_only_drafters_that_are_loaded(pair, prompts, drafters):
    deck = deck_with(FakeSession(pair=pair))
    assert [sample for sample, _ in samples_here(deck)] == list(prompts)
    assert [drafter for _, drafter in samples_here(deck)] == drafters


def test_while_another_target_loads_its_samples_are_offered_without_a_drafter():
    deck = deck_with(FakeSession(pair=EMBEDDED))
    loading.load(deck, "org/another")
    assert not deck.embedded and samples_here(deck) == [(sample, "") for sample in ANYWHERE]
    pump(deck)
    assert deck.embedded and samples_here(deck)[0][1] == "model"


@person
async def test_the_first_screen_says_who_guesses_here_and_the_list_of_drafters_what_helps_once():
    async with playing(FakeSession(pair=LOOKUP_ALONE)) as pilot:
        await until(pilot, lambda: "Here lookup guesses" in " ".join(drawn(pilot).split()))
        text = drawn(pilot)
        assert "A small model" not in text and "Why is the sky blue?" in text and "speculative decoding work" not in text
        await pilot.press("tab", "d")
        await until(pilot, lambda: isinstance(pilot.app.screen, ListBox) and "F5" in drawn(pilot))
        text = drawn(pilot)
        assert text.count("F5") == text.count("for this target") == 1 and all(f"{name} " in text for name in LOOKUP_ALONE.unavailable)
