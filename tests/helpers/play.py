"""The playground under a test's hands: a fake session, Textual's Pilot, and waiting for what should come."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager
from functools import wraps
from inspect import signature
from typing import Any, AsyncIterator, Awaitable, Callable, Sequence

from textual import events
from textual.color import Color
from textual.pilot import Pilot
from textual.widgets import Footer

from specdeck.actions import loading
from specdeck.app import Playground
from specdeck.app_state import AppState
from specdeck.terminal.app_terminal import Pacing
from specdeck.widgets.comparison_panels import Side
from specdeck.widgets.prompt_field import Prompt
from tests.helpers import quick_textual  # noqa: F401 - in force once imported
from tests.helpers.fake import FakeSession

WIDE, SMALL = (120, 36), (80, 24)
PATIENCE = 30  # seconds until waiting is given up; nothing is measured
_NAMES = {"/": "slash", " ": "space", ".": "full_stop", ",": "comma", ">": "greater_than_sign"}


def playground(session: FakeSession | None = None, theme: str = "dark") -> Playground:
    """An app on a fake session, its pair loaded at once."""
    session = session or FakeSession()
    state = AppState(session)
    loading.load(state)
    app = Playground(state, pacing=Pacing(spent=lambda: 0.0), idle=float("inf"))  # every frame is drawn
    app.theme = theme
    app.animation_level = "none"
    app.typed_words.single = 0.0  # a letter that is a command need not be alone
    return app


@asynccontextmanager
async def playing(session: FakeSession | None = None, size: tuple[int, int] = WIDE) -> AsyncIterator[Pilot]:
    """A running app, ready to type into."""
    app = playground(session)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.state.pair is not None)
        yield pilot
        await leave(app)


async def leave(app: Playground) -> None:
    """Leave as a person does: what was typed before is handled first. The end of Textual's `run_test` takes the screens away while keys
    and clicks may still wait to be handled, and one of them would find none (ScreenStackError)."""
    app.exit()
    while app.is_running:
        await asyncio.sleep(0.002)


async def until(pilot: Pilot, so: Callable[[], bool]) -> None:
    """Wait until something is so; fail if it never comes."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        await pilot.pause()
        if so():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it did not come")


async def idle(pilot: Pilot) -> None:
    """Wait until nothing runs."""
    await until(pilot, lambda: not pilot.app.state.busy)


async def select(pilot: Pilot, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Drag the mouse from one cell to another."""
    await pilot.mouse_down(offset=start)
    await pilot.hover(offset=end)
    await pilot.mouse_up(offset=end)


async def shows(pilot: Pilot, *texts: str) -> None:
    """Wait until all of these are on the screen."""
    await until(pilot, lambda: all(text in drawn(pilot) for text in texts))


async def press(pilot: Pilot, keys: str, *texts: str) -> None:
    """Press keys, a blank between two, and wait until all of these are on the screen or said in passing."""
    await pilot.press(*keys.split())
    await until(pilot, lambda: all(text in f"{drawn(pilot)}\n{told(pilot)}" for text in texts))


async def hides(pilot: Pilot, *texts: str) -> None:
    """Wait until none of these is on the screen."""
    await until(pilot, lambda: not any(text in drawn(pilot) for text in texts))


def burst(pilot: Pilot, *keys: str) -> None:
    """Keys that arrive at once, as a terminal hands over what was typed fast: nothing is drawn or waited for between them."""
    for key in keys:
        pilot.app.post_message(events.Key(_NAMES.get(key, key), key if len(key) == 1 else None))


GIVEN = ("pilot", "session", "app", "state", "prompt")
Story = Callable[..., Awaitable[None]]


def person(story: Story, given: Sequence[str] = ()) -> Callable[..., None]:
    """Run a person's story as a test, with its fixtures and parameters; `given`: parameters that are neither."""

    def test(**fixtures: object) -> None:
        with asyncio.Runner() as runner:
            if hasattr(asyncio, "eager_task_factory"):  # as Textual's own `run` does, from Python 3.12 on
                runner.get_loop().set_task_factory(asyncio.eager_task_factory)
            runner.run(story(**fixtures))

    test.__name__, test.__doc__ = story.__name__, story.__doc__
    wanted = signature(story)
    test.__signature__ = wanted.replace(parameters=[one for name, one in wanted.parameters.items() if name not in given])
    return test


def opened_on(
    before: Callable[[Pilot, FakeSession], Awaitable[None]] | None = None, size: tuple[int, int] = WIDE, **options: Any
) -> Callable[[Story], Callable[..., None]]:
    """The same in a running app on a session with these options, of a parameter `size` if there is one, after what was done before: the story takes
    which it wants of GIVEN, the prompt that of the chat."""

    def opening(story: Story) -> Callable[..., None]:
        wanted = signature(story).parameters

        @wraps(story)
        async def whole(**fixtures: object) -> None:
            session = FakeSession(**options)
            async with playing(session, fixtures.get("size", size)) as pilot:
                own = {"pilot": pilot, "session": session, "app": pilot.app, "state": pilot.app.state, "prompt": pilot.app.screen.query_one(Prompt)}
                if before:
                    await before(pilot, session)
                await story(**{name: one for name, one in own.items() if name in wanted}, **fixtures)

        return person(whole, given=GIVEN)

    return opening


def keys_cut(app: Playground) -> int:
    """Cells of the last line's key hints that have no room."""
    return app.screen.query_one(Footer).max_scroll_x


def drawn(pilot) -> str:
    """All that is on the screen."""
    lines = pilot.app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in line) for line in lines)


