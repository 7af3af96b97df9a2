"""Tabs: opened by key, by mouse and from the palette; help and palette speak of the open screen; the chat goes on behind."""

import asyncio

from textual.containers import Horizontal, Vertical

from specdeck.actions import changing_settings
from specdeck.screens.base import COMPARE, TABS
from specdeck.screens.chat import ChatScreen
from specdeck.widgets.prompt_field import Prompt
from specdeck.widgets.transcript import Transcript
from tests.helpers.everyday import everyday
from tests.helpers.fake import FakeSession
from tests.helpers.play import drawn, person, playing, type_line, until, where


@person
async def test_the_chat_goes_on_behind_another_tab_and_a_command_of_the_chat_opens_it():
    session = FakeSession()
    async with playing(session) as pilot:
        await type_line(pilot, "hi")
        await pilot.press("f3")
        await until(pilot, lambda: pilot.app.tab.TAB is COMPARE)
        session.play(2)
        await until(pilot, lambda: len(pilot.app.deck.chat.reply.rounds) == 2)
        await pilot.click(offset=where(pilot, "Chat"))
        await until(pilot, lambda: "What is your destination?" in drawn(pilot))
        assert pilot.app.focused is pilot.app.screen.query_one(Prompt)
        await pilot.app.action_tab("Lesson")
        pilot.app.say("/max 9")
        await until(pilot, lambda: pilot.app.deck.wants.max_tokens == 9 and isinstance(pilot.app.screen, ChatScreen))


@person
async def test_palette_and_help_speak_of_the_open_screen():
    async with playing(size=(120, 60)) as pilot:
        await pilot.press("f3", "f1")
        await until(pilot, lambda: "Two settings on one prompt" in drawn(pilot) and "one round earlier" in drawn(pilot))
        await pilot.press("escape", "ctrl+p", *"mlx-lm")
        await until(pilot, lambda: "race against its own generator" in drawn(pilot))
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.deck.contest.changes["a"].get("drafter") == "mlx-lm")


@person
async def test_the_chat_fits_eighty_columns_with_the_widest_settings():
    async with playing(size=(80, 24)) as pilot:
        changing_settings.change_settings(pilot.app.deck, k=12, temperature=0.85, drafter="assistant")
        pilot.app.draw()
        await pilot.pause()
        first = drawn(pilot).split("\n")[0]
        assert all(words in first for words in ("Chat", "Models", "assistant", "T 0.85", "toy-target"))


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
            await pilot.app.action_tab(tab.label)
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
