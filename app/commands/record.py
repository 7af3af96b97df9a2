"""A trace of one reply, written as it comes: the events, with the texts that they stand for.

Knows a tokenizer and the trace's lines. What is written stays, also where the program ends in the middle.
"""

from __future__ import annotations

import argparse
import time
from typing import Any, Callable, TextIO

from specdeck.app.chat.entries import Asked, Entry
from specdeck.app.engine.messages import Ended, Reading, Wrote
from specdeck.app.records.trace import Writer, create, free_place, header
from specdeck.decoding.text import TextMap
from specdeck.decoding.types import Event, Finish, Prefill, Settings, Stats

from .options import thinking_of

JOB = 1  # a command writes one reply


class Recorder:
    """Feed it the prompt, then the events; `close` ends a reply that was interrupted."""

    detail = 5  # best tokens of target and drafter, at every place: what the inspector shows

    def __init__(self, path: str, clock: Callable[[], float] = time.perf_counter) -> None:
        self._place = free_place(path)
        self._clock = clock
        self._writer = Writer()
        self._file: TextIO | None = None
        self._texts: TextMap | None = None
        self._tokenizer: Any = None

    def ask(self, prompt: str, settings: Settings, pair: Any, args: argparse.Namespace) -> None:
        """What the reply answers: from here on there is a file."""
        self._tokenizer, self._texts = pair.tokenizer, TextMap(pair.tokenizer)
        self._file = create(self._place)
        self._put(header())
        self._write(Asked(
            JOB, prompt, self._clock(), settings, args.system, pair.name, pair.target_path, pair.path(settings), args.max_tokens,
            thinking_of(args), args.raw, tuple(args.stop),
        ))  # fmt: skip

    def add(self, event: Event) -> None:
        """One event, as it comes."""
        at = self._clock()
        if isinstance(event, Prefill):
            self._write(Reading(JOB, event, at))
        elif isinstance(event, Finish):
            self._write(Ended(JOB, event, self._texts.flush(), at))
        else:
            texts = tuple(self._texts.push(token) for token in event.tokens)
            best = {token for row in (*event.top_p, *event.top_q) for token, _ in row}
            names = {token: self._tokenizer.decode([token]) for token in sorted(best)}
            guesses = tuple(self._tokenizer.decode([token]) for token in event.draft)
            self._write(Wrote(JOB, event, texts, guesses, at, names))

    def close(self, stats: Stats, finished: bool) -> None:
        """No more is to come; a reply that was interrupted ends here."""
        if self._file is not None:
            if not finished:
                self.add(Finish("interrupted", None, stats))
            self._file.close()

    def _write(self, entry: Entry) -> None:
        self._put(self._writer.line(entry))

    def _put(self, line: str) -> None:
        self._file.write(f"{line}\n")
        self._file.flush()

