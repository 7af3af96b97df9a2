"""A trace of one reply, written as it comes. What is written stays if the program ends in the middle."""

import argparse
import time
from contextlib import suppress
from typing import Any, Callable, TextIO

from specdeck.decoding.types import Settings

from ..chat.entries import Asked, Entry
from ..records.export import NamedWithoutPaths
from ..records.files import create_named, free_place
from ..records.trace import TraceWriter, header
from ..terminal.streams import complain
from .options import thinking_of


class TraceFile:
    """Takes the prompt, then the reports. No file is made before the prompt."""

    detail = 5  # best tokens of target and drafter per position, which the inspector shows

    def __init__(self, path: str, clock: Callable[[], float] = time.perf_counter) -> None:
        self._place = free_place(path)
        self._clock = clock
        self._writer = TraceWriter()
        self._file: TextIO | None = None
        self.trouble: str | None = None  # why the file is incomplete

    def ask(self, job: int, prompt: str, settings: Settings, pair: Any, args: argparse.Namespace) -> None:
        self._file = create_named(self._place)
        self._put(header())
        named = NamedWithoutPaths(pair)  # a trace is shared, and --json tells the paths
        self.write(Asked(
            job, prompt, self._clock(), settings, args.system, named.name, named.path(settings), args.max_tokens,
            thinking_of(args), args.raw, tuple(args.stop),
        ))  # fmt: skip

    def write(self, entry: Entry) -> None:
        self._put(self._writer.line(entry))

    def close(self, holds_something: bool = True) -> None:
        """Close the file. One that holds no round, or could not hold anything, is removed, so that its name is free."""
        if self._file is not None:
            with suppress(OSError):  # reported already
                self._file.close()
            with suppress(OSError):
                if not holds_something or (self.trouble and self._place.stat().st_size == 0):
                    self._place.unlink()

    def _put(self, line: str) -> None:
        """Write a line. A failure is reported once, and the reply continues."""
        if self.trouble:
            return
        assert self._file, "ask() opens it"
        try:
            self._file.write(f"{line}\n")
            self._file.flush()
        except OSError as error:
            self.trouble = f"the trace is not written to its end: {error.strerror or error}"
            complain(self.trouble)
