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
PRESS, WHEELS = (events.MouseMove, events.MouseDown, events.MouseUp), (events.MouseScrollUp, events.MouseScrollDown, events.MouseScrollLeft, events.MouseScrollRight)


class RandomInput:
    """One app under random input. `last`: what was done, as it is printed when something breaks."""

    def __init__(self, pilot: Pilot, session: Any, runner: FakeRunner, rng: Random) -> None:
        self.pilot, self.app, self.session, self.runner, self.rng = pilot, pilot.app, session, runner, rng
        self.last: deque[tuple[object, ...]] = deque(maxlen=40)
        acts = {self.keys: 36, self.text: 15, self.mouse: 28, self.resize: 2, self.rest: 2} | ({self.engine: 21, self.hub: 3} if isinstance(session, FakeSession) else {})
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
            app.screen.query_one(Title).show(app.deck)
            for name, wanted in chip_texts(app.deck.settings).items():
                shown = app.screen.query_one(f"Chip#{name}")._shown.strip("‹› ")
                assert shown == wanted or (shown.endswith("…") and wanted.startswith(shown[:-1])), "a narrow terminal has no room for all of it"
        roles = [turn["role"] for turn in app.deck.chat.messages() if turn["role"] != "system"]
        assert roles == (["user", "assistant"] * len(roles))[: len(roles)], roles

    async def rest(self) -> None:
        """Until what was posted is handled, or for as long as the pilot waits: a busy machine may take longer."""
        with suppress(WaitForScreenTimeout):
            await self.pilot.pause()

    async def keys(self) -> object:
        """One, or several that arrive at once, perhaps all the same."""
        keys = self.rng.choice(([self.rng.choice(KEYS)], [self.rng.choice(KEYS)], [self.rng.choice(KEYS)] * 4, self.rng.choices(KEYS, k=5)))
        for key in keys:
            self.app.simulate_key(key)
        return keys

    async def text(self) -> object:
        """A text, a command or many lines, pasted into whatever has the focus, and mostly sent."""
        rng = self.rng
        value = hostile(rng, 2) if rng.random() < 0.2 else rng.choice((*WORDS, *VALUES))
        text = rng.choice((value, value, f"/{rng.choice(COMMANDS)} {value}".strip(), f"/{rng.choice(COMMANDS)}", hostile(rng, 12), "line\n" * rng.randint(1, 60)))
        self.app.post_message(events.Paste(text))
        if sent := rng.random() < 0.8:
            self.app.simulate_key("enter")
        return text[:300], sent

    async def mouse(self) -> object:
        """A click, a drag, a wheel or a move, as a terminal's driver posts it."""
        rng, (width, height) = self.rng, self.app.screen.size
        kinds = rng.choice(([*PRESS] * rng.choice((1, 1, 1, 2, 3)), [*PRESS], PRESS, PRESS[:1], [rng.choice(WHEELS)] * rng.randint(1, 20)))
        at = place = (rng.randrange(max(1, width)), rng.randrange(max(1, height)))
        for kind in kinds:
            if kinds is PRESS and kind is events.MouseUp:
                at = (rng.randrange(max(1, width)), rng.randrange(max(1, height)))
            self.app.post_message(kind(None, *at, 0, 0, int(kind in PRESS[1:]), False, False, False, *at))
        return type(self.app.screen).__name__, place, at, [kind.__name__ for kind in kinds]

    async def resize(self) -> object:
        size = self.rng.choice(SIZES)
        with suppress(WaitForScreenTimeout):
            await self.pilot.resize_terminal(*size)
        return size

    async def engine(self) -> object:
        """A part of what runs is done, or fails."""
        rng, session = self.rng, self.session
        session.time += rng.random()
        if rng.random() < 0.05:
            session.fail(what := rng.choice(("reply", "load", "trial", "measure")), hostile(rng))
            return what
        if session.trying:
            return session.run_trial()
        return session.play(rng.choice((1, 2, 5, None))) if session._running is not None else None

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
            assert app._exception is None
        except BaseException:
            print(f"seed {seed}, after {done} steps:", *driven.last, sep="\n  ", file=sys.stderr)
            raise
    if real:
        assert session.close(60), "the engine's thread goes on"
    deck.journal.close()
    return done


@pytest.mark.parametrize("seed, real", [(0, False), (1, False), (1000, True)])
def test_random_input_breaks_nothing(tmp_path, monkeypatch, seed, real):
    monkeypatch.chdir(tmp_path)  # what is saved without a folder
    assert asyncio.run(sitting(STEPS // 3 if real else STEPS, seed, tmp_path, real)) > 0
    assert [thread for thread in threading.enumerate() if not thread.daemon and thread is not threading.main_thread()] == []
    assert not any(thread.name == "engine" for thread in threading.enumerate())
