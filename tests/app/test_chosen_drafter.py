"""Why a drafter was chosen stands beside the figures, in a sentence; it is no warning."""

from dataclasses import replace

import pytest

from specdeck.chat.drafter_health import why_chosen
from specdeck.decoding.types import Settings
from specdeck.widgets.prompt_field import Prompt
from tests.helpers.fake import PAIR, FakeSession
from tests.helpers.play import SMALL, WIDE, drawn, person, playground, playing, rested, talk, until

WHY = "auto took lookup: 2.58x plain (3.1 tokens in the time of 1.2); next model: 1.60x plain (2.4 tokens in the time of 1.5)"
TINY = (60, 20)


def chooser() -> FakeSession:
    """Its rounds have notes: one that is out of date, and the last one."""
    session = FakeSession(pair=replace(PAIR, drafters=(*PAIR.drafters, "auto"), default="auto"))
    session.notes = {0: "auto tries model: it is not measured yet", 3: WHY}
    return session


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("size", [WIDE, SMALL, TINY])
def test_the_panel_says_why_auto_took_a_drafter_at_every_size(size):
    @person
    async def test():
        session = chooser()
        async with playing(session, size) as pilot:
            await talk(pilot, session)
            await until(pilot, lambda: "auto took lookup" in drawn(pilot))
            shown = [line[80:] if size == WIDE else line for line in drawn(pilot).splitlines()]
            assert WHY in words(" ".join(shown)) and "auto tries" not in drawn(pilot)
            await pilot.resize_terminal(*WIDE)
            await until(pilot, lambda: "auto took lookup: 2.58x" in drawn(pilot))

    test()


@person
async def test_a_choice_is_no_warning_and_another_note_is_one():
    session = chooser()
    async with playing(session) as pilot:
        told = []
        pilot.app.notify = lambda message, **how: told.append(message)
        await talk(pilot, session)
        await until(pilot, lambda: "auto took lookup" in drawn(pilot))
        assert not told and why_chosen(pilot.app.deck.chat.reply) == WHY
        session.settings, session.notes = Settings(drafter="model"), {2: "model: the drafter's context of 99 tokens is full"}
        await talk(pilot, session)
        await until(pilot, lambda: told == ["model: the drafter's context of 99 tokens is full"])
        assert why_chosen(pilot.app.deck.chat.reply) == "" and "auto took" not in drawn(pilot)


@pytest.mark.long
def test_the_choice_in_a_picture(snap_compare):
    session = chooser()

    async def look(pilot) -> None:
        await until(pilot, lambda: pilot.app.deck.pair is not None)
        pilot.app.screen.query_one(Prompt).blinks = False
        await talk(pilot, session)
        await until(pilot, lambda: "auto took lookup" in drawn(pilot))
        await rested(pilot)

    assert snap_compare(playground(session), terminal_size=TINY, run_before=look)
