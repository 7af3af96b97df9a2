"""Takes the README's picture: a real conversation with the embedded pair, in the real app, without a terminal.

python -m assets.pictures.shoot
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from textual.pilot import Pilot

from app.app import Playground
from app.deck import Deck
from app.session import Session
from app.widgets.prompt import Prompt
from decoding.types import Settings

HERE = Path(__file__).parent
SIZE = (112, 30)
TURNS = ("Are there any good action movies playing in Fremont tonight?", "Repeat exactly: The blue door on Harbor Street opens at 7:45 pm.")


async def shoot() -> None:
    """Two turns, a change of drafter between them, and the picture."""
    session = Session(Settings(seed=7))
    deck = Deck(session, max_tokens=80)
    deck.load()
    app = Playground(deck, session.start)
    async with app.run_test(size=SIZE) as pilot:
        await ready(pilot, deck)
        for turn, drafter in zip(TURNS, ("model", "hybrid")):
            deck.draft(drafter)
            deck.send(turn)
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
