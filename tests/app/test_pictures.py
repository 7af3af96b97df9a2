"""Pictures of the screens, each wide and tight. `pytest --snapshot-update` takes them anew; look at them before committing."""

from functools import partial
from typing import Any, Awaitable, Callable

import pytest
from textual.pilot import Pilot

from specdeck.actions import changing_settings, chatting
from specdeck.decoding.types import Settings
from specdeck.widgets.prompt_field import Prompt
from tests.helpers.fake import FakeSession
from tests.helpers.fake_models import TIMED, FakeRunner, browse
from tests.helpers.play import SMALL, WIDE, compared, idle, playground, raced, rested, shows, talk, tried, until
from tests.helpers.states import chooser

pytestmark = pytest.mark.long

BOTH = {"wide": ("dark", WIDE), "small": ("light", SMALL)}
ASKED = "Find me a bus from Fresno to Sacramento"
Story = Callable[[Pilot, Any], Awaitable[None]]
PICTURES = []  # rows of the test: a person's story, on which session, in which theme and size


def picture(
    session: Callable[[], FakeSession] = FakeSession, theme: str = "dark", size: tuple[int, int] = WIDE, both: bool = False
) -> Callable[[Story], Story]:
    """The screen after a story has a picture, `both`: a wide one, and a small one in the light theme."""

    def row(story: Story) -> Story:
        for name, look in BOTH.items() if both else [("", (theme, size))]:
            PICTURES.append(pytest.param(story, session, *look, id=f"{story.__name__}-{name}".rstrip("-")))
        return story

    return row


@picture(both=True)
async def chat_after_a_reply(pilot, session):
    chatting.send(pilot.app.state, ASKED)
    session.play(4)
    await until(pilot, lambda: len(pilot.app.state.chat.reply.rounds) == 4)
    changing_settings.change_settings(pilot.app.state, k=6)
    session.play()
    await idle(pilot)
    await rested(pilot)


@picture()
async def empty_chat(pilot, session):
    await pilot.pause()


@picture(partial(FakeSession, Settings(temperature=0.8)), "mono")
async def inspector(pilot, session):
    chatting.send(pilot.app.state, ASKED)
    session.play()
    await idle(pilot)
    await pilot.press("tab", "g", *["right"] * 9)
    await until(pilot, lambda: pilot.app.state.view.token is not None)


@picture(chooser, size=(60, 20))
async def choice_of_auto(pilot, session):
    await talk(pilot, session)
    await shows(pilot, "auto took lookup")
    await rested(pilot)


@picture()
async def help_box(pilot, session):
    await pilot.press("f1")
    await shows(pilot, "rejected guess")


@picture(partial(FakeSession, pair=TIMED), both=True)
async def models(pilot, session):
    await browse(pilot, pilot.app.state.catalogue.background)


@picture(both=True)
async def comparison(pilot, session):
    await compared(pilot, session, ASKED)
    await pilot.press("s")
    await tried(pilot, session)
    await raced(pilot, session)
    pilot.app.screen.race.playback.seek(0.5)
    pilot.app.draw()


@picture(both=True)
async def page_of_the_lesson(pilot, session):
    await pilot.press("f4", *["greater_than_sign"] * 4, "space", "space", "1", "space", "right", "right")
    await shows(pilot, "You said: accepted", "position 3  '")


@pytest.mark.parametrize("story, session, theme, size", PICTURES)
def test_a_screen_is_as_in_its_picture(snap_compare, story, session, theme, size):
    app = playground(session(), theme)
    app.state.catalogue.background = FakeRunner()

    async def look(pilot: Pilot) -> None:
        """Once the pair is there. The cursor stands still, and the last frame is drawn."""
        await until(pilot, lambda: app.state.pair is not None)
        app.screen.query_one(Prompt).blinks = False
        await story(pilot, app.state.session)
        for prompt in app.screen.query(Prompt):
            prompt.blinks = False
        await pilot.pause()

    assert snap_compare(app, terminal_size=size, run_before=look)
