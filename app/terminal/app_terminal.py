"""The terminal that the app draws on. The keyboard's torn escape sequences are put together again. The last filter cleans what is drawn, and pacing
says how often to draw. A program of this machine takes the clipboard, else the terminal (OSC 52), which some terminals block."""

import asyncio
import os
import re
import select
import shutil
import time
from asyncio.subprocess import DEVNULL, PIPE
from codecs import getincrementaldecoder
from typing import Any, Callable, Mapping

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.color import Color
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Key
from textual.filter import LineFilter

from specdeck.decoding.cpu.blas import usable_cores

from ..drawing.clean_text import UNSEEN, clean
from .signals import served

ESC = "\x1b"
BEGUN = re.compile(r"\x1b(\[[0-?]*[ -/]*|O)?\Z")  # a sequence whose end is still to come, or esc
WHOLE = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|O[A-Z])")
TORN = 0.4  # seconds after which the rest of a torn sequence comes no more
LONE = 0.1  # seconds until a press of esc that costs nothing is believed: Textual's own delay
POLL = 0.05  # seconds


class WholeSequences:
    """Puts torn escape sequences together again. A lone esc is believed after LONE seconds, or after TORN where it costs something. A sequence's rest
    that comes later still belongs to it. A terminal sends such a rest at once, a person one key at a time."""

    def __init__(self) -> None:
        self._pieces: list[str] = []  # of a sequence that has begun
        self._since = 0.0  # when the last of them came
        self._lone = False  # whether that was esc alone

    def take(self, text: str, now: float, costly: bool = False) -> list[str]:
        """What can be read now; a press of esc stands alone. `text`: what came, "" if nothing did; `now`: seconds of any clock."""
        taken, waited = [], now - self._since
        if self._pieces and waited >= (LONE if self._lone and not costly else TORN):
            taken, self._pieces = self._pieces, []
        if not text:
            return taken
        before = self._pieces or [ESC] * (self._lone and waited < TORN and len(text) > 1 and bool(WHOLE.match(ESC + text)))
        joined = "".join(before) + text
        if before and not WHOLE.match(joined) and not BEGUN.fullmatch(joined):
            taken, before, joined = [*taken, *before], [], text
        begun = BEGUN.search(joined)
        self._pieces = [] if begun is None else [*before, text] if begun.start() == 0 else [begun[0]]
        self._since, self._lone = now, self._pieces == [ESC]
        return [*taken, *filter(None, [joined[: begun.start() if begun else None]])]


class TerminalDriver(LinuxDriver):
    """Textual's driver, which also mends torn escape sequences. It goes on after bytes that are not UTF-8, as GNU screen sends them for the mouse."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        self._costs = lambda: bool(getattr(app, "esc_costs", False))

    def run_input_thread(self) -> None:
        """Read input until the app ends; what was read together with such bytes is dropped."""
        parser, sequences, decoder = XTermParser(), WholeSequences(), getincrementaldecoder("utf-8")()
        while not self.exit_event.is_set():
            came = select.select([self.fileno], [], [], POLL)[0]
            try:
                text = decoder.decode(os.read(self.fileno, 4096)) if came else ""
            except UnicodeDecodeError:
                decoder.reset()
                continue
            for piece in sequences.take(text, time.monotonic(), self._costs()):
                for message in [Key("escape", ESC)] if piece == ESC else parser.feed(piece):
                    self.process_message(message)
            for message in parser.tick():
                self.process_message(message)


class NoControls(LineFilter):
    """The line filter that removes every character that a terminal would obey."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments, of the same widths."""
        if all(segment.text.isprintable() for segment in segments):
            return segments
        return [Segment(_drawn(segment.text), segment.style, segment.control) for segment in segments]


def _drawn(text: str) -> str:
    letters = (letter if clean(letter) == letter and letter not in "\n\t" else UNSEEN * cell_len(letter) for letter in text)
    return text if text.isprintable() else set_cell_size("".join(letters), cell_len(text))


FEW = 4  # cores: decoding on the CPU keeps up to so many busy, and each percent spent drawing is lost to it
SHARE, AMPLE = 0.03, 0.1  # of a core, for the drawing thread: with few cores, and with more
LONGEST = 0.125  # seconds that a frame may be delayed: text drawn less often than this looks choppy
SWITCH = 0.0005  # seconds that drawing may keep Python from the engine's thread, which asks for it after every wait for a GPU


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


PATIENCE = 2.0  # seconds that a program gets: without a display it may wait for ever
PROGRAMS = {  # a program's words, and the variable of the environment without which it has no clipboard
    "pbcopy": "", "wl-copy": "WAYLAND_DISPLAY", "xclip -selection clipboard": "DISPLAY", "clip.exe": "",
    "tmux load-buffer -w -": "TMUX",  # tells the terminal around it; a program's OSC 52 it ignores, unless it is configured
}  # fmt: skip
REMOTE = ("SSH_CONNECTION", "SSH_TTY")  # set where the clipboard of this machine is not the person's
BLOCKING = (("TERM_PROGRAM", "Apple_Terminal"), ("TERM", "linux"), ("TERM", "dumb"))  # terminals that take no clipboard from a program


async def copied_by(text: str, environ: Mapping[str, str] = os.environ) -> str:
    """What took the text: the first program that does, else the browser or the terminal; empty where that takes none. Most terminals take what
    a program writes to their clipboard, and none says so."""
    if served(environ):
        return "the browser"
    remote = any(environ.get(name) for name in REMOTE)
    for words, needed in PROGRAMS.items():
        name, *options = words.split()
        usable = (not needed or environ.get(needed)) and (name == "tmux" or not remote)
        if usable and shutil.which(name) and await _run(name, options, text):
            return name
    return "" if any(environ.get(name) == value for name, value in BLOCKING) else "the terminal"


async def _run(name: str, options: list[str], text: str) -> bool:
    encoding = "utf-16" if name == "clip.exe" else "utf-8"
    environ = {**os.environ, "LC_CTYPE": "UTF-8"}  # without it pbcopy takes the text for Mac Roman
    try:
        process = await asyncio.create_subprocess_exec(name, *options, stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL, env=environ)
    except OSError:
        return False
    try:
        await asyncio.wait_for(process.communicate(text.encode(encoding, "replace")), PATIENCE)
    except TimeoutError:
        process.kill()
        return False
    except OSError:  # it ended before it had read everything
        pass
    return await process.wait() == 0
