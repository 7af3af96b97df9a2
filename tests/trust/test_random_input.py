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
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot, WaitForScreenTimeout

from specdeck.actions import loading
from specdeck.actions.slash_commands import SLASH_COMMANDS
from specdeck.app import Playground
from specdeck.deck import Deck
from specdeck.decoding.types import ADAPTIVE_K, Settings
from specdeck.drawing.clean_text import one_line
from specdeck.engine.session import Session
from specdeck.lesson.course import Course
from specdeck.lesson.pages import PAGES
from specdeck.lesson.recordings import Recordings
from specdeck.records.history import Journal
from specdeck.screens.chat import ChatScreen
from specdeck.terminal.app_terminal import Pacing
from specdeck.widgets.screen_header import Title
from tests.helpers.fake import FakeSession
from tests.helpers.fake_models import LISTED, PAIR, FakeRunner
from tests.helpers.play import leave, until
from tests.trust.hostile import hostile

pytestmark = pytest.mark.long
STEPS = int(os.environ.get("SPECDECK_TRIES", "200"))

KEYS = (
    *"abcdefghijklmnopqrstuvwxyzGRN0123456789", "space", "enter", "enter", "enter", "tab", "tab", "shift+tab", "escape", "escape", "up",
    "down", "left", "right", "home", "end", "pageup", "pagedown", "backspace", "delete", "f1", "f2", "f3", "f4", "f5", "f2", "f3", "f4",
    "f5", "left_square_bracket", "right_square_bracket", "minus", "equals_sign", "slash", "comma", "full_stop", "less_than_sign",
    "greater_than_sign", "question_mark", "ctrl+a", "ctrl+c", "ctrl+e", "ctrl+j", "ctrl+k", "ctrl+n", "ctrl+o", "ctrl+p", "ctrl+s",
    "ctrl+u", "ctrl+w", "ctrl+x", "ctrl+y", "ctrl+z", "shift+left", "shift+down", "shift+end", "ctrl+home", "ctrl+end", "shift+enter",
    "ctrl+shift+z", "alt+x", "f12", "insert",
)  # fmt: skip
SIZES = ((120, 36), (80, 24), (100, 30), (60, 20), (200, 60), (40, 12), (80, 10), (20, 6), (8, 4), (1, 1), (150, 8), (30, 50))
WORDS = ("Find me a bus", "Repeat exactly: the blue door", "hi", "x" * 300, "東京 👩‍👩‍👧", "/", "/k", "//", "/nothing", "[bold]x[/]")
VALUES = ("", "0", "4", "-1", "nan", "9" * 30, "on", "off", "none", "auto", "lookup", "model", "hybrid", "probabilistic", "1e-3", "x.md",
          "x.jsonl", "x.svg", "x.json", "../../x", "/dev/null/x", "1", "2", "3")  # fmt: skip
QUITS = ("quit",)  # the only command that is meant to end it


