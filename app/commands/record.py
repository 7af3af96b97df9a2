"""A trace of one reply, written as it comes. Knows entries and the trace's lines. What is written stays, also where the program ends
in the middle."""

from __future__ import annotations

import argparse
import time
from contextlib import suppress
from typing import Any, Callable, TextIO

from specdeck.app.chat.entries import Asked, Entry
from specdeck.app.records.trace import TraceWriter, create, free_place, header
from specdeck.decoding.types import Settings

from .options import thinking_of
from .terminal import complain


class TraceFile:
    """Give it the prompt, then the reports. There is no file before the prompt."""

    detail = 5  # best tokens of target and drafter, at every place: what the inspector shows

    def __init__(self, path: str, clock: Callable[[], float] = time.perf_counter) -> None:
        self._place = free_place(path)
        self._clock = clock
        self._writer = TraceWriter()
        self._file: TextIO | None = None
        self.trouble: str | None = None  # why not all is in the file

    def ask(self, job: int, prompt: str, settings: Settings, pair: Any, args: argparse.Namespace) -> None:
        """What the reply answers."""
        self._file = create(self._place)
        self._put(header())
        self.write(Asked(
            job, prompt, self._clock(), settings, args.system, pair.name, pair.target_path, pair.path(settings), args.max_tokens,
            thinking_of(args), args.raw, tuple(args.stop),
        ))  # fmt: skip

    def write(self, entry: Entry) -> None:
        """One more line."""
        self._put(self._writer.line(entry))

    def close(self) -> None:
        """No more is to come."""
        if self._file is not None:
            with suppress(OSError):  # told already
                self._file.close()

    def _put(self, line: str) -> None:
        """What cannot be written any more is told once; the reply goes on."""
        if self.trouble:
            return
        try:
            self._file.write(f"{line}\n")
            self._file.flush()
        except OSError as error:
            self.trouble = f"the trace is not written to its end: {error.strerror or error}"
            complain(self.trouble)
