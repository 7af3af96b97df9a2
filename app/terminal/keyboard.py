"""What a terminal sends, read so that a slow link tears nothing: a piece of an escape sequence is no press of esc and types no letters."""

import os
import re
import select
import time
from codecs import getincrementaldecoder
from typing import Any

from textual._xterm_parser import XTermParser
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Key

ESC = "\x1b"
BEGUN = re.compile(r"\x1b(\[[0-?]*[ -/]*|O)?\Z")  # a sequence whose end is still to come, or esc
WHOLE = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|O[A-Z])")
TORN = 0.4  # seconds after which the rest of a torn sequence comes no more
LONE = 0.1  # seconds until a press of esc that costs nothing is believed: Textual's own delay
POLL = 0.05  # seconds


class WholeSequences:
    """Puts torn escape sequences together again. A lone esc is believed after LONE seconds, or where it costs something after TORN; the rest of a
    sequence that comes later still belongs to it. A terminal sends such a rest at once, a person one key at a time."""

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
    """Textual's, which mends torn escape sequences, and goes on after bytes that are not UTF-8, as GNU screen sends them for the mouse."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        self._costs = lambda: bool(getattr(app, "esc_costs", False))

    def run_input_thread(self) -> None:
        """Read input until told to end; what was read together with such bytes is dropped."""
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
