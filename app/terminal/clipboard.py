"""The clipboard: a program of this machine that takes what it reads, else the terminal (OSC 52), which some block."""

import asyncio
import os
import shutil
from asyncio.subprocess import DEVNULL, PIPE
from typing import Mapping

from .signals import served

PATIENCE = 2.0  # seconds that a program gets: one that waits for a display would wait for ever
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
