"""The playground without a terminal: pictures of a recording's last screen, which need no model and no thread. Replies are also written with their
screen drawn."""

import asyncio
import math
import sys
from typing import Callable, Sequence

from specdeck.decoding.errors import LoadError
from specdeck.decoding.types import Round

from .actions import chatting, loading, saving
from .app import Playground
from .app_state import AppState
from .chat.entries import Asked, Entry
from .chat.reply import Reply
from .engine.messages import Loaded
from .engine.session import Job, Session
from .terminal.app_terminal import SWITCH
from .widgets.prompt_field import Prompt

SIZE = 120, 36  # columns and rows of a usual terminal


class Still(Session):
    """A session whose thread is never started and whose clock stands still. It holds the recording's pair and the settings of its last round."""

    clock = staticmethod(lambda: 0.0)

    def __init__(self, entries: Sequence[Entry]) -> None:
        asked = next(entry for entry in reversed(entries) if isinstance(entry, Asked))
        super().__init__(next((e.settings for e in reversed(entries) if isinstance(e, Round)), asked.settings))
        drafter = self.settings.drafter
        self._results.append((Job("load", lambda engine: ()), Loaded(asked.target, asked.target, (drafter,), default=drafter)))


def picture(entries: Sequence[Entry]) -> str:
    """SVG of the chat after the last entry."""
    return asyncio.run(_picture(entries))


async def _picture(entries: Sequence[Entry]) -> str:
    state = AppState(Still(entries))
    saving.play(state, entries)
    state.recorded_jobs = range(0)  # shown as the session that wrote it showed it
    chatting.stop(state)
    app = Playground(state, idle=math.inf)  # a measurement, which an idle app begins, would never end here
    app.animation_level = "none"
    async with app.run_test(size=SIZE) as pilot:
        app.screen.query_one(Prompt).blinks = False
        while state.busy or state.pair is None:
            await pilot.pause(0.02)
        app.draw()
        await pilot.pause()
        return app.export_screenshot()


LOOK = 0.05  # seconds between two looks whether the engine is ready
PATIENCE = 10.0  # seconds that its thread has to end


def reply_while_drawn(session: Session, model: str | None, drafters: Sequence[str], prompt: str, tokens: int, ended: Callable[[], bool] = lambda: False) -> Reply:
    """A reply to the prompt in the playground, after one to warm up. `ended`: asked now and then whether to leave off. Raises LoadError if the
    pair cannot be loaded."""
    state, before = AppState(session, tokens), sys.getswitchinterval()
    loading.load(state, model, tuple(drafters))
    app = Playground(state, session.start, idle=math.inf)

    async def idle() -> None:
        await asyncio.sleep(LOOK)
        while (state.busy or state.engine.loading) and not ended():
            await asyncio.sleep(LOOK)

    async def drawn() -> None:
        async with app.run_test(size=SIZE):
            await idle()
            if state.pair is None and not ended():
                raise LoadError(state.engine.trouble or "the playground could not load the pair")
            chatting.send(state, prompt)
            await idle()
            chatting.regenerate(state, same=True)
            await idle()
            app.exit()
            while app.is_running:
                await asyncio.sleep(LOOK / 10)

    sys.setswitchinterval(SWITCH)
    try:
        asyncio.run(drawn())
    finally:
        sys.setswitchinterval(before)
        session.close(PATIENCE)
    assert state.chat.reply, "it was asked for"
    return state.chat.reply
