"""Ways to the clipboard: a program of this machine that takes what it reads, else the terminal (OSC 52), which not every
terminal obeys."""

import asyncio
import os
import shutil
from asyncio.subprocess import DEVNULL, PIPE
from dataclasses import dataclass
from typing import Callable, Mapping, Sequence

from .window_gone import served

PATIENCE = 2.0  # seconds that a program gets: one that waits for a display would wait for ever


@dataclass(frozen=True, slots=True)
class Copier:
    """A program that copies its stdin. `needs`: variables of the environment, without any of which it has no clipboard to write to."""

    words: tuple[str, ...]
    needs: tuple[str, ...] = ()
    encoding: str = "utf-8"

    @property
    def name(self) -> str:
        return self.words[0]


LOCAL = (
    Copier(("pbcopy",)),
    Copier(("wl-copy",), ("WAYLAND_DISPLAY",)),
    Copier(("xclip", "-selection", "clipboard"), ("DISPLAY",)),
    Copier(("clip.exe",), encoding="utf-16"),
)
TMUX = Copier(("tmux", "load-buffer", "-w", "-"), ("TMUX",))  # tells the terminal around it; programs' own OSC 52 it ignores, unless it is configured
REMOTE = ("SSH_CONNECTION", "SSH_TTY")  # set where the clipboard of this machine is not the person's
DEAF = (("TERM_PROGRAM", "Apple_Terminal"), ("TERM", "linux"), ("TERM", "dumb"))  # terminals that take no clipboard from a program


def copiers(environ: Mapping[str, str] = os.environ, which: Callable[[str], str | None] = shutil.which) -> list[Copier]:
    """The programs that may reach the person's clipboard, the best first."""
    if served(environ):
        return []  # this machine's clipboard may not be the person's: the browser obeys OSC 52
    known = (() if any(environ.get(name) for name in REMOTE) else LOCAL) + (TMUX,)
    return [copier for copier in known if which(copier.name) and (not copier.needs or any(environ.get(name) for name in copier.needs))]


async def copied_by(text: str, programs: Sequence[Copier]) -> str | None:
    """The name of the first program that took the text; None where none did."""
    for copier in programs:
        if await _run(copier, text):
            return copier.name
    return None


async def _run(copier: Copier, text: str) -> bool:
    environ = {**os.environ, "LC_CTYPE": "UTF-8"} if copier.name == "pbcopy" else None  # else it takes the text for Mac Roman
    try:
        process = await asyncio.create_subprocess_exec(*copier.words, stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL, env=environ)
    except OSError:
        return False
    try:
        await asyncio.wait_for(process.communicate(text.encode(copier.encoding, "replace")), PATIENCE)
    except TimeoutError:
        process.kill()
        return False
    except OSError:  # it ended before it had read everything
        pass
    return await process.wait() == 0


def takes_osc_52(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether the terminal may put on the clipboard what a program writes to it; most do, and none says so."""
    return served(environ) or not any(environ.get(name) == value for name, value in DEAF)