async def type_line(pilot, text: str) -> None:
    """Into the prompt, at once, then enter."""
    pilot.app.screen.query_one(Prompt).fill(text)
    await pilot.press("enter")
    await pilot.pause()


async def answered(pilot, session: FakeSession) -> None:
    """The reply that was asked for is written to its end."""
    session.play()
    await idle(pilot)


async def talk(pilot, session: FakeSession) -> None:
    """One finished reply."""
    await type_line(pilot, "hi")
    await answered(pilot, session)
    pilot.app.clear_notifications()
    await pilot.pause()


opened, talked = opened_on(), opened_on(talk)  # talked: after one finished reply


def where(pilot, text: str) -> tuple[int, int]:
    """Screen cell of a text that is drawn."""
    for y, line in enumerate(drawn(pilot).split("\n")):
        if (x := line.find(text)) >= 0:
            return x, y
    raise AssertionError(f"{text!r} is not on the screen")


def told(pilot) -> str:
    """The notices on the screen."""
    return "\n".join(notice.message for notice in pilot.app._notifications)


async def compared(pilot, session: FakeSession, prompt: str = "bus") -> None:
    """The compare screen, after a comparison."""
    await pilot.press("f3")
    await until(pilot, lambda: bool(pilot.app.screen.query(Side)))
    pilot.app.screen.query_one(Prompt).fill(prompt)
    await pilot.press("enter")
    await tried(pilot, session)


async def tried(pilot, session: FakeSession) -> None:
    """Everything that was asked for has been tried."""

    def over() -> bool:
        if session.trying:
            session.run_trial()
        return not pilot.app.state.busy

    await until(pilot, lambda: pilot.app.state.busy)
    await until(pilot, over)


async def raced(pilot, session: FakeSession) -> None:
    """The race is over."""
    for _ in range(40):
        session.time += 0.2
        await pilot.pause()
        if not pilot.app.screen.race.playback.playing:
            return
    raise AssertionError("the race goes on")


async def rested(pilot) -> None:
    """After the second in which keys in an empty prompt still act, and are named."""
    pilot.app.state.speed.ended_at = 0.0
    pilot.app.draw()
    await until(pilot, lambda: "[]" not in drawn(pilot))


def contrast(a: Color, b: Color) -> float:
    """How well a text can be read on a ground: WCAG 2's contrast ratio."""
    light, dark = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: Color) -> float:
    parts = [value / 255 for value in color.rgb]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
