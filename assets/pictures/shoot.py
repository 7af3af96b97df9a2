"""Takes pictures of four screens, the README's inspector among them: the real app, without a terminal. Inspector, comparison and lesson
are the embedded pair's own; the models of the last one are those that the tests describe, for an embedded pair has no choice to show.

python -m assets.pictures.shoot [inspector compare lesson models]
"""

from __future__ import annotations

import argparse
import asyncio
import os
from pathlib import Path

from textual.pilot import Pilot

from specdeck.actions import changing_settings, chatting
from specdeck.samples import sample
from specdeck.screens.base import commanded
from specdeck.screens.compare import CompareScreen
from specdeck.widgets.prompt_field import Prompt

from .stage import SIZE, opened, ready, until

HERE = Path(__file__).parent


async def inspector() -> None:
    """A token that the target wrote in place of a rejected guess; the guesses that did not stand are in the text."""
    async with opened() as pilot:
        state = commanded(pilot.app).state
        chatting.send(state, sample("story").prompt)
        await ready(pilot)
        reply = state.chat.reply
        assert reply
        at = next(number for number, token in enumerate(reply.tokens) if number and token.source == "recovered")
        await pilot.press("tab", *["right"] * (at + 1), "g")
        await keep(pilot, "inspector")


async def compare() -> None:
    """A race and a sweep of k, in the middle of the replay."""
    async with opened() as pilot:
        state = commanded(pilot.app).state
        changing_settings.draft(state, sample("story").best_drafter)
        await pilot.press("f3")
        pilot.app.screen.query_one(Prompt).fill(sample("story").prompt)
        await pilot.press("enter")
        await ready(pilot)
        await pilot.press("s")
        await until(pilot, lambda: state.busy)  # a letter waits a moment to be alone
        await ready(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, CompareScreen)
        await until(pilot, lambda: screen.race.playback is not None and not screen.race.playback.playing)
        assert screen.race.playback
        screen.race.playback.seek(0.6 * screen.race.playback.length)
        await keep(pilot, "compare")


async def lesson() -> None:
    """The acceptance rule, at the position where the draft misses."""
    async with opened() as pilot:
        await pilot.press("f4", *["greater_than_sign"] * 4, "1", "space", "1", "space", "2", "space", "right", "right")
        await keep(pilot, "lesson")


async def models() -> None:
    """What is on disk, what can draft for what, the hub, and a download."""
    from tests.helpers import fake_models
    from tests.helpers.fake import FakeSession
    from tests.helpers.play import playground

    app, runner = playground(FakeSession(pair=fake_models.TIMED)), fake_models.FakeRunner()
    app.state.catalogue.background = runner
    async with app.run_test(size=SIZE) as pilot:
        await fake_models.browse(pilot, runner)
        await pilot.press("up", "up")  # from a model of another family to the drafter that was made for the target
        await keep(pilot, "models")


async def keep(pilot: Pilot, name: str) -> None:
    """The screen as it is, into this folder."""
    app = commanded(pilot.app)
    app.clear_notifications()
    for prompt in app.screen.query(Prompt):
        prompt.blinks = False
    app.draw()
    await pilot.pause(0.5)
    (HERE / f"{name}.svg").write_text(app.export_screenshot(title="specdeck"), encoding="utf-8")


SHOTS = {"inspector": inspector, "compare": compare, "lesson": lesson, "models": models}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", choices=[*SHOTS, "all"], default="all", metavar="NAME", help="which (default: all)")
    names = parser.parse_args().names
    for name in SHOTS if "all" in names else names:
        asyncio.run(SHOTS[name]())
    os._exit(0)  # as app.py leaves: mlx's threads would abort the interpreter's end
