"""Films the first minute: the real app on the embedded pair, played by keys, at the pace at which it happened.

python -m assets.pictures.minute: writes minute.svg
"""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

from textual.pilot import Pilot

from app.samples import SAMPLES
from app.screens.compare import CompareScreen
from app.themes import DARK
from app.widgets.prompt import Prompt

from .film import Film
from .stage import SIZE, opened, ready, until

HERE = Path(__file__).parent
FRAME = 0.25  # seconds
LETTER = 0.06  # seconds that typing a letter takes


class Camera:
    """Takes a frame whenever it is due."""

    def __init__(self, pilot: Pilot) -> None:
        self.pilot = pilot
        self.film = Film(*SIZE, DARK.background, DARK.foreground)
        self.caption = ""
        self._began = time.perf_counter()

    @property
    def now(self) -> float:
        """Seconds into the film."""
        return time.perf_counter() - self._began

    async def roll(self) -> None:
        """Until it is told to stop."""
        while True:
            lines = self.pilot.app.screen._compositor.render_strips()
            self.film.add(round(self.now, 1), [list(line) for line in lines], self.caption)
            await asyncio.sleep(FRAME)

    async def press(self, *keys: str, caption: str = "", rest: float = 1.0) -> None:
        """Keys, one after the other, and time to look."""
        self.caption = caption or self.caption
        for key in keys:
            await self.pilot.press(key)
            await asyncio.sleep(LETTER if len(key) == 1 else 0.5)
        await asyncio.sleep(rest)


async def play(camera: Camera) -> None:
    """What a newcomer may do."""
    pilot = camera.pilot
    await camera.press(caption="specdeck: a pair of models is inside; pick a prompt (down, enter)", rest=3)
    await camera.press("down", "down", "enter", rest=0)
    camera.caption = "underlined: guessed by the small model, and let stand; bold: the target's own"
    await ready(pilot)
    await camera.press(rest=3)
    await camera.press("tab", *["right"] * 3, caption="arrow keys: where a token came from, and what else was likely", rest=3)
    await camera.press("g", caption="g: the guesses that did not stand", rest=3)
    await camera.press("escape", "escape", caption="the same drafter does not suit every text: /draft lookup", rest=0.5)
    await camera.press(*type_("/draft lookup"), "enter", rest=0.5)
    pilot.app.screen.query_one(Prompt).fill(SAMPLES[3].prompt)
    await camera.press("enter", rest=0)
    await ready(pilot)
    await camera.press(rest=3)
    await camera.press("f3", caption="F3: plain against drafted, one after the other, then raced as measured", rest=1)
    await until(pilot, lambda: isinstance(pilot.app.screen, CompareScreen))
    screen = pilot.app.screen
    await camera.press("enter", rest=0)
    await until(pilot, lambda: screen.playback is not None and not screen.playback.playing)
    await camera.press(rest=4)
    await camera.press("f4", *["pagedown"] * 2, caption="F4: the lesson; guess before you are told", rest=3)
    await camera.press("2", rest=3)
    await camera.press("space", rest=3)
    await camera.press("f5", caption="F5: your own models", rest=4)


def type_(text: str) -> list[str]:
    """The keys of a line."""
    names = {" ": "space", "/": "slash"}
    return [names.get(letter, letter) for letter in text]


async def shoot() -> None:
    """The film, into this folder."""
    async with opened() as pilot:
        camera = Camera(pilot)
        rolling = asyncio.create_task(camera.roll())
        await play(camera)
        rolling.cancel()
        svg = camera.film.svg(camera.now)
    (HERE / "minute.svg").write_text(svg, encoding="utf-8")
    print(f"{camera.now:.0f} seconds, {len(svg.encode()) / 1e3:.0f} kB")


if __name__ == "__main__":
    asyncio.run(shoot())
    os._exit(0)  # as app.py leaves: mlx's threads would abort the interpreter's end
