"""The show: one text decoded plainly and drafted by the embedded pair, recorded once, played before anything is loaded.

`python -m assets.scripts.record show` records it. Knows the bundled trace; loads no model.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date

from specdeck import assets
from specdeck.decoding.cpu import blas

from ..chat.conversation import fold
from ..chat.reply import Reply
from ..compare.playback import Playback
from ..drawing.figures import counted, speedup
from . import trace

LASTS = 8.0  # seconds of the show, however short the replies were
OPENS = 4  # rounds that the drafted side has written in the first frame, so that it shows both colours


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
        """The result of the recording, in its own figures; and where the BLAS is slow, that it is none of this machine's."""
        plain, drafted = self.replies
        same = f"the same {counted(len(plain.ids), 'token')}" if plain.ids == drafted.ids else "different texts"
        here = "; not to be had here without a fast BLAS" if blas.is_slow() else ""
        return f"{same}, {speedup(drafted.stats.tokens_per_second, plain.stats.tokens_per_second)}, measured on {self.origin}{here}"


def recorded_race() -> RecordedRace:
    """The bundled show at its start. Raises TraceError, OSError or ValueError if its files are damaged."""
    origin = json.loads(assets.SHOW_ORIGIN.read_text(encoding="utf-8"))
    playback = Playback(*(turn.reply for turn in fold(trace.load(assets.TRACES / "show.jsonl")).turns))
    playback.speed = min(1.0, playback.length / LASTS)
    playback.seek(playback.lanes[1].recording.times[OPENS - 1])
    return RecordedRace(playback, f"{origin['machine']}, {date.fromisoformat(origin['date']):%d %b %Y}")
