"""How often it is drawn: the laws of the pace on CPU counted by hand, what a person sees of it, and what draws nothing at all."""

import asyncio
import time

import pytest
from textual.screen import Screen
from textual.widgets import Static

import specdeck.app
from specdeck.actions import chatting, saving
from specdeck.terminal.drawing import AMPLE, FEW, LONGEST, SHARE, Pacing
from specdeck.widgets.prompt_field import Prompt
from specdeck.widgets.transcript import Transcript
from tests.helpers.fake import FakeSession, Take
from tests.helpers.play import PATIENCE, SMALL, WIDE, drawn, person, playing, type_line, until

WORDS = tuple(Take((f"word{i} ",), 1, "and ") for i in range(40))


class Worked(Pacing):
    """On a thread whose CPU is counted by hand."""

    def __init__(self, cores: int = FEW) -> None:
        self.seconds = 100.0
        super().__init__(lambda: self.seconds, cores)
        self.rest()

    def after(self, cpu: float) -> float:
        """The rest after so much work."""
        self.seconds += cpu
        return self.rest()


@pytest.mark.parametrize("cores, share", [(FEW, SHARE), (FEW + 1, AMPLE)])
def test_drawings_take_their_share_and_no_rest_is_longer_than_the_longest(cores, share):
    pacing, costs = Worked(cores), [0.0, 0.0005, 0.003, 0.001, 0.0001] * 300
    assert sum(costs) / sum(pacing.after(cost) for cost in costs) == pytest.approx(share)
    assert pacing.after(LONGEST * share * 1.001) == pacing.after(60.0) == LONGEST
    pacing.seconds += 0.001  # what is done between two drawings counts once
    assert pacing.after(0.001) == pytest.approx(0.002 / share) and pacing.after(0.0) == 0


@person
async def test_it_rests_only_while_tokens_are_decoded_and_never_less_than_a_frame():
    session = FakeSession(takes=WORDS)
    async with playing(session) as pilot:
        app = pilot.app
        app._ticker.cancel()

        def beat(rest: float) -> float:
            app.pacing.rest = lambda: rest
            return app.beat()

        assert beat(1.0) == specdeck.app.FRAME, "nothing is being written"
        chatting.send(app.deck, "hi")
        session.play(3)
        assert (beat(1.0), beat(0.0)) == (1.0, specdeck.app.FRAME)
        session.play()
        assert beat(1.0) == specdeck.app.FRAME
        saving.play_again(app.deck)
        assert app.deck.busy and beat(1.0) == specdeck.app.FRAME, "a recording decodes nothing"


@person
async def test_the_app_takes_reports_by_itself():
    """No pilot waits here, for it would tick the app."""
    session = FakeSession(takes=WORDS)
    async with playing(session) as pilot:
        chatting.send(pilot.app.deck, "hi")
        session.play(3)
        end = time.monotonic() + PATIENCE
        while len(pilot.app.deck.chat.reply.rounds) < 3:
            assert time.monotonic() < end, "it does not tick"
            await asyncio.sleep(0.02)


@person
async def test_a_key_is_answered_however_long_the_rest():
    session = FakeSession(takes=WORDS)
    async with playing(session) as pilot:
        await type_line(pilot, "hi")
        session.play(3)
        await until(pilot, lambda: "word2" in drawn(pilot))
        pilot.app._ticker.cancel()
        pilot.app.tick = lambda: None  # nor does the pilot's press draw anything
        await pilot.press("right_square_bracket")
        await pilot.pause()
        assert "k 5" in drawn(pilot)


@person
async def test_the_cursor_stands_still_while_tokens_are_decoded():
    session = FakeSession(takes=WORDS)
    async with playing(session) as pilot:
        prompt = pilot.app.screen.query_one(Prompt)
        assert prompt.cursor_blink
        await type_line(pilot, "hi")
        await until(pilot, lambda: not prompt.cursor_blink)
        session.play()
        await until(pilot, lambda: prompt.cursor_blink)


@pytest.mark.parametrize("size", [WIDE, SMALL], ids=["wide", "small"])
def test_text_that_scrolls_lays_nothing_out(size, monkeypatch):
    """A layout draws every widget again; the conversation's own box stays as it is, however long it grows."""
    session, layouts, real = FakeSession(takes=tuple(Take((), 0, f"line {i}\n") for i in range(120))), [], Screen._refresh_layout

    def refresh_layout(screen: Screen, *args: object, **options: object) -> None:
        layouts.append(screen)
        real(screen, *args, **options)

    async def story() -> None:
        async with playing(session, size) as pilot:
            await type_line(pilot, "hi")
            session.play(60)
            await until(pilot, lambda: "line 59" in drawn(pilot))
            pilot.app._ticker.cancel()
            await pilot.pause(0.1)
            monkeypatch.setattr("specdeck.screens.chat.GLANCE", 3600)
            monkeypatch.setattr(Screen, "_refresh_layout", refresh_layout)
            text = pilot.app.screen.query_one(Transcript)
            for last in range(60, 80):
                session.play(1)
                pilot.app.tick()
                await pilot.pause(0.05)
                assert f"line {last}" in drawn(pilot) and text.is_vertical_scroll_end
                assert text.vertical_scrollbar.window_virtual_size == text.virtual_size.height
        assert layouts == []

    person(story)()


@person
async def test_the_panel_has_its_figures_as_soon_as_it_is_opened():
    session = FakeSession(takes=WORDS[:20])
    async with playing(session, SMALL) as pilot:
        await type_line(pilot, "hi")
        session.play()
        await until(pilot, lambda: not pilot.app.deck.busy)
        assert str(pilot.app.screen.query_one("#acceptance", Static).content) == "", "nobody sees it"
        await pilot.press("tab", "i")
        await pilot.pause()
        assert "20 accepted" in drawn(pilot)
        await pilot.resize_terminal(*WIDE)
        await until(pilot, lambda: "20 accepted" in drawn(pilot))
