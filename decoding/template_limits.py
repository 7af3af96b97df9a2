"""Limits the time and memory of a chat template, which is a program that came with a model, and lets the user stop it.

Jinja's sandbox keeps a template from files and attributes, but lets it loop for ever and build strings of gigabytes. A watching thread
raises an exception in the template's thread, which takes effect between two of the template's steps. Those are short but for one, a power
of large numbers, so templates that compute powers are refused. Knows threads and Jinja's tokens; nothing of prompts.
"""

from __future__ import annotations

import ctypes
import resource
import sys
import threading
import time
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Callable, Iterator, Sized, TypeVar

from .errors import PromptError

SECONDS = 5.0  # the default limit; long conversations take hundredths of a second
MEMORY = 1 << 28  # bytes that a template may add to the process, beyond copies of the messages; on Linux the system enforces it too
COPIES = 32  # copies of the messages that a template may hold at once
CHARACTERS = 1 << 22  # length of a rendered prompt, beyond copies of the messages; a tokenizer takes seconds for so many
EVERY = 0.02  # seconds between two checks

Rendered = TypeVar("Rendered", bound=Sized)


class TemplateStopped(PromptError):
    """The user stopped the rendering."""


class _Ended(Exception):
    """Raised in the template's thread by the watching thread."""


def rendered_within_limits(render: Callable[[], Rendered], characters: int, seconds: float | None = None) -> Rendered:
    """The result of `render`, which renders messages of `characters` characters together. Raises PromptError if that takes longer than
    `seconds` (None: SECONDS) or too much memory, TemplateStopped if `stop_rendering` was called."""
    most = MEMORY + COPIES * characters
    watch = _Watch(most, seconds or SECONDS)
    threading.Thread(target=watch.look, name="template", daemon=True).start()
    _watches.add(watch)
    try:
        try:
            with _addresses_limited(most):
                text = render()
        finally:
            watch.close()
    except _Ended:
        watch.close()  # the exception may have arrived while it was closing
        raise watch.error from None
    except MemoryError:
        raise _too_large() from None
    finally:
        _watches.discard(watch)
    if len(text) > CHARACTERS + COPIES * characters:
        raise _too_large()
    return text


def stop_rendering() -> bool:
    """Stop every template that is being rendered, in any thread; returns False if there is none."""
    watches = list(_watches)
    for watch in watches:
        watch.end(TemplateStopped("the chat template was stopped"))
    return bool(watches)


def rendering() -> bool:
    """Whether a template is being rendered, in any thread."""
    return bool(_watches)


@lru_cache
def refuse_powers(template: str) -> None:
    """Raise PromptError if a template raises a number to a power: that is a single step, which cannot be interrupted."""
    import jinja2

    before = ""
    for _, kind, text in jinja2.Environment().lex(template):
        if kind == "whitespace":
            continue
        if text == "**" and before not in ("(", ","):  # after these it unpacks a mapping
            raise PromptError("the chat template computes powers, which could take for ever: try --raw")
        before = text


class _Watch:
    """Watches the thread that creates it and ends its work if that takes more than `most` bytes or `seconds`."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self.error: PromptError = TemplateStopped("the chat template was stopped")
        self._thread = ctypes.c_ulong(threading.get_ident())
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._ended = False

    def look(self) -> None:
        """Check the limits until `close` is called. Runs in the watching thread."""
        deadline, most = time.monotonic() + self._seconds, _peak() + self._most
        while not self._over.wait(EVERY):
            if time.monotonic() > deadline:
                self.end(PromptError(f"the chat template does not come to an end: it was stopped after {self._seconds:g} seconds (try --raw)"))
            elif _peak() > most:
                self.end(_too_large())

    def end(self, error: PromptError) -> None:
        """Raise _Ended in the template's thread, once; `error` is what `rendered_within_limits` then raises."""
        with self._lock:
            if self._ended or self._over.is_set():
                return
            self._ended, self.error = True, error
            self._interrupt()

    def close(self) -> None:
        """End watching; an exception that was set but not raised yet is raised here and dropped."""
        with self._lock:
            self._over.set()
        if self._ended:
            with suppress(_Ended):
                self._interrupt()  # instead of the first one; had that been raised already, this one is
                while True:  # withdrawn instead, Python 3.11 hangs in the next profiler or debugger, and 3.12 calls slower from then on
                    pass

    def _interrupt(self) -> None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(self._thread, ctypes.py_object(_Ended))


_watches: set[_Watch] = set()


def _too_large() -> PromptError:
    return PromptError("the chat template makes more text than any prompt needs: it was stopped (try --raw)")


@contextmanager
def _addresses_limited(most: int) -> Iterator[None]:
    """A context in which a single step that asks for more than `most` bytes gets a MemoryError. Does nothing where a limit is set already."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    used = _addresses()
    if not used or soft != resource.RLIM_INFINITY:
        yield
        return
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (used + most, hard))
    try:
        yield
    finally:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _addresses() -> int:
    """Bytes of the process's address space; 0 where the system does not report them."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except OSError:
        return 0


def _peak() -> int:
    """The process's peak memory in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
