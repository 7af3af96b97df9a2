"""Palette and help hold everything that can be done, and all of it can be done without a fault."""

import pytest
from textual.command import DiscoveryHit

from specdeck.actions import chatting
from specdeck.actions.slash_commands import SLASH_COMMANDS
from specdeck.screens.chat import ChatScreen
from specdeck.screens.guide import GuideScreen
from specdeck.screens.palette import Commands
from specdeck.screens.tab import TABS
from specdeck.settings.keys import IN_THE_PROMPT, KEYS
from tests.helpers.fake import FakeSession
from tests.helpers.play import person, playing, talk, until

pytestmark = pytest.mark.long


async def offered(pilot) -> list[DiscoveryHit]:
    """Everything that the palette lists on the open screen."""
    return [hit async for hit in Commands(pilot.app.screen).discover()]


@pytest.mark.parametrize("label", [tab.label for tab in TABS])
def test_every_command_of_the_palette_can_be_chosen_on_every_screen(label):
    @person
    async def story():
        session = FakeSession()
        async with playing(session) as pilot:
            await talk(pilot, session)
            await pilot.app.switch_mode(label)
            names = {hit.text for hit in await offered(pilot)} - {"quit"}
            assert {tab.label.lower() for tab in TABS} <= names
            for name in sorted(names):
                await pilot.app.switch_mode(label)
                (hit,) = [hit for hit in await offered(pilot) if hit.text == name][:1]
                assert hit.help and str(hit.help).strip(), name
                pilot.app.call_later(hit.command)
                await pilot.pause()
                while len(pilot.app.screen_stack) > 1:
                    pilot.app.pop_screen()
                chatting.stop(pilot.app.deck)
                await pilot.pause()
            assert pilot.app.is_running

    story()


@person
async def test_the_help_of_the_chat_names_every_command_and_what_every_key_does():
    async with playing() as pilot:
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(pilot.app.screen, GuideScreen))
        page = str(pilot.app.screen._page(200))
    for command in SLASH_COMMANDS:
        assert f"/{command.name}" in page and command.help in page
    told = {row.action for row in KEYS if row.screen == "chat" and row.command in {command.name for command in SLASH_COMMANDS}}
    assert [binding.action for binding in ChatScreen.BINDINGS if binding.action not in told] == []
    assert all(key in page and what in page for key, what in IN_THE_PROMPT)
