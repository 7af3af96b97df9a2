"""Pictures of the chat screen: themes and sizes. `pytest --snapshot-update` takes them anew; look at them before committing."""

import pytest

from app.widgets.prompt import Prompt
from decoding.types import Settings
from tests.app.fake import FakeSession
from tests.app.play import SMALL, WIDE, playground, until


@pytest.mark.parametrize("theme,size", [("dark", WIDE), ("light", WIDE), ("mono", WIDE), ("dark", SMALL)], ids=["dark", "light", "mono", "small"])
def test_the_chat_after_a_reply(snap_compare, theme, size):
    session = FakeSession()

    async def talk(pilot) -> None:
        await until(pilot, lambda: pilot.app.deck.pair is not None)
        pilot.app.screen.query_one(Prompt).cursor_blink = False
        pilot.app.deck.send("Find me a bus from Fresno to Sacramento")
        session.play(4)
        await until(pilot, lambda: len(pilot.app.deck.chat.reply.steps) == 4)
        pilot.app.deck.change(k=6)
        session.play()
        await until(pilot, lambda: not pilot.app.deck.busy)
        await pilot.pause()

    assert snap_compare(playground(session, theme), terminal_size=size, run_before=talk)


def test_the_empty_chat(snap_compare):
    async def wait(pilot) -> None:
        await until(pilot, lambda: pilot.app.deck.pair is not None)
        pilot.app.screen.query_one(Prompt).cursor_blink = False
        await pilot.pause()

    assert snap_compare(playground(), terminal_size=WIDE, run_before=wait)


THREE = pytest.mark.parametrize(
    "theme,size",
    [(theme, size) for size in (WIDE, SMALL) for theme in ("dark", "light", "mono")],
    ids=[f"{theme}-{size}" for size in ("wide", "small") for theme in ("dark", "light", "mono")],
)


@THREE
def test_the_inspector(snap_compare, theme, size):
    session = FakeSession(Settings(temperature=0.8))

    async def look(pilot) -> None:
        await until(pilot, lambda: pilot.app.deck.pair is not None)
        pilot.app.screen.query_one(Prompt).cursor_blink = False
        pilot.app.deck.send("Find me a bus from Fresno to Sacramento")
        session.play()
        await until(pilot, lambda: not pilot.app.deck.busy)
        await pilot.press("tab", "g", *["right"] * 9)
        await until(pilot, lambda: pilot.app.deck.view.token is not None)
        await pilot.pause()

    assert snap_compare(playground(session, theme), terminal_size=size, run_before=look)
