"""A picture of a recording's last screen, drawn without a terminal, a model or a thread."""

import asyncio
import math
from typing import Sequence

from specdeck.decoding.types import Settings

from .actions import chatting, replaying
from .app import Playground
from .chat.entries import Asked, Entry
from .deck import Deck
from .engine.messages import Command, Loaded, Message, Report
from .engine.reply_reports import Wrote
from .engine.round_gate import RoundGate
from .widgets.prompt_field import Prompt


class Still:
    """A session in which nothing happens: it holds the recording's pair and the settings of its last round."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        asked = next(entry for entry in reversed(entries) if isinstance(entry, Asked))
        self.settings: Settings = next((e.event.settings for e in reversed(entries) if isinstance(e, Wrote)), asked.settings)
        self.gate = RoundGate()
        self._reports: list[Report] = [Loaded(asked.target, asked.target_path, (self.settings.drafter,), default=self.settings.drafter)]

    def clock(self) -> float:
        """Always the same time."""
        return 0.0

    def count(self, messages: Sequence[Message], thinking: bool | None) -> int | None:
        """None: there is no tokenizer."""

    def send(self, command: Command) -> None:
        """Ignored: there is no engine."""

    def stop(self, job: int) -> None:
        """Ignored: nothing is running."""

    def drain(self) -> Sequence[Report]:
        """The pair, on the first call."""
        reports, self._reports = self._reports, []
        return reports


def picture(entries: Sequence[Entry], size: tuple[int, int], theme: str = "dark") -> str:
    """SVG of the chat after the last entry. `size`: columns and rows."""
    return asyncio.run(_picture(entries, size, theme))


async def _picture(entries: Sequence[Entry], size: tuple[int, int], theme: str) -> str:
    deck = Deck(Still(entries))
    replaying.play(deck, entries)
    deck.take_as_live()
    chatting.stop(deck)
    app = Playground(deck, idle=math.inf)  # a measurement, which an idle app begins, would never end here
    app.theme = theme
    app.animation_level = "none"
    async with app.run_test(size=size) as pilot:
        app.screen.query_one(Prompt).cursor_blink = False
        while deck.busy or deck.pair is None:
            await pilot.pause(0.02)
        app.draw()
        await pilot.pause()
        return app.export_screenshot()
