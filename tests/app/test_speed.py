"""The speed-up: only of two measurements on one prompt, with kernels that were ready; slower is explained, and one key tries better."""

from dataclasses import replace

import pytest

from specdeck.app.actions import chatting
from specdeck.app.chat.conversation import fold
from specdeck.app.chat.reply import reply_of
from specdeck.app.chat.speed import slower
from specdeck.app.engine.messages import Measured
from specdeck.app.engine.reply_reports import Ended, Wrote
from specdeck.decoding.stats import built_kernels
from specdeck.decoding.types import Finish, Settings, Stats
from tests.app.fake import TAKES, FakeSession, Take, round_of
from tests.app.play import person, playing, until
from tests.app.test_chat import drawn, type_line
from tests.app.test_hands import talk


async def baseline(pilot) -> None:
    """Plain decoding is measured on the last prompt."""
    await type_line(pilot, "/baseline")
    await until(pilot, lambda: not pilot.app.deck.busy)


@person
async def test_no_ratio_across_prompts_and_the_old_figure_is_dated():
    session = FakeSession()
    async with playing(session) as pilot:
        await talk(pilot, session)
        await baseline(pilot)
        await until(pilot, lambda: "x plain decoding" in drawn(pilot) and "of this prompt" in drawn(pilot))
        await talk(pilot, session)
        await until(pilot, lambda: "plain was 24.0 tok/s" in drawn(pilot) and "on another prompt, just now" in drawn(pilot))
        assert pilot.app.deck.speed_up is None and "x plain decoding" not in drawn(pilot)
        await type_line(pilot, "/again")
        session.play()
        await until(pilot, lambda: not pilot.app.deck.busy)
        assert pilot.app.deck.speed_up is None, "another branch of the second prompt"
        await baseline(pilot)
        await type_line(pilot, "/again")
        session.play()
        await until(pilot, lambda: not pilot.app.deck.busy)
        assert pilot.app.deck.speed_up is not None, "the same prompt once more"


@person
async def test_no_ratio_while_kernels_were_built():
    session = FakeSession()
    async with playing(session) as pilot:
        await talk(pilot, session)
        deck = pilot.app.deck
        deck.measured_on = deck.basis
        session.tell(Measured(deck.job, 48, 24.0, built_kernels=True))
        await until(pilot, lambda: deck.measured_on is None)
        assert deck.baseline is None and deck.speed_up is None
        await baseline(pilot)
        assert deck.speed_up is not None
        step = deck.chat.reply.steps[0]
        deck.chat.reply.steps[0] = replace(step, event=replace(step.event, verify_seconds=3.0))
        assert deck.speed_up is None
        pilot.app.draw()
        await until(pilot, lambda: "kernels were built" in drawn(pilot))


@pytest.mark.parametrize("at, slow, built", [(0, 0.012, False), (0, 0.05, False), (0, 3.0, True), (5, 3.0, False)])
def test_a_pass_that_waited_for_a_kernel_is_known_by_its_time_and_its_place(at, slow, built):
    """The first pass of a width waits for its kernel; a later one that is as slow had a busy machine."""
    rounds = [round_of(index, take, Settings()) for index, take in enumerate(TAKES)]
    rounds[at] = replace(rounds[at], verify_seconds=slow)
    assert built_kernels(rounds) is built


@person
async def test_a_measurement_that_waited_for_kernels_is_made_again_once():
    session = FakeSession()
    async with playing(session) as pilot:
        await talk(pilot, session)
        deck = pilot.app.deck
        for measured_on in (None, deck.basis):
            deck.measured_on = deck.basis
            session.tell(Measured(deck.job, 48, 24.0, built_kernels=True))
            deck.measuring = True
            await until(pilot, lambda: not deck.measuring)
            assert deck.measured_on == measured_on and deck.baseline is None


@person
async def test_plain_decoding_is_measured_by_itself_once_and_gives_way_to_a_wish():
    session = FakeSession()
    async with playing(session) as pilot:
        await talk(pilot, session)
        deck = pilot.app.deck
        chatting.measure_unasked(deck)
        assert deck.measuring and deck.unasked
        chatting.send(deck, "and now?")
        assert not deck.measuring and deck.chat.turns[-1].prompt == "and now?"
        session.play()
        await until(pilot, lambda: not deck.busy)
        assert deck.plain_pace is None, "what was given up for another prompt is no figure of this one"
        chatting.measure_unasked(deck)
        await until(pilot, lambda: deck.speed_up is not None)
        sent = len(session.sent)
        chatting.measure_unasked(deck)
        assert len(session.sent) == sent


def reply_with(settings: Settings, take: Take, seconds: float):
    """A reply of ten such rounds in so many seconds."""
    events = [round_of(index, take, settings) for index in range(10)]
    stats = Stats()
    for event in events:
        stats = stats.add(event)
    reports = [Wrote(1, event, ("x",) * len(event.tokens), ("x",) * len(event.draft), 0.1) for event in events]
    return reply_of([*reports, Ended(1, Finish("stop", None, replace(stats, decode_seconds=seconds)), "", 1.0)])


FEW, SOME = Take(("a", "b", "c", "d"), 0, "e"), Take(("a", "b", "c", "d"), 1, "e")


@pytest.mark.parametrize("settings, take, rate, why, command", [
    (Settings(drafter="model", k=4), FEW, 20.0, "0% of the guesses are accepted, break-even is 25%", "draft lookup"),
    (Settings(drafter="lookup", k=4), FEW, 20.0, "0% of the guesses are accepted, break-even is 25%", "k 2"),
    (Settings(drafter="model", k=4), SOME, 26.0, "25% of the guesses are accepted, break-even is 40%", "k 2"),
    (Settings(drafter="model", k=1), replace(FEW, guesses=("a",)), 60.0, "even with every guess accepted a round would cost too much", "draft lookup"),
])  # fmt: skip
def test_slower_says_why_and_what_to_try(settings, take, rate, why, command):
    reply = reply_with(settings, take, 1.0)
    assert slower(reply, rate, ("none", "model", "lookup")) is not None
    found = slower(reply, rate, ("none", "model", "lookup"))
    assert (found.why, found.command) == (why, command)
    assert slower(reply, 5.0, ("none", "model", "lookup")) is None


@person
async def test_slower_is_explained_in_the_panel_and_a_key_tries_what_it_names():
    session = FakeSession(takes=(FEW,) * 20)
    async with playing(session) as pilot:
        await type_line(pilot, "hi")
        session.play()
        await until(pilot, lambda: not pilot.app.deck.busy)
        await baseline(pilot)
        await until(pilot, lambda: "slower here" in drawn(pilot) and "n tries /draft lookup" in drawn(pilot))
        assert "slower here: 0% of the guesses are" in drawn(pilot)
        await pilot.press("tab", "n")
        await until(pilot, lambda: pilot.app.deck.settings.drafter == "lookup")


@person
async def test_no_ratio_of_a_reply_that_was_read_from_a_file():
    session = FakeSession()
    async with playing(session) as pilot:
        await talk(pilot, session)
        await baseline(pilot)
        deck = pilot.app.deck
        await until(pilot, lambda: deck.speed_up is not None)
        deck.show_chat(fold(deck.owned(deck.chat.entries)))
        await baseline(pilot)
        await until(pilot, lambda: "this reply was recorded" in drawn(pilot))
        assert deck.plain_pace and deck.speed_up is None
        await type_line(pilot, "/again")
        session.play()
        await until(pilot, lambda: not deck.busy)
        await baseline(pilot)
        await until(pilot, lambda: deck.speed_up is not None)
