"""Who may write to stderr: we, each line cleaned. What libraries log, warn or print there, values of a stranger's config among it, is
dropped, or shown cleaned where SPECDECK_DEBUG is set.
"""

from __future__ import annotations

import io
import os
import sys
from contextlib import contextmanager
from typing import Iterator, TextIO

from .clean_text import harmless

_own: TextIO | None = None  # while stderr is kept from libraries


def own_stderr() -> TextIO:
    """The stream for what we have to say."""
    return _own or sys.stderr


def descriptor_kept() -> bool:
    """Whether descriptor 2 is kept from libraries."""
    return bool(_own) and _own is sys.__stderr__


class Cleaned(io.TextIOBase):
    """A stream that writes to another one, without what a terminal would obey, or nowhere. Never a terminal itself."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """As any text stream's."""
        if self._stream:
            self._stream.write(harmless(text))
        return len(text)

    def flush(self) -> None:
        """As any stream's."""
        if self._stream:
            self._stream.flush()


@contextmanager
def kept_from_libraries(process: bool) -> Iterator[None]:
    """A context in which only we write to stderr. `process`: in a process of its own also C++ and Rust, which print to descriptor 2,
    unless SPECDECK_DEBUG is set, and until the process ends."""
    global _own
    before, debug = _own, bool(os.environ.get("SPECDECK_DEBUG"))
    stream = sys.stderr
    if process and not debug and stream.fileno() == 2:
        sys.stderr.flush()
        stream = os.fdopen(os.dup(2), "w", buffering=1, errors="backslashreplace")
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        sys.__stderr__ = stream  # Textual draws there
    _own, sys.stderr = stream, Cleaned(stream if debug else None)
    try:
        yield
    finally:
        if not process:
            _own, sys.stderr = before, stream
