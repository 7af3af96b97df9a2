"""Standard output and standard error: what may be printed there, progress, and messages."""

from __future__ import annotations

import faulthandler
import io
import os
import shutil
import subprocess
import sys
import textwrap
from contextlib import contextmanager, suppress
from typing import Iterable, Iterator, Mapping, TextIO
from unicodedata import east_asian_width

from ..drawing.clean_text import clean, harmless, one_line

ACCEPTED = "4", {"true": "38;2;86;180;233", "256": "38;5;74", "16": "34"}
OWN = "1", {"true": "38;2;230;159;0", "256": "38;5;178", "16": "33"}
RESET = "\x1b[0m"


def obeys(stream: TextIO, environ: Mapping[str, str] = os.environ) -> bool:
    """Whether this is a terminal that obeys escape codes."""
    return stream.isatty() and environ.get("TERM", "dumb") != "dumb"


class Painter:
    """Text by source for one stream: coloured and cleaned on a terminal, unchanged in a pipe."""

    mid_line = False  # what was painted last for a terminal has not ended its line

    def __init__(self, stream: TextIO, environ: Mapping[str, str] = os.environ) -> None:
        self.terminal = stream.isatty()
        self.paints = obeys(stream, environ)
        self._depth = _depth(environ)

    def paint(self, text: str, source: str) -> str:
        if text and self.terminal:
            Painter.mid_line = not text.endswith("\n")
        if not self.paints or not text:
            return clean(text) if self.terminal else text
        attribute, hues = ACCEPTED if source == "accepted" else OWN
        hue = hues.get(self._depth)
        return f"\x1b[{attribute}{';' + hue if hue else ''}m{clean(text)}{RESET}"


FILLER = "\uffff"  # which no text has, and nobody sees


def filled(text: str) -> str:
    """The text with a filler after each character of two cells: as long as it is wide. `fitted` takes it out again."""
    return "".join(letter + FILLER * (east_asian_width(letter) in "WF") for letter in text.replace(FILLER, ""))


def fitted(lines: Iterable[str], stream: TextIO | None = None) -> list[str]:
    """Return lines for a stream, stdout by default. On a terminal, lines that are too wide are broken between words."""
    if (stream or sys.stdout).isatty():
        wrapper = textwrap.TextWrapper(shutil.get_terminal_size().columns, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
        lines = [part for line in lines for part in wrapper.wrap(filled(line)) or [""]]
    return [line.replace(FILLER, "") for line in lines]


def for_stdout(text: str) -> str:
    """Text for stdout without colour: cleaned on a terminal, unchanged in a pipe."""
    return clean(text) if sys.stdout.isatty() else text


def _depth(environ: Mapping[str, str]) -> str:
    """The number of colours: "none" (NO_COLOR), "true", "256" or "16"."""
    if environ.get("NO_COLOR"):
        return "none"
    if environ.get("COLORTERM") in ("truecolor", "24bit"):
        return "true"
    return "256" if "256" in environ.get("TERM", "") else "16"


class ProgressLine:
    """One line on stderr that is overwritten; nothing if stderr is no terminal that can do this, or is gone. One line is shown at a time."""

    shown: ProgressLine | None = None  # the one on the terminal

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = stream or own_stderr()

    def say(self, text: str) -> None:
        if obeys(self.stream):
            ProgressLine.shown = self
            room = max(1, min(100, shutil.get_terminal_size().columns - 1))  # a second row would stay there
            self._write(f"\r\x1b[K{one_line(text, room)}")

    def clear(self) -> None:
        """Clear the line before other output."""
        if ProgressLine.shown is self:
            self._write("\r\x1b[K")
            ProgressLine.shown = None

    def _write(self, text: str) -> None:
        with suppress(OSError):
            self.stream.write(text)
            self.stream.flush()


def clear_progress() -> None:
    """Clear whichever progress line is shown, before other output or the end."""
    if ProgressLine.shown:
        ProgressLine.shown.clear()


def interactive() -> bool:
    """Whether the app can be drawn and typed into: all three standard streams are terminals."""
    return all(stream.isatty() for stream in (sys.stdin, sys.stdout, own_stderr()))


def complain(text: object) -> None:
    """One cleaned line on stderr: errors, notes and warnings, terminal or not. Whether anybody can read it does not change what is done."""
    clear_progress()
    with suppress(OSError):
        if Painter.mid_line and sys.stdout.isatty() and own_stderr().isatty():
            Painter.mid_line = False
            print(flush=True)
        print(f"specdeck: {one_line(str(text))}", file=own_stderr(), flush=True)


_own: TextIO | None = None  # while stderr is kept from libraries


def own_stderr() -> TextIO:
    """The stream for what we have to say."""
    return _own or sys.stderr


class SafeStream(io.TextIOBase):
    """A stream that writes to another one, without what a terminal would obey, or nowhere. Never a terminal itself."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        if self._stream:
            self._stream.write(harmless(text))
        return len(text)

    def flush(self) -> None:
        if self._stream:
            self._stream.flush()


@contextmanager
def kept_from_libraries(process: bool) -> Iterator[None]:
    """A context in which only we write to stderr. `process`: this is a separate process. C++ and Rust print to descriptor 2, and are kept out too
    until it ends. With SPECDECK_DEBUG they are not kept out."""
    global _own
    before, debug = _own, bool(os.environ.get("SPECDECK_DEBUG"))
    stream = sys.stderr
    if process and not debug and stream.fileno() == 2:
        sys.stderr.flush()
        stream = os.fdopen(os.dup(2), "w", buffering=1, errors="backslashreplace")
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        sys.__stderr__ = stream  # Textual draws there
    _own, sys.stderr = stream, SafeStream(stream if debug else None)
    try:
        yield
    finally:
        if not process:
            _own, sys.stderr = before, stream


# A helper process says in a line that a library ended this process by a signal. Metal does so where memory is short. Nothing within the process can
# say it. The library's own words are kept from the terminal (streams.py).

NOTE = "a library ended specdeck (%s): SPECDECK_DEBUG=1 shows what it says"
LEAVE = r"\033[<u\033[?2004l\033[?1000l\033[?1002l\033[?1003l\033[?1006l\033[?1049l\033[?25h"  # keys, paste, mouse, screen, cursor
PROGRAM = r"""read -r said || exit
[ "$2" ] && stty "$2" <&2 && printf "$3" >&2
printf "specdeck: $1\n" "${said#Fatal Python error: }" >&2"""  # faulthandler's first line
_watcher: subprocess.Popen[bytes] | None = None


def tell_native_aborts(leave: bool = False) -> None:
    """From now on, have a process of its own say it, which hears nothing of any other end. `leave`: it leaves the playground's
    screen first, and the terminal as it is now."""
    global _watcher
    if _watcher is None and _own and _own is sys.__stderr__:  # descriptor 2 is kept from libraries
        with suppress(OSError):  # where no process can be started, nothing is said
            found = subprocess.run(["stty", "-g"], stdin=own_stderr(), capture_output=True, text=True).stdout.strip() if leave else ""
            words = ["/bin/sh", "-c", PROGRAM, "sh", NOTE, found, LEAVE]
            _watcher = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=own_stderr(), start_new_session=True)
            assert _watcher.stdin, "it is a pipe"
            faulthandler.enable(_watcher.stdin, all_threads=False)
