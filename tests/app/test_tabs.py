"""Tabs: opened by key, by mouse and from the palette; help and palette speak of the open screen; the chat goes on behind."""

import asyncio

import pytest
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from specdeck import app as app_module
from specdeck.actions import changing_settings
from specdeck.screens.chat import ChatScreen
from specdeck.screens.tab import CHAT, TABS, TabEntry, TabScreen
from specdeck.widgets.prompt_field import Prompt
from specdeck.widgets.transcript import Transcript
from tests.helpers import play
from tests.helpers.everyday import everyday
from tests.helpers.fake import FakeSession
from tests.helpers.play import drawn, person, playing, type_line, until, where

ANOTHER = TabEntry("Another", "f9", "There to be opened.", f"{__name__}:Another")


class Another(TabScreen):
    """A screen as small as one can be."""

    TAB = ANOTHER
    BINDINGS = [Binding("s", "shout", "Shout", tooltip="say it loudly")]

    def body(self) -> ComposeResult:
        """One line."""
        yield Static("quiet", id="line")

    def draw(self) -> None:
        """What the chat holds."""
        super().draw()
        reply = self.deck.chat.reply
        self.query_one("#line", Static).update(f"{len(reply.tokens) if reply else 0} tokens behind")

    def action_shout(self) -> None:
        """Loudly."""
        self.query_one("#line", Static).update("LOUD")


@pytest.fixture
def two(monkeypatch):
    """Chat and another."""
    tabs = (CHAT, ANOTHER)
    monkeypatch.setattr(app_module, "TABS", tabs)
    monkeypatch.setattr(play, "Playground", type("Two", (app_module.Playground,), {"BINDINGS": app_module.own_bindings(tabs)}))


def test_tabs_are_named_once_and_have_a_key_each():
    assert TABS[0].screen() is ChatScreen
    assert len({tab.label for tab in TABS}) == len({tab.key for tab in TABS}) == len(TABS)
    for tab in TABS:
        assert tab.about.endswith(".") and tab.screen().TAB is tab
        assert tab is CHAT or all(binding.tooltip and binding.description for binding in tab.screen().BINDINGS)


def test_a_tab_is_opened_by_key_and_by_mouse_and_the_chat_goes_on_behind_it(two):
    @person
    async def story():
        session = FakeSession()
        async with playing(session) as pilot:
            await type_line(pilot, "hi")
            await pilot.press("f9")
            await until(pilot, lambda: "0 tokens behind" in drawn(pilot))
            session.play(2)
            await until(pilot, lambda: "6 tokens behind" in drawn(pilot))
            await pilot.click(offset=where(pilot, "Chat"))
            await until(pilot, lambda: "What is your destination?" in drawn(pilot))
            assert pilot.app.focused is pilot.app.screen.query_one(Prompt)

    story()


def test_palette_and_help_speak_of_the_open_screen(two):
    @person
    async def story():
        async with playing() as pilot:
            await pilot.press("f9")
            await until(pilot, lambda: "tokens behind" in drawn(pilot))
            await pilot.press("f1")
            await until(pilot, lambda: "say it loudly" in drawn(pilot) and "There to be opened" in drawn(pilot))
            assert "f9" in drawn(pilot) and "COMMANDS (" not in str(pilot.app.screen._page(200)), "the chat's commands are not this screen's"
            await pilot.press("escape", "ctrl+p")
            await until(pilot, lambda: "say it loudly" in drawn(pilot))
            await pilot.press(*"shout", "enter")
            await pilot.pause()
            await pilot.press("enter")
            await until(pilot, lambda: "LOUD" in drawn(pilot))

    story()


def test_a_command_of_the_chat_opens_the_chat(two):
    @person
    async def story():
        async with playing() as pilot:
            await pilot.press("f9")
            await until(pilot, lambda: "tokens behind" in drawn(pilot))
            pilot.app.say("/ghosts")
            await until(pilot, lambda: pilot.app.deck.view.ghosts and isinstance(pilot.app.screen, ChatScreen))

    story()


def test_every_tab_fits_eighty_columns_with_the_widest_settings(two):
    @person
    async def story():
        async with playing(size=(80, 24)) as pilot:
            changing_settings.change_settings(pilot.app.deck, k=12, temperature=0.85, drafter="assistant")
            pilot.app.draw()
            await pilot.pause()
            first = drawn(pilot).split("\n")[0]
            assert "Chat" in first and "Another" in first and "assistant" in first and "T 0.85" in first and "probabilistic" in first

    story()


@everyday("tab", TABS, TABS[-1], ids=lambda tab: tab.label)
def test_a_machine_that_is_slow_to_build_a_screen_opens_every_tab(monkeypatch, tab):
    build = Horizontal._on_compose

    async def slowly(self, event):
        await asyncio.sleep(0.1)
        await build(self, event)

    @person
    async def story():
        async with playing() as pilot:
            for kind in (Horizontal, Vertical):  # the footer is there before what they hold
                monkeypatch.setattr(kind, "_on_compose", slowly)
            await pilot.press(tab.key)
            await until(pilot, lambda: pilot.app.tab.TAB is tab and "Quit" in drawn(pilot).split("\n")[-1])

    story()


@person
async def test_a_very_wide_terminal_has_lines_that_can_be_read_and_sizes_beside_names():
    session = FakeSession()
    async with playing(session, (200, 50)) as pilot:
        pilot.app.say("word " * 60)
        session.play()
        await until(pilot, lambda: not pilot.app.deck.busy)
        assert pilot.app.screen.query_one(Transcript).scrollable_content_region.width <= 100
        assert pilot.app.screen.query_one("#panel").size.width >= 80, "the rest is for what is told about the round"
        await pilot.press("f5")
        await until(pilot, lambda: "ON DISK" in drawn(pilot))
        head = next(line for line in drawn(pilot).split("\n") if "ON DISK" in line)
        assert head.index("size") < 62