class RandomInput:
    """One app under random input. `last`: what was done, as it is printed when something breaks."""

    def __init__(self, pilot: Pilot, session: Any, runner: FakeRunner, rng: Random) -> None:
        self.pilot, self.app, self.session, self.runner, self.rng = pilot, pilot.app, session, runner, rng
        self.last: deque[tuple[object, ...]] = deque(maxlen=40)
        acts = {
            self.keys: 36, self.type: 6, self.command: 6, self.click: 16, self.drag: 4, self.wheel: 4, self.hover: 4, self.paste: 3, self.resize: 2,
            self.nothing: 2,
        }  # fmt: skip
        if isinstance(session, FakeSession):
            acts |= {self.play: 14, self.trial: 6, self.fail: 1, self.hub: 3}
        self._acts, self._weights = list(acts), list(acts.values())

    async def step(self) -> None:
        """Do something, and look."""
        act = self.rng.choices(self._acts, self._weights)[0]
        self.last.append((act.__name__,))
        self.last[-1] += (await act(),)
        if self.rng.random() < 0.3:
            await self.rest()
        if self.app._exception is not None:
            raise self.app._exception

    async def check(self) -> None:
        """What is shown is what is in force. Waits until all that was posted is handled."""
        app = self.app
        if not app.is_running:
            return
        await self.rest()
        app.tick()
        app.draw()
        await self.rest()
        if isinstance(app.screen, ChatScreen) and app.screen.query("Chip"):
            settings = app.deck.settings
            app.screen.query_one(Title).show(app.deck)
            plain = settings.drafter == "none" or settings.k == 0
            shown = {chip.id: chip._shown.strip("‹› ") for chip in app.screen.query("Chip")}
            k = "auto" if settings.adaptive_k and settings.k == ADAPTIVE_K else f"auto to {settings.k}" if settings.adaptive_k else settings.k
            assert shown["k"] == f"k {k}" and _shows(shown["rule"], settings.rule), (shown, settings)
            assert shown["temperature"] == f"T {settings.temperature:g}", (shown, settings)
            assert plain == (shown["drafter"] == "plain") and (plain or _shows(shown["drafter"].removeprefix("◂ "), one_line(settings.drafter))), (shown, settings)
        turns = app.deck.chat.messages()
        roles = [turn["role"] for turn in turns if turn["role"] != "system"]
        assert roles == (["user", "assistant"] * len(roles))[: len(roles)], roles

    async def rest(self, seconds: float = 0.0) -> None:
        """Until what was posted is handled, or for as long as the pilot waits: a busy machine may take longer."""
        with suppress(WaitForScreenTimeout):
            await self.pilot.pause(seconds or None)

    async def keys(self) -> object:
        """One, or several that arrive at once, perhaps all the same."""
        keys = self.rng.choice(([self.rng.choice(KEYS)], [self.rng.choice(KEYS)], [self.rng.choice(KEYS)] * 4, self.rng.choices(KEYS, k=5)))
        for key in keys:
            self.app.simulate_key(key)
        return keys

    async def type(self) -> object:
        return self._say(self.rng.choice(WORDS) if self.rng.random() < 0.8 else hostile(self.rng))

    async def command(self) -> object:
        command = self.rng.choice([command for command in SLASH_COMMANDS if command.name not in QUITS])
        value = self.rng.choice(VALUES) if self.rng.random() < 0.8 else hostile(self.rng, 2)
        return self._say(f"/{command.name} {value}".strip())

    def _say(self, text: str) -> object:
        """Typed into whatever has the focus, and sent."""
        self.app.post_message(events.Paste(text))
        self.app.simulate_key("enter")
        return text

    def _place(self) -> tuple[int, int]:
        width, height = self.app.screen.size
        return self.rng.randrange(max(1, width)), self.rng.randrange(max(1, height))

    def _mouse(self, at: tuple[int, int], *kinds: type[events.MouseEvent]) -> object:
        """As a terminal's driver posts it."""
        for kind in kinds:
            self.app.post_message(kind(None, *at, 0, 0, int(kind in (events.MouseDown, events.MouseUp)), False, False, False, *at))
        return at

    async def click(self) -> object:
        times = self.rng.choice((1, 1, 1, 2, 3))
        return type(self.app.screen).__name__, self._mouse(self._place(), *(events.MouseMove, events.MouseDown, events.MouseUp) * times)

    async def drag(self) -> object:
        return self._mouse(self._place(), events.MouseDown), self._mouse(self._place(), events.MouseMove, events.MouseUp)

    async def hover(self) -> object:
        return self._mouse(self._place(), events.MouseMove)

    async def wheel(self) -> object:
        kind = self.rng.choice((events.MouseScrollUp, events.MouseScrollDown, events.MouseScrollLeft, events.MouseScrollRight))
        return kind.__name__, self._mouse(self._place(), *[kind] * self.rng.randint(1, 20))

    async def paste(self) -> object:
        text = self.rng.choice((hostile(self.rng, 12), "line\n" * self.rng.randint(1, 60), "w" * 5000, ""))
        self.app.post_message(events.Paste(text))
        return text[:60]

    async def resize(self) -> object:
        size = self.rng.choice(SIZES)
        with suppress(WaitForScreenTimeout):
            await self.pilot.resize_terminal(*size)
        return size

    async def nothing(self) -> None:
        await self.rest(0.04)

    async def play(self) -> object:
        rounds = self.rng.choice((1, 2, 5, None))
        if self.session._running is not None and not self.session.trying:
            self.session.play(rounds)
        return rounds

    async def trial(self) -> None:
        self.session.time += self.rng.random()
        if self.session.trying:
            self.session.run_trial()

    async def fail(self) -> object:
        what = self.rng.choice(("reply", "load", "trial", "measure"))
        self.session.fail(what, hostile(self.rng))
        return what

    async def hub(self) -> object:
        rng, name = self.rng, self.rng.choice(LISTED).name
        kind, asked = (self.runner.asked or [("", "")])[-1]
        trouble = rng.choice((None, hostile(rng)))
        rng.choice((
            lambda: self.runner.find(asked if kind == "search" else "x", trouble=trouble),
            lambda: self.runner.see(name, None, hostile(rng)),
            lambda: self.runner.bring(name, rng.random() * 9e9, 9e9, self.session.time),
            lambda: self.runner.end(name, trouble=trouble),
        ))()  # fmt: skip
        return name


