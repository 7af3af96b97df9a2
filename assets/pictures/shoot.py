"""Takes the README's picture: a real conversation with the embedded pair, in the real app, without a terminal.

python -m assets.pictures.shoot
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from textual.pilot import Pilot

from app.app import Playground
from app.deck import Deck
from app.samples import SAMPLES
from app.session import Session
from app.widgets.prompt import Prompt
from decoding.types import Settings

HERE = Path(__file__).parent
SIZE = (112, 30)
TURNS = (SAMPLES[1], SAMPLES[3])


async def shoot() -> None:
    """Two turns, a change of drafter between them, and the picture."""
    session = Session(Settings(seed=7))
    deck = Deck(session, max_tokens=80)
    deck.load()
    app = Playground(deck, session.start)
    async with app.run_test(size=SIZE) as pilot:
        await ready(pilot, deck)
        for sample in TURNS:
            deck.draft(sample.flatters)
            deck.send(sample.prompt)
            await ready(pilot, deck)
        deck.measure()
        await ready(pilot, deck)
        app.screen.query_one(Prompt).cursor_blink = False
        app.clear_notifications()
        app.screen.draw()
        await pilot.pause(0.5)
        (HERE / "chat.svg").write_text(app.export_screenshot(title="specdeck"), encoding="utf-8")
    session.close(5.0)


async def ready(pilot: Pilot, deck: Deck) -> None:
    """Until the engine has nothing to do."""
    while deck.pair is None or deck.busy:
        await pilot.pause(0.1)
    await pilot.pause(0.2)


if __name__ == "__main__":
    asyncio.run(shoot())
    os._exit(0)  # as app.py leaves: mlx's threads would abort the interpreter's end
