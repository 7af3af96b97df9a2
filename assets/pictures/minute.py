"""Films the first minute: the real app on the embedded pair, played by keys, at the pace at which it happened.

python -m assets.pictures.minute: writes minute.svg
"""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

from textual import events
from textual.pilot import Pilot

from specdeck.chat.reply import Reply
from specdeck.samples import sample
from specdeck.screens.base import commanded
from specdeck.screens.compare import CompareScreen
from specdeck.settings.themes import DARK
from specdeck.widgets.prompt_field import Prompt

from .film import Film
from .stage import SIZE, opened, ready, until

HERE = Path(__file__).parent
FRAME = 0.25  # seconds of the film
LETTER = 0.06  # seconds that typing a letter takes
LONGEST = 3.0  # seconds that nothing moves
STILL = "g: the guesses that were rejected, struck"  # the caption of the frame that is seen where it cannot be played
OPENING = "Underlined: guessed ahead by a small drafter, and accepted. Bold: the target's own"
COLOURED = 4  # rounds of the first reply before the film begins
SLOW = 6  # times: the embedded pair writes faster than one can read


class Camera:
    """Takes a frame whenever it is due, with a caption under it."""

    def __init__(self, pilot: Pilot) -> None:
        assert DARK.background and DARK.foreground
        self.pilot, self.state = pilot, commanded(pilot.app).state
        self.film = Film(*SIZE, DARK.background, DARK.foreground)
        self.caption = ""
        self._pace, self._shot, self._since = 1, 0.0, time.perf_counter()

    @property
    def now(self) -> float:
        """Seconds into the film."""
        return self._shot + (time.perf_counter() - self._since) * self._pace

    def slow(self, pace: int) -> None:
        """So many times slower than it happens, from now on."""
        self._shot, self._since, self._pace = self.now, time.perf_counter(), pace

    async def open(self) -> None:
        """Ask the first sample, and wait until its reply has colours: the film begins there."""
        self.caption = OPENING
        await self.pilot.press("down", "enter")
        await self._rounds(None, COLOURED)
        self.slow(SLOW)

    async def roll(self) -> None:
        """Until it is told to stop."""
        while True:
            lines = self.pilot.app.screen._compositor.render_strips()
            slow = f" (slowed down {self._pace} times)" if self._pace > 1 else ""
            self.film.add(round(self.now, 1), [list(line) for line in lines], f"{self.caption}{slow}")
            await asyncio.sleep(FRAME / self._pace)

    async def press(self, *keys: str, caption: str = "", rest: float = 1.0) -> None:
        """Keys, one after the other, and time to look."""
        self.caption = caption or self.caption
        for key in keys:
            self._press(key)
            await asyncio.sleep(LETTER if len(key) == 1 else 0.4)
        await asyncio.sleep(rest)

    def _press(self, key: str) -> None:
        """As the terminal would report it; nothing is waited for."""
        letter = {" ": "space", "/": "slash"}.get(key, key)
        self.pilot.app.post_message(events.Key(letter, key if len(key) == 1 else None))

    async def reply(self, *keys: str, caption: str) -> None:
        """Enter, and the reply in slow motion; keys are pressed in the middle of it."""
        self.caption, before = caption, self.state.chat.reply
        self.slow(SLOW)
        self._press("enter")
        for rounds, key in enumerate(keys, 4):
            await self._rounds(before, rounds)
            self._press(key)
        await ready(self.pilot)
        self.slow(1)
        await asyncio.sleep(3)

    async def _rounds(self, before: Reply | None, count: int) -> None:
        """Until the reply after that one has so many rounds."""
        while (reply := self.state.chat.reply) is before or reply is None or len(reply.rounds) < count:
            await asyncio.sleep(0.01)


async def play(camera: Camera) -> None:
    """What a newcomer may do."""
    pilot = camera.pilot
    await ready(pilot)
    camera.slow(1)
    await asyncio.sleep(3)
    await camera.press("tab", *["right"] * 4, caption="Arrow keys: where a token came from, and what else was likely", rest=3)
    await camera.press("g", caption=STILL, rest=3)
    await camera.press("tab", caption="Another drafter, one that copies from the text so far", rest=0.2)
    await camera.press(*"/draft lookup", "enter", *"/k 1", "enter", rest=0.5)
    pilot.app.screen.query_one(Prompt).fill(sample("echo").prompt)
    await camera.press(caption="Something to copy, and longer drafts ( ] ) while it is written", rest=1)
    await camera.reply(*["right_square_bracket"] * 5, caption="Something to copy, and longer drafts ( ] ) while it is written")
    await camera.press("f3", caption="F3: plain against drafted, run one after the other, then raced as measured", rest=1)
    await until(pilot, lambda: isinstance(pilot.app.screen, CompareScreen))
    screen = pilot.app.screen
    assert isinstance(screen, CompareScreen)
    findings = screen.query_one("#findings")
    findings.visible = False  # the result is read when the race has ended
    await camera.press("enter", rest=0)
    await until(pilot, lambda: screen.race.playback is not None and not screen.race.playback.playing)
    findings.visible = True
    await camera.press(rest=3)
    await camera.press("s", caption="s: which k is best on this prompt", rest=0)
    await until(pilot, lambda: camera.state.busy)  # a letter waits a moment to be alone
    await ready(pilot)
    await camera.press(rest=3)
    await camera.press("f4", *["greater_than_sign"] * 4, caption="F4: the lesson. Guess first, then see", rest=1.5)
    await camera.press("1", rest=1.5)
    await camera.press("space", rest=2)
    await camera.press("1", rest=1.5)
    await camera.press("space", rest=3)
    await camera.press("f5", caption="F5: your own models, and what can draft for what", rest=4)


async def shoot() -> None:
    """The film, into this folder."""
    async with opened() as pilot:
        camera = Camera(pilot)
        await camera.open()
        rolling = asyncio.create_task(camera.roll())
        await play(camera)
        rolling.cancel()
    seconds = camera.film.cut(LONGEST)
    svg = camera.film.svg(seconds, camera.film.when(STILL))
    (HERE / "minute.svg").write_text(svg, encoding="utf-8")
    print(f"{seconds:.0f} seconds, {len(svg.encode()) / 1e3:.0f} kB")


if __name__ == "__main__":
    asyncio.run(shoot())
    os._exit(0)  # as app.py leaves: mlx's threads would abort the interpreter's end
