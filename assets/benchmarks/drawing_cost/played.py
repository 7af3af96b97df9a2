"""The playground on an engine without a model, a process of its own in a terminal that is played by keys.

python -m assets.benchmarks.drawing_cost.played FOLDER: writes every frame's figures to FOLDER/frames.json when it ends.
The prompt says how many tokens come at once and how many after them, at PACE: "20000 5000".
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Callable, Iterator, Sequence

from specdeck.actions import loading
from specdeck.app import Playground
from specdeck.deck import Deck
from specdeck.decoding.types import Event, Finish, Prefill, Round, Settings, Stats
from specdeck.engine.messages import Load, Loaded, Message
from specdeck.engine.session import Session
from specdeck.records.journal import Journal

PACE = 1000  # tokens a second
ROUND = 4  # tokens a round: three accepted, one recovered


class Double:
    """Says numbered words, as an engine does: rounds of ROUND tokens, at a pace."""

    failed = None

    def load(self, asked: Load) -> None:
        """Nothing to load."""

    def release(self) -> None:
        """Nothing to release."""

    def describe(self) -> Loaded:
        """A pair that can do what is asked of it here."""
        return Loaded("double", "/nowhere", ("none", "model"), default="model")

    def count(self, messages: Sequence[Message], thinking: bool | None) -> int:
        """Few."""
        return len(messages)

    def probe(self) -> None:
        """There is no machine."""

    def decode(self, messages: Sequence[Message], settings: Callable[[], Settings], **options: object) -> Iterator[Event]:
        """As many tokens as the prompt says."""
        held, paced = map(int, messages[-1]["content"].split())
        yield Prefill("target", 8, 8, 0, 0.0, at=time.perf_counter())
        began, stats = time.perf_counter(), Stats()
        for index in range((held + paced) // ROUND):
            time.sleep(max(0.0, began + ((index + 1) * ROUND - held) / PACE - time.perf_counter()))
            if (index + 1) * ROUND <= held:
                began = time.perf_counter()
            event = round_of(index, settings())
            stats = stats.add(event)
            yield event
        yield Finish("stop", None, stats, at=time.perf_counter())


def word(token: int) -> str:
    """The token's number, to be found on the screen."""
    return f"w{token:06d} "


def round_of(index: int, settings: Settings) -> Round:
    """A round with everything in it that the screens show."""
    first, accepted = index * ROUND, ROUND - 1
    tokens = tuple(range(first, first + ROUND))
    best = tuple(tuple((token + at, 0.5 / (at + 1)) for at in range(5)) for token in tokens)
    return Round(
        index=index, settings=settings, drafter="model", draft=(*tokens[:accepted], 999_999), accepted=accepted, tokens=tokens,
        sources=("accepted",) * accepted + ("recovered",), p=(0.8,) * ROUND, q=(0.7,) * accepted + (None,), u=(None,) * ROUND,
        read=ROUND + 1, draft_seconds=0.001, verify_seconds=0.003, draft_p=(0.8,) * ROUND, draft_q=(0.7,) * ROUND,
        top_p=best, top_q=best, texts=tuple(map(word, tokens)), guesses=tuple(map(word, (*tokens[:accepted], 999_999))),
        names={token: word(token) for row in best for token, _ in row}, at=time.perf_counter(),
    )  # fmt: skip


class Watched(Playground):
    """Notes at every tick what is held and what was spent. Seconds of CPU: of this thread, and of the process."""

    frames: list[tuple[int, float, float, float]]

    def tick(self) -> None:
        """As ever; then the note."""
        super().tick()
        reply = self.deck.chat.reply
        held = len(reply.tokens) if reply else 0
        self.frames.append((held, time.perf_counter(), time.thread_time(), time.process_time()))


def main(folder: str) -> None:
    """Until ctrl+q."""
    session = Session(Settings(k=ROUND), Double)
    deck = Deck(session, max_tokens=10**6)
    deck.journal = Journal(Path(folder) / "conversations")
    loading.load(deck)
    app = Watched(deck, session.start)
    app.frames = []
    app.run()
    (Path(folder) / "frames.json").write_text(json.dumps(app.frames))


if __name__ == "__main__":
    main(*sys.argv[1:])
