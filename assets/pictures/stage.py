"""The real playground without a terminal: opened on the embedded pair, in folders of its own, and waited for."""

from __future__ import annotations

import os
import tempfile
from contextlib import asynccontextmanager
from typing import AsyncIterator, Callable

from textual.pilot import Pilot

from specdeck.actions import loading
from specdeck.app import Playground
from specdeck.app_state import AppState
from specdeck.decoding.types import Settings
from specdeck.engine.session import Session
from specdeck.lesson.course import Course
from specdeck.lesson.pages import PAGES
from specdeck.lesson.recordings import Recordings
from specdeck.screens.base import commanded
from specdeck.widgets.prompt_field import Prompt

SIZE = (112, 30)


@asynccontextmanager
async def opened(seed: int = 7, max_tokens: int = 80) -> AsyncIterator[Pilot]:
    """The app with its pair loaded, and nobody's history or settings."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"SPECDECK_STATE_DIR": folder, "SPECDECK_CONFIG_DIR": folder}
        session = Session(Settings(seed=seed))
        state = AppState(session, max_tokens)
        state.lesson.course = Course(PAGES, Recordings())
        loading.load(state)
        app = Playground(state, session.start)
        async with app.run_test(size=SIZE) as pilot:
            app.screen.query_one(Prompt).blinks = False
            await ready(pilot)
            yield pilot
        session.close(5.0)


async def ready(pilot: Pilot) -> None:
    """Until the engine has nothing to do."""
    state = commanded(pilot.app).state
    await until(pilot, lambda: state.pair is not None and not state.busy)


async def until(pilot: Pilot, so: Callable[[], bool]) -> None:
    """Wait for something."""
    while not so():
        await pilot.pause(0.1)
    await pilot.pause(0.2)
