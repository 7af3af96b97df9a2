"""Pictures of the screens, each wide and tight. `pytest --snapshot-update` takes them anew; look at them before committing."""

import pytest

from specdeck.actions import changing_settings, chatting
from specdeck.decoding.types import Settings
from specdeck.widgets.prompt_field import Prompt
from tests.helpers import fake_models
from tests.helpers.decks import chooser
from tests.helpers.fake import FakeSession
from tests.helpers.play import SMALL, WIDE, compared, drawn, playground, raced, rested, talk, tried, until

pytestmark = pytest.mark.long

TWO = pytest.mark.parametrize("theme, size", [("dark", WIDE), ("light", SMALL)], ids=["wide", "small"])


@TWO
def test_the_chat_after_a_reply(snap_compare, theme, size):
    session = FakeSession()

    async def talk(pilot) -> None:
        await until(pilot, lambda: pilot.app.deck.pair is not None)
        pilot.app.screen.query_one(Prompt).blinks = False
        chatting.send(pilot.app.deck, "Find me a bus from Fresno to Sacramento")
        session.play(4)
        await until(pilot, lambda: len(pilot.app.deck.chat.reply.rounds) == 4)
        changing_settings.change_settings(pilot.app.deck, k=6)
        session.play()
        await until(pilot, lambda: not pilot.app.deck.busy)
        await rested(pilot)

    assert snap_compare(playground(session, theme), terminal_size=size, run_before=talk)


def test_the_empty_chat(snap_compare):
    async def wait(pilot) -> None:
        await until(pilot, lambda: pilot.app.deck.pair is not None)
        pilot.app.screen.query_one(Prompt).blinks = False
        await pilot.pause()

    assert snap_compare(playground(), terminal_size=WIDE, run_before=wait)


def test_the_inspector(snap_compare):
    session = FakeSession(Settings(temperature=0.8))

    async def look(pilot) -> None:
        await until(pilot, lambda: pilot.app.deck.pair is not None)
        pilot.app.screen.query_one(Prompt).blinks = False
        chatting.send(pilot.app.deck, "Find me a bus from Fresno to Sacramento")
        session.play()
        await until(pilot, lambda: not pilot.app.deck.busy)
        await pilot.press("tab", "g", *["right"] * 9)
        await until(pilot, lambda: pilot.app.deck.view.token is not None)
        await pilot.pause()

    assert snap_compare(playground(session, "mono"), terminal_size=WIDE, run_before=look)


def test_the_choice_in_a_picture(snap_compare):
    session = chooser()

    async def look(pilot) -> None:
        await until(pilot, lambda: pilot.app.deck.pair is not None)
        pilot.app.screen.query_one(Prompt).blinks = False
        await talk(pilot, session)
        await until(pilot, lambda: "auto took lookup" in drawn(pilot))
        await rested(pilot)

    assert snap_compare(playground(session), terminal_size=(60, 20), run_before=look)


def test_the_help(snap_compare):
    async def look(pilot) -> None:
        await until(pilot, lambda: pilot.app.deck.pair is not None)
        await pilot.press("f1")
        await until(pilot, lambda: "rejected guess" in drawn(pilot))
        await pilot.pause()

    assert snap_compare(playground(), terminal_size=WIDE, run_before=look)


@TWO
def test_the_models(snap_compare, theme, size):
    app, runner = playground(FakeSession(pair=fake_models.TIMED), theme), fake_models.FakeRunner()
    app.deck.catalogue.background = runner

    async def choose(pilot) -> None:
        await until(pilot, lambda: app.deck.pair is not None)
        await fake_models.browse(pilot, runner)

    assert snap_compare(app, terminal_size=size, run_before=choose)


@TWO
def test_a_comparison(snap_compare, theme, size):
    session = FakeSession()

    async def look(pilot) -> None:
        await until(pilot, lambda: pilot.app.deck.pair is not None)
        await compared(pilot, session, "Find me a bus from Fresno to Sacramento")
        pilot.app.screen.query_one(Prompt).blinks = False
        await pilot.press("s")
        await tried(pilot, session)
        await raced(pilot, session)
        pilot.app.screen.playback.seek(0.5)
        pilot.app.draw()
        await pilot.pause()

    assert snap_compare(playground(session, theme), terminal_size=size, run_before=look)


@TWO
def test_a_page_of_the_lesson(snap_compare, theme, size):
    async def look(pilot) -> None:
        await until(pilot, lambda: pilot.app.deck.pair is not None)
        await pilot.press("f4", *["greater_than_sign"] * 4, "space", "space", "1", "space", "right", "right")
        await until(pilot, lambda: "You said: accepted" in drawn(pilot) and "position 3  '" in drawn(pilot))
        await pilot.pause()

    assert snap_compare(playground(theme=theme), terminal_size=size, run_before=look)
