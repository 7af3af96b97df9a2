"""The kernels of a Linux CPU, compiled in the background.

mlx has g++ compile each kernel when it first meets it after a boot, 0.6 s apiece, and a first reply would wait for a dozen. With
`compile_in_background` another process compiles them, and until they are there this one uses mlx's own operations.

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

MAKER = [sys.executable, "-P", "-m", "specdeck.decoding.cpu.kernel_maker"]

_compiling = Event()


def ready() -> bool:
    """Whether a compiled function is, or becomes at once, a kernel."""
    return compiles() and not compiling()


def compiles() -> bool:
    """Whether mlx compiles kernels here. Without g++ a compiled function is as many operations as it is written in."""
    return mx.default_device().type == mx.DeviceType.cpu and _has_compiler()


def compiling() -> bool:
    """Whether another process is compiling. No kernel may be used before it is done: half a file would be loaded."""
    return _compiling.is_set()


def compile_in_background() -> Thread | None:
    """Have another process compile all kernels; None where there is nothing to do. The thread ends when they are there; a kernel that
    could not be compiled is compiled when it is met."""
    if compiling() or not _pending():
        return None
    _compiling.set()
    thread = Thread(target=_await, daemon=True, name="kernels")
    thread.start()
    return thread


def compile_first() -> None:
    """Have another process compile all kernels, and wait: for a program whose child processes all need them."""
    if _pending():
        _run_maker()


def compile_once(warm_all: Callable[[], None]) -> None:
    """Compile every kernel, by `warm_all`, unless the stamp says so; if another process is at it, wait. Raises OSError."""
    _stamp().parent.mkdir(parents=True, exist_ok=True)
    with open(_stamp(), "a") as stamp:
        fcntl.flock(stamp, fcntl.LOCK_EX)
        if not compiled():
            warm_all()
            stamp.write("made\n")


def compiled() -> bool:
    """Whether all were compiled since the last boot."""
    try:
        return bool(_stamp().read_text())
    except OSError:
        return False


@lru_cache
def _has_compiler() -> bool:
    return sys.platform == "linux" and shutil.which("g++") is not None


def _pending() -> bool:
    return compiles() and not compiled()


def _await() -> None:
    try:
        _run_maker()
    finally:
        _compiling.clear()


def _run_maker() -> None:
    """In a session of its own: it goes on if this process ends, and ctrl+c does not reach it."""
    null = subprocess.DEVNULL
    subprocess.run(MAKER, stdin=null, stdout=null, stderr=null, start_new_session=True)


def _stamp() -> Path:
    """A file beside mlx's kernels, so that it is deleted when they are."""
    return Path(tempfile.gettempdir()) / "mlx" / mx.__version__ / "cpu" / f"specdeck-{os.getuid()}"
