"""What a frame draws, which is what changed and no more, and how often: the laws of the pace on CPU counted by hand, and what draws nothing at all."""

import asyncio
import time
from typing import Iterator

import pytest
from textual._compositor import Compositor
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import Static

import specdeck.app
from specdeck.actions import chatting, saving
from specdeck.terminal.app_terminal import AMPLE, FEW, LONGEST, SHARE, Pacing
from specdeck.widgets.prompt_field import Prompt
from specdeck.widgets.transcript import Transcript
from tests.helpers.fake import Take
from tests.helpers.play import PATIENCE, SMALL, WIDE, drawn, hides, idle, opened_on, shows, type_line, until
from tests.helpers.quick_textual import draw_frame

Cell = tuple[object, ...]  # a letter and how it looks
LOOKS = ("color", "bgcolor", "bold", "dim", "italic", "underline", "strike", "reverse")
WORDS = ("the", " second", " word", " and", " is", "\n", " another")
LONG = tuple(Take(tuple(WORDS[(i + j) % 7] for j in range(4)), i % 5 // 2, WORDS[(i + 4) % 7]) for i in range(60))
SIZES = (pytest.param(WIDE, id="wide"), pytest.param(SMALL, id="small", marks=pytest.mark.long))
SHORT = tuple(Take(("a", "b", "c", "d"), i % 5, "e") for i in range(60))


@pytest.fixture(autouse=True)
def _every_frame_is_drawn(monkeypatch):
    monkeypatch.setattr(Compositor, "render_update", draw_frame)


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
    pilot.app.screen.query_one(Transcript)._strips.clear()
    for widget in pilot.app.screen.walk_children(with_self=True):
        widget.refresh(layout=True)
    await pilot.pause()
    return picture(pilot)


@pytest.mark.parametrize("size", SIZES)
@opened_on(takes=LONG)
async def test_after_every_round_the_screen_is_as_if_drawn_anew(pilot, session, app, state, size, monkeypatch):
    monkeypatch.setattr("specdeck.screens.chat.GLANCE", 0)
    app.screen.query_one(Prompt).blinks = False
    chatting.send(state, "say something long")
    for _ in range(14):
        session.play(1)
        app.tick()
        await pilot.pause()
        assert picture(pilot) == await drawn_anew(pilot)
    await pilot.press("tab", "left", "left", "l", "up")
    assert picture(pilot) == await drawn_anew(pilot)
    session.play()
    app.tick()
    await pilot.pause()
    assert picture(pilot) == await drawn_anew(pilot)


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
@opened_on(takes=LONG)
async def test_however_a_conversation_is_looked_at_it_is_as_if_drawn_anew(pilot, session, app, state, size):
    app.screen.query_one(Prompt).blinks = False
    for _ in range(2):
        chatting.send(state, "say something long")
        session.play()
        app.tick()
    await pilot.press("tab")
    for keys in (["v"], ["g"], ["pageup"], ["l"], ["left", "left"], ["i"], ["home"], ["g"], ["v", "v"], ["pagedown"], ["tab"], ["escape"]):
        await pilot.press(*keys)
        assert await settled(pilot) == await drawn_anew(pilot), keys
    for name in ("light", "mono", "dark"):
        app.theme = name
        await pilot.pause()
        assert await settled(pilot) == await drawn_anew(pilot), name
    await pilot.resize_terminal(size[0] - 7, size[1] + 3)
    await pilot.pause()
    assert await settled(pilot) == await drawn_anew(pilot)


@opened_on(takes=SHORT)
async def test_figures_stand_for_a_glance_until_a_key_or_the_end(pilot, session, app, state, monkeypatch):
    monkeypatch.setattr("specdeck.screens.chat.GLANCE", 3600)
    told = app.screen.query_one("#acceptance", Static)
    chatting.send(state, "hi")
    session.play(1)
    app.tick()
    first = str(told.content)
    session.play(5)
    app.tick()
    assert str(told.content) == first and len(state.chat.reply.rounds) == 6
    await pilot.press("tab", "l")
    after_key = str(told.content)
    assert after_key != first
    session.play()
    app.tick()
    assert str(told.content) != after_key and f"{state.chat.reply.stats.accepted} accepted" in str(told.content)


NUMBERED = tuple(Take((f"word{i} ",), 1, "and ") for i in range(40))


@pytest.mark.parametrize("cores, share", [(FEW, SHARE), (FEW + 1, AMPLE)])
def test_drawings_take_their_share_and_no_rest_is_longer_than_the_longest(cores, share):
    """On a thread whose CPU is counted by hand."""
    seconds, costs = [100.0], [0.0, 0.0005, 0.003, 0.001, 0.0001] * 300
    pacing = Pacing(lambda: seconds[-1], cores)

    def after(cpu: float) -> float:
        """The rest after so much work."""
        seconds.append(seconds[-1] + cpu)
        return pacing.rest()

    pacing.rest()
    assert sum(costs) / sum(map(after, costs)) == pytest.approx(share)
    assert after(LONGEST * share * 1.001) == after(60.0) == LONGEST
    seconds.append(seconds[-1] + 0.001)  # what is done between two drawings counts once
    assert after(0.001) == pytest.approx(0.002 / share) and after(0.0) == 0


@opened_on(takes=NUMBERED)
async def test_it_rests_only_while_tokens_are_decoded_and_never_less_than_a_frame(session, app, state):
    app._ticker.cancel()

    def beat(rest: float) -> float:
        app.pacing.rest = lambda: rest
        return app.beat()

    assert beat(1.0) == specdeck.app.FRAME, "nothing is being written"
    chatting.send(state, "hi")
    session.play(3)
    assert (beat(1.0), beat(0.0)) == (1.0, specdeck.app.FRAME)
    session.play()
    assert beat(1.0) == specdeck.app.FRAME
    saving.play_again(state)
    assert state.busy and beat(1.0) == specdeck.app.FRAME, "a recording decodes nothing"


@opened_on(takes=NUMBERED)
async def test_the_app_takes_reports_by_itself(session, state):
    """No pilot waits here, for it would tick the app."""
    chatting.send(state, "hi")
    session.play(3)
    end = time.monotonic() + PATIENCE
    while len(state.chat.reply.rounds) < 3:
        assert time.monotonic() < end, "it does not tick"
        await asyncio.sleep(0.02)


@opened_on(takes=NUMBERED)
async def test_a_key_is_answered_however_long_the_rest_and_the_cursor_stands_still_while_tokens_are_decoded(pilot, session, app, prompt):
    assert prompt.cursor_blink
    await type_line(pilot, "hi")
    await until(pilot, lambda: not prompt.cursor_blink)
    session.play(3)
    await shows(pilot, "word2")
    app._ticker.cancel()
    app.tick = lambda: None  # nor does the pilot's press draw anything
    await pilot.press("right_square_bracket")
    await pilot.pause()
    assert "k 5" in drawn(pilot)
    del app.tick
    session.play()
    await until(pilot, lambda: prompt.cursor_blink)


@pytest.mark.parametrize("size", SIZES)
@opened_on(takes=tuple(Take((), 0, f"line {i}\n") for i in range(120)))
async def test_text_that_scrolls_lays_nothing_out(pilot, session, app, size, monkeypatch):
    """A layout draws every widget again, and takes that time from the engine's thread. The conversation's own box stays as it is, however long it
    grows; figures may lay out a line."""
    layouts, lay_out, text = [], Screen._refresh_layout, app.screen.query_one(Transcript)
    await type_line(pilot, "hi")
    session.play(60)
    await shows(pilot, "line 59")
    app._ticker.cancel()
    await pilot.pause(0.1)
    monkeypatch.setattr(Screen, "_refresh_layout", lambda screen, *given, **options: (layouts.append(screen), lay_out(screen, *given, **options)))
    for glance, rounds, most in ((3600, range(60, 72), 0), (0, range(72, 84), 4)):
        monkeypatch.setattr("specdeck.screens.chat.GLANCE", glance)
        for last in rounds:
            session.play(1)
            app.tick()
            await pilot.pause(0.05)
            assert f"line {last}" in drawn(pilot) and text.is_vertical_scroll_end
            assert text.vertical_scrollbar.window_virtual_size == text.virtual_size.height
        assert len(layouts) <= most, "the strip of rounds may begin a line, and pace a digit"


@opened_on(size=SMALL, takes=NUMBERED[:20])
async def test_the_panel_has_its_figures_as_soon_as_it_is_opened(pilot, session, app):
    await type_line(pilot, "hi")
    session.play()
    await idle(pilot)
    assert str(app.screen.query_one("#acceptance", Static).content) == "", "nobody sees it"
    await pilot.press("tab", "i")
    await pilot.pause()
    assert "20 accepted" in drawn(pilot)
    await pilot.resize_terminal(*WIDE)
    await shows(pilot, "20 accepted")
    await pilot.resize_terminal(*SMALL)
    await pilot.press("i")
    await hides(pilot, "20 accepted")
