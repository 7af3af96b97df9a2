"""Pictures of the screens, each wide and tight. `pytest --snapshot-update` takes them anew; look at them before committing."""

import pytest
from textual.pilot import Pilot

from specdeck.actions import changing_settings, chatting
from specdeck.decoding.types import Settings
from specdeck.widgets.prompt_field import Prompt
from tests.helpers import fake_models
from tests.helpers.decks import chooser
from tests.helpers.fake import FakeSession
from tests.helpers.play import SMALL, WIDE, compared, playground, raced, rested, shows, talk, tried, until

pytestmark = pytest.mark.long

TWO = pytest.mark.parametrize("theme, size", [("dark", WIDE), ("light", SMALL)], ids=["wide", "small"])
ASKED = "Find me a bus from Fresno to Sacramento"


def ready(look):
    """Look once the pair is there, in a picture whose cursor stands still and whose last frame is drawn."""

    async def run(pilot) -> None:
        await until(pilot, lambda: pilot.app.deck.pair is not None)
        pilot.app.screen.query_one(Prompt).blinks = False
        await look(pilot)
        for prompt in pilot.app.screen.query(Prompt):
            prompt.blinks = False
        await pilot.pause()

    return run


@TWO
def test_the_chat_after_a_reply(snap_compare, theme, size):
    session = FakeSession()

    @ready
    async def talk(pilot) -> None:
        chatting.send(pilot.app.deck, ASKED)
        session.play(4)
        await until(pilot, lambda: len(pilot.app.deck.chat.reply.rounds) == 4)
        changing_settings.change_settings(pilot.app.deck, k=6)
        session.play()
        await until(pilot, lambda: not pilot.app.deck.busy)
        await rested(pilot)

    assert snap_compare(playground(session, theme), terminal_size=size, run_before=talk)


def test_the_empty_chat(snap_compare):
    assert snap_compare(playground(), terminal_size=WIDE, run_before=ready(Pilot.pause))


def test_the_inspector(snap_compare):
    session = FakeSession(Settings(temperature=0.8))

    @ready
    async def look(pilot) -> None:
        chatting.send(pilot.app.deck, ASKED)
        session.play()
        await until(pilot, lambda: not pilot.app.deck.busy)
        await pilot.press("tab", "g", *["right"] * 9)
        await until(pilot, lambda: pilot.app.deck.view.token is not None)

    assert snap_compare(playground(session, "mono"), terminal_size=WIDE, run_before=look)


def test_the_choice_in_a_picture(snap_compare):
    session = chooser()

    @ready
    async def look(pilot) -> None:
        await talk(pilot, session)
        await shows(pilot, "auto took lookup")
        await rested(pilot)

    assert snap_compare(playground(session), terminal_size=(60, 20), run_before=look)


def test_the_help(snap_compare):
    @ready
    async def look(pilot) -> None:
        await pilot.press("f1")
        await shows(pilot, "rejected guess")

    assert snap_compare(playground(), terminal_size=WIDE, run_before=look)


@TWO
def test_the_models(snap_compare, theme, size):
    app, runner = playground(FakeSession(pair=fake_models.TIMED), theme), fake_models.FakeRunner()
    app.deck.catalogue.background = runner

    @ready
    async def choose(pilot) -> None:
        await fake_models.browse(pilot, runner)

    assert snap_compare(app, terminal_size=size, run_before=choose)


@TWO
def test_a_comparison(snap_compare, theme, size):
    session = FakeSession()

    @ready
    async def look(pilot) -> None:
        await compared(pilot, session, ASKED)
        await pilot.press("s")
        await tried(pilot, session)
        await raced(pilot, session)
        pilot.app.screen.race.playback.seek(0.5)
        pilot.app.draw()

    assert snap_compare(playground(session, theme), terminal_size=size, run_before=look)


@TWO
def test_a_page_of_the_lesson(snap_compare, theme, size):
    @ready
    async def look(pilot) -> None:
        await pilot.press("f4", *["greater_than_sign"] * 4, "space", "space", "1", "space", "right", "right")
        await shows(pilot, "You said: accepted", "position 3  '")

    assert snap_compare(playground(theme=theme), terminal_size=size, run_before=look)
