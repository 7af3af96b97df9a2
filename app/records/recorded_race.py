"""The show: one text decoded plainly and drafted by the embedded pair, recorded once, played before anything is loaded.

`python -m assets.scripts.record show` records it. Knows the bundled trace; loads no model.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date

from specdeck import assets
from specdeck.app.chat.conversation import fold
from specdeck.app.chat.reply import Reply
from specdeck.app.chat.wording import counted
from specdeck.app.compare.playback import Playback

from . import trace

LASTS = 8.0  # seconds of the show, however short the replies were


@dataclass(frozen=True, slots=True)
class RecordedRace:
    """A playback of two replies, plain and drafted, and where and when they were measured."""

    playback: Playback
    origin: str

    @property
    def replies(self) -> tuple[Reply, Reply]:
        """The whole replies: plain, drafted."""
        plain, drafted = (lane.recording for lane in self.playback.lanes)
        return plain, drafted

    @property
    def stamp(self) -> str:
        """The result of the recording, in its own figures."""
        plain, drafted = self.replies
        same = f"the same {counted(len(plain.ids), 'token')}" if plain.ids == drafted.ids else "different texts"
        return f"{same}, {drafted.stats.tokens_per_second / plain.stats.tokens_per_second:.1f}x, measured on {self.origin}"


def recorded_race() -> RecordedRace:
    """The bundled show at its start. Raises TraceError, OSError or ValueError if its files are damaged."""
    origin = json.loads(assets.SHOW_ORIGIN.read_text(encoding="utf-8"))
    playback = Playback(*(turn.reply for turn in fold(trace.load(assets.TRACES / "show.jsonl")).turns))
    playback.speed = min(1.0, playback.length / LASTS)
    return RecordedRace(playback, f"{origin['machine']}, {date.fromisoformat(origin['date']):%d %b %Y}")