def deck_of(session: Any, runner: FakeRunner | None, folder: Path) -> Deck:
    """A deck as the command makes it, its state in a folder."""
    deck = Deck(session)
    deck.journal, deck.catalogue.background = Journal(folder / "conversations"), runner or deck.catalogue.background
    deck.lesson.course = Course(PAGES, Recordings(), folder / "lesson.json")
    loading.load(deck)
    return deck


async def sitting(steps: int, seed: int, folder: Path, real: bool) -> int:
    """One app from its start to its end, its state in a folder; after how many steps it was left."""
    rng, runner = Random(seed), FakeRunner()
    session = Session(Settings()) if real else FakeSession(pair=PAIR if seed % 3 == 0 else FakeSession().pair)
    deck = deck_of(session, runner, folder)
    app = Playground(deck, session.start if real else lambda: None, pacing=Pacing(spent=lambda: 0.0))
    app.animation_level = "none"
    async with app.run_test(size=rng.choice(SIZES[:3])) as pilot:
        driven, done = RandomInput(pilot, session, runner, rng), 0
        try:
            await until(pilot, lambda: deck.pair is not None or deck.engine.trouble is not None)
            while done < steps and app.is_running:
                await driven.step()
                if done % 20 == 0:
                    await driven.check()
                done += 1
            await leave(app)
            if app._exception is not None:
                raise app._exception
        except BaseException:
            print(f"seed {seed}, after {done} steps:", *driven.last, sep="\n  ", file=sys.stderr)
            raise
    if real:
        assert session.close(60), "the engine's thread goes on"
    deck.journal.close()
    return done


def _shows(shown: str, value: str) -> bool:
    """The value, or its beginning with the sign that it is cut: a narrow terminal has no room for all of it."""
    return shown == value or (shown.endswith("…") and value.startswith(shown[:-1]))


@pytest.mark.parametrize("seed, real", [(0, False), (1, False), (1000, True)])
def test_random_input_breaks_nothing(tmp_path, monkeypatch, seed, real):
    monkeypatch.chdir(tmp_path)  # what is saved without a folder
    assert asyncio.run(sitting(STEPS // 3 if real else STEPS, seed, tmp_path, real)) > 0
    assert [thread for thread in threading.enumerate() if not thread.daemon and thread is not threading.main_thread()] == []
    assert not any(thread.name == "engine" for thread in threading.enumerate())
