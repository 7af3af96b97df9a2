"""A frame draws what changed and no more, and the screen is then as if everything had been drawn anew."""

from typing import Iterator

import pytest
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import Static

from specdeck.actions import chatting
from specdeck.widgets.prompt_field import Prompt
from specdeck.widgets.transcript import Transcript
from tests.helpers.fake import FakeSession, Take
from tests.helpers.play import SMALL, WIDE, person, playing

Cell = tuple[object, ...]  # a letter and how it looks
LOOKS = ("color", "bgcolor", "bold", "dim", "italic", "underline", "strike", "reverse")
WORDS = ("the", " second", " word", " and", " is", "\n", " another")
LONG = tuple(Take(tuple(WORDS[(i + j) % 7] for j in range(4)), i % 5 // 2, WORDS[(i + 4) % 7]) for i in range(60))
SIZES = (pytest.param(WIDE, id="wide"), pytest.param(SMALL, id="small", marks=pytest.mark.long))
SHORT = tuple(Take(("a", "b", "c", "d"), i % 5, "e") for i in range(60))


def picture(pilot: Pilot) -> list[list[Cell]]:
    """The cells of the screen, line by line. Its SVG shows no more, and takes longer to make than all that is tested here."""
    return [list(_cells(strip)) for strip in pilot.app.screen._compositor.render_strips()]


def _cells(strip: Strip) -> Iterator[Cell]:
    for text, style, _ in strip:
        looks = [getattr(style, name) for name in LOOKS] if style else []
        yield from ((letter, *looks) for letter in text)


async def settled(pilot: Pilot) -> list[list[Cell]]:
    """The screen once its last line, which Textual makes anew after the focus has moved, is there."""
    before, now = None, picture(pilot)
    while now != before:
        await pilot.pause(0.05)
        before, now = now, picture(pilot)
    return now


async def drawn_anew(pilot: Pilot) -> list[list[Cell]]:
    """The screen after every widget was laid out and drawn again."""
    pilot.app.screen.query_one(Transcript)._lines.keep(0)
    for widget in pilot.app.screen.walk_children(with_self=True):
        widget.refresh(layout=True)
    await pilot.pause()
    return picture(pilot)


@pytest.mark.parametrize("size", SIZES)
def test_after_every_round_the_screen_is_as_if_drawn_anew(size, monkeypatch):
    monkeypatch.setattr("specdeck.screens.chat.GLANCE", 0)
    session = FakeSession(takes=LONG)

    async def story() -> None:
        async with playing(session, size) as pilot:
            pilot.app.screen.query_one(Prompt).blinks = False
            chatting.send(pilot.app.deck, "say something long")
            for _ in range(24):
                session.play(1)
                pilot.app.tick()
                await pilot.pause()
                assert picture(pilot) == await drawn_anew(pilot)
            await pilot.press("tab", "left", "left", "l", "up")
            assert picture(pilot) == await drawn_anew(pilot)
            session.play()
            pilot.app.tick()
            await pilot.pause()
            assert picture(pilot) == await drawn_anew(pilot)

    person(story)()


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_however_a_conversation_is_looked_at_it_is_as_if_drawn_anew(size):
    session = FakeSession(takes=LONG)

    async def story() -> None:
        async with playing(session, size) as pilot:
            pilot.app.screen.query_one(Prompt).blinks = False
            for _ in range(2):
                chatting.send(pilot.app.deck, "say something long")
                session.play()
                pilot.app.tick()
            await pilot.press("tab")
            for keys in (["v"], ["g"], ["pageup"], ["l"], ["left", "left"], ["i"], ["home"], ["g"], ["v", "v"], ["pagedown"], ["tab"], ["escape"]):
                await pilot.press(*keys)
                assert await settled(pilot) == await drawn_anew(pilot), keys
            for name in ("light", "mono", "dark"):
                pilot.app.theme = name
                await pilot.pause()
                assert await settled(pilot) == await drawn_anew(pilot), name
            await pilot.resize_terminal(size[0] - 7, size[1] + 3)
            await pilot.pause()
            assert await settled(pilot) == await drawn_anew(pilot)

    person(story)()


def test_figures_stand_for_a_glance_until_a_key_or_the_end(monkeypatch):
    monkeypatch.setattr("specdeck.screens.chat.GLANCE", 3600)
    session = FakeSession(takes=SHORT)

    async def story() -> None:
        async with playing(session) as pilot:
            told = pilot.app.screen.query_one("#acceptance", Static)
            chatting.send(pilot.app.deck, "hi")
            session.play(1)
            pilot.app.tick()
            first = str(told.content)
            session.play(5)
            pilot.app.tick()
            assert str(told.content) == first and len(pilot.app.deck.chat.reply.rounds) == 6
            await pilot.press("tab", "l")
            after_key = str(told.content)
            assert after_key != first
            session.play()
            pilot.app.tick()
            assert str(told.content) != after_key and f"{pilot.app.deck.chat.reply.stats.accepted} accepted" in str(told.content)

    person(story)()


def test_a_round_that_begins_no_line_lays_nothing_out(monkeypatch):
    """A layout draws every widget again, and takes that time from the engine's thread."""
    monkeypatch.setattr("specdeck.screens.chat.GLANCE", 0)
    session, layouts, real = FakeSession(takes=SHORT), [], Screen._refresh_layout

    def refresh_layout(screen: Screen, *args: object, **options: object) -> None:
        layouts.append(screen)
        real(screen, *args, **options)

    async def story() -> None:
        async with playing(session) as pilot:
            chatting.send(pilot.app.deck, "hi")
            session.play(20)
            pilot.app.tick()
            await pilot.pause()
            monkeypatch.setattr(Screen, "_refresh_layout", refresh_layout)
            for _ in range(12):
                session.play(1)
                pilot.app.tick()
                await pilot.pause(0.05)
        assert len(layouts) <= 4, "the strip of rounds may begin a line, the text another, and pace a digit"

    person(story)()
