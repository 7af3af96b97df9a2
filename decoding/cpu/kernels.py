"""The kernels of a Linux CPU: mlx has g++ make each when it first meets it after a boot, 0.6 s apiece, and a first reply would wait
for a dozen. Who would rather begin at once has another process make them, and goes by mlx's own operations until they are there.

Knows processes and files; what the kernels are is seen in kernel_maker.py.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from functools import lru_cache
from pathlib import Path
from threading import Event, Thread
from typing import Callable

import mlx.core as mx

MAKER = [sys.executable, "-m", "specdeck.decoding.cpu.kernel_maker"]

_awaited = Event()


def ready() -> bool:
    """Whether a compiled function is, or becomes at once, a kernel."""
    return compiles() and not awaited()


def compiles() -> bool:
    """Whether it ever does here; without g++ it is as many operations as it is written in."""
    return mx.default_device().type == mx.DeviceType.cpu and _has_compiler()


def awaited() -> bool:
    """Whether another process is at it: what it makes is not to be met before it is done, for half a file would be loaded."""
    return _awaited.is_set()


def make_aside() -> Thread | None:
    """Have another process make them; None where they are made, or never will be. The thread ends when they are there; what could
    not be made is made when it is met."""
    if awaited() or not _wanting():
        return None
    _awaited.set()
    thread = Thread(target=_await, daemon=True, name="kernels")
    thread.start()
    return thread


def make_first() -> None:
    """Have another process make them, and wait: for who starts processes that shall all have them."""
    if _wanting():
        _run_maker()


def make(meet_all: Callable[[], None]) -> None:
    """Meet them all, unless somebody did since the last boot; if somebody is at it, wait. Raises OSError."""
    _stamp().parent.mkdir(parents=True, exist_ok=True)
    with open(_stamp(), "a") as stamp:
        fcntl.flock(stamp, fcntl.LOCK_EX)
        if not made():
            meet_all()
            stamp.write("made\n")


def made() -> bool:
    """Whether all were met since the last boot."""
    try:
        return bool(_stamp().read_text())
    except OSError:
        return False


@lru_cache
def _has_compiler() -> bool:
    return sys.platform == "linux" and shutil.which("g++") is not None


def _wanting() -> bool:
    return compiles() and not made()


def _await() -> None:
    try:
        _run_maker()
    finally:
        _awaited.clear()


def _run_maker() -> None:
    """It goes on if this process ends, and ctrl+c is not meant for it."""
    null = subprocess.DEVNULL
    subprocess.run(MAKER, cwd=Path(__file__).parent, stdin=null, stdout=null, stderr=null, start_new_session=True)


def _stamp() -> Path:
    """A file beside mlx's kernels: who sweeps them away takes it along."""
    return Path(tempfile.gettempdir()) / "mlx" / mx.__version__ / "cpu" / f"specdeck-{os.getuid()}"
