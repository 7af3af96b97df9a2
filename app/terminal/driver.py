"""The terminal that the app draws on: its driver, the last filter before it, and how often to draw."""

import os
import selectors
import termios
import time
import tty
from codecs import getincrementaldecoder
from typing import Any, Callable

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual import events
from textual._xterm_parser import XTermParser
from textual.color import Color
from textual.drivers.linux_driver import LinuxDriver
from textual.filter import LineFilter

from specdeck.decoding.cpu.blas import usable_cores

from ..drawing.clean_text import UNSEEN, clean, one_line

KEEP_TITLE, TITLE_BACK = "\x1b[22;2t", "\x1b[23;2t"  # xterm's stack of titles
READ = 4096  # bytes per read
TYPED = 64  # characters that may be typed between two reads
WAIT = 0.1  # seconds, after which a lone escape is a key and an end is looked for


def pasted_in(text: str) -> str:
    """The beginning of what was read that is a paste from a terminal that does not say so: more characters at once than anybody types, of
    which each would be a key, and would lay out the prompt anew. The enter that may end it is a key."""
    lines = text.removesuffix("\r")
    letters = lines.replace("\r", "").replace("\n", "").replace("\t", "")
    return lines if len(text) > TYPED and letters.isprintable() else ""


def in_marked_paste(text: str, before: bool) -> bool:
    """Whether a paste that the terminal marks goes on after this text. `before`: whether it did before it. The parser puts such a paste
    together from all that was read."""
    began, ended = text.rfind("\x1b[200~"), text.rfind("\x1b[201~")
    return before if began == ended == -1 else began > ended


class TerminalDriver(LinuxDriver):
    """Reads input, and restores the terminal as it was found."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._found: list[Any] | None = None  # the terminal's attributes before the first start
        self._title = ""

    @property
    def title(self) -> str:
        """The window's title while the app runs; the terminal keeps the one before."""
        return self._title

    @title.setter
    def title(self, words: str) -> None:
        if words != self._title:
            self._title = words
            self.write(f"\x1b]2;{one_line(words, 120)}\a")

    def stop_application_mode(self) -> None:
        """Give the terminal back, with the title that it had."""
        if self._title:
            self.write(TITLE_BACK)
        super().stop_application_mode()

    def start_application_mode(self) -> None:
        """Take the terminal. One that is in raw mode already was left so by us, and is restored first."""
        super().start_application_mode()
        words, self._title = self._title, ""
        self.write(KEEP_TITLE)
        self.title = words
        if self.attrs_before is not None and self.attrs_before[tty.LFLAG] & termios.ICANON:
            self._found = self.attrs_before
        self.attrs_before = self._found or self.attrs_before

    def run_input_thread(self) -> None:
        """Read input until told to end. Bytes that are not UTF-8 become replacement characters."""
        parser = XTermParser(self._debug)
        decode, marked = getincrementaldecoder("utf-8")(errors="replace").decode, False
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(WAIT) and (text := decode(os.read(self.fileno, READ))):
                    marked = in_marked_paste(text, before := marked)
                    pasted = "" if before else pasted_in(text)
                    if pasted:
                        self.process_message(events.Paste(pasted))
                    for message in parser.feed(rest) if (rest := text[len(pasted) :]) else ():  # nothing would be the parser's end
                        self.process_message(message)
                for message in parser.tick():
                    self.process_message(message)

    def _sigcont_application(self, *_: object) -> None:
        """The process continues. If it was stopped without a request, the event loop restores the terminal and takes it again,
        because this may interrupt a write."""
        if self._must_signal_resume:
            super()._sigcont_application()
        elif self._auto_restart:
            self._loop.call_soon_threadsafe(self._take_anew)

    def _take_anew(self) -> None:
        if self._app.is_running:
            self.suspend_application_mode()
            self.resume_application_mode()
            self._app.refresh(layout=True)


class NoControls(LineFilter):
    """The line filter that removes every character that a terminal would obey."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments, of the same widths."""
        if all(segment.text.isprintable() for segment in segments):
            return segments
        return [Segment(_drawn(segment.text), segment.style, segment.control) for segment in segments]


def _drawn(text: str) -> str:
    return text if text.isprintable() else set_cell_size("".join(map(_letter, text)), cell_len(text))


def _letter(letter: str) -> str:
    return letter if clean(letter) == letter and letter not in "\n\t" else UNSEEN * cell_len(letter)


FEW = 4  # cores: decoding on the CPU keeps up to so many busy, and each percent spent drawing is lost to it
SHARE, AMPLE = 0.03, 0.1  # of a core, for the drawing thread: with few cores, and with more
LONGEST = 0.125  # seconds that a frame may be delayed: text drawn less often than this looks choppy


class Pacing:
    """Rests long enough that the thread's work since the last rest is no more than its share. `spent`: the thread's CPU seconds
    so far, all its work included."""

    def __init__(self, spent: Callable[[], float] = time.thread_time, cores: int | None = None) -> None:
        self._spent = spent
        self._share = SHARE if (cores or usable_cores()) <= FEW else AMPLE
        self._before = 0.0

    def rest(self) -> float:
        """Seconds until the next frame."""
        before, self._before = self._before, self._spent()
        return min((self._before - before) / self._share, LONGEST)
