"""Random input over all screens: keys, clicks, drags, wheels, pastes, resizes, and whatever a session may report meanwhile. Nothing ends the
app, what is shown is what is in force, and no thread stays behind. One step is one thing done; each seed makes the same steps, and what was done
last is printed when something breaks. SPECDECK_TRIES=N makes N steps."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections import deque
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, AsyncIterator

import pytest
from textual import events
from textual._compositor import Compositor
from textual.pilot import Pilot, WaitForScreenTimeout

from specdeck.actions import loading
from specdeck.actions.slash_commands import SLASH_COMMANDS
from specdeck.app import Playground
from specdeck.app_state import AppState
from specdeck.decoding.types import Settings
from specdeck.engine.session import Session
from specdeck.lesson.course import Course
from specdeck.lesson.pages import PAGES
from specdeck.lesson.recordings import Recordings
from specdeck.records.history import Journal
from specdeck.screens.chat import ChatScreen
from specdeck.terminal.app_terminal import Pacing
from specdeck.widgets.screen_header import Title, chip_texts
from tests.helpers.fake import FakeSession
from tests.helpers.fake_models import LISTED, PAIR, FakeRunner
from tests.helpers.play import leave, until
from tests.helpers.quick_textual import draw_frame
from tests.trust.hostile import hostile

pytestmark = pytest.mark.long
STEPS = int(os.environ.get("SPECDECK_TRIES", "200"))

KEYS = (
    "a b c d e f g h i j k l m n o p q r s t u v w x y z G R N 0 1 2 3 4 5 6 7 8 9 space enter enter enter tab tab shift+tab escape escape up down left "
    "right home end pageup pagedown backspace delete f1 f2 f3 f4 f5 f2 f3 f4 f5 left_square_bracket right_square_bracket minus equals_sign slash comma "
    "full_stop less_than_sign greater_than_sign question_mark ctrl+a ctrl+c ctrl+e ctrl+j ctrl+k ctrl+n ctrl+o ctrl+p ctrl+s ctrl+u ctrl+w ctrl+x ctrl+y "
    "ctrl+z shift+left shift+down shift+end ctrl+home ctrl+end shift+enter ctrl+shift+z alt+x f12 insert"
).split()
SIZES = ((120, 36), (80, 24), (100, 30), (60, 20), (200, 60), (40, 12), (80, 10), (20, 6), (8, 4), (1, 1), (150, 8), (30, 50))
WORDS = ("Find me a bus", "Repeat exactly: the blue door", "hi", "x" * 5000, "東京 👩‍👩‍👧", "/", "/k", "//", "/nothing", "[bold]x[/]")
VALUES = ("", *"0 4 -1 nan 999999999999999999 on off none auto lookup model hybrid probabilistic 1e-3 x.md x.jsonl x.svg x.json ../../x /dev/null/x 1 2 3".split())
COMMANDS = [command.name for command in SLASH_COMMANDS if command.name != "quit"]  # which alone is meant to end it
MOVE, DOWN, UP = events.MouseMove, events.MouseDown, events.MouseUp
WHEELS = (events.MouseScrollUp, events.MouseScrollDown, events.MouseScrollLeft, events.MouseScrollRight)
ACTS = {"keys": 36, "text": 15, "mouse": 28, "resize": 2, "rest": 2, "engine": 21, "hub": 3}  # and how often


async def rest(pilot: Pilot) -> None:
    """Until what was posted is handled, or for as long as the pilot waits: a busy machine may take longer."""
    with suppress(WaitForScreenTimeout):
        await pilot.pause()


async def act(pilot: Pilot, session: Any, runner: FakeRunner, rng: Random) -> AsyncIterator[object]:
    """Say what is done next, and do it. A real session and its hub report by themselves."""
    app, (width, height), among = pilot.app, pilot.app.screen.size, None if isinstance(session, FakeSession) else 5
    kind = rng.choices(list(ACTS)[:among], list(ACTS.values())[:among])[0]
    yield kind
    if kind == "keys":  # one, or several that arrive at once, perhaps all the same
        yield (keys := rng.choice(([rng.choice(KEYS)], [rng.choice(KEYS)], [rng.choice(KEYS)] * 4, rng.choices(KEYS, k=5))))
        for key in keys:
            app.simulate_key(key)
    elif kind == "text":  # a command, or many lines, pasted into whatever has the focus, and mostly sent
        value = hostile(rng, 2) if rng.random() < 0.2 else rng.choice((*WORDS, *VALUES))
        yield (text := rng.choice((value, value, f"/{rng.choice(COMMANDS)} {value}".strip(), f"/{rng.choice(COMMANDS)}", hostile(rng, 12), "line\n" * rng.randint(1, 60))))
        app.post_message(events.Paste(text))
        if rng.random() < 0.8:
            app.simulate_key("enter")
    elif kind == "mouse":  # clicks, a drag, a move or a wheel, as a terminal's driver posts them
        posted = rng.choice(([MOVE, DOWN, UP] * rng.choice((1, 1, 1, 2, 3)), [MOVE, DOWN, UP], [DOWN, MOVE, UP], [MOVE], [rng.choice(WHEELS)] * rng.randint(1, 20)))
        ends = [(rng.randrange(max(1, width)), rng.randrange(max(1, height))) for _ in range(2)]
        yield type(app.screen).__name__, ends, posted
        for event in posted:
            at = ends[posted[0] is DOWN and event is not DOWN]
            app.post_message(event(None, *at, 0, 0, int(event in (DOWN, UP)), False, False, False, *at))
    elif kind == "resize":
        yield (size := rng.choice(SIZES))
        with suppress(WaitForScreenTimeout):
            await pilot.resize_terminal(*size)
    elif kind == "rest":
        await rest(pilot)
    elif kind == "engine":  # a part of what runs is done, or fails
        session.time += rng.random()
        yield (fails := rng.random() < 0.05 and rng.choice(("reply", "load", "trial", "measure")))
        if fails:
            session.fail(fails, hostile(rng))
        elif session.trying:
            session.run_trial()
        elif session._running is not None:
            session.play(rng.choice((1, 2, 5, None)))
    else:
        name, trouble, (asked, words) = rng.choice(LISTED).name, rng.choice((None, hostile(rng))), (runner.asked or [("", "")])[-1]
        yield name
        rng.choice((
            lambda: runner.find(words if asked == "search" else "x", trouble=trouble), lambda: runner.see(name, None, hostile(rng)),
            lambda: runner.bring(name, rng.random() * 9e9, 9e9, session.time), lambda: runner.end(name, trouble=trouble),
        ))()  # fmt: skip


async def check(pilot: Pilot) -> None:
    """What is shown is what is in force."""
    app = pilot.app
    await rest(pilot)
    app.tick()
    app.draw()
    await rest(pilot)
    if isinstance(app.screen, ChatScreen) and app.screen.query("Chip"):
        app.screen.query_one(Title).show(app.state)
        for name, wanted in chip_texts(app.state.settings).items():
            shown = app.screen.query_one(f"Chip#{name}")._shown.strip("‹› ")
            assert shown == wanted or (shown.endswith("…") and wanted.startswith(shown[:-1])), "a narrow terminal has no room for all of it"
    roles = [turn["role"] for turn in app.state.chat.messages() if turn["role"] != "system"]
    assert roles == (["user", "assistant"] * len(roles))[: len(roles)], roles


def state_of(session: Any, runner: FakeRunner | None, folder: Path) -> AppState:
    """An app state as the command makes it, its state in a folder."""
    state = AppState(session)
    state.journal, state.catalogue.background = Journal(folder / "conversations"), runner or state.catalogue.background
    state.lesson.course = Course(PAGES, Recordings(), folder / "lesson.json")
    loading.load(state)
    return state


async def sitting(steps: int, seed: int, folder: Path, real: bool) -> int:
    """One app from its start to its end, its state in a folder; after how many steps it was left."""
    rng, runner = Random(seed), FakeRunner()
    session = Session(Settings()) if real else FakeSession(pair=PAIR if seed % 3 == 0 else FakeSession().pair)
    state = state_of(session, runner, folder)
    app = Playground(state, session.start if real else lambda: None, pacing=Pacing(spent=lambda: 0.0))
    app.animation_level = "none"
    done, last = 0, deque[object](maxlen=80)
    try:
        async with app.run_test(size=rng.choice(SIZES[:3])) as pilot:  # whose end raises what ended the app
            await until(pilot, lambda: state.pair is not None or state.engine.trouble is not None)
            while done < steps and app.is_running:
                async for told in act(pilot, session, runner, rng):
                    last.append(told)
                if rng.random() < 0.3:
                    await rest(pilot)
                if done % 20 == 0 and app.is_running:
                    await check(pilot)
                done += 1
            await leave(app)
    except BaseException:
        print(f"seed {seed}, after {done} steps:", *last, sep="\n  ", file=sys.stderr)
        raise
    if real:
        assert session.close(60), "the engine's thread goes on"
    state.journal.close()
    return done


@pytest.mark.parametrize("seed, real", [(0, False), (1, False), (1000, True)])
def test_random_input_breaks_nothing(tmp_path, monkeypatch, seed, real):
    monkeypatch.chdir(tmp_path)  # what is saved without a folder
    monkeypatch.setattr(Compositor, "render_update", draw_frame)  # every one
    assert asyncio.run(sitting(STEPS // 3 if real else STEPS, seed, tmp_path, real)) > 0
    assert [thread for thread in threading.enumerate() if not thread.daemon and thread is not threading.main_thread()] == []
    assert not any(thread.name == "engine" for thread in threading.enumerate())
